import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Threads that find out at the same time that a query is stale.
@Suite("Refetching what is stale, from several threads", .hangGuard)
struct StaleRefetchingTests {
  private let clock = SteppedClock()
  private let query = CurrentUserToDoListQuery(id: "u1")

  private var environment: RelayEnvironment {
    var configuration = RelayStore.Configuration()
    configuration.maxAge = .seconds(60)
    return RelayEnvironment(
      network: FetchNetwork { _ in throw CancellationError() }, store: RelayStore(configuration: clock.configuration(configuration)))
  }

  @Test("one request is sent, however many threads look at the ages")
  func oneRequest() throws {
    let environment = self.environment
    let isFetching = Lock(false)
    let count = Lock(0)
    let refetching = StaleRefetching(environment.descriptor(query), in: environment) {
      isFetching.withLock { $0 }
    } fetch: { _ in
      // As where a request is sent: that it is in flight is known a little later.
      count.withLock { $0 += 1 }
      isFetching.withLock { $0 = true }
    } refetch: {
    }
    for round in 1...200 {
      try environment.commitPayload(query, ToDoPayloads.user)
      refetching.noteEnd(nil, isCancelled: false)
      isFetching.withLock { $0 = false }
      clock.advance(by: .seconds(61))
      DispatchQueue.concurrentPerform(iterations: 8) { _ in refetching.evaluate() }
      guard count.withLock({ $0 }) == round else { break }
    }
    #expect(count.withLock { $0 } == 200)
  }
}
