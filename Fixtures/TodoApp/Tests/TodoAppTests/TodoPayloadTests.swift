import RelayRuntime
import TerminalUI
import Testing

@testable import TodoApp

/// The app's views without a server: they show payloads of the app's own operations, for which the build generates types in this target.
@MainActor
struct TodoPayloadTests {
  private let mock = MockEnvironment()
  private let screen = Screen(CurrentUserToDoList())

  private func show(_ todos: [CurrentUserToDoListQuery.Payload.User_user.TodoConnection_todos.TodoEdge_edges.Todo_node]) async throws {
    _ = screen.update()
    try await mock.resolve(
      CurrentUserToDoListQuery.Payload(
        user: .init(id: "me", name: "Ada", totalCount: 7, completedCount: 0, todos: .nodes(todos, hasNextPage: true))))
  }

  @Test func showsThePayload() async throws {
    try await RelayEnvironment.withCurrent(mock.environment) {
      try await show([.init(id: "1", text: "Tea", complete: false), .init(id: "2", text: "Milk", complete: true)])
      _ = try await screen.wait(for: "Milk") { $0.text.contains("Milk") }
      #expect(screen.text.contains("To-do list of Ada: 0 of 7 done"))
      #expect(screen.text.contains("☐ Tea") && screen.text.contains("☑ Milk") && screen.text.contains("Load more…"))
    }
  }

  @Test func pagesWithThePayloadOfTheGeneratedQuery() async throws {
    try await RelayEnvironment.withCurrent(mock.environment) {
      try await show([.init(id: "1", text: "Tea", complete: false)])
      _ = try await screen.wait(for: "Tea") { $0.text.contains("Tea") }
      try screen.tap("Load more…")
      _ = try await mock.nextOperation(ToDoListPaginationQuery.self)
      try await mock.resolve(
        ToDoListPaginationQuery.Payload(
          node: .user(
            id: "me", name: "Ada", totalCount: 7, completedCount: 0, todos: .nodes([.init(id: "2", text: "Salt", complete: false)]))))
      _ = try await screen.wait(for: "Salt") { $0.text.contains("Salt") }
      #expect(!screen.text.contains("Load more…"))
    }
  }
}
