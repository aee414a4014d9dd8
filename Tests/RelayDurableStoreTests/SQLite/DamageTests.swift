import BackendWriter
import Foundation
import RelaySQLite
import TestSupport
import Testing

@testable import RelayDurableStore

/// Files that have been changed by something else: promises 4 and 5.
@Suite("Damaged files") struct DamageTests {
  private let place: TemporaryFolder
  private var folder: URL { place.url.appendingPathComponent("store") }

  init() throws { place = try TemporaryFolder("durable-damage") }

  /// Five hundred flipped bits before a change lands, twenty thousand at night.
  static let flips = TestEffort.repetitions(500)

  /// A folder with the world after so many steps, whose files are not open. The log has changes that are not in the database.
  private func makeOriginal(steps: Int64) throws -> (URL, World) {
    let original = place.url.appendingPathComponent("original")
    let script = Script(seed: SplitMix.seedOfThisRun &+ 1)
    let backend = SQLiteBackend(.init(place.url.appendingPathComponent("living")))
    _ = try backend.open(format: Script.format)
    var world = World()
    for step in 1...steps {
      try backend.commit(script.batch(step), merging: World.merge)
      world.apply(script.batch(step))
    }
    // As a killed process leaves them. Another connection of this process must not be disturbed, so it is not closed before.
    try FileManager.default.copyItem(at: place.url.appendingPathComponent("living"), to: original)
    backend.close()
    return (original, world)
  }

  @Test("one flipped bit never gives a wrong value")
  func flips() throws {
    // Small, because each flip opens and reads it whole.
    let steps: Int64 = 8
    let (original, world) = try makeOriginal(steps: steps)
    let data = original.appendingPathComponent("data-1")
    let names = try FileManager.default.contentsOfDirectory(atPath: data.path).sorted()
    #expect(names == ["records.sqlite", "records.sqlite-shm", "records.sqlite-wal"])
    // Every state after a whole batch: a flip in the log cuts it off.
    let script = Script(seed: SplitMix.seedOfThisRun &+ 1)
    var bodies: [String: Set<[UInt8]>] = [:]
    var properties: [String: Set<[UInt8]>] = [:]
    var operations: Set<DurableOperation> = []
    var past = World()
    for step in 1...steps {
      past.apply(script.batch(step))
      for (identity, body) in past.records { bodies[identity, default: []].insert(body) }
      for (key, value) in past.properties { properties[key, default: []].insert(value) }
      operations.formUnion(past.operations.values)
    }
    #expect(past == world)
    // What the next batch makes of each of them, and of none.
    let last = script.batch(steps + 1)
    var followers = bodies
    for change in last.records {
      let merged = followers[change.identity, default: []].map { change.replaces ? change.body : World.merge($0, change.body) }
      followers[change.identity, default: []].formUnion(merged + [change.body])
    }
    var numbers = SplitMix(seed: SplitMix.seedOfThisRun &+ 2)
    var (intact, empty, missing) = (0, 0, 0)
    for number in 0..<DamageTests.flips {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.copyItem(at: original, to: folder)
      let name = names[[0, 0, 1, 2, 2][Int.random(in: 0..<5, using: &numbers)]]
      let file = folder.appendingPathComponent("data-1/\(name)")
      var bytes = try Data(contentsOf: file)
      let bit = Int.random(in: 0..<bytes.count * 8, using: &numbers)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      try bytes.write(to: file)

      let backend = SQLiteBackend(.init(folder))
      let contents = try backend.open(format: Script.format)
      let found = try World(contents, backend)
      let loaded = try backend.load(world.records.keys.sorted())
      for record in loaded {
        try #require(bodies[record.identity]?.contains(record.body) == true, "flip \(number): bit \(bit) of \(name)")
      }
      for (identity, body) in found.records {
        try #require(bodies[identity]?.contains(body) == true, "flip \(number): bit \(bit) of \(name)")
      }
      for (key, value) in found.properties {
        try #require(properties[key]?.contains(value) == true, "flip \(number): bit \(bit) of \(name)")
      }
      for operation in found.operations.values { try #require(operations.contains(operation), "flip \(number): bit \(bit) of \(name)") }
      if found == world { intact += 1 } else if contents.startedEmpty != nil { empty += 1 } else { missing += 1 }
      // Writing goes on, if need be with an empty file.
      try backend.commit(last, merging: World.merge)
      for record in try backend.load(Array(followers.keys)) {
        try #require(followers[record.identity]?.contains(record.body) == true, "flip \(number): bit \(bit) of \(name)")
      }
      backend.close()
    }
    // Otherwise the flips would not have hit anything.
    #expect(intact > 0 && missing > 0)
    #expect(intact + empty + missing == DamageTests.flips)
  }

  /// Large bodies are read in another way.
  @Test("a record whose bytes are damaged is absent, is deleted, and three of them end the file", arguments: [200, 100_000])
  func badRecords(size: Int) throws {
    let events = Events()
    var options = SQLiteBackend.Options(folder)
    options.report = { events.add($0) }
    let backend = SQLiteBackend(options)
    _ = try backend.open(format: Script.format)
    let records = (0..<10).map {
      DurableBatch.RecordChange(identity: "record\($0)", body: [UInt8](repeating: 0x77, count: size), replaces: true)
    }
    try backend.commit(DurableBatch(epoch: 1, records: records), merging: World.merge)
    backend.close()
    func damage(_ identities: [String]) throws {
      let file = folder.appendingPathComponent("data-1/records.sqlite")
      var bytes = try Data(contentsOf: file)
      for identity in identities {
        // The table has the identity and then the body; an index has only the identity.
        let place = try #require(
          bytes.range(of: Data(identity.utf8) + Data([1]) + Data(repeating: 0x77, count: 9))
            ?? bytes.range(of: Data(identity.utf8) + Data(repeating: 0x77, count: 9)))
        bytes[place.upperBound + 20] ^= 4
      }
      try bytes.write(to: file)
    }
    try damage(["record3"])
    #expect(try backend.open(format: Script.format).startedEmpty == nil)
    let intact = try backend.load(changedSince: 0)
    #expect(intact.count == 9 && intact.allSatisfy { $0.body == records[0].body })
    #expect(try backend.load(["record3", "record4"]).map(\.identity) == ["record4"])
    // What merges with it begins anew.
    let change = DurableBatch.RecordChange(identity: "record3", body: [1], replaces: false)
    try backend.commit(DurableBatch(epoch: 2, records: [change]), merging: World.merge)
    #expect(events.all == [.damaged(records: 1)])
    #expect(try backend.load(["record3"]).map(\.body) == [[1]])
    backend.close()

    try damage(["record5", "record6", "record7"])
    #expect(try backend.open(format: Script.format).startedEmpty == nil)
    _ = try backend.load(changedSince: 0)
    #expect(try backend.load(["record1"]).isEmpty)
    try backend.commit(DurableBatch(epoch: 3, records: [change]), merging: World.merge)
    #expect(events.all.last == .startedEmpty("the contents were damaged"))
    #expect(try backend.load(changedSince: 0).map(\.identity) == ["record3"])
    backend.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["changes", "damaged-1", "data-2", "writer.lock"])
  }

  @Test("clearing takes away what was put aside, too", arguments: [false, true])
  func clearingDamage(isClosed: Bool) throws {
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    let record = DurableBatch.RecordChange(identity: "me", body: [UInt8]("secret".utf8), replaces: true)
    try backend.commit(DurableBatch(epoch: 1, records: [record]), merging: World.merge)
    backend.close()
    // The first page: not a database any more, but what follows can still be read.
    let file = folder.appendingPathComponent("data-1/records.sqlite")
    let handle = try FileHandle(forUpdating: file)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 100))
    try handle.close()
    #expect(try backend.open(format: Script.format).startedEmpty == "the contents were damaged")
    #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("damaged-1").path))
    if isClosed { backend.close() }
    try backend.clear()
    let data = isClosed ? [] : ["data-3"]
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["changes"] + data + ["writer.lock"])
    backend.close()
  }

  private final class Events: @unchecked Sendable {
    private let lock = NSLock()
    private var events: [SQLiteBackend.Event] = []

    var all: [SQLiteBackend.Event] { lock.withLock { events } }

    func add(_ event: SQLiteBackend.Event) { lock.withLock { events.append(event) } }
  }

  /// Changes the database of a store that is closed.
  private func execute(_ statement: String) throws {
    let writer = try WriteConnection(
      BackendFolder(url: folder, willContinue: { _ in }), 1, RowCoding(cipher: nil), .untilFirstUnlock)
    try writer.database.execute(statement)
    writer.close()
  }

  @Test("a lost property is found, because it may be an invalidation")
  func lostProperty() throws {
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    try backend.commit(DurableBatch(epoch: 1, properties: ["a": [1], "b": [2]]), merging: World.merge)
    backend.close()
    try execute("DELETE FROM property WHERE key='a'")
    let contents = try backend.open(format: Script.format)
    #expect(contents.startedEmpty == "the contents were damaged" && contents.properties.isEmpty)
  }

  @Test("a record whose row has one of the last numbers: there is no room after it, so the store begins empty")
  func lastRow() throws {
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    func batch(_ epoch: Int64, _ identity: String) -> DurableBatch {
      var batch = DurableBatch(epoch: epoch)
      batch.records = [.init(identity: identity, body: [1], replaces: true)]
      return batch
    }
    try backend.commit(batch(1, "a"), merging: World.merge)
    backend.close()
    try execute("UPDATE record SET id=9223372036854775806")
    let contents = try backend.open(format: Script.format)
    try backend.commit(batch(2, "b"), merging: World.merge)
    #expect(contents.startedEmpty == "the contents were damaged")
    #expect(try backend.load(["a", "b"]).map(\.identity) == ["b"])
  }

  enum Foreign: String, CaseIterable {
    case empty, truncated, text, otherDatabase, futureVersion, link, folder, logOnly, nothing, dataIsAFile, dataIsALink
  }

  @Test(
    "whatever is in the file's place: the store opens, begins empty if it must, and touches nothing outside", arguments: Foreign.allCases)
  func foreign(_ kind: Foreign) throws {
    let (original, world) = try makeOriginal(steps: 10)
    try FileManager.default.copyItem(at: original, to: folder)
    let data = folder.appendingPathComponent("data-1")
    let file = data.appendingPathComponent("records.sqlite")
    let outside = place.url.appendingPathComponent("outside")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: false)
    try Data("precious".utf8).write(to: outside.appendingPathComponent("records.sqlite"))
    func removeLog() throws {
      for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(at: data.appendingPathComponent("records.sqlite" + suffix)) }
    }
    var reason: String? = "the contents were damaged"
    switch kind {
    case .empty:
      try removeLog()
      try Data().write(to: file)
      reason = nil
    case .truncated:
      try removeLog()
      // All in the database, and then half of it.
      let whole = SQLiteBackend(.init(place.url.appendingPathComponent("living")))
      _ = try whole.open(format: Script.format)
      whole.close()
      let bytes = try Data(contentsOf: place.url.appendingPathComponent("living/data-1/records.sqlite"))
      try bytes.prefix(bytes.count / 2).write(to: file)
    case .text:
      try removeLog()
      try Data(repeating: 65, count: 10_000).write(to: file)
    case .otherDatabase, .futureVersion:
      try removeLog()
      try FileManager.default.removeItem(at: file)
      let database = try WriteConnection.other(file, isOurs: kind == .futureVersion)
      database.close()
      reason = "the file is of another version"
    case .link:
      try removeLog()
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside.appendingPathComponent("records.sqlite"))
    case .folder:
      try removeLog()
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    case .logOnly:
      try FileManager.default.removeItem(at: file)
      reason = nil
    case .nothing:
      try FileManager.default.removeItem(at: data)
      reason = nil
    case .dataIsAFile, .dataIsALink:
      try FileManager.default.removeItem(at: data)
      if kind == .dataIsAFile {
        try Data("text".utf8).write(to: data)
      } else {
        try FileManager.default.createSymbolicLink(at: data, withDestinationURL: outside)
      }
      reason = nil
    }
    let backend = SQLiteBackend(.init(folder))
    let contents = try backend.open(format: Script.format)
    #expect(contents.startedEmpty == reason)
    let found = try World(contents, backend)
    #expect(found.records.allSatisfy { world.records[$0.key] != nil })
    let script = Script(seed: 5)
    try backend.commit(script.batch(1), merging: World.merge)
    backend.close()
    var expected = World()
    expected.apply(script.batch(1))
    #expect(try World(try backend.open(format: Script.format), backend) == expected)
    backend.close()
    #expect(try String(contentsOf: outside.appendingPathComponent("records.sqlite"), encoding: .utf8) == "precious")
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["records.sqlite"])
  }

  @Test("a folder that is a file, a link, or cannot be made is an error")
  func badFolder() throws {
    try Data().write(to: folder)
    #expect(throws: DurabilityError.notWritable(ENOTDIR)) { try SQLiteBackend(.init(folder)).open(format: Script.format) }
    let link = place.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place.url)
    #expect(throws: DurabilityError.notWritable(ENOTDIR)) { try SQLiteBackend(.init(link)).open(format: Script.format) }
    #expect(throws: DurabilityError.self) { try SQLiteBackend(.init(folder.appendingPathComponent("in/file"))).open(format: Script.format) }
  }
}
