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

  /// A user's list, where the user is anyone or whoever fetches it.
  private static func list(_ user: String) -> OperationDescriptor {
    let arguments: PlanArguments = ["first": .literal(10)]
    return OperationDescriptor(
      Plans.operation(
        "ListQuery",
        normalization: [
          .linked(
            "me", user, of: "User",
            [
              .scalar("id", "D"),
              .linked(
                "todos", of: "TodoConnection", arguments: arguments,
                [
                  .scalar("totalCount", "I"),
                  .linked("edges", "[O]", of: "TodoEdge", [.scalar("cursor", "S"), .linked("node", of: "Todo", [.scalar("id", "D")])]),
                  .linked("pageInfo", of: "PageInfo", [.scalar("endCursor", "S"), .scalar("hasNextPage", "B")]),
                ]),
              .linkedHandle("todos", "connection", key: "L_todos", arguments: arguments),
            ])
        ]))
  }

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

  @Test("what a connection has copied of private fields, or of those that must not be stored, is not in the file either", .cases)
  func connections() {
    eachCase(of: [false, true]) { isTransient in
      let operation = Self.list(isTransient ? "O" : "O@P")
      let connection = "client:1:__L_todos_connection"
      let test = makeStore()
      func publish(isTransient: Bool) throws {
        var payload = try test.normalize(
          operation,
          #"{"data":{"me":{"id":"1","todos":{"totalCount":1,"edges":[{"cursor":"c1","node":{"id":"t1"}}],"pageInfo":{"endCursor":"c1","hasNextPage":true}}}}}"#
        )
        payload.records.reception = Reception(time: Moment(clock.now), isTransient: isTransient)
        test.queue.commitPayload(operation, payload)
        test.queue.run(source: operation)
      }
      try publish(isTransient: isTransient)
      #expect(test.record("1")?["__L_todos_connection"] == ["__ref": .string(connection)])
      #expect(test.record(connection)?["totalCount"] == 1)
      #expect(test.record(connection + ":pageInfo")?["endCursor"] == "c1")
      let other = try restored(test)
      #expect(other.record("1")?["__L_todos_connection"] == nil)
      for field in ["totalCount", "edges", "pageInfo"] { #expect(other.record(connection)?[field] == nil, "\(field)") }
      for field in ["endCursor", "hasNextPage"] { #expect(other.record(connection + ":pageInfo")?[field] == nil, "\(field)") }
      #expect(other.store.check(operation) == .missing)
      guard isTransient else { return }
      try publish(isTransient: false)
      let next = try restored(test)
      #expect(next.record("1")?["__L_todos_connection"] == ["__ref": .string(connection)])
      #expect(next.record(connection)?["totalCount"] == 1)
      #expect(next.record(connection + ":pageInfo")?["endCursor"] == "c1")
    }
  }

  @Test("a list with a page that must not be stored is not in the file, until it is replaced")
  func pages() throws {
    let test = makeStore()
    func publish(_ variables: [String: JSON], _ page: String, isTransient: Bool) throws {
      var payload = try test.normalize(Friends.operation(variables), page)
      payload.records.reception = Reception(time: Moment(clock.now), isTransient: isTransient)
      test.queue.commitPayload(Friends.operation(variables), payload)
      test.queue.run(source: Friends.operation(variables))
    }
    let connection = "client:4:\(Friends.key)"
    try publish(["first": 1], Friends.page([("c1", "1")], hasNext: true), isTransient: false)
    try publish(["first": 1, "after": "c1"], Friends.page([("c2", "2")], hasNext: true), isTransient: true)
    #expect(Friends.shown(test).ids == ["1", "2"])
    let other = try restored(test)
    #expect(other.record("4")?[Friends.key] == nil)
    #expect(other.record(connection)?["edges"] == nil)
    #expect(other.record(connection + ":pageInfo")?["endCursor"] == nil)
    #expect(other.record(connection + ":pageInfo")?["startCursor"] == "c1")
    try publish(["first": 1], Friends.page([("c1", "1")], hasNext: true), isTransient: false)
    let next = try restored(test)
    #expect(Friends.shown(next).ids == ["1"])
  }

  @Test("what an updater copies from a private record is as private")
  func updaters() throws {
    let test = makeStore()
    try test.publish(
      OperationDescriptor(Self.me), Self.body,
      updater: { store in
        let copy = store.create(dataID: "copy", typeName: "User")
        if let user = store["1"] { copy.copyFields(from: user) }
      })
    #expect(test.record("copy")?["email"] == "a@example.com")
    let other = try restored(test)
    #expect(other.record("copy")?["name"] == "Ada")
    #expect(other.record("copy")?["email"] == nil)
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
