import TestSupport
import Testing

@testable import RelayRuntime

/// What `queryFetch` says about why a query is requested.
@Suite("Reasons of requests")
struct FetchReasonTests {
  private let test = TestStore()
  private let query = CurrentUserToDoListQuery(id: "u1")

  private func reason(_ policy: FetchPolicy? = .storeOrNetwork) -> String {
    let operation = query.descriptor
    return test.store.sentence(test.store.check(operation), of: operation, policy: policy)
  }

  private func load() throws { try test.publish(query, JSON.object(["data": ToDoPayloads.user]).description) }

  @Test("a field that was never requested")
  func nothing() { #expect(reason() == "missing: CurrentUserToDoListQuery.user of client:root") }

  @Test("a field of an item of a list, with its record")
  func field() throws {
    try load()
    test.queue.commitUpdate { source in
      source.delete(dataID: "t2")
      source.create(dataID: "t2", typeName: "Todo").setValue("t2", for: "id")
    }
    test.queue.run()
    #expect(reason() == "missing: CurrentUserToDoListQuery.user.todos.edges[1].node.text of t2")
  }

  @Test("invalidated data, with the record")
  func invalidated() throws {
    try load()
    test.queue.commitUpdate { $0["t1"]?.invalidateRecord() }
    test.queue.run()
    #expect(reason().hasPrefix("stale: written ") && reason().hasSuffix(" s ago, and t1 has been invalidated since"), "\(reason())")
    test.queue.commitUpdate { $0.invalidateStore() }
    test.queue.run()
    #expect(reason().hasSuffix(" s ago, and the store has been invalidated since"), "\(reason())")
  }

  @Test("complete data, which only the policy requests")
  func policy() throws {
    try load()
    #expect(reason(nil).hasPrefix("available"))
    #expect(!reason(nil).contains("requested"))
    #expect(reason(.storeAndNetwork).hasSuffix("; requested because of the policy storeAndNetwork"), "\(reason(.storeAndNetwork))")
  }

  @Test("the log has the reason")
  @MainActor func log() throws {
    let reasons = Recorder<String>()
    let mock = MockEnvironment(
      configuration: .init(log: { event in
        if case .queryFetch(_, _, let availability, true) = event { reasons.append(availability) }
      }))
    let handle = mock.environment.query(query)
    #expect(reasons.values == ["missing: CurrentUserToDoListQuery.user of client:root"])
    withExtendedLifetime(handle) {}
  }
}
