import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Stores on disk")
struct StoreArchiveTests {
  private func temporary() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
  }

  /// A store and its archive, which is the only file in its folder.
  private func savedStore() throws -> (test: TestStore, folder: TemporaryFolder, file: URL) {
    let folder = try TemporaryFolder("relay-store")
    let file = folder.url.appendingPathComponent("store")
    let test = TestStore()
    try test.publish(Friends.operation(["first": 1]), Friends.page([("c1", "1")]))
    try test.store.save(to: file)
    return (test, folder, file)
  }

  @Test("saved data is restored")
  func whatIsSavedIsRestored() throws {
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
    // An updater sees the fields that it would see of a response.
    fresh.queue.commitUpdate { #expect($0["1"]?["__typename"] == "User") }
    fresh.queue.run()
    // A restored store works like any other.
    try fresh.publish(Friends.operation(["first": 1, "after": "c2"]), Friends.page([("c3", "3")]))
    #expect(Friends.shown(fresh).ids == ["1", "2", "3"])
  }

  @Test("newer data stays")
  func newerDataStays() throws {
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

  @Test("a link to an object of a mutation's answer is unknown afterwards: its identity is that of another object in another process")
  func linksToAnswers() throws {
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    let old = TestStore()
    old.queue.commitUpdate { store in
      // As an object without an id.
      let stats = store.create(dataID: OperationDescriptor.freshRootPrefix + "1:stats", typeName: "Stats")
      let user = store.create(dataID: "1", typeName: "User")
      user["name"] = "A"
      user.setLinkedRecord(stats, for: "stats")
      user.setLinkedRecords([user, stats], for: "all")
      user.setLinkedRecords([user], for: "others")
    }
    old.queue.run()
    try old.store.save(to: file)
    let test = TestStore()
    try test.store.restore(from: file)
    #expect(test.record("1") == ["__id": "1", "__typename": "User", "name": "A", "others": ["__refs": ["1"]]])
  }

  @Test("a file that was truncated or changed anywhere is rejected, and the store is unchanged")
  func damagedFiles() throws {
    let test = TestStore()
    try test.publish(Friends.operation(["first": 1]), Friends.page([("c1", "1")]))
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    try test.store.save(to: file)
    let whole = try Data(contentsOf: file)
    var random = SplitMix(seed: SplitMix.seedOfThisRun)
    for attempt in 0..<200 {
      var damaged = whole
      if attempt % 2 == 0 {
        damaged.removeLast(Int.random(in: 1...whole.count, using: &random))
      } else {
        damaged[Int.random(in: 0..<whole.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      }
      try damaged.write(to: file)
      let fresh = RelayStore()
      let before = fresh.json
      let comment: Comment = "attempt \(attempt), seed \(random.seed)"
      #expect(throws: StoreArchiveError.self, comment) { try fresh.restore(from: file) }
      #expect(fresh.json == before, comment)
    }
  }

  @Test("a file that ends too early is rejected")
  func truncatedFiles() throws {
    let test = TestStore()
    test.queue.commitUpdate { $0.create(dataID: "1", typeName: "User")["name(a:1)"] = "é" }
    test.queue.run()
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    try test.store.save(to: file)
    let whole = try Data(contentsOf: file)
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: file)
      let fresh = RelayStore()
      #expect(throws: StoreArchiveError.self) { try fresh.restore(from: file) }
      #expect(fresh.json.count == 1)
    }
  }

  @Test("leftovers of a killed process have no effect, whatever their length, and are removed by the next save")
  func unfinishedSave() throws {
    let (test, folder, file) = try savedStore()
    defer { withExtendedLifetime(folder) {} }
    let whole = try Data(contentsOf: file)
    for count in stride(from: 0, through: whole.count, by: 97) {
      // The stages of a save: the new file grows next to the old one, then it is renamed.
      try whole.prefix(count).write(to: folder.url.appendingPathComponent(".store.saving-0123456789abcdef"))
      let fresh = RelayStore()
      try fresh.restore(from: file)
      #expect(fresh.json == test.store.json)
    }
    try test.store.save(to: file)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["store"])
    // A save that cannot be finished leaves the file unchanged.
    let nowhere = folder.url.appendingPathComponent("nowhere/store")
    #expect { try test.store.save(to: nowhere) } throws: { ($0 as? CocoaError)?.code == .fileNoSuchFile }
    let directory = folder.url.appendingPathComponent("directory")
    try FileManager.default.createDirectory(at: directory.appendingPathComponent("in it"), withIntermediateDirectories: true)
    #expect(throws: CocoaError.self) { try test.store.save(to: directory) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["directory", "store"])
  }

  // MARK: Everything that a store can contain

  /// Saves a store, restores it, and compares.
  private func expectRestored(_ test: TestStore, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    try test.store.save(to: file)
    let fresh = TestStore()
    try fresh.store.restore(from: file)
    #expect(JSON.object(fresh.store.json) == JSON.object(test.store.json), sourceLocation: sourceLocation)
    try fresh.store.save(to: file)
    let again = TestStore()
    try again.store.restore(from: file)
    #expect(JSON.object(again.store.json) == JSON.object(test.store.json), sourceLocation: sourceLocation)
  }

  @Test("custom scalars, lists and extensions of errors as deep as a response can have them")
  func deepValues() throws {
    for text in DeepNestingTests.texts(500) {
      let test = TestStore()
      try test.publish(
        DeepNestingTests.operation,
        #"{"data":{"any":\#(text),"list":[\#(text)],"failed":null},"errors":[{"message":"No.","path":["failed"],"extensions":{"deep":\#(text)}}]}"#,
        options: .init(isResponse: true))
      #expect(test.record(DataID.root)?["__errors"]?["failed"]?[0]?["extensions"]?["deep"] == (try JSON(parsing: text)))
      try expectRestored(test)
    }
    // Nested as deep as a value can be, and with a form that must be distinguished from a link.
    let deep = try #require(DeepNestingTests.texts(510).first)
    let test = TestStore()
    test.queue.commitUpdate { store in
      store.root["value"] = try? JSON(parsing: #"{"__ref":{"x":\#(deep)}}"#)
    }
    test.queue.run()
    #expect(test.record(DataID.root)?["value"]?["__ref"] != nil)
    try expectRestored(test)
  }

  @Test("lists of lists of objects, a hundred deep")
  func deepLists() throws {
    let depth = 100
    let type = String(repeating: "[", count: depth) + "O" + String(repeating: "]", count: depth)
    let definition = Plans.operation(
      "ListsQuery", normalization: [.linked("lists", type, of: "User", [.scalar("id", "D!")])],
      reader: [.linked("lists", type, of: "User", [.scalar("id", "S!")])])
    let operation = OperationDescriptor(definition, variables: [:])
    let test = TestStore()
    let (open, close) = (String(repeating: "[[],null,", count: depth - 1), String(repeating: "]", count: depth - 1))
    try test.publish(operation, #"{"data":{"lists":\#(open)[{"id":"1"},null,{"id":"2"}]\#(close)}}"#)
    #expect(test.record(DataID.root)?["lists"]?[2]?[2] != nil)
    try expectRestored(test)
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    try test.store.save(to: file)
    let fresh = TestStore()
    try fresh.store.restore(from: file)
    #expect(fresh.store.lookup(operation).row?.json == test.store.lookup(operation).row?.json)
  }

  @Test("numbers are unchanged: doubles without a fraction, negative zero, infinities, the largest integers")
  func numbers() throws {
    let test = TestStore()
    let values: [JSON] = [
      .double(3), .int(3), .double(-0.0), .double(0), .double(1e20), .double(1e21), .double(.infinity), .double(-.infinity), .int(.max),
      .int(.min),
      .double(0x1p63), .double(-0x1p63), .double(.leastNonzeroMagnitude), .double(1.5), .double(-123456), .double(.greatestFiniteMagnitude),
    ]
    test.queue.commitUpdate { store in
      for (index, value) in values.enumerated() { store.root["field\(index)"] = value }
      store.root["all"] = .array(values)
    }
    test.queue.run()
    try expectRestored(test)
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    try test.store.save(to: file)
    let fresh = TestStore()
    try fresh.store.restore(from: file)
    guard case .double(let zero)? = fresh.record(DataID.root)?["field2"] else {
      Issue.record("negative zero is no double any more")
      return
    }
    #expect(zero.sign == .minus)
  }

  @Test("data that could not be restored is not saved: the file is unchanged")
  func notRestorable() throws {
    let (test, folder, file) = try savedStore()
    defer { withExtendedLifetime(folder) {} }
    let before = try Data(contentsOf: file)
    test.queue.commitUpdate { store in
      store.root["deep"] = (0...JSONTape.maximumDepth).reduce(JSON.null) { inner, _ in .array([inner]) }
    }
    test.queue.run()
    #expect(throws: StoreArchiveError.nestingTooDeep) { try test.store.save(to: file) }
    #expect(try Data(contentsOf: file) == before)
    test.queue.commitUpdate { $0.root["deep"] = nil }
    test.queue.run()
    #expect(throws: StoreArchiveError.tooLarge) {
      let encoded = test.store.state.withLock { state in
        Result { () throws(StoreArchiveError) in try StoreArchive.encode(state, test.store.keys, maximumLength: 100) { _ in 0 } }
      }
      _ = try encoded.get()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["store"])
  }

  @Test("a value of an archive that nests deeper than a response can is damage", arguments: [0, 1])
  func deepArchive(excess: Int) throws {
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    let count = JSONTape.maximumDepth + excess
    let value = String(repeating: #"{"a":"#, count: count) + "7" + String(repeating: "}", count: count)
    let text =
      #"{"epoch":1,"invalidatedRecords":{},"records":{"client:root":{"__typename":"__Root","deep":\#(value)}},"written":{}}"#
    try Data("\(StoreArchive.header) \(text.utf8.count) \(StoreArchive.checksum(Data(text.utf8)))\n\(text)".utf8).write(to: file)
    let store = RelayStore()
    if excess == 0 {
      try store.restore(from: file)
      #expect(try store.json[DataID.root]?["deep"] == JSON(parsing: value))
    } else {
      #expect(throws: StoreArchiveError.damaged) { try store.restore(from: file) }
    }
  }

  @Test("invalidations and ages are preserved")
  func historyIsRestored() throws {
    final class Clock: Sendable {
      let seconds = Lock(1000.0)
    }
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    let (first, second) = (Friends.operation(["first": 1]), Friends.operation(["first": 1, "orderby": "name"]))
    /// A separate process: its clock is unrelated to those of the others, but the calendar is the same.
    func process(_ clock: Clock, offset: Double) -> TestStore {
      var configuration = RelayStore.Configuration(queryCacheExpirationTime: .seconds(60))
      let start = ContinuousClock.now
      configuration.now = { start + .seconds(clock.seconds.withLock { $0 } + offset) }
      configuration.secondsSince1970 = { 1_700_000_000 + clock.seconds.withLock { $0 } }
      return TestStore(configuration)
    }
    let clock = Clock()
    let old = process(clock, offset: 0)
    try old.publish(first, Friends.page([("c1", "1")]))
    clock.seconds.withLock { $0 += 10 }
    try old.publish(second, Friends.page([("c1", "1")]))
    try old.store.save(to: file)
    clock.seconds.withLock { $0 += 45 }
    let fresh = process(clock, offset: -5000)
    try fresh.store.restore(from: file)
    guard case .available(let fetchedAt?) = fresh.store.check(first) else {
      Issue.record("the restored data is not available")
      return
    }
    #expect(abs((fresh.store.configuration.now() - fetchedAt) / .seconds(1) - 55) < 0.01)
    clock.seconds.withLock { $0 += 10 }
    #expect(fresh.store.check(first) == .stale)
    #expect(fresh.store.check(second).isAvailable)
    // Invalidations are ordered relative to writes, across the restart.
    old.queue.commitUpdate { $0["1"]?.invalidateRecord() }
    old.queue.run()
    #expect(old.store.check(second) == .stale)
    try old.store.save(to: file)
    let invalidated = process(clock, offset: 7)
    try invalidated.store.restore(from: file)
    #expect(invalidated.store.check(second) == .stale)
    try invalidated.publish(second, Friends.page([("c1", "1")]))
    #expect(invalidated.store.check(second).isAvailable)
    old.queue.commitUpdate { $0.invalidateStore() }
    old.queue.run()
    try old.store.save(to: file)
    let all = process(clock, offset: 0)
    try all.publish(first, Friends.page([("c1", "1")]))
    try all.store.restore(from: file)
    #expect(all.store.check(first).isAvailable)
    #expect(all.store.check(second) == .stale)
  }

  @Test("the times of operations that were fetched once do not accumulate from archive to archive")
  func timesOfOperations() throws {
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    var number = 0
    for _ in 0..<10 {
      let test = TestStore.collectingOnRequest(RelayStore.Configuration())
      if number > 0 { try test.store.restore(from: file) }
      var retained: [RelayDisposable] = []
      for _ in 0..<200 {
        number += 1
        let operation = ByteKeyTests.operation("u\(number)")
        retained.append(test.store.retain(operation))
        try test.publish(operation, ByteKeyTests.response("u\(number)", name: "Name"))
      }
      try test.store.save(to: file)
      withExtendedLifetime(retained) {}
    }
    let last = TestStore()
    try last.store.restore(from: file)
    let restored = last.store.state.withLock { $0.retention.restored }
    #expect(restored.count == RetentionTable.maximumRestored)
    for index in number - 500...number { #expect(restored[ByteKeyTests.operation("u\(index)").key] != nil) }
  }

  @Test("a record known to be deleted is not restored")
  func deletedStays() throws {
    let file = temporary()
    defer { try? FileManager.default.removeItem(at: file) }
    let old = TestStore()
    old.queue.commitUpdate { $0.create(dataID: "1", typeName: "User")["name"] = "old" }
    old.queue.run()
    try old.store.save(to: file)
    let test = TestStore()
    test.queue.commitUpdate { $0.delete(dataID: "1") }
    test.queue.run()
    try test.store.restore(from: file)
    #expect(test.record("1") == .null)
  }

  @Test("a save that is interrupted leaves the last complete file")
  func interruptedSave() throws {
    let (test, folder, file) = try savedStore()
    defer { withExtendedLifetime(folder) {} }
    // A reader always finds a complete archive, even while it is being rewritten.
    let writer = Thread { for _ in 0..<200 { try? test.store.save(to: file) } }
    writer.start()
    var reads = 0
    while !writer.isFinished {
      let fresh = RelayStore()
      try fresh.restore(from: file)
      #expect(fresh.json == test.store.json)
      reads += 1
    }
    #expect(reads > 0)
  }
}
