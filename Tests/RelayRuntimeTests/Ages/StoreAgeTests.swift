import Foundation
import Testing

@testable import RelayRuntime

/// Ages of fields in a store: when they were received, and what is stale.
@Suite("Ages of fields")
struct StoreAgeTests {
  private let clock = SteppedClock()

  /// A user with a name that is fresh for a minute, and a bio without an age.
  static let user = Plans.operation(
    "UserQuery", arguments: ["id": .null],
    normalization: [
      .linked(
        "user", of: "User", arguments: .variables("id"), [.scalar("id", "D"), .scalar("name", "S@60"), .scalar("bio", "S")])
    ],
    readerArguments: [.local("id")],
    reader: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("name", "S"), .scalar("bio", "S")])])

  /// The same user's name and status, which is always stale.
  static let status = Plans.operation(
    "StatusQuery", arguments: ["id": .null],
    normalization: [
      .linked(
        "user", of: "User", arguments: .variables("id"), [.scalar("id", "D"), .scalar("name", "S@60"), .scalar("status", "S@0")])
    ])

  /// The same user's bio, whose age is that of the operation.
  static let bio = Plans.operation(
    "BioQuery", arguments: ["id": .null], age: "30",
    normalization: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "D"), .scalar("bio", "S")])])

  private func operation(_ definition: OperationDefinition, _ id: String = "1") -> OperationDescriptor {
    OperationDescriptor(definition, variables: ["id": .string(id)])
  }

  private func makeTest(_ change: (inout RelayStore.Configuration) -> Void = { _ in }) -> TestStore {
    var configuration = RelayStore.Configuration()
    change(&configuration)
    return TestStore(clock.configuration(configuration))
  }

  private func load(_ test: TestStore, _ id: String = "1", name: String = "Ada", bio: String = "…") throws {
    try test.publish(operation(Self.user, id), #"{"data":{"user":{"id":"\#(id)","name":"\#(name)","bio":"\#(bio)"}}}"#)
  }

  private func isStale(_ test: TestStore, _ definition: OperationDefinition, _ id: String = "1") -> Bool {
    test.store.check(operation(definition, id)) == .stale
  }

  @Test("an entry of the table of records has room for three more flags in 64 bytes")
  func size() {
    #expect(MemoryLayout<StoreEntry>.stride == 64)
    let used =
      MemoryLayout<Record>.size + 2 * MemoryLayout<UInt32>.size + MemoryLayout<StoreEntry.Status>.size + MemoryLayout<Bool>.size
      + MemoryLayout<SubscriptionSet>.size + MemoryLayout<Int32>.size
    #expect(used + 3 <= 64)
  }

  @Test("a field is stale at its age, and not before")
  func expires() throws {
    let test = makeTest()
    try load(test)
    #expect(test.store.check(operation(Self.user)) == .available(fetchedAt: clock.now))
    clock.advance(by: .seconds(59))
    #expect(!isStale(test, Self.user))
    clock.advance(by: .seconds(1))
    #expect(isStale(test, Self.user))
  }

  @Test("an age of 0 is always stale")
  func zero() throws {
    let test = makeTest()
    try test.publish(operation(Self.status), #"{"data":{"user":{"id":"1","name":"Ada","status":"here"}}}"#)
    #expect(isStale(test, Self.status))
    #expect(!isStale(test, Self.user) || test.store.check(operation(Self.user)) == .missing)
  }

  @Test("what counts is when a field was received, not its record")
  func perField() throws {
    let test = makeTest()
    try load(test)
    clock.advance(by: .seconds(50))
    // Another operation brings the name, not the bio.
    try test.publish(operation(Self.status), #"{"data":{"user":{"id":"1","name":"Ada","status":"here"}}}"#)
    clock.advance(by: .seconds(20))
    #expect(!isStale(test, Self.user))
    #expect(test.store.examine(operation(Self.user)).age.fetchedAt?.instant == clock.now.advanced(by: .seconds(-70)))
    // The bio is 70 seconds old.
    #expect(isStale(test, Self.bio))
  }

  @Test("the operation's age holds for fields without one; the store's for the others")
  func defaults() throws {
    let test = makeTest { $0.maxAge = .seconds(100) }
    try load(test)
    clock.advance(by: .seconds(31))
    #expect(isStale(test, Self.bio))
    #expect(!isStale(test, Self.user))
    let age = test.store.examine(operation(Self.user)).age
    #expect(age.expiresAt?.instant == clock.now.advanced(by: .seconds(29)))
    try load(test)
    clock.advance(by: .seconds(30))
    #expect(isStale(test, Self.bio))
  }

  @Test("an unchanged refetch renews the ages, copies no field and notifies nobody")
  func unchanged() throws {
    let test = makeTest()
    try load(test)
    let heard = Recorder<Bool>()
    let snapshot = test.store.lookup(operation(Self.user))
    let subscription = test.store.subscribe(snapshot) { _ in heard.append(true) }
    let block = test.store.state.withLock { state in state.records.entries[1].record.fields.block.map { ObjectIdentifier($0) } }
    let revision = test.store.state.withLock { $0.records.revision }
    clock.advance(by: .seconds(59))
    try load(test)
    clock.advance(by: .seconds(59))
    #expect(!isStale(test, Self.user))
    #expect(heard.values.isEmpty)
    #expect(test.store.state.withLock { $0.records.revision } == revision)
    #expect(test.store.state.withLock { state in state.records.entries[1].record.fields.block.map { ObjectIdentifier($0) } } == block)
    subscription.dispose()
  }

  @Test("an optimistic update does not count, and its end brings the ages back")
  func optimistic() throws {
    let test = makeTest()
    try load(test)
    clock.advance(by: .seconds(50))
    let update = PublishQueue.OptimisticUpdate(.updater { $0["1"]?["name"] = "Grace" })
    test.queue.applyUpdate(update)
    test.queue.run()
    clock.advance(by: .seconds(10))
    #expect(isStale(test, Self.user))
    test.queue.revertUpdate(update)
    test.queue.run()
    #expect(isStale(test, Self.user))
    try load(test)
    #expect(!isStale(test, Self.user))
  }

  @Test("a record of an optimistic update has no age")
  func optimisticRecord() throws {
    let test = makeTest()
    try load(test)
    let update = PublishQueue.OptimisticUpdate(
      .updater { store in
        let user = store.create(dataID: "2", typeName: "User")
        for (name, value) in [("id", "2"), ("name", "Grace"), ("bio", "…")] as [(String, JSON)] { user[name] = value }
        store.root.setLinkedRecord(user, for: "user", arguments: ["id": "2"])
      })
    test.queue.applyUpdate(update)
    test.queue.run()
    #expect(!isStale(test, Self.user, "2"))
    test.queue.revertUpdate(update)
    test.queue.run()
    #expect(test.store.check(operation(Self.user, "2")) == .missing)
  }

  @Test("what an app writes itself, or was there before ages were asked for, is of unknown age, hence stale")
  func unknown() throws {
    let test = makeTest()
    try load(test)
    test.queue.commitUpdate { store in
      let user = store.create(dataID: "1", typeName: "User")
      for (name, value) in [("id", "1"), ("name", "Grace"), ("bio", "…")] as [(String, JSON)] { user[name] = value }
    }
    test.queue.run()
    #expect(isStale(test, Self.user))
    #expect(test.store.examine(operation(Self.user)).age.fetchedAt == nil)
    #expect(test.store.examine(operation(Self.user)).age.expiresAt == nil)
  }

  @Test("a deleted record that is fetched again is as new as its answer")
  func deleted() throws {
    let test = makeTest()
    try load(test)
    clock.advance(by: .seconds(70))
    test.queue.commitUpdate { $0.delete(dataID: "1") }
    test.queue.run()
    try load(test)
    #expect(!isStale(test, Self.user))
  }

  @Test("an error is not kept as long as a value")
  func errors() throws {
    let test = makeTest { $0.maximumErrorAge = .seconds(10) }
    try test.publish(
      operation(Self.user),
      #"{"data":{"user":{"id":"1","name":null,"bio":"…"}},"errors":[{"message":"no","path":["user","name"]}]}"#)
    clock.advance(by: .seconds(9))
    #expect(!isStale(test, Self.user))
    clock.advance(by: .seconds(1))
    #expect(isStale(test, Self.user))
    // A null without an error is a value.
    try test.publish(operation(Self.user), #"{"data":{"user":{"id":"1","name":null,"bio":"…"}}}"#)
    clock.advance(by: .seconds(59))
    #expect(!isStale(test, Self.user))
  }

  @Test("a connection is as old as what it has copied, and its list as old as the oldest page in it")
  func connections() throws {
    let test = makeTest { $0.maxAge = .seconds(60) }
    let connection = "client:4:\(Friends.key)"
    func age(_ dataID: String, _ name: String) -> Duration? {
      let reception = test.store.state.withLock { state in
        state.records.find(dataID).flatMap { state.records.reception($0, Keys.intern(name)) }
      }
      return reception?.time.map { Moment(clock.now) - $0 }
    }
    try test.publish(Friends.operation(["first": 1]), Friends.page([("c1", "1")], hasNext: true))
    clock.advance(by: .seconds(10))
    try test.publish(Friends.operation(["first": 1, "after": "c1"]), Friends.page([("c2", "2")], hasNext: true))
    #expect(age(connection, "edges") == .seconds(10))
    #expect(age(connection + ":pageInfo", "startCursor") == .seconds(10))
    #expect(age(connection + ":pageInfo", "endCursor") == .zero)
    clock.advance(by: .seconds(10))
    try test.publish(Friends.operation(["first": 1]), Friends.page([("c1", "1")], hasNext: true))
    #expect(age(connection, "edges") == .zero)
  }

  @Test("records that were received together share their times, which are given back")
  func sharing() throws {
    let test = makeTest()
    for id in 0..<50 { try load(test, "\(id)") }
    let counts = test.store.state.withLock { ($0.records.times?.setCount ?? 0, $0.records.times?.receptionCount ?? 0) }
    // Each answer has one set for the user, and the root has one.
    #expect(counts == (51, 50))
    test.store.clear()
    #expect(test.store.state.withLock { ($0.records.times?.setCount, $0.records.times?.receptionCount) } == (0, 0))
    #expect(test.store.check(operation(Self.user)) == .missing)
  }

  @Test("without ages, nothing is noted")
  func unused() throws {
    let test = makeTest()
    try test.publish(
      AvailabilityTests.node, ["id": "1"],
      #"{"data":{"node":{"__typename":"User","__isNamed":"User","id":"1","name":"Ada"}}}"#)
    #expect(test.store.state.withLock { $0.records.times == nil })
  }
}

extension TestStore {
  /// Writes the response of an operation with these variables.
  fileprivate func publish(_ definition: OperationDefinition, _ variables: [String: JSON], _ response: String) throws {
    try publish(OperationDescriptor(definition, variables: variables), response)
  }
}
