import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Ages, and data that may not be in every file, over a store's archive.
@Suite("Ages in archives")
struct ArchiveAgeTests {
  private let clock = SteppedClock()

  /// A user's own email address.
  static let me = Plans.operation(
    "MeQuery",
    normalization: [.linked("me", "O", of: "User", [.scalar("id", "D"), .scalar("name", "S"), .scalar("email", "S@60P")])])

  private static let body = #"{"data":{"me":{"id":"1","name":"Ada","email":"a@example.com"}}}"#
  private static let user = OperationDescriptor(StoreAgeTests.user, variables: ["id": "1"])
  private static let answer = #"{"data":{"user":{"id":"1","name":"Ada","bio":"…"}}}"#

  private func makeStore(owner: String? = nil) -> TestStore {
    var configuration = clock.configuration()
    configuration.owner = owner
    return TestStore(configuration)
  }

  /// Restores in a new store what another one has.
  private func restored(_ test: TestStore, owner: String? = nil, after: () -> Void = {}) throws -> TestStore {
    let folder = try TemporaryFolder("ages")
    let file = folder.url.appending(path: "store")
    try test.store.save(to: file)
    after()
    let other = makeStore(owner: owner)
    try other.store.restore(from: file)
    return other
  }

  @Test("restored data has the age that it had")
  func age() throws {
    let test = makeStore()
    try test.publish(Self.user, Self.answer)
    clock.advance(by: .seconds(30))
    let other = try restored(test)
    #expect(other.store.check(Self.user) != .stale)
    let age = other.store.examine(Self.user).age
    #expect(age.fetchedAt.map { abs((Moment(clock.now) - $0) / .seconds(1) - 30) < 0.01 } == true)
    clock.advance(by: .seconds(31))
    #expect(other.store.check(Self.user) == .stale)
  }

  @Test("a time more than a minute in the future is unknown, hence stale; a clock that differs less does not matter", .cases)
  func future() {
    eachCase(of: [(-59.0, false), (-61.0, true), (61.0, true), (-31_536_000.0, true)]) { change, isStale in
      let test = makeStore()
      try test.publish(Self.user, Self.answer)
      let other = try restored(test) { clock.setCalendar(forwardBy: change) }
      #expect((other.store.check(Self.user) == .stale) == isStale)
      if change < -60 { #expect(other.store.examine(Self.user).age.fetchedAt == nil) }
      clock.setCalendar(forwardBy: -change)
    }
  }

  @Test("an archive without times has data of unknown age")
  func without() throws {
    let test = TestStore(clock.configuration())
    try test.publish(
      OperationDescriptor(
        Plans.operation(
          "PlainQuery", arguments: ["id": .null],
          normalization: [
            .linked(
              "user", of: "User", arguments: .variables("id"), [.scalar("id", "D"), .scalar("name", "S"), .scalar("bio", "S")])
          ]), variables: ["id": "1"]), Self.answer)
    let other = try restored(test)
    #expect(other.store.check(Self.user) == .stale)
  }

  @Test("what must not be stored is not in the file, and is missing after it was restored")
  func transient() throws {
    let test = makeStore()
    var payload = try test.normalize(Self.user, Self.answer)
    payload.records.reception = Reception(time: Moment(clock.now), isTransient: true)
    test.queue.commitPayload(Self.user, payload)
    test.queue.run(source: Self.user)
    #expect(test.store.check(Self.user) != .stale)
    let other = try restored(test)
    #expect(other.store.check(Self.user) == .missing)
    #expect(other.record("1")?["name"] == nil)
  }

  @Test("types and fields that were invalidated are stale after restoring, until the operation is answered again")
  func invalidatedTypesAndFields() throws {
    let invalidations: [(RelayStore) -> Void] = [
      { $0.invalidate(type: "User") }, { $0.invalidate(field: "name", on: "User") },
      { $0.invalidate(field: "user", on: "Query", arguments: ["id": "1"]) },
    ]
    for (index, invalidate) in invalidations.enumerated() {
      let test = makeStore()
      try test.publish(Self.user, Self.answer)
      #expect(test.store.check(Self.user) != .stale, "\(index)")
      invalidate(test.store)
      #expect(test.store.check(Self.user) == .stale, "\(index)")
      let other = try restored(test)
      #expect(other.store.check(Self.user) == .stale, "\(index)")
      // What is restored once more is not newer.
      #expect(try restored(other).store.check(Self.user) == .stale, "\(index)")
      try other.publish(Self.user, Self.answer)
      #expect(other.store.check(Self.user) != .stale, "\(index)")
    }
    let untouched = makeStore()
    try untouched.publish(Self.user, Self.answer)
    untouched.store.invalidate(field: "user", on: "Query", arguments: ["id": "2"])
    #expect(try restored(untouched).store.check(Self.user) != .stale)
  }

  @Test("private data is only in files of its owner, and only restored by its owner")
  func owner() throws {
    let operation = OperationDescriptor(Self.me)
    let anonymous = makeStore()
    try anonymous.publish(operation, Self.body)
    let other = try restored(anonymous)
    #expect(other.record("1")?["email"] == nil)
    #expect(other.record("1")?["name"] == "Ada")
    #expect(other.store.check(operation) == .missing)

    let owned = makeStore(owner: "ada")
    try owned.publish(operation, Self.body)
    let again = try restored(owned, owner: "ada")
    #expect(again.record("1")?["email"] == "a@example.com")
    #expect(throws: StoreArchiveError.belongsToAnother) { try restored(owned, owner: "grace") }
    #expect(throws: StoreArchiveError.belongsToAnother) { try restored(owned) }
    // Restored private data is still private.
    let stranger = makeStore()
    try stranger.publish(operation, Self.body)
    owned.store.clear()
    #expect(try restored(owned, owner: "ada").record("1") == nil)
  }
}
