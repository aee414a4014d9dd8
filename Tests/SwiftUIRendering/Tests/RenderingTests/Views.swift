import Foundation
import RelayRuntime
import SwiftUI

// The views of the to-do app as written in an app. Each shows little, so that the contents of the screen are easy to check.

struct ItemRow: View {
  @Fragment<ToDoItem_todo> var todo
  @Mutation<RenameTodoMutation> var rename

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($todo)
    let _ = Alive.note($rename)
    if let todo {
      let _ = Evaluations.note(row: todo.id)
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
    let _ = Evaluations.note(Self.self)
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
    let _ = Evaluations.note(Self.self)
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

/// A view that shows the query's state through a handle passed by its parent.
struct QueryStatus: View {
  let query: QueryHandle<CurrentUserToDoListQuery>

  var body: some View {
    let _ = Evaluations.note(Self.self)
    Text("status: \(query.result.data?.user?.id ?? (query.result.isLoading ? "loading" : "none"))")
  }
}

struct PassingScreen: View {
  let id: String
  @Query<CurrentUserToDoListQuery> var query

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($query)
    Text("own: \(query.get(id: id).data?.user?.id ?? "none")")
    QueryStatus(query: $query)
  }
}

struct ItemText: View {
  let todo: FragmentHandle<ToDoItem_todo>
  var body: some View {
    let _ = Evaluations.note(Self.self)
    Text("passed on: \(todo.data?.text ?? "-")")
  }
}

struct PassingRow: View {
  @Fragment<ToDoItem_todo> var todo

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($todo)
    Text("own: \(todo?.text ?? "-")")
    ItemText(todo: $todo)
  }
}

struct ListCount: View {
  let user: PaginationHandle<ToDoList_user>
  var body: some View {
    let _ = Evaluations.note(Self.self)
    Text("\(user.data?.id ?? "-"): \(user.data?.todos?.count ?? 0), \(user.hasNext ? "more" : "all")")
  }
}

struct PassingList: View {
  @PaginationFragment<ToDoList_user> var user

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($user)
    Text("own: \(user?.todos?.count ?? 0)")
    ListCount(user: $user)
  }
}

struct RefetchCount: View {
  let user: RefetchableHandle<ToDoList_user>
  var body: some View {
    let _ = Evaluations.note(Self.self)
    Text("\(user.data?.id ?? "-"): \(user.isRefetching ? "refetching" : "idle")")
  }
}

struct PassingRefetchable: View {
  @RefetchableFragment<ToDoList_user> var user

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($user)
    Text("own: \(user?.id ?? "-")")
    RefetchCount(user: $user)
    Button("Refetch") { user?.refetch() }
  }
}

struct Texts: View {
  let todos: PluralFragmentHandle<ToDoItem_todo>
  var body: some View {
    let _ = Evaluations.note(Self.self)
    Text(todos.data.map(\.text).joined(separator: ", "))
  }
}

struct PassingRows: View {
  @PluralFragment<ToDoItem_todo> var todos

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($todos)
    Text("own: \(todos.count)")
    Texts(todos: $todos)
  }
}

struct Changes: View {
  @RelayRuntime.Subscription<TodoChangedSubscription> var changes

  var body: some View {
    let _ = Evaluations.note(Self.self)
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
  var body: some View {
    let _ = Evaluations.note(Self.self)
    Text("passed on: \(changes.result.data?.change?.kind ?? "none")")
  }
}

struct PassingChanges: View {
  @RelayRuntime.Subscription<TodoChangedSubscription> var changes

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($changes)
    Text("own: \(changes.get().data?.change?.kind ?? "none")")
    ChangeKind(changes: $changes)
  }
}

/// A modifier with a property wrapper.
struct Renaming: ViewModifier {
  @Mutation<RenameTodoMutation> var rename
  let id: String

  func body(content: Content) -> some View {
    let _ = Alive.note($rename)
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
    let _ = Evaluations.note(Self.self)
    Text("\(title) \(count)")
    Button("+") { count += 1 }
  }
}

/// A wrapper inside the app's own property.
struct CurrentList: DynamicProperty {
  @Query<CurrentUserToDoListQuery> var query
  @MainActor func userID(_ id: String) -> String { query.get(id: id).data?.user?.id ?? "none" }
}

struct OwnProperty: View {
  var list = CurrentList()
  let id: String
  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note(list.$query)
    Text("user \(list.userID(id))")
  }
}

/// A failure, without knowing what has failed.
struct FailureView: View {
  let failure: OperationFailure

  var body: some View {
    let _ = Evaluations.note(Self.self)
    Text("Sorry: \(failure.message)")
    Button("Try again") { failure.retry() }
  }
}

/// A screen with everything that a view can show about its query.
struct CarefulScreen: View {
  let id: String
  @Query<CurrentUserToDoListQuery>(cacheConfig: CacheConfig(metadata: ["screen": "careful"])) var query

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($query)
    switch query.get(id: id) {
    case .loading: placeholder.redacted(reason: .placeholder)
    case .failure: EmptyView()
    case .success(let data): Text("user \(data?.user?.id ?? "none")")
    }
    if let failure = query.failure { FailureView(failure: failure) }
  }

  @ViewBuilder private var placeholder: some View {
    let texts: [String: JSON] = ["user.todos.edges": [["node": ["text": "▒▒▒"]], ["node": ["text": "▒▒"]]]]
    if let user = CurrentUserToDoListQuery(id: id).placeholder(MockPayload(paths: texts)).user {
      RowTexts(user: user.asFragment())
    }
  }
}

struct RowTexts: View {
  @Fragment<ToDoList_user> var user

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($user)
    ForEach(user?.todos ?? []) { todo in RowText(todo: todo.asFragment()).transition(.opacity) }
      .animation(.default, value: user?.todos?.count)
  }
}

struct RowText: View {
  @Fragment<ToDoItem_todo> var todo
  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($todo)
    Text(todo?.text ?? "-")
  }
}

/// A list whose pages and refetches can fail.
struct FailingList: View {
  @PaginationFragment<ToDoList_user> var user

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($user)
    Text("\(user?.todos?.count ?? 0)")
    if let user {
      Button("More") { user.loadNext(1, cacheConfig: CacheConfig(metadata: ["page": "next"])) }
      Button("Refetch") { user.refetch() }
      if let failure = user.failure { FailureView(failure: failure) }
    }
  }
}

/// A query whose variables the user types.
struct SearchScreen: View {
  @State private var id = "u1"

  var body: some View {
    let _ = Evaluations.note(Self.self)
    Button("u2") { id = "u2" }
    SearchResult(id: $id)
  }
}

struct SearchResult: View {
  @Binding var id: String
  @Query<CurrentUserToDoListQuery> var query

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($query)
    Text(query.get(id: id).data?.user?.id ?? "…")
    Button("clear") { id = "" }
  }
}

/// A query that is polled while the scene is active.
struct PollingScreen: View {
  @Query<CurrentUserToDoListQuery> var query

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($query)
    Text(query.get(id: "u1").data?.user?.id ?? "…")
      .polling($query, every: .milliseconds(1))
  }
}

/// A view that reads once and reports when it has.
struct ReadingScreen: View {
  @Query<CurrentUserToDoListQuery>(fetchPolicy: .storeOnly) var query
  @State private var isRead = false

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($query)
    Text(query.get(id: "u1").data?.user?.id ?? "…")
    Text(isRead ? "read" : "reading")
      .task {
        try? await query.refetch().value
        isRead = true
      }
  }
}

/// A view with an action that outlives its evaluation.
struct LateRow: View {
  @Fragment<ToDoItem_todo> var todo
  @Mutation<RenameTodoMutation> var rename
  static var action: (() -> String?)?

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($todo)
    Text(todo?.text ?? "-")
      .task {
        LateRow.action = {
          _ = $rename
          return todo?.text
        }
      }
  }
}

/// A row that uses its data only when its button is pressed.
struct ActionRow: View {
  @Fragment<ToDoItem_todo> var todo
  @Mutation<RenameTodoMutation> var rename

  var body: some View {
    let _ = Evaluations.note(Self.self)
    Button("Rename") {
      Alive.note($todo)
      Alive.note($rename)
      if let todo { rename.commit(RenameTodoMutation(id: todo.id, text: "renamed")) }
    }
  }
}

/// All events of a subscription.

struct EventList: View {
  @RelayRuntime.Subscription<TodoChangedSubscription>(onNext: { EventList.events.append($0?.change?.kind ?? "none") }) var changes
  static var events: [String] = []

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($changes)
    Text("last: \(changes.get().data?.change?.kind ?? "none")")
  }
}

/// A list whose details are preloaded by their links.
struct Navigation: View {
  @State private var path: [AnyHashable] = []
  @Environment(\.relayEnvironment) private var relay

  var body: some View {
    let _ = Evaluations.note(Self.self)
    if let query = path.last?.base as? PreloadedQuery<CurrentUserToDoListQuery> {
      Detail(preloaded: query)
      Button("Back") { path.removeLast() }
    } else {
      Button("Open") { if let relay { path.append(relay.preload(CurrentUserToDoListQuery(id: "u1"))) } }
      Button("Link") { path.append(PreloadedQuery(CurrentUserToDoListQuery(id: "u1"))) }
    }
  }
}

struct Detail: View {
  let preloaded: PreloadedQuery<CurrentUserToDoListQuery>
  @Query<CurrentUserToDoListQuery> var query

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($query)
    switch query.get(preloaded) {
    case .loading: Text("Loading")
    case .failure(let error): Text("Failed: \(error.localizedDescription)")
    case .success(let data): Text("Details of \(data?.user?.id ?? "nobody")")
    }
  }
}

/// The handles that views have used, without retaining them.
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

/// The evaluations that bodies have recorded.
@MainActor
enum Evaluations {
  private static var counts: [ObjectIdentifier: Int] = [:]
  private static var rows: Set<String> = []
  private(set) static var total = 0

  static func note<V>(_ type: V.Type) {
    counts[ObjectIdentifier(type), default: 0] += 1
    total += 1
  }

  static func note(row id: String) { rows.insert(id) }

  /// The rows evaluated since the last call.
  static func takeRows() -> Set<String> {
    defer { rows = [] }
    return rows
  }

  /// How often bodies of a type were evaluated since the last call.
  static func take<V>(_ type: V.Type) -> Int { counts.removeValue(forKey: ObjectIdentifier(type)) ?? 0 }
  static func clear() { counts = [:] }
}
