import RelaySQLite

/// Everything in a database but the records, as it is read when it is opened.
struct StoredContents {
  /// Why the contents cannot be used.
  enum Rejection: Error {
    case belongsToAnother
    /// They are intact, but of another format or sealed with another key.
    case outdated(String)
    /// A row is not what was written.
    case damaged
  }

  var contents = DurableContents()
  /// Operations whose rows are damaged: they count as absent.
  var damagedOperations: [Int64] = []
  /// Whether nothing has been written yet.
  var isNew = false
  var state = StoredState()
  var owner: String?

  /// - Throws: ``Rejection``, and `SQLiteError`.
  init(_ database: Database, _ coding: RowCoding, format: DurableFormat, owner expected: String?) throws {
    let meta = try Meta(database, coding)
    guard let stored = try meta.value("format") else {
      // Keys of rows are codes, too, if there is a cipher.
      guard try database.integer("SELECT EXISTS(SELECT 1 FROM meta)") == 0 else {
        throw Rejection.outdated("the contents are sealed with another key, or not sealed")
      }
      isNew = true
      return
    }
    owner = try meta.value("owner").map { String(decoding: $0, as: UTF8.self) }
    if let owner, owner != expected {
      // Nobody's data: for example after a log-out.
      let isEmpty = try database.integer("SELECT NOT EXISTS(SELECT 1 FROM operation) AND NOT EXISTS(SELECT 1 FROM record)") == 1
      guard isEmpty else { throw Rejection.belongsToAnother }
    }
    guard stored == StoredContents.bytes(format) else { throw Rejection.outdated("the contents have another format") }
    guard let bytes = try meta.value("state"), let state = StoredState(bytes) else { throw Rejection.damaged }
    self.state = state
    contents.epoch = state.epoch
    try readProperties(database, coding)
    try readOperations(database, coding)
  }

  static func bytes(_ format: DurableFormat) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(signed: Int64(format.version))
    writer.write(format.identity)
    writer.write(signed: Int64(format.dataVersion))
    return writer.bytes
  }

  /// A lost property might be an invalidation, without which stale data would look fresh: so all of them must be there.
  private mutating func readProperties(_ database: Database, _ coding: RowCoding) throws {
    let select = try database.statement("SELECT key, body FROM property")
    defer { select.reset() }
    var found = PropertyDigest()
    while try select.step() {
      let (column, body) = (select.text(0), select.blob(1))
      guard let row = try? coding.contents(of: body, column: column, in: .property, row: 0) else { throw Rejection.damaged }
      found.add(column, body)
      contents.properties[row.text] = row.bytes
    }
    guard found == state.properties else { throw Rejection.damaged }
  }

  private mutating func readOperations(_ database: Database, _ coding: RowCoding) throws {
    let select = try database.statement("SELECT id, body FROM operation")
    defer { select.reset() }
    while try select.step() {
      let number = select.integer(0)
      if let operation = DurableOperation(number, select.blob(1), coding) {
        contents.operations.append(operation)
      } else {
        damagedOperations.append(number)
      }
    }
  }
}

/// What every commit writes.
struct StoredState {
  var epoch: Int64 = 0
  var properties = PropertyDigest()

  init() {}

  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let epoch = try? reader.readSigned(), let count = try? reader.readSigned(), let sum = try? reader.readSigned() else { return nil }
    self.epoch = epoch
    properties = PropertyDigest(count: count, sum: sum)
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(signed: epoch)
    writer.write(signed: properties.count)
    writer.write(signed: properties.sum)
    return writer.bytes
  }
}

/// A checksum over all properties in any order, which can be changed with each of them.
struct PropertyDigest: Equatable {
  var count: Int64 = 0
  var sum: Int64 = 0

  private func checksum(_ column: String, _ body: [UInt8]) -> Int64 {
    var checksum = CRC32C()
    checksum.add(column)
    checksum.add(body)
    return Int64(checksum.value)
  }

  mutating func add(_ column: String, _ body: [UInt8]) {
    count += 1
    sum &+= checksum(column, body)
  }

  mutating func remove(_ column: String, _ body: [UInt8]) {
    count -= 1
    sum &-= checksum(column, body)
  }
}

/// The rows of the table `meta`.
struct Meta {
  let database: Database
  let coding: RowCoding

  init(_ database: Database, _ coding: RowCoding) throws { (self.database, self.coding) = (database, coding) }

  func value(_ key: String) throws -> [UInt8]? {
    let column = coding.column(key)
    let select = try database.statement("SELECT body FROM meta WHERE key=?1")
    defer { select.reset() }
    try select.bind(column, at: 1)
    guard try select.step() else { return nil }
    do {
      return try coding.contents(of: select.blob(0), column: column, in: .meta, row: 0).bytes
    } catch { throw StoredContents.Rejection.damaged }
  }

  func set(_ key: String, _ value: [UInt8]) throws {
    let column = coding.column(key)
    let insert = try database.statement("INSERT OR REPLACE INTO meta(key, body) VALUES(?1, ?2)")
    try insert.bind(column, at: 1)
    try insert.bind(try coding.body(value, text: key, column: column, in: .meta, row: 0), at: 2)
    try insert.run()
  }

  func remove(_ key: String) throws {
    let delete = try database.statement("DELETE FROM meta WHERE key=?1")
    try delete.bind(coding.column(key), at: 1)
    try delete.run()
  }
}

extension DurableOperation {
  /// The operation in a row; `nil` if it is damaged.
  init?(_ number: Int64, _ body: [UInt8], _ coding: RowCoding) {
    // The table has no column with a text.
    guard let row = try? coding.contents(of: body, column: coding.column(""), in: .operation, row: number) else { return nil }
    var reader = ByteReader(row.bytes)
    guard let usedAt = try? reader.readDouble(), let isRetained = try? reader.readByte(), let request = try? reader.readString() else {
      return nil
    }
    self.init(number: number, request: request, usedAt: usedAt, isRetained: isRetained != 0, info: reader.rest)
  }

  func body(_ coding: RowCoding) throws -> [UInt8] {
    var writer = ByteWriter()
    writer.write(double: usedAt)
    writer.write(isRetained ? 1 : 0 as UInt8)
    writer.write(request)
    return try coding.body(writer.bytes + info, text: "", column: coding.column(""), in: .operation, row: number)
  }
}
