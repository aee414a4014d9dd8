import Testing

@testable import RelayRuntime

@Suite("Publish queue")
struct PublishQueueTests {
  private let reported = Recorder<String>()
  private let test: TestStore

  init() {
    test = TestStore(reportError: { [reported] in reported.append("\($0)") })
    test.queue.commitUpdate { store in
      let record = store.create(dataID: "4", typeName: "User")
      record["name"] = "zuck"
      record["count"] = 1
    }
    test.queue.run()
  }

  private struct Failure: Error {}

  private func name() -> JSON? { test.record("4")?["name"] }

  private func upperCase() -> PublishQueue.OptimisticUpdate {
    PublishQueue.OptimisticUpdate(
      .updater { store in
        let name = store["4"]?["name"]?.stringValue ?? ""
        store["4"]?["name"] = .string(name.uppercased())
      })
  }

  private func append(_ suffix: String) -> PublishQueue.OptimisticUpdate {
    PublishQueue.OptimisticUpdate(
      .updater { store in
        let name = store["4"]?["name"]?.stringValue ?? ""
        store["4"]?["name"] = .string(name + suffix)
      })
  }

  @Test("14. rebases changes when an earlier change is reverted, in their order (Relay.swift's defect 3)")
  func rebases() {
    let first = append(" a")
    let second = append(" b")
    test.queue.applyUpdate(first)
    test.queue.applyUpdate(second)
    test.queue.run()
    #expect(name() == "zuck a b")
    test.queue.revertUpdate(first)
    test.queue.run()
    #expect(name() == "zuck b")
    let third = append(" c")
    test.queue.applyUpdate(third)
    test.queue.run()
    #expect(name() == "zuck b c")
    test.queue.revertAll()
    test.queue.run()
    #expect(name() == "zuck")
  }

  @Test("15. rebases optimistic updates when publishing server data (defect 2)")
  func rebasesOverServerData() {
    let optimistic = upperCase()
    test.queue.applyUpdate(optimistic)
    test.queue.run()
    #expect(name() == "ZUCK")
    test.queue.commitUpdate { $0.create(dataID: "other", typeName: "User")["name"] = "other" }
    test.queue.run()
    #expect(name() == "ZUCK")
    test.queue.commitUpdate { $0["4"]?["name"] = "mark" }
    test.queue.run()
    #expect(name() == "MARK")
    test.queue.revertUpdate(optimistic)
    test.queue.run()
    #expect(name() == "mark")
  }

  @Test("optimistic updates delete, create and relink, and all of it goes away")
  func optimisticStructure() {
    let before = test.store.json
    let optimistic = PublishQueue.OptimisticUpdate(
      .updater { store in
        let friend = store.create(dataID: "friend", typeName: "User")
        friend["name"] = "friend"
        store["4"]?.setLinkedRecord(friend, for: "bestFriend")
        store["4"]?.setLinkedRecords([friend, nil], for: "friends")
        store.root.setLinkedRecord(store["4"], for: "me")
        store.delete(dataID: "gone")
        store.invalidateStore()
      })
    test.queue.applyUpdate(optimistic)
    test.queue.run()
    #expect(test.record("4")?["bestFriend"] == ["__ref": "friend"])
    #expect(test.record("gone") == .some(.null))
    test.queue.revertUpdate(optimistic)
    test.queue.run()
    #expect(test.store.json == before)
    #expect(test.store.state.withLock { $0.invalidations.all } == nil)
  }

  @Test("16. can commit payload with buggy updaters")
  func buggyUpdaters() throws {
    test.queue.commitUpdate { $0["4"]?["count"] = 2 }
    test.queue.commitUpdate { store in
      store["4"]?["name"] = "half done"
      throw Failure()
    }
    let buggy = PublishQueue.OptimisticUpdate(
      .updater { store in
        store["4"]?["name"] = "half done too"
        throw Failure()
      })
    test.queue.applyUpdate(buggy)
    test.queue.commitUpdate { $0["4"]?["last"] = true }
    test.queue.run()
    #expect(name() == "zuck")
    #expect(test.record("4")?["count"] == 2)
    #expect(test.record("4")?["last"] == true)
    #expect(reported.values.count == 2)
    #expect(!test.queue.hasOptimisticUpdates)
    test.queue.commitUpdate { $0["4"]?["name"] = "usable" }
    test.queue.run()
    #expect(name() == "usable")
  }

  @Test("17. unpublishes changes when reverted in the same run")
  func revertedBeforeRun() {
    let update = upperCase()
    let snapshotBefore = test.store.json
    test.queue.applyUpdate(update)
    test.queue.revertUpdate(update)
    test.queue.run()
    #expect(test.store.json == snapshotBefore)
    test.queue.revertUpdate(update)
    test.queue.run()
    #expect(test.store.json == snapshotBefore)
  }

  @Test("18. an optimistic and a real updater both remove an edge without harm")
  func bothRemove() throws {
    try test.publish(Friends.operation(["first": 2]), Friends.page([("c1", "1"), ("c2", "2")]))
    let remove: @Sendable (RecordSourceProxy) -> Void = { store in
      guard let connection = store["4"].flatMap({ ConnectionHandler.default.connection($0, key: "K_friends") }) else { return }
      ConnectionHandler.default.delete(connection: connection, nodeID: "1")
    }
    let optimistic = PublishQueue.OptimisticUpdate(.updater { remove($0) })
    test.queue.applyUpdate(optimistic)
    test.queue.run()
    #expect(Friends.shown(test).ids == ["2"])
    test.queue.commitUpdate { remove($0) }
    test.queue.run()
    #expect(Friends.shown(test).ids == ["2"])
    test.queue.revertUpdate(optimistic)
    test.queue.run()
    #expect(Friends.shown(test).ids == ["2"])
  }

  @Test("an updater that publishes leaves the work to the run under way")
  func nestedRun() {
    test.queue.commitUpdate { [queue = test.queue] store in
      queue.commitUpdate { $0["4"]?["name"] = "nested" }
      queue.run()
      store["4"]?["name"] = "outer"
    }
    test.queue.run()
    #expect(name() == "nested")
  }

  @Test("updaters read what the payload did not bring from the store (defect 5)")
  func fallsThrough() throws {
    try test.publish(Friends.operation(["first": 1]), Friends.page([("c1", "1")]))
    let seen = Recorder<JSON?>()
    try test.publish(
      Friends.operation(), #"{"data":{"node":{"__typename":"User","id":"4","name":"New"}}}"#,
      updater: { store in
        seen.append(store["4"]?["name"])
        seen.append(store["4"]?["count"])
        seen.append(store["1"]?["name"])
        seen.append(store.rootField("node")?["id"])
      })
    #expect(seen.values == ["New", 1, "Name 1", "4"])
  }

  @Test("everything published after an invalidating updater arrives (defect 4)")
  func invalidationDoesNotDropPayloads() {
    test.queue.commitUpdate { $0.invalidateStore() }
    test.queue.commitUpdate { $0["4"]?["name"] = "after" }
    test.queue.run()
    #expect(name() == "after")
  }

  @Test("proxies kept after their updater read nothing and write nothing")
  func keptProxies() {
    nonisolated(unsafe) var kept: RecordProxy?
    test.queue.commitUpdate { kept = $0["4"] }
    test.queue.run()
    kept?["name"] = "late"
    #expect(kept?["name"] == nil)
    #expect(name() == "zuck")
  }
}
