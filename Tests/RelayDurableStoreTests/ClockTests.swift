import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Ages and invalidations over restarts and changes of the clock (promise 13)")
struct ClockTests {
  /// The store's clocks: the calendar may be changed, the other one begins anew in each process.
  private static func configuration(_ calendar: Double) -> RelayStore.Configuration {
    var configuration = RelayStore.Configuration(releaseBufferSize: 0)
    configuration.maxAge = .seconds(60)
    configuration.secondsSince1970 = { calendar }
    let now = ContinuousClock.now
    configuration.now = { now }
    return configuration
  }

  private static let (start, year) = (1_000_000_000.0, 365 * 86_400.0)

  @Test(
    "what was answered is as fresh as the clock says, and stale if the clock cannot be right",
    arguments: [
      (0, true), (50, true), (61, false), (year, false), (-30, true), (-3_600, false), (-year, false),
    ])
  func ages(_ difference: Double, _ isFresh: Bool) async throws {
    let disk = MemoryDisk()
    let query = DurableStoreTests.query("u1")
    let first = try await DurableTestStore(disk, configuration: ClockTests.configuration(ClockTests.start))
    _ = first.store.check(query)
    var payload = try first.test.normalize(query, DurableStoreTests.answer)
    payload.records.reception = Reception(time: Moment(first.store.configuration.now()))
    first.queue.commitPayload(query, payload)
    first.queue.run(source: query)
    try await first.store.flush()
    first.kill()
    // A process in between, at the other time, that reads and writes something else.
    let second = try await DurableTestStore(disk, configuration: ClockTests.configuration(ClockTests.start + difference))
    _ = second.store.check(query)
    let found = await second.store.prepare(query)
    if case .available = found { #expect(isFresh) } else { #expect(!isFresh && found == .stale) }
    try second.test.publish(DurableStoreTests.query("u7"), #"{"data":{"user":{"id":"u7","name":"G","link":null,"list":[]}}}"#)
    try await second.store.flush()
    second.kill()
    // Back again, it is as fresh as it was; what was written while the clock could not be right has no age, and is stale.
    let third = try await DurableTestStore(disk, configuration: ClockTests.configuration(ClockTests.start + 10))
    _ = third.store.check(query)
    let last = await third.store.prepare(query)
    if case .available = last { #expect(difference >= -60) } else { #expect(difference < -60 && last == .stale) }
  }

  @Test("what was invalidated stays so, whatever the clock says", arguments: [0, year, -year])
  func invalidations(_ difference: Double) async throws {
    let disk = try await DurableStoreTests.disk()
    let first = try await DurableTestStore(disk)
    first.queue.commitUpdate { $0.invalidateStore() }
    first.queue.run()
    try await first.store.flush()
    first.kill()
    for _ in 0..<2 {
      let next = try await DurableTestStore(disk, configuration: ClockTests.configuration(ClockTests.start + difference))
      #expect(await next.store.prepare(DurableStoreTests.query("u1")) == .stale)
      try await next.store.flush()
      next.kill()
    }
  }
}
