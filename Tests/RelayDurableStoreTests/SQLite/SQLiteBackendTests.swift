import BackendWriter
import Foundation
import RelayRuntime
import TestSupport
import Testing

@testable import RelayDurableStore

@Suite("A backend in SQLite") struct SQLiteBackendTests {
  private let place: TemporaryFolder
  private var folder: URL { place.url.appendingPathComponent("store") }

  init() throws { place = try TemporaryFolder("durable-backend") }

  private func record(_ identity: String, _ body: String, replaces: Bool = true) -> DurableBatch.RecordChange {
    .init(identity: identity, body: [UInt8](body.utf8), replaces: replaces)
  }

  private func operation(_ number: Int64, usedAt: Double, isRetained: Bool = false, _ members: DurableBatch.Members)
    -> DurableBatch.OperationChange
  {
    let operation = DurableOperation(number: number, request: "Query\(number)", usedAt: usedAt, isRetained: isRetained, info: [1, 2, 3])
    return .init(operation: operation, members: members)
  }

  @Test("random batches, collections, clears and reopenings are those of the model", arguments: [false, true])
  func model(isSealed: Bool) throws {
    var options = SQLiteBackend.Options(folder, owner: "user")
    if isSealed { options.cipher = XORCipher(key: 77) }
    let backend = SQLiteBackend(options)
    _ = try backend.open(format: Script.format)
    let script = Script(seed: SplitMix.seedOfThisRun)
    var world = World()
    for step in 1...Int64(TestEffort.repetitions(200)) {
      try script.perform(step, backend)
      world = try #require(script.worlds(step, from: world).last)
      guard step % 20 == 0 else { continue }
      backend.close()
      #expect(try World(try backend.open(format: Script.format), backend) == world, "step \(step)")
    }
  }

  @Test("identities that Swift takes for the same text are two records")
  func equivalentIdentities() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    let both = [record(composed, "1"), record(decomposed, "2")]
    let members = operation(1, usedAt: 1, .replace([composed, decomposed]))
    try backend.commit(DurableBatch(epoch: 1, records: both, operations: [members]), merging: World.merge)
    #expect(try Set(backend.load(membersOf: 1).map(\.body)) == [[49], [50]])
    // The same members once more, and then one of them alone.
    try backend.commit(DurableBatch(epoch: 2, records: both, operations: [members]), merging: World.merge)
    #expect(try Set(backend.load(membersOf: 1).map(\.body)) == [[49], [50]])
    let one = operation(1, usedAt: 2, .replace([decomposed]))
    try backend.commit(DurableBatch(epoch: 3, records: [record(decomposed, "3")], operations: [one]), merging: World.merge)
    #expect(try backend.load(membersOf: 1).map(\.body) == [[51]])
    backend.close()
  }

  @Test("requests and arguments that Swift takes for the same text are two")
  func equivalentRequests() {
    let texts = ["caf\u{E9}", "cafe\u{301}"]
    var table = OperationTable()
    for (time, text) in texts.enumerated() {
      table.use("Query(\(text))", at: Double(time))
      table.setRootKeys(["field(\(text))"], of: "Query(\(text))", replaces: true)
    }
    #expect(texts.map { table.number(of: "Query(\($0))") } == [1, 2])
    table.setRootKeys(["field(\(texts[1]))"], of: "Query(\(texts[0]))", replaces: false)
    #expect(table.rootKeys(of: 1).map { Array($0.utf8) } == ["field(\(texts[1]))", "field(\(texts[0]))"].map { Array($0.utf8) })
    let lost = table.remove([1])
    #expect(lost.map { Array($0.utf8) } == [Array("field(\(texts[0]))".utf8)])
    #expect(table.unusedRootKeys.map { Array($0.text.utf8) } == [Array("field(\(texts[0]))".utf8)])
  }

  @Test("what throws while a batch is written undoes all of it")
  func undone() throws {
    struct Stop: Error {}
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    try backend.commit(DurableBatch(epoch: 1, records: [record("a", "1")], properties: ["p": [1]]), merging: World.merge)
    #expect(throws: Stop.self) {
      let batch = DurableBatch(
        epoch: 2, records: [record("b", "2"), record("a", "2", replaces: false)], properties: ["p": [2], "q": [3]])
      try backend.commit(batch) { _, _ in throw Stop() }
    }
    #expect(try backend.load(["a", "b"]) == [DurableRecord(identity: "a", body: [49], members: [])])
    try backend.commit(DurableBatch(epoch: 3, records: [record("c", "3")]), merging: World.merge)
    backend.close()
    let contents = try backend.open(format: Script.format)
    #expect(contents.epoch == 3 && contents.properties == ["p": [1]] && contents.startedEmpty == nil)
    #expect(try backend.load(changedSince: 1).map(\.identity) == ["c"])
  }

  @Test("a loading in one thread does not wait for a commit, and sees whole batches")
  func concurrency() async throws {
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    let names = ["a", "b", "c"]
    try backend.commit(DurableBatch(epoch: 1, records: names.map { record($0, "0") }), merging: World.merge)
    // A commit that lasts until a loading has been done.
    let loaded = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let writing = Task.detached {
      try backend.commit(DurableBatch(epoch: 2, records: names.map { record($0, "1", replaces: false) })) { _, new in
        started.signal()
        loaded.wait()
        loaded.signal()
        return new
      }
    }
    await Task.detached { started.wait() }.value
    #expect(try backend.load(names).map(\.body) == [[48], [48], [48]])
    loaded.signal()
    try await writing.value
    #expect(try backend.load(names).map(\.body) == [[49], [49], [49]])
  }

  @Test("operations are removed by age and size, the least recently used first, retained ones last, with the records that only they need")
  func collection() throws {
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    let batch = DurableBatch(
      epoch: 1, records: [record("a", "1"), record("b", "1"), record("c", "1"), record("d", "1")],
      operations: [
        operation(1, usedAt: 10, isRetained: true, .replace(["a", "b"])), operation(2, usedAt: 20, .replace(["b", "c"])),
        operation(3, usedAt: 30, .replace(["d"])),
      ])
    try backend.commit(batch, merging: World.merge)
    #expect(try backend.collect(DurableLimits(maximumSize: .max, usedAfter: 10)) == nil)
    let limits = DurableLimits(maximumSize: 0)
    #expect(try backend.collect(limits) == DurableCollection(operations: [2], records: ["c"]))
    #expect(try backend.collect(limits) == DurableCollection(operations: [3], records: ["d"]))
    #expect(try backend.load(changedSince: 0).map(\.identity) == ["a", "b"])
    // What its last answer does not have any more goes first.
    try backend.commit(DurableBatch(epoch: 2, operations: [operation(1, usedAt: 40, .replace(["b"]))]), merging: World.merge)
    #expect(try backend.load(["a"]).count == 1)
    #expect(try backend.collect(limits) == DurableCollection(operations: [], records: ["a"]))
    #expect(try backend.load(["a", "b"]).map(\.identity) == ["b"])
    #expect(try backend.collect(DurableLimits(maximumSize: .max, usedAfter: 50)) == DurableCollection(operations: [1], records: ["b"]))
    #expect(try backend.collect(limits) == nil)
  }

  @Test("records that are written without an operation go first, as do those of an answer that was replaced before it was written")
  func withoutOperation() throws {
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    let limits = DurableLimits(maximumSize: 0)
    // From now on, nobody looks for records that were written earlier.
    #expect(try backend.collect(limits) == nil)
    let records = ["a", "b", "c"].map { record($0, "x") }
    let operations = [operation(1, usedAt: 10, .replace(["a"])), operation(2, usedAt: 20, .add(["b"]))]
    try backend.commit(DurableBatch(epoch: 1, records: records, operations: operations), merging: World.merge)
    #expect(try backend.collect(limits) == DurableCollection(operations: [], records: ["c"]))
    #expect(try backend.collect(limits) == DurableCollection(operations: [1], records: ["a"]))
    #expect(try backend.collect(limits) == DurableCollection(operations: [2], records: ["b"]))
    #expect(try backend.collect(limits) == nil)
  }

  @Test("the files' size follows its limit, and retained operations stay")
  func size() throws {
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    let limit = 2_000_000
    let count = Int64(TestEffort.current == .nightly ? 10_000 : 200)
    for number in 1...count {
      let records = (0..<100).map { record("\(number):\($0)", String(repeating: "x", count: 1_000)) }
      let change = operation(number, usedAt: Double(number), isRetained: number == 1, .replace(records.map(\.identity)))
      try backend.commit(DurableBatch(epoch: number, records: records, operations: [change]), merging: World.merge)
      while try backend.collect(DurableLimits(maximumSize: limit)) != nil {}
      #expect(try Self.size(of: folder) <= limit * 12 / 10 + WriteConnection.maximumLog, "after \(number)")
    }
    #expect(try backend.load(membersOf: 1).count == 100)
    #expect(try backend.load(membersOf: count).count == 100)
    #expect(try backend.load(membersOf: 2).isEmpty)
  }

  private static func size(of folder: URL) throws -> Int {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try names.reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
      return sum + (attributes[.type] as? FileAttributeType == .typeRegular ? attributes[.size] as? Int ?? 0 : 0)
    }
  }

  @Test("files are for the user only")
  func modes() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    try backend.commit(Script(seed: 1).batch(1), merging: World.merge)
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    #expect(Set(names.map { $0.split(separator: "/").last ?? "" }).isSuperset(of: ["writer.lock", "changes", "records.sqlite-wal"]))
    for name in names + ["."] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test("contents of another format, version or key are dropped, those of another owner refused until they are cleared")
  func otherContents() throws {
    func open(_ format: DurableFormat = Script.format, owner: String? = "anna", key: UInt8? = nil) throws -> DurableContents {
      var options = SQLiteBackend.Options(folder, owner: owner)
      options.cipher = key.map { XORCipher(key: $0) }
      let backend = SQLiteBackend(options)
      let contents = try backend.open(format: format)
      try backend.commit(DurableBatch(epoch: 9, records: [record("a", "1")]), merging: World.merge)
      backend.close()
      return contents
    }
    #expect(try open() == DurableContents())
    #expect(try open().epoch == 9)
    #expect(throws: DurabilityError.belongsToAnother) { try open(owner: "berta") }
    #expect(throws: DurabilityError.belongsToAnother) { try open(owner: nil) }
    #expect(try open().epoch == 9)
    try SQLiteBackend(.init(folder)).clear()
    #expect(try open(owner: "berta") == DurableContents())

    for format in [
      DurableFormat(version: 2, identity: "id", dataVersion: 0), DurableFormat(version: 2, identity: "key", dataVersion: 0),
      DurableFormat(version: 2, identity: "key", dataVersion: 1),
    ] {
      #expect(try open(format, owner: "berta").startedEmpty == "the contents have another format")
      #expect(try open(format, owner: "berta") == DurableContents(epoch: 9))
    }
    let newest = DurableFormat(version: 2, identity: "key", dataVersion: 1)
    for key in [1, 2, nil] as [UInt8?] {
      #expect(try open(newest, owner: "berta", key: key).startedEmpty == "the contents are sealed with another key, or not sealed")
      #expect(try open(newest, owner: "berta", key: key) == DurableContents(epoch: 9))
    }
    #expect(throws: DurabilityError.belongsToAnother) { try open(newest, owner: "anna") }
  }

  @Test("with a cipher, files contain no text of records, operations or properties, and rows cannot be exchanged")
  func sealing() throws {
    var options = SQLiteBackend.Options(folder, owner: "MARKER")
    options.cipher = XORCipher(key: 3)
    let backend = SQLiteBackend(options)
    _ = try backend.open(format: Script.format)
    let change = DurableOperation(number: 1, request: "MARKER", usedAt: 1, isRetained: false, info: [UInt8]("MARKER".utf8))
    let batch = DurableBatch(
      epoch: 1, records: [record("MARKER", "MARKER")], operations: [.init(operation: change, members: .replace(["MARKER"]))],
      properties: ["MARKER": [UInt8]("MARKER".utf8)])
    try backend.commit(batch, merging: World.merge)
    #expect(try backend.load(membersOf: 1) == [DurableRecord(identity: "MARKER", body: [UInt8]("MARKER".utf8), members: [1])])
    for name in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] {
      let bytes = try? Data(contentsOf: folder.appendingPathComponent(name))
      #expect(bytes?.range(of: Data("MARKER".utf8)) == nil, "\(name)")
    }
    let coding = RowCoding(cipher: XORCipher(key: 3))
    let column = coding.column("a")
    let body = try coding.body([1, 2], text: "a", column: column, in: .record, row: 5)
    #expect(try coding.contents(of: body, column: column, in: .record, row: 5) == ("a", [1, 2]))
    #expect(throws: RowCoding.Damage.self) { try coding.contents(of: body, column: column, in: .record, row: 6) }
    #expect(throws: RowCoding.Damage.self) { try coding.contents(of: body, column: coding.column("b"), in: .record, row: 5) }
    #expect(throws: RowCoding.Damage.self) { try coding.contents(of: body, column: column, in: .property, row: 5) }
    for count in 0..<body.count {
      #expect(throws: RowCoding.Damage.self) { try coding.contents(of: Array(body[..<count]), column: column, in: .record, row: 5) }
    }
  }

  @Test("a closed backend says so, and a reader writes nothing")
  func closed() throws {
    let backend = SQLiteBackend(.init(folder))
    #expect(throws: DurabilityError.unavailable("the store is closed")) { try backend.load(["a"]) }
    #expect(throws: DurabilityError.unavailable("the store is closed")) {
      try backend.commit(DurableBatch(epoch: 1), merging: World.merge)
    }
    var options = SQLiteBackend.Options(folder)
    options.role = .reader
    let reader = SQLiteBackend(options)
    #expect(try reader.open(format: Script.format) == DurableContents())
    #expect(try reader.load(["a"]).isEmpty)
    #expect(throws: DurabilityError.hasOtherWriter) { try reader.clear() }
    #expect(throws: DurabilityError.hasOtherWriter) { try reader.commit(DurableBatch(epoch: 1), merging: World.merge) }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("databases are not put on network file systems")
  func remote() {
    let mounts = """
      22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
      90 22 0:45 / /mnt/server rw,relatime shared:2 master:1 - nfs4 server:/export rw
      broken line
      """
    #expect(!FileSystem.isRemote(device: 254 << 8, mounts: mounts))
    #expect(FileSystem.isRemote(device: 45, mounts: mounts))
    #expect(!FileSystem.isRemote(device: 46, mounts: mounts))
    #expect(!FileSystem.isRemote(place.url))
  }
}

/// Stands for a real cipher: everything is changed, and the context is checked.
struct XORCipher: DurableCipher {
  struct Wrong: Error {}
  let key: UInt8

  func seal(_ bytes: [UInt8], context: [UInt8]) -> [UInt8] { (code(for: "\(context)") + bytes).map { $0 ^ key ^ 0x55 } }

  func open(_ bytes: [UInt8], context: [UInt8]) throws -> [UInt8] {
    let plain = bytes.map { $0 ^ key ^ 0x55 }
    guard plain.starts(with: code(for: "\(context)")) else { throw Wrong() }
    return Array(plain.dropFirst(16))
  }

  func code(for text: String) -> [UInt8] {
    var numbers = SplitMix(seed: text.utf8.reduce(UInt64(key)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    return (0..<16).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
  }
}
