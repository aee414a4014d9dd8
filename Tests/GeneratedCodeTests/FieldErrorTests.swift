import RelayRuntime
import Testing

/// Errors of single fields, from a server's response to a view.
@MainActor @Suite struct FieldErrorTests {
  private static let leia: JSON = [
    "__typename": "Human", "id": "1", "nickname": "Leia", "friend": ["__typename": "Human", "id": "2", "name": "Luke"],
    "small": ["__typename": "Human", "id": "2", "name": "Luke"],
  ]

  /// Leia, with fields that the server could not resolve.
  private static func without(_ fields: String...) -> JSON {
    guard case .object(var members) = self.leia else { return .null }
    for field in fields { members[field] = .some(.null) }
    return ["hero": .object(members)]
  }

  private static func error(at field: String) -> JSON { ["message": "out of order", "path": ["hero", .string(field)]] }

  @Test("an uncaught error makes the query and the fetch fail")
  func thrown() async throws {
    let mock = MockEnvironment()
    let query = mock.environment.query(CaughtQuery())
    try await mock.resolveMostRecentOperation(data: Self.without("nickname"), errors: [Self.error(at: "nickname")])
    let failure = try #require(query.result.error as? FieldErrors)
    #expect(failure.errors.map(\.error?.message) == ["out of order"])

    let fetched = Task { try await mock.environment.fetch(CaughtQuery()) }
    while mock.pendingOperations.isEmpty { await Task.yield() }
    try await mock.resolveMostRecentOperation(data: Self.without("nickname"), errors: [Self.error(at: "nickname")])
    await #expect(throws: FieldErrors.self) { _ = try await fetched.value }
  }

  @Test("the failure ends when the field arrives")
  func mended() async throws {
    let mock = MockEnvironment()
    let query = mock.environment.query(CaughtQuery())
    try await mock.resolveMostRecentOperation(data: Self.without("nickname"), errors: [Self.error(at: "nickname")])
    #expect(query.result.error is FieldErrors)
    query.refetch()
    try await mock.resolveMostRecentOperation(data: ["hero": Self.leia])
    #expect(query.result.data?.hero.nickname == "Leia")
  }

  @Test("an error caught by a field belongs to the field and does not affect the rest")
  func caught() async throws {
    let mock = MockEnvironment()
    let query = mock.environment.query(CaughtQuery())
    try await mock.resolveMostRecentOperation(
      data: Self.without("friend", "small"), errors: [Self.error(at: "friend"), Self.error(at: "small")])
    let hero = try #require(query.result.data).hero
    #expect(hero.nickname == "Leia")
    #expect(throws: FieldErrors.self) { try hero.friend.get() }
    #expect(hero.small == nil)
  }
}
