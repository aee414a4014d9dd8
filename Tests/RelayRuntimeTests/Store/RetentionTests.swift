import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Retention and garbage collection")
struct RetentionTests {
  private static let user = Plans.operation(
    "UserQuery", arguments: ["id": .null],
    normalization: [
      .linked(
        "user", of: "User", arguments: .variables("id"),
        [
          .scalar("id", "D"), .scalar("name", "S"),
          .linked("city", of: "City", [.scalar("id", "D"), .scalar("name", "S")]),
        ])
    ],
    readerArguments: [.local("id")],
    reader: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("name", "S")])])

  private func operation(_ id: String) -> OperationDescriptor { OperationDescriptor(Self.user, variables: ["id": .string(id)]) }

  private func response(_ id: String) -> String {
    #"{"data":{"user":{"id":"\#(id)","name":"Name","city":{"id":"shared","name":"City"}}}}"#
  }

  /// The test runs the steps of collections.
  private static func configuration(_ size: Int, _ steps: Recorder<@Sendable () -> Void>) -> RelayStore.Configuration {
    var configuration = RelayStore.Configuration(releaseBufferSize: size)
    configuration.schedule = { steps.append($0) }
    return configuration
  }

  private func drain(_ steps: Recorder<@Sendable () -> Void>) {
    var done = 0
    while done < steps.values.count {
      steps.values[done]()
      done += 1
    }
  }

  @Test("21. releases the operation and collects data after release buffer reaches capacity")
  func releaseBuffer() throws {
    let steps = Recorder<@Sendable () -> Void>()
    let test = TestStore(Self.configuration(1, steps))
    let first = test.store.retain(operation("1"))
    let second = test.store.retain(operation("2"))
    try test.publish(operation("1"), response("1"))
    try test.publish(operation("2"), response("2"))
    first.dispose()
    first.dispose()
    drain(steps)
    #expect(test.record("1") != nil)
    second.dispose()
    drain(steps)
    #expect(test.record("1") == nil)
    #expect(test.record("2") != nil)
    #expect(test.record("shared") != nil)
    let again = test.store.retain(operation("2"))
    let third = test.store.retain(operation("3"))
    try test.publish(operation("3"), response("3"))
    third.dispose()
    drain(steps)
    #expect(test.record("2") != nil)
    again.dispose()
    drain(steps)
    #expect(test.record("3") == nil)
    #expect(test.record("2") != nil)
  }

  @Test("22. restarts GC when data is written halfway through, and pauses during optimistic updates")
  func restarts() throws {
    let steps = Recorder<@Sendable () -> Void>()
    let test = TestStore(Self.configuration(0, steps))
    let kept = test.store.retain(operation("1"))
    let dropped = test.store.retain(operation("2"))
    try test.publish(operation("1"), response("1"))
    try test.publish(operation("2"), response("2"))
    dropped.dispose()
    try #require(steps.values.count == 1)
    steps.values[0]()
    let late = test.store.retain(operation("3"))
    try test.publish(operation("3"), response("3"))
    var done = 1
    while done < steps.values.count {
      steps.values[done]()
      done += 1
    }
    #expect(test.record("2") == nil)
    #expect(test.record("3") != nil)

    let optimistic = PublishQueue.OptimisticUpdate(.updater { $0.create(dataID: "optimistic", typeName: "User")["name"] = "x" })
    test.queue.applyUpdate(optimistic)
    test.queue.run()
    late.dispose()
    test.store.collectGarbage()
    #expect(test.record("optimistic") != nil)
    #expect(test.record("3") != nil)
    test.queue.revertUpdate(optimistic)
    test.queue.run()
    while done < steps.values.count {
      steps.values[done]()
      done += 1
    }
    #expect(test.record("optimistic") == nil)
    #expect(test.record("3") == nil)
    #expect(test.record("1") != nil)
    kept.dispose()
  }

  @Test("data seen by a subscriber is not collected, nor are client fields (Relay.swift's defect 19)")
  func visibleStays() throws {
    let test = TestStore(RelayStore.Configuration(releaseBufferSize: 0))
    let withExtension = OperationDescriptor(
      Plans.operation(
        "DraftQuery",
        normalization: [.scalar("a", "S"), .clientExtension([.linked("draft", of: "Draft", [.scalar("text", "S")])])]))
    let retained = test.store.retain(withExtension)
    test.queue.commitUpdate { store in
      let draft = store.create(dataID: "client:draft", typeName: "Draft")
      store.root.setLinkedRecord(draft, for: "draft")
    }
    test.queue.run()
    try test.publish(operation("1"), response("1"))
    let subscription = test.store.subscribe(test.store.lookup(operation("1"))) { _ in }
    test.store.collectGarbage()
    #expect(test.record("1")?["name"] == "Name")
    subscription.dispose()
    test.store.collectGarbage()
    #expect(test.record("1") == nil)
    #expect(test.record("client:root") != nil)
    #expect(test.record("client:draft") != nil)
    retained.dispose()
  }

  @Test("a pointer to a collected record does not read the record that reuses its place")
  func recycledPlace() throws {
    let test = TestStore(RelayStore.Configuration(releaseBufferSize: 0))
    let data = try #require(try test.publish(CurrentUserToDoListQuery(id: "u1"), GoldenFlowTests.firstPage))
    let pointer = try #require(data.user?.fragments.toDoList_user.todos?.first).fragment_ToDoItem_todo
    test.store.collectGarbage()
    #expect(pointer.read(ToDoItem_todo.definition)?.row == nil)
    for index in 0..<20 {
      test.queue.commitUpdate { $0.create(dataID: "new\(index)", typeName: "Todo")["text"] = "stranger" }
    }
    test.queue.run()
    #expect(pointer.read(ToDoItem_todo.definition)?.row == nil)
  }

  @Test("released data is collected after the buffer's maximum age")
  func age() throws {
    var configuration = RelayStore.Configuration(releaseBufferSize: 10, releaseBufferAge: .seconds(60))
    let clock = ManualClock(start: .now)
    configuration.now = { clock.now }
    let steps = Recorder<@Sendable () -> Void>()
    configuration.schedule = { steps.append($0) }
    let test = TestStore(configuration)
    let first = test.store.retain(operation("1"))
    let second = test.store.retain(operation("2"))
    try test.publish(operation("1"), response("1"))
    try test.publish(operation("2"), response("2"))
    first.dispose()
    clock.advance(by: .seconds(61))
    second.dispose()
    drain(steps)
    #expect(test.record("1") == nil)
    #expect(test.record("2") != nil)
  }

  @Test("so it is by any collection, although nothing else is released")
  func ageWithoutReleases() throws {
    var configuration = RelayStore.Configuration(releaseBufferSize: 10, releaseBufferAge: .seconds(60))
    let clock = ManualClock(start: .now)
    configuration.now = { clock.now }
    let test = TestStore.collectingOnRequest(configuration)
    let retained = test.store.retain(operation("1"))
    try test.publish(operation("1"), response("1"))
    // A query that nobody has retained.
    try test.publish(operation("2"), response("2"))
    retained.dispose()
    clock.advance(by: .seconds(59))
    test.store.collectGarbage()
    #expect(test.record("1") != nil)
    #expect(test.record("2") != nil)
    clock.advance(by: .seconds(2))
    test.store.collectGarbage()
    #expect(test.record("1") == nil)
    #expect(test.record("2") == nil)
  }

  @Test("24. data is stale after its time, and an expired query is released at once")
  func expiration() throws {
    let clock = ManualClock(start: .now)
    let steps = Recorder<@Sendable () -> Void>()
    var configuration = RelayStore.Configuration(queryCacheExpirationTime: .seconds(10))
    configuration.now = { clock.now }
    configuration.schedule = { steps.append($0) }
    let test = TestStore(configuration)
    let retained = test.store.retain(operation("1"))
    try test.publish(operation("1"), response("1"))
    #expect(test.store.check(operation("1")) == .available(fetchedAt: clock.now))
    clock.advance(by: .seconds(10))
    #expect(test.store.check(operation("1")) == .stale)
    retained.dispose()
    drain(steps)
    #expect(test.record("1") == nil)
  }

  @Test("endless, past or nonsensical times do not trap: huge means never, zero or less means immediately", .cases)
  func extremeTimes() {
    eachCase(of: [
      Duration(secondsComponent: .max, attosecondsComponent: 0), Duration(secondsComponent: .min, attosecondsComponent: 0), .zero,
      .seconds(-1),
      .nanoseconds(1), Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
    ]) { try extremeTimes($0) }
  }

  func extremeTimes(_ time: Duration) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    for seconds in [0, 1.7e9, -1e300, 1e300, .infinity, -.infinity, .nan] {
      let clock = ManualClock(start: .now)
      var configuration = RelayStore.Configuration(releaseBufferAge: time, queryCacheExpirationTime: time)
      configuration.now = { clock.now }
      configuration.secondsSince1970 = { seconds }
      configuration.schedule = { _ in }
      let test = TestStore(configuration)
      let retained = test.store.retain(operation("1"))
      try test.publish(operation("1"), response("1"))
      clock.advance(by: .seconds(1))
      #expect(test.store.check(operation("1")).isAvailable == (time > .seconds(1)))
      try test.store.save(to: file)
      retained.dispose()
      test.store.collectGarbage()
      #expect((test.record("1") != nil) == (time > .seconds(1)))
      let other = TestStore(configuration)
      try other.store.restore(from: file)
      _ = other.store.check(operation("1"))
    }
  }

  @Test("100,000 queries with different arguments leave no more behind than ten")
  func argumentsAreForgotten() throws {
    let definition = Plans.operation(
      "UserQuery", arguments: ["id": .null],
      normalization: [
        .linked(
          "user", of: "User", arguments: .variables("id"),
          [
            .scalar("id", "D"), .scalar("picture", "S", arguments: ["of": .variable("id")]),
            .linked("best", of: "User", arguments: ["of": .variable("id")], [.scalar("id", "D")]),
          ]),
        .linked("other", of: "User", arguments: .variables("id"), [.scalar("id", "D")]),
      ],
      readerArguments: [.local("id")],
      reader: [
        .linked("user", of: "User", arguments: .variables("id"), [.scalar("picture", "S", arguments: ["of": .variable("id")])])
      ])
    let test = TestStore.collectingOnRequest(RelayStore.Configuration())
    func run(_ number: Int) throws -> RelayDisposable {
      let operation = OperationDescriptor(definition, variables: ["id": .string("\(number)")])
      let retained = test.store.retain(operation)
      try test.publish(
        operation, #"{"data":{"user":{"id":"\#(number)","picture":"p\#(number)","best":{"id":"b\#(number)"}},"other":null}}"#)
      return retained
    }
    let kept = try run(0)
    let shown = test.store.lookup(OperationDescriptor(definition, variables: ["id": "0"]))
    for number in 1..<TestEffort.repetitions(10_000) {
      try run(number).dispose()
      if number % 500 == 0 { test.store.collectGarbage() }
    }
    test.store.collectGarbage()
    // The retained one and ten in the release buffer, with three keys and three records each.
    #expect(test.store.keys.count <= 50)
    let (records, fields) = test.store.state.withLock { state in
      (state.records.entries.count { $0.status == .exists }, state.records.entries[0].record.fields.count)
    }
    #expect(records <= 40)
    #expect(fields <= 30)
    #expect(test.store.lookup(shown.selector).row?.json == ["user": ["picture": "p0"]])
    #expect(shown.row?.json == ["user": ["picture": "p0"]])
    kept.dispose()
    // A live context keeps its keys, so it sees data that reappears under them.
    for number in 200_000..<200_020 { try run(number).dispose() }
    test.store.collectGarbage()
    #expect(test.store.lookup(shown.selector).isMissingData)
    try run(0).dispose()
    #expect(test.store.lookup(shown.selector).row?.json == ["user": ["picture": "p0"]])
  }

  @Test("fields of the query root with different arguments are forgotten, also if their lists are empty or of nulls", .cases)
  func emptyAnswersAreForgotten() {
    let definition = Plans.operation(
      "SearchQuery", arguments: ["text": .null],
      normalization: [.linked("search", "[O]", of: "User", arguments: .variables("text"), [.scalar("id", "D")])])
    eachCase(of: ["[]", "[null, null]", "null"]) { answer in
      let test = TestStore.collectingOnRequest(RelayStore.Configuration())
      func run(_ number: Int) throws -> OperationDescriptor {
        let operation = OperationDescriptor(definition, variables: ["text": .string("\(number)")])
        try test.publish(operation, #"{"data":{"search":\#(answer)}}"#)
        return operation
      }
      let kept = try test.store.retain(run(0))
      for number in 1...200 { _ = try run(number) }
      test.store.collectGarbage()
      // The retained one, and those in the release buffer.
      #expect(test.store.keys.count <= 20)
      #expect(test.store.state.withLock { $0.records.entries[0].record.fields.count } <= 20)
      #expect(test.record(DataID.root)?[#"search(text:"0")"#] != nil)
      kept.dispose()
    }
  }

  @Test("knowledge about a type is collected, unless a surviving operation needs it")
  func types() throws {
    let test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 0))
    let named = OperationDescriptor(AvailabilityTests.node, variables: ["id": "1"])
    let kept = test.store.retain(operation("1"))
    let asking = test.store.retain(named)
    try test.publish(operation("1"), response("1"))
    try test.publish(named, #"{"data":{"node":{"__typename":"User","__isNamed":"User","id":"1","name":"Ada"}}}"#)
    test.store.collectGarbage()
    #expect(test.record("client:__type:User") != nil)
    asking.dispose()
    test.store.collectGarbage()
    #expect(test.record("client:__type:User") == nil)
    #expect(test.record("1") != nil)
    kept.dispose()
  }

  @Test("of several operations with many records in common, everything is kept that each of them selects")
  func operationsInCommon() throws {
    let test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 0))
    // A walk of this length notes what it has visited.
    let count = 5_000
    var kept: [RelayDisposable] = []
    for list in ["parts", "tags"] {
      let operation = OperationDescriptor(
        Plans.operation(
          "\(list)Query",
          normalization: [
            .linked(
              "items", "[O]", of: "Item",
              [.scalar("id", "D"), .linked(list, "[O]", of: "Detail", [.linked("user", of: "User", [.scalar("id", "D")])])])
          ]))
      let items = (0..<count).map { #"{"id":"\#($0)","\#(list)":[{"user":{"id":"\#(list)\#($0)"}}]}"# }
      kept.append(test.store.retain(operation))
      try test.publish(operation, #"{"data":{"items":[\#(items.joined(separator: ","))]}}"#)
    }
    test.store.collectGarbage()
    let records = test.store.json
    for list in ["parts", "tags"] { #expect((0..<count).allSatisfy { records["\(list)\($0)"] != nil }) }
    for operation in kept { operation.dispose() }
    test.store.collectGarbage()
    #expect(test.record("tags0") == nil)
  }

  @Test(
    "without a surviving query, a collection removes the query root's answers; values set by the app stay")
  func emptyRoot() throws {
    let test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 0))
    let me = OperationDescriptor(
      Plans.operation(
        "MeQuery",
        normalization: [.linked("me", of: "User", [.scalar("id", "D")]), .linked("boss", of: "User", [])]))
    let kept = test.store.retain(me)
    try test.publish(me, #"{"data":{"me":{"id":"1"},"boss":null}}"#)
    test.queue.commitUpdate { $0.root["theme"] = "dark" }
    test.queue.run()
    test.store.collectGarbage()
    #expect(test.record(DataID.root)?["me"] == ["__ref": "1"])
    kept.dispose()
    test.store.collectGarbage()
    #expect(test.record(DataID.root)?["me"] == nil)
    #expect(test.record(DataID.root)?["boss"] == nil)
    #expect(test.record(DataID.root)?["theme"] == "dark")
    // The object alone does not answer the query again.
    try test.publish(operation("1"), response("1"))
    #expect(test.store.check(me) == .missing)
  }

  @Test("a collection requested by an updater runs after the updater")
  func collectionInsideAnUpdater() {
    let steps = Recorder<@Sendable () -> Void>()
    var configuration = RelayStore.Configuration()
    configuration.schedule = { steps.append($0) }
    let test = TestStore(configuration)
    test.queue.commitUpdate { store in
      let user = store.create(dataID: "new", typeName: "User")
      store.root.setLinkedRecord(user, for: "user", arguments: ["id": "new"])
      test.store.collectGarbage()
      user["name"] = "still here"
    }
    test.queue.run()
    #expect(test.record("new")?["name"] == "still here")
    #expect(steps.values.count == 1)
    while let step = steps.values.last, test.record("new") != nil { step() }
    #expect(test.record("new") == nil)
  }
}

/// A clock that the test advances.
final class ManualClock: Sendable {
  private let time: Lock<ContinuousClock.Instant>

  init(start: ContinuousClock.Instant) { time = Lock(start) }

  var now: ContinuousClock.Instant { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
