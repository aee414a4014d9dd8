import Foundation
import Testing

@testable import RelayRuntime

@Suite("Subscriptions")
struct SubscriptionTests {
  private let test = TestStore()
  private static let me = Plans.operation(
    "MeQuery",
    normalization: [
      .linked(
        "me", of: "User",
        [
          .scalar("id", "D"), .scalar("name", "S"), .scalar("email", "S"),
          .linked("bestFriend", of: "User", [.scalar("id", "D"), .scalar("name", "S")]),
        ])
    ],
    reader: [
      .linked("me", of: "User", [.scalar("name", "S"), .linked("bestFriend", of: "User", [.scalar("name", "S")])])
    ])
  private let operation = OperationDescriptor(me)

  private func load() throws -> Snapshot {
    try test.publish(
      operation,
      #"{"data":{"me":{"id":"1","name":"Ada","email":"ada@x","bestFriend":{"id":"2","name":"Grace"}}}}"#)
    return test.store.lookup(operation)
  }

  @Test("19. does not call subscribers whose data has not changed (Relay.swift's defect 6)")
  func unchanged() throws {
    let snapshot = try load()
    let heard = Recorder<Snapshot>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0) }
    _ = try load()
    #expect(heard.values.isEmpty)
    test.queue.commitUpdate { $0["1"]?["email"] = "other" }
    #expect(test.queue.run().isEmpty)
    #expect(heard.values.isEmpty)
    test.queue.commitUpdate { $0["2"]?["name"] = "Hopper" }
    #expect(test.queue.run() == [operation])
    #expect(heard.values.map { $0.row?.json["me"]?["bestFriend"]?["name"] } == ["Hopper"])
    subscription.dispose()
    subscription.dispose()
    test.queue.commitUpdate { $0["2"]?["name"] = "Murray" }
    test.queue.run()
    #expect(heard.values.count == 1)
  }

  @Test("readers of a fragment on an interface are notified when the store learns that the object's type belongs to it")
  func types() throws {
    let operation = OperationDescriptor(AvailabilityTests.node, variables: ["id": "1"])
    test.queue.commitUpdate { store in
      let user = store.create(dataID: "1", typeName: "User")
      user["name"] = "Ada"
      store.root.setLinkedRecord(user, for: "node", arguments: ["id": "1"])
    }
    test.queue.run()
    let snapshot = test.store.lookup(operation)
    #expect(snapshot.isMissingData)
    let other = Recorder<Snapshot>()
    let plain = test.store.subscribe(test.store.lookup(self.operation)) { other.append($0) }
    let heard = Recorder<Snapshot>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0) }
    // Another object of the type provides the information.
    test.queue.commitUpdate { $0.create(dataID: "client:__type:User", typeName: "__TypeSchema")["__isNamed"] = true }
    test.queue.run()
    #expect(heard.values.map(\.isMissingData) == [false])
    #expect(other.values.isEmpty)
    subscription.dispose()
    plain.dispose()
  }

  @Test("unchanged parts of a changed tree are reused, not read again")
  func reuse() throws {
    try test.publish(Friends.operation(["first": 3]), Friends.page([("c1", "1"), ("c2", "2"), ("c3", "3")]))
    let snapshot = test.store.lookup(Friends.operation())
    let heard = Recorder<Snapshot>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0) }
    test.queue.commitUpdate { $0["2"]?["name"] = "changed" }
    test.queue.run()
    func edges(_ snapshot: Snapshot?) -> [Row] {
      guard case .row(let node)? = snapshot?.row?.slot(0), case .row(let friends) = node.slot(1), case .list(let edges) = friends.slot(0)
      else { return [] }
      return edges.compactMap { if case .row(let row) = $0 { row } else { nil } }
    }
    let before = edges(snapshot)
    let after = edges(heard.values.last)
    try #require(before.count == 3 && after.count == 3)
    #expect(after[0].isIdentical(to: before[0]))
    #expect(!after[1].isIdentical(to: before[1]))
    #expect(after[2].isIdentical(to: before[2]))
    #expect(heard.values.last?.seenRecords.sorted() == snapshot.seenRecords.sorted())
    #expect(heard.values.last?.row == test.store.lookup(Friends.operation()).row)
    subscription.dispose()
  }

  @Test("20. notifies subscribers and sets updated value for isMissingData")
  func missingDataFlips() throws {
    try test.publish(operation, #"{"data":{"me":{"id":"1","email":"ada@x","bestFriend":null}}}"#)
    let snapshot = test.store.lookup(operation)
    #expect(snapshot.isMissingData)
    let heard = Recorder<Snapshot>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0) }
    test.queue.commitUpdate { $0["1"]?["name"] = "Ada" }
    test.queue.run()
    #expect(heard.values.map(\.isMissingData) == [false])
    subscription.dispose()
  }

  @Test("34. data goes missing due to an unrelated response")
  func goesMissing() throws {
    let snapshot = try load()
    let heard = Recorder<Snapshot>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0) }
    test.queue.commitUpdate { store in
      store["1"]?.setLinkedRecord(store.create(dataID: "3", typeName: "User"), for: "bestFriend")
    }
    test.queue.run()
    let last = try #require(heard.values.last)
    #expect(last.isMissingData)
    #expect(last.row?.json == ["me": ["name": "Ada", "bestFriend": [:]]])
    subscription.dispose()
  }

  @Test("an update between reading and subscribing is not missed, and the notified data is current (defect 20)")
  func missedUpdate() throws {
    let snapshot = try load()
    test.queue.commitUpdate { $0["1"]?["name"] = "Changed" }
    test.queue.run()
    let heard = Recorder<JSON?>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0.row?.json["me"]?["name"]) }
    #expect(heard.values == ["Changed"])
    subscription.dispose()
  }

  @Test("13b. notifies subscribers of changes to deleted records")
  func deleted() throws {
    let snapshot = try load()
    let heard = Recorder<JSON?>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0.row?.json["me"]) }
    test.queue.commitUpdate { $0.delete(dataID: "2") }
    test.queue.run()
    #expect(heard.values == [["name": "Ada", "bestFriend": .null]])
    test.queue.commitUpdate { $0.delete(dataID: "1") }
    test.queue.run()
    #expect(heard.values.last == .some(.some(.null)))
    subscription.dispose()
  }

  @Test("a callback that publishes is followed by the resulting notification, in order")
  func nestedPublication() throws {
    let snapshot = try load()
    let heard = Recorder<JSON?>()
    let subscription = test.store.subscribe(snapshot) { [queue = test.queue] snapshot in
      let name = snapshot.row?.json["me"]?["name"]
      heard.append(name)
      guard name == "first" else { return }
      queue.commitUpdate { $0["1"]?["name"] = "second" }
      queue.run()
    }
    test.queue.commitUpdate { $0["1"]?["name"] = "first" }
    test.queue.run()
    #expect(heard.values == ["first", "second"])
    subscription.dispose()
  }

  @Test("a change deep in a mounted tree is read in place: its siblings are reused")
  func changesAreReadWhereTheyAre() throws {
    let operation = Friends.operation(["first": 100])
    try test.publish(operation, Friends.page((0..<100).map { $0 % 7 == 3 ? nil : ("c\($0)", "u\($0)") }))
    let heard = Recorder<Snapshot>()
    let subscription = test.store.subscribe(test.store.lookup(operation)) { heard.append($0) }
    defer { subscription.dispose() }
    func name(_ id: String, _ name: JSON?) {
      test.queue.commitUpdate { $0[id]?["name"] = name }
      test.queue.run()
    }
    func edges(_ snapshot: Snapshot?) -> [SlotValue] {
      guard let friends = snapshot?.row?.slot(0).row?.slot(1).row, case .list(let edges) = friends.slot(0) else { return [] }
      return edges
    }
    // The first notification records where everything is, and the later ones use that.
    for round in 1...4 {
      name("u50", .string("round \(round)"))
      let (before, after) = (heard.values.dropLast().last.map { edges($0) }, edges(heard.values.last))
      #expect(heard.values.count == round)
      #expect(after[50].row?.slot(1).row?.slot(1).optionalText == "round \(round)")
      #expect(heard.values.last?.row == test.store.lookup(operation).row)
      if let before {
        #expect(before.indices.count { before[$0].row?.pointer != after[$0].row?.pointer } == 1)
      }
    }
    #expect(heard.values.last?.visits.isEmpty == false)
    // Changes to data that is not shown, or without a difference, are not notified.
    name("u50", "round 4")
    test.queue.commitUpdate { $0["u50"]?["email"] = "x" }
    test.queue.run()
    #expect(heard.values.count == 4)
    // Changed links, deleted records and missing data are found nevertheless.
    test.queue.commitUpdate { $0.delete(dataID: "u51") }
    test.queue.run()
    #expect(edges(heard.values.last)[51].row?.json["node"] == .some(.null))
    test.queue.commitUpdate { $0.create(dataID: "u51", typeName: "User")["id"] = "u51" }
    test.queue.run()
    #expect(heard.values.last?.isMissingData == true)
    name("u51", "back")
    #expect(heard.values.last?.isMissingData == false)
    try test.publish(Friends.operation(["first": 1, "after": "c99"]), Friends.page([("c100", "u100")]))
    name("u100", "new")
    name("4", "Marc")
    #expect(heard.values.last?.row == test.store.lookup(operation).row)
    #expect(Friends.shown(test).ids.last == "u100")
    #expect(heard.values.last?.row?.json["node"]?["name"] == "Marc")
  }

  @Test("a batch of changes causes one notification; reads in between see each of them")
  func batches() throws {
    let snapshot = try load()
    let heard = Recorder<Snapshot>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0) }
    defer { subscription.dispose() }
    func name(_ name: String) {
      test.queue.commitUpdate { $0["1"]?["name"] = .string(name) }
      test.queue.run()
    }
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try test.store.batch {
        name("one")
        test.store.batch { name("two") }
        #expect(test.store.lookup(operation).row?.json["me"]?["name"] == "two")
        #expect(heard.values.isEmpty)
        throw Failure()
      }
    }
    #expect(heard.values.map { $0.row?.json["me"]?["name"] } == ["two"])
    test.store.batch {
      name("three")
      name("two")
    }
    #expect(heard.values.count == 1)
  }

  @Test("publications, notifications, collections and archives are logged outside every lock")
  func storeEvents() throws {
    let events = Recorder<String>()
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in throw CancellationError() },
      configuration: .init(log: { event in
        switch event {
        case .storePublish(let count, let isOptimistic): events.append("publish \(count) \(isOptimistic)")
        case .storeNotify(let count): events.append("notify \(count)")
        case .storeCollect(let count): events.append("collect \(count)")
        case .storeRestore(let count): events.append("restore \(count)")
        default: break
        }
      }))
    try environment.commitLocalUpdate { $0.create(dataID: "1", typeName: "User")["name"] = "Ada" }
    let snapshot = environment.store.lookup(operation)
    let subscription = environment.store.subscribe(snapshot) { _ in events.append("told") }
    let optimism = environment.applyOptimistic { $0.root["me"] = .some(.null) }
    optimism.dispose()
    subscription.dispose()
    environment.store.collectGarbage()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    try environment.store.save(to: file)
    try environment.store.restore(from: file)
    #expect(
      events.values == [
        "publish 1 false", "publish 1 true", "notify 1", "told", "publish 1 false", "notify 1", "told", "collect 1", "restore 1",
      ])
  }
}
