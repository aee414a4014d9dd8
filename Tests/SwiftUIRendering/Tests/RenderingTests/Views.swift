import Foundation
import RelayRuntime
import SwiftUI

// The views of the to-do app as an app writes them. Each shows little, so that a test sees at once what is on the screen.

struct ItemRow: View {
  @Fragment<ToDoItem_todo> var todo
  @Mutation<RenameTodoMutation> var rename

  var body: some View {
    let _ = Alive.note($todo)
    if let todo {
      Text(rename.isInFlight ? "\(todo.text) (saving)" : todo.text)
      Button("Rename \(todo.id)") { rename.commit(RenameTodoMutation(id: todo.id, text: "renamed")) }
    } else {
      Text("-")
    }
  }
}

struct ItemList: View {
  @PaginationFragment<ToDoList_user> var user

  var body: some View {
    let _ = Alive.note($user)
    if let user {
      List {
        ForEach(user.todos ?? []) { todo in ItemRow(todo: todo.asFragment()) }
        if user.isLoadingNext {
          Text("Loading more")
        } else if user.hasNext {
          Button("More") { user.loadNext(10) }
        }
      }
      .refreshable { _ = try? await user.refetch().value }
    }
  }
}

struct Screen: View {
  let id: String
  var fetchKey = 0
  @Query<CurrentUserToDoListQuery> var query

  var body: some View {
    let _ = Alive.note($query)
    switch query.get(id: id, fetchKey: fetchKey) {
    case .loading: Text("Loading")
    case .failure(let error):
      Text("Failed: \(error.localizedDescription)")
      Button("Again") { query.retry() }
    case .success(let data):
      if let user = data?.user {
        Text("List of \(user.id)")
        ItemList(user: user.asFragment())
      } else {
        Text("Nobody")
      }
    }
  }
}

/// A view that shows the query's state through a handle that its parent passes on.
struct QueryStatus: View {
  let query: QueryHandle<CurrentUserToDoListQuery>

  var body: some View {
    Text("status: \(query.result.data?.user?.id ?? (query.result.isLoading ? "loading" : "none"))")
  }
}

struct PassingScreen: View {
  let id: String
  @Query<CurrentUserToDoListQuery> var query

  var body: some View {
    Text("own: \(query.get(id: id).data?.user?.id ?? "none")")
    QueryStatus(query: $query)
  }
}

struct ItemText: View {
  let todo: FragmentHandle<ToDoItem_todo>
  var body: some View { Text("passed on: \(todo.data?.text ?? "-")") }
}

struct PassingRow: View {
  @Fragment<ToDoItem_todo> var todo

  var body: some View {
    Text("own: \(todo?.text ?? "-")")
    ItemText(todo: $todo)
  }
}

struct ListCount: View {
  let user: PaginationHandle<ToDoList_user>
  var body: some View { Text("\(user.data?.id ?? "-"): \(user.data?.todos?.count ?? 0), \(user.hasNext ? "more" : "all")") }
}

struct PassingList: View {
  @PaginationFragment<ToDoList_user> var user

  var body: some View {
    Text("own: \(user?.todos?.count ?? 0)")
    ListCount(user: $user)
  }
}

struct RefetchCount: View {
  let user: RefetchableHandle<ToDoList_user>
  var body: some View { Text("\(user.data?.id ?? "-"): \(user.isRefetching ? "refetching" : "idle")") }
}

struct PassingRefetchable: View {
  @RefetchableFragment<ToDoList_user> var user

  var body: some View {
    Text("own: \(user?.id ?? "-")")
    RefetchCount(user: $user)
    Button("Refetch") { user?.refetch() }
  }
}

struct Texts: View {
  let todos: PluralFragmentHandle<ToDoItem_todo>
  var body: some View { Text(todos.data.map(\.text).joined(separator: ", ")) }
}

struct PassingRows: View {
  @PluralFragment<ToDoItem_todo> var todos

  var body: some View {
    Text("own: \(todos.count)")
    Texts(todos: $todos)
  }
}

struct Changes: View {
  @RelayRuntime.Subscription<TodoChangedSubscription> var changes

  var body: some View {
    let _ = Alive.note($changes)
    switch changes.get() {
    case .loading: Text("quiet")
    case .failure(let error): Text("Failed: \(error.localizedDescription)")
    case .success(let data): Text("event: \(data?.change?.kind ?? "none")")
    }
  }
}

struct ChangeKind: View {
  let changes: SubscriptionHandle<TodoChangedSubscription>
  var body: some View { Text("passed on: \(changes.result.data?.change?.kind ?? "none")") }
}

struct PassingChanges: View {
  @RelayRuntime.Subscription<TodoChangedSubscription> var changes

  var body: some View {
    Text("own: \(changes.get().data?.change?.kind ?? "none")")
    ChangeKind(changes: $changes)
  }
}

/// A modifier with a property wrapper.
struct Renaming: ViewModifier {
  @Mutation<RenameTodoMutation> var rename
  let id: String

  func body(content: Content) -> some View {
    content
    if rename.isInFlight {
      Text("saving")
    } else {
      Button("Rename") { rename.commit(RenameTodoMutation(id: id, text: "renamed")) }
    }
  }
}

struct Counting: View {
  let title: String
  @State private var count = 0

  var body: some View {
    Text("\(title) \(count)")
    Button("+") { count += 1 }
  }
}

/// A wrapper inside of a property of the app's own.
struct CurrentList: DynamicProperty {
  @Query<CurrentUserToDoListQuery> var query
  @MainActor func userID(_ id: String) -> String { query.get(id: id).data?.user?.id ?? "none" }
}

struct OwnProperty: View {
  var list = CurrentList()
  let id: String
  var body: some View { Text("user \(list.userID(id))") }
}

/// The handles that views have used, without keeping them.
@MainActor
enum Alive {
  private struct Weak {
    weak var object: AnyObject?
  }
  private static var noted: [ObjectIdentifier: Weak] = [:]

  static func note(_ handle: AnyObject) { noted[ObjectIdentifier(handle)] = Weak(object: handle) }
  static var count: Int { noted.values.count { $0.object != nil } }
  static func count<Handle: AnyObject>(of type: Handle.Type) -> Int { noted.values.count { $0.object is Handle } }
  static func clear() { noted = [:] }
}
