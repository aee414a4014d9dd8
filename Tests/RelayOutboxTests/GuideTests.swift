import Foundation
import RelayOutbox
import RelayRuntime
import TestSupport
import Testing

// The samples of the guide "Mutations that outlive the process".

func openOutbox(
  of userID: String, in folder: URL, _ environment: RelayEnvironment
) async throws -> Outbox {
  try await Outbox.open(
    folder, owner: userID, environment: environment,
    mutations: [AddTodoMutation.self, RenameTodoMutation.self, IncrementTodoMutation.self])
}

func addTodo(
  _ text: String, to connection: String, _ outbox: Outbox
) async throws -> OutboxEntry<AddTodoMutation> {
  let id = UUID().uuidString
  let todo: JSON = ["id": .string(id), "text": .string(text), "count": 0]
  return try await outbox.enqueue(
    AddTodoMutation(id: id, text: text, connections: [connection]),
    optimisticResponse: ["addTodo": ["todo": todo]])
}

func addAndComplete(
  _ text: String, to connection: String, _ outbox: Outbox
) async throws {
  let id = UUID().uuidString
  let todo: JSON = ["id": .string(id), "text": .string(text), "count": 0]
  try await outbox.enqueue(
    AddTodoMutation(id: id, text: text, connections: [connection]),
    optimisticResponse: ["addTodo": ["todo": todo]])
  // Sent after the first one, in the same lane, with the same id.
  try await outbox.enqueue(IncrementTodoMutation(id: id))
}

func signOut(
  _ outbox: Outbox, _ environment: RelayEnvironment, forgetsUnsent: Bool
) async throws {
  let left = try await outbox.close(discarding: forgetsUnsent)
  if !left.isEmpty { print("\(left.count) changes have not been sent.") }
  environment.store.clear()
}

@Suite("Outbox: the guide", .hangGuard)
struct GuideTests {
  @Test("the samples work with a mock environment")
  func samples() async throws {
    let folder = try TemporaryFolder("relay-outbox-guide")
    let mock = MockEnvironment()
    let outbox = try await openOutbox(of: "ada", in: folder.url, mock.environment)
    let added = try await addTodo("Milk", to: list, outbox)
    let request = try await mock.nextOperation(AddTodoMutation.self)
    let id = try #require(request.request.variables["id"]?.stringValue)
    #expect(outbox.isPending(id))
    try await mock.resolve(request, data: ["addTodo": ["todo": ["id": .string(id), "text": "Milk", "count": 0]]])
    #expect(try await added.result().addTodo?.todo?.text == "Milk")
    try await addAndComplete("Bread", to: list, outbox)
    let second = try await mock.nextOperation(AddTodoMutation.self)
    let other = try #require(second.request.variables["id"]?.stringValue)
    try await mock.resolve(second, data: ["addTodo": ["todo": ["id": .string(other), "text": "Bread", "count": 0]]])
    let third = try await mock.nextOperation(IncrementTodoMutation.self)
    #expect(third.request.variables["id"]?.stringValue == other)
    try await signOut(outbox, mock.environment, forgetsUnsent: true)
  }
}
