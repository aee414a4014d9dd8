import Foundation
import Testing

@testable import RelayRuntime

@Suite("Stores on disk")
struct StoreArchiveTests {
  private func temporary() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
  }

  @Test func whatIsSavedIsRestored() throws {
    let test = TestStore()
    try test.publish(Friends.operation(["first": 2]), Friends.page([("c1", "1"), nil, ("c2", "2")], hasNext: true))
    test.queue.commitUpdate { store in
      store.root["object"] = ["__ref": "no link", "n": 2.5]
      store.root["other"] = ["__ref": "no link"]
      store.root["text"] = "line\nbreak – ünïcode \u{1}"
      store.delete(dataID: "deleted")
    }
    test.queue.run()
    let saved = test.store.json
    let optimistic = PublishQueue.OptimisticUpdate(
      .updater { store in
        store["1"]?["name"] = "optimistic"
        store.create(dataID: "new", typeName: "User")["name"] = "optimistic"
        store.delete(dataID: "2")
      })
    test.queue.applyUpdate(optimistic)
    test.queue.run()
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    try test.store.save(to: file)
    let fresh = TestStore()
    try fresh.store.restore(from: file)
    #expect(fresh.store.json == saved)
    #expect(fresh.store.lookup(Friends.operation()).row?.json["node"]?["friends"]?["edges"]?[1] == .some(.null))
    // A restored store goes on working.
    try fresh.publish(Friends.operation(["first": 1, "after": "c2"]), Friends.page([("c3", "3")]))
    #expect(Friends.shown(fresh).ids == ["1", "2", "3"])
  }

  @Test func newerDataStays() throws {
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    let old = TestStore()
    old.queue.commitUpdate { store in
      let user = store.create(dataID: "1", typeName: "User")
      user["name"] = "old"
      user["email"] = "kept"
    }
    old.queue.run()
    try old.store.save(to: file)
    let test = TestStore()
    test.queue.commitUpdate { $0.create(dataID: "1", typeName: "User")["name"] = "new" }
    test.queue.run()
    try test.store.restore(from: file)
    #expect(test.record("1") == ["__id": "1", "__typename": "User", "name": "new", "email": "kept"])
  }

  @Test("a file that was cut or changed anywhere is refused, and the store stays as it was")
  func damagedFiles() throws {
    let test = TestStore()
    try test.publish(Friends.operation(["first": 1]), Friends.page([("c1", "1")]))
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    try test.store.save(to: file)
    let whole = try Data(contentsOf: file)
    var random = SystemRandomNumberGenerator()
    for attempt in 0..<200 {
      var damaged = whole
      if attempt % 2 == 0 {
        damaged.removeLast(Int.random(in: 1...whole.count, using: &random))
      } else {
        damaged[Int.random(in: 0..<whole.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      }
      try damaged.write(to: file)
      let fresh = Store()
      let before = fresh.json
      #expect(throws: (any Error).self) { try fresh.restore(from: file) }
      #expect(fresh.json == before)
    }
  }

  @Test("a save that is interrupted leaves the last complete file")
  func interruptedSave() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("store")
    let test = TestStore()
    try test.publish(Friends.operation(["first": 1]), Friends.page([("c1", "1")]))
    try test.store.save(to: file)
    // Whoever reads while it is written again and again always finds a whole archive.
    let writer = Thread { for _ in 0..<200 { try? test.store.save(to: file) } }
    writer.start()
    var reads = 0
    while !writer.isFinished {
      let fresh = Store()
      try fresh.restore(from: file)
      #expect(fresh.json == test.store.json)
      reads += 1
    }
    #expect(reads > 0)
  }
}
