import Foundation
import RelayOutbox
import RelayRuntime

/// What the app can do without a network. Each change is stored, shown at once, and sent when that is possible.
extension Outbox {
  static func ofTodos(_ folder: URL, _ environment: RelayEnvironment) async throws -> Outbox {
    try await open(
      folder, owner: "me", environment: environment,
      mutations: [AddTodoMutation.self, ChangeTodoStatusMutation.self, RemoveCompletedTodosMutation.self])
  }

  /// Adds a to-do with an id of its own, so that it can be completed before the server knows it.
  /// - Returns: the id.
  @discardableResult
  func add(_ text: String, to connection: String) async throws -> String {
    let id = UUID().uuidString
    try await enqueue(
      AddTodoMutation(input: AddTodoInput(text: text, id: id), connections: [connection]),
      optimisticResponse: ["addTodo": ["todo": ["id": .string(id), "text": .string(text), "complete": false]]])
    return id
  }

  func complete(_ id: String) async throws {
    try await enqueue(
      ChangeTodoStatusMutation(input: ChangeTodoStatusInput(id: id, complete: true)),
      optimisticResponse: ["changeTodoStatus": ["todo": ["id": .string(id), "complete": true]]])
  }

  /// Deletes the to-dos that are done.
  ///
  /// - Parameter ids: those that the app knows; the server deletes all.
  func removeCompleted(_ ids: [String], from connection: String) async throws {
    try await enqueue(
      RemoveCompletedTodosMutation(connections: [connection]),
      optimisticResponse: ["removeCompletedTodos": ["removedTodoIds": .array(ids.map { .string($0) })]])
  }
}
