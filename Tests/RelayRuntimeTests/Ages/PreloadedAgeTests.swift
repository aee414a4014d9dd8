import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Ages of preloaded queries.
@Suite("Ages of preloaded queries", .hangGuard)
@MainActor struct PreloadedAgeTests {
  private let clock = SteppedClock()
  private let mock: MockEnvironment
  private let query = CurrentUserToDoListQuery(id: "u1")

  init() {
    var configuration = RelayStore.Configuration()
    configuration.maxAge = .seconds(60)
    mock = MockEnvironment(store: RelayStore(configuration: clock.configuration(configuration)))
  }

  @Test("when the data was received and becomes stale; nothing of a query that was not started, or was disposed of")
  func ages() async throws {
    let link = PreloadedQuery(query)
    #expect(link.fetchedAt == nil && link.expiresAt == nil && !link.isStale)
    let started = mock.environment.preload(query)
    #expect(started.fetchedAt == nil && started.expiresAt == nil && !started.isStale)
    try await mock.resolve(query, data: ToDoPayloads.user)
    let received = Date(timeIntervalSince1970: clock.seconds)
    let fetchedAt = try #require(started.fetchedAt)
    let expiresAt = try #require(started.expiresAt)
    #expect(abs(fetchedAt.timeIntervalSince(received)) < 0.001)
    #expect(abs(expiresAt.timeIntervalSince(received) - 60) < 0.001)
    #expect(!started.isStale)
    clock.advance(by: .seconds(60))
    #expect(started.isStale)
    try mock.environment.commitPayload(query, ToDoPayloads.user)
    #expect(!started.isStale)
    try mock.environment.commitLocalUpdate { $0.invalidate(type: "Todo") }
    #expect(started.isStale)
    started.dispose()
    #expect(started.fetchedAt == nil && started.expiresAt == nil && !started.isStale)
  }
}
