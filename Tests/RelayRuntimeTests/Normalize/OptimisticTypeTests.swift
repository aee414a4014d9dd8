import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// An optimistic response that gives a known object another type.
@Suite("The type in an optimistic response")
struct OptimisticTypeTests {
  private static let query = Plans.operation(
    "ItemQuery", normalization: [.linked("item", "O", [.scalar("__typename", "S!"), .scalar("id", "D!"), .scalar("text", "S")])])

  private static func item(_ type: String) -> JSON { ["item": ["__typename": .string(type), "id": "t1", "text": "Milk"]] }

  private let warnings = Recorder<String>()

  /// An environment that knows the object "t1" as an object of the type.
  private func mock(_ type: String, identity: RelayEnvironment.Configuration.Identity = .byID) throws -> MockEnvironment {
    let warnings = self.warnings
    let mock = MockEnvironment(
      configuration: .init(identity: identity, log: { if case .warning(let text) = $0 { warnings.append(text) } }))
    try mock.environment.commitPayload(OperationDescriptor(Self.query), Self.item(type))
    return mock
  }

  /// Commits a mutation whose optimistic response makes "t1" a `Todo`, and lets it fail.
  private func rename(_ mock: MockEnvironment) async throws {
    let response: JSON = ["renameTodo": ["todo": ["id": "t1", "text": "Optimistic"]]]
    let task = Task { try await mock.environment.commit(RenameTodoMutation(id: "t1", text: "x"), optimisticResponse: response) }
    try await mock.reject(mock.nextOperation(RenameTodoMutation.self), URLError(.timedOut))
    await #expect(throws: URLError.self) { try await task.value }
  }

  @Test("the warning names the optimistic response as the cause, and both cures")
  func theWarningNamesTheOptimisticResponse() async throws {
    let mock = try mock("Task")
    try await rename(mock)
    #expect(warnings.values.count == 1)
    let text = try #require(warnings.values.first)
    for part in ["optimistic response", "Task \"t1\" a Todo", "'__typename'", "must be \"Task\"", ".byTypeAndID"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    try await rename(mock)
    #expect(warnings.values.count == 1)
  }

  @Test("two types in the server's answers are still a collision of ids, with that warning")
  func aCollisionOfIDsAfterwards() async throws {
    let mock = try mock("Task")
    try await rename(mock)
    try mock.environment.commitPayload(OperationDescriptor(Self.query), Self.item("Todo"))
    #expect(warnings.values.count == 2)
    #expect(warnings.values.last?.contains("Task and Todo share the id \"t1\"") == true, "\(warnings.values)")
  }

  @Test("an optimistic response with the object's own type causes no warning, nor does one with another record")
  func noWarning() async throws {
    try await rename(mock("Todo"))
    try await rename(mock("Task", identity: .byTypeAndID))
    #expect(warnings.values == [])
  }
}
