import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Stores on disk, while they change")
struct ArchiveUnderChangeTests {
  private func name(_ test: TestStore, _ dataID: String) -> JSON? { test.store.json[dataID]?["name"] }

  private func rename(_ test: TestStore, _ name: String) {
    test.queue.commitUpdate { $0["1"]?["name"] = .string(name) }
    test.queue.run()
  }

  private func filled() -> TestStore {
    let test = TestStore()
    test.queue.commitUpdate { store in
      for (id, name) in [("1", "Ada"), ("2", "Bob"), ("3", "Cleo")] {
        let record = store.create(dataID: id, typeName: "User")
        record["name"] = .string(name)
        record["age"] = 40
      }
    }
    test.queue.run()
    return test
  }

  @Test("a store is read and changed while it is being saved, and what is saved stays as it was")
  func changesDoNotWait() {
    let test = filled()
    // With the lock held, the first access would wait forever.
    let saved = test.store.withCopy { state in
      rename(test, "changed")
      #expect(name(test, "1") == "changed")
      test.store.clear()
      #expect(name(test, "1") == nil)
      let id = state.records.find("1") ?? .missing
      return state.records.baseValue(id, test.store.keys.intern("name"))
    }
    #expect(saved == .string("Ada"))
  }

  @Test("garbage is collected when the store has been saved")
  func collectionWaits() {
    let steps = Lock<[@Sendable () -> Void]>([])
    var configuration = RelayStore.Configuration()
    configuration.schedule = { step in steps.withLock { $0.append(step) } }
    let test = TestStore(configuration)
    test.queue.commitUpdate { $0.create(dataID: "1", typeName: "User")["name"] = "Ada" }
    test.queue.run()
    test.store.withCopy { _ in
      test.store.collectGarbage()
      #expect(name(test, "1") == "Ada")
    }
    while let step = steps.withLock({ $0.popLast() }) { step() }
    #expect(name(test, "1") == nil)
  }

  @Test("a store that is cleared while it is being saved is not saved")
  func clearingEndsSaving() throws {
    let folder = try TemporaryFolder("relay-store")
    let file = folder.url.appendingPathComponent("store")
    let test = TestStore()
    test.queue.commitUpdate { $0.create(dataID: "1", typeName: "User")["name"] = "Ada" }
    test.queue.run()
    let session = test.store.withCopy { state in
      test.store.clear()
      return state.session
    }
    #expect(session.isOver)
    try test.store.save(to: file)
    let fresh = TestStore()
    try fresh.store.restore(from: file)
    #expect(name(fresh, "1") == nil)
  }

  @Test("what an optimistic update touches while an archive is restored is there when the update ends")
  func restoresBeneathOptimisticUpdates() throws {
    let folder = try TemporaryFolder("relay-store")
    let file = folder.url.appendingPathComponent("store")
    try filled().store.save(to: file)
    let test = TestStore()
    test.queue.commitUpdate { $0.create(dataID: "2", typeName: "User")["name"] = "newer" }
    let update = PublishQueue.OptimisticUpdate(
      .updater { store in
        store.create(dataID: "1", typeName: "User")["name"] = "optimistic"
        store["2"]?["age"] = 1
        store.delete(dataID: "3")
      })
    test.queue.applyUpdate(update)
    test.queue.run()
    try test.store.restore(from: file)
    #expect(name(test, "1") == "optimistic")
    #expect(name(test, "2") == "newer")
    #expect(test.store.json["2"]?["age"] == 1)
    #expect(test.store.json["3"] == .some(.null))
    test.queue.revertUpdate(update)
    test.queue.run()
    #expect(name(test, "1") == "Ada")
    #expect(test.store.json["1"]?["age"] == 40)
    #expect(name(test, "2") == "newer")
    #expect(test.store.json["2"]?["age"] == 40)
    #expect(name(test, "3") == "Cleo")
  }

  @Test("the roots of mutations and subscriptions of one process are neither saved nor restored")
  func rootsOfExecutions() throws {
    let folder = try TemporaryFolder("relay-store")
    let file = folder.url.appendingPathComponent("store")
    let test = filled()
    test.queue.commitUpdate { $0.create(dataID: "client:local:1", typeName: "Mutation")["name"] = "root" }
    test.queue.run()
    try test.store.save(to: file)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("client:local:") == false)
    // An archive of an earlier version may have one.
    let text = #"{"epoch":1,"records":{"1":{"__typename":"User","name":"Ada"},"client:local:1":{"name":"root"}},"written":{}}"#
    let data = Data(text.utf8)
    try (Data("\(StoreArchive.header) \(data.count) \(StoreArchive.checksum(data))\n".utf8) + data).write(to: file)
    let fresh = TestStore()
    try fresh.store.restore(from: file)
    #expect(name(fresh, "1") == "Ada")
    #expect(name(fresh, "client:local:1") == nil)
  }
}
