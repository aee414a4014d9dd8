// The views of the to-do app, as written in Relay.swift's guide, without SwiftUI.
import Foundation
import RelayRuntime

extension ToDoItem_todo_Key {
  func asFragment() -> Fragment<ToDoItem_todo> { Fragment(fragment_ToDoItem_todo) }
}
extension ToDoList_user_Key {
  func asFragment() -> Fragment<ToDoList_user> { Fragment(fragment_ToDoList_user) }
  func asFragment() -> RefetchableFragment<ToDoList_user> { RefetchableFragment(fragment_ToDoList_user) }
  func asFragment() -> PaginationFragment<ToDoList_user> { PaginationFragment(fragment_ToDoList_user) }
}
extension RelayRuntime.QueryHandle where Operation == CurrentUserToDoListQuery {
  @MainActor func get(
    id: String, fetchKey: (any Hashable & Sendable)? = nil
  ) -> RelayRuntime.Query<CurrentUserToDoListQuery>.Result {
    self.get(CurrentUserToDoListQuery(id: id), fetchKey: fetchKey)
  }
}
extension RelayRuntime.PaginationFragment.WrappedValue where F == ToDoList_user {
  @MainActor @discardableResult
  func refetch(count: Int? = nil, cursor: String? = nil, id: String? = nil) -> Task<Void, any Error> {
    var variables: RelayRuntime.Generated.InputFields = RelayRuntime.Generated.InputFields()
    if let count: Int { variables.set("count", count) }
    if let cursor: String { variables.set("cursor", cursor) }
    if let id: String { variables.set("id", id) }
    return self.refetch(partial: variables)
  }
}

@MainActor struct ToDoItem {
  @Fragment<ToDoItem_todo> var todo

  var body: String {
    if let todo = todo {
      return "[\(todo.complete ? "x" : " ")] \(todo.text)"
    }
    return "-"
  }
}

@MainActor struct ToDoList {
  @PaginationFragment<ToDoList_user> var user

  var body: [String] {
    var lines: [String] = []
    if let user = user {
      for todo in user.todos ?? [] {
        lines.append(ToDoItem(todo: todo.asFragment()).body)
      }
      if user.isLoadingNext {
        lines.append("Loading…")
      } else if user.hasNext {
        lines.append("Load more")
      }
    }
    return lines
  }

  func more() {
    if let user { user.loadNext(10) }
  }
}

@MainActor struct CurrentUserToDoList {
  @Query<CurrentUserToDoListQuery> var query
  var id = "u1"

  var body: [String] {
    switch query.get(id: id) {
    case .loading:
      return ["Loading..."]
    case .failure(let error):
      return ["Error: \(error.localizedDescription)"]
    case .success(let data):
      guard let user = data?.user else { return ["Nobody"] }
      return ["To-do List for \(user.id)"] + ToDoList(user: user.asFragment()).body
    }
  }
}
