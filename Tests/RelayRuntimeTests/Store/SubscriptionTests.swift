import Testing

@testable import RelayRuntime

@Suite("Subscriptions")
struct SubscriptionTests {
  private let test = TestStore()
  private static let me = Plans.operation(
    "MeQuery", normalization: #"[[1,"me","User",0,[[0,"id"],[0,"name"],[0,"email"],[1,"bestFriend","User",0,[[0,"id"],[0,"name"]]]]]]"#,
    shapes: #"[[[["me","O1"]]],[[["name","S"],["bestFriend","O2"]]],[[["name","S"]]]]"#,
    reader: #"[[1,0,1,"me","User",0,[[0,0,"name"],[1,1,2,"bestFriend","User",0,[[0,0,"name"]]]]]]"#)
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

  @Test("unchanged parts of a changed tree are taken over, not read again")
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
    #expect(after[0].storage === before[0].storage)
    #expect(after[1].storage !== before[1].storage)
    #expect(after[2].storage === before[2].storage)
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

  @Test("an update between reading and subscribing is not missed, and what is told is current (defect 20)")
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

  @Test("a callback that publishes is followed by its own notification, in order")
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
}
