import RelayRuntime
import RelaySQLite

extension WriteConnection {
  typealias Merge = (_ stored: [UInt8], _ new: [UInt8]) throws -> [UInt8]

  /// Writes a batch, all or nothing.
  ///
  /// - Parameter damaged: rows of records to delete first.
  /// - Throws: `SQLiteError`, errors of the cipher and of `merging`.
  func commit(_ batch: DurableBatch, damaged: [Int64], merging: Merge) throws {
    let (firstRow, formerState) = (nextRow, state)
    do {
      let withoutOperation = try database.transaction {
        for row in damaged { try removeIfDamaged(row) }
        let rows = try RecordRows(self)
        for change in batch.records { try rows.write(change, epoch: batch.epoch, merging: merging) }
        for change in batch.operations { try write(change, rows) }
        for (key, value) in batch.properties { try setProperty(key, value) }
        state.epoch = batch.epoch
        try Meta(database, coding).set("state", state.bytes)
        return rows.withoutOperation
      }
      orphans.formUnion(withoutOperation)
    } catch {
      (nextRow, state) = (firstRow, formerState)
      throw error
    }
    limitLog()
  }

  private func removeIfDamaged(_ row: Int64) throws {
    let select = try database.statement("SELECT identity, body FROM record WHERE id=?1")
    try select.bind(row, at: 1)
    let isDamaged = try select.step() && (try? coding.contents(of: select.blob(1), column: select.text(0), in: .record, row: row)) == nil
    select.reset()
    guard isDamaged else { return }
    for sql in ["DELETE FROM record WHERE id=?1", "DELETE FROM member WHERE record=?1"] {
      let delete = try database.statement(sql)
      try delete.bind(row, at: 1)
      try delete.run()
    }
  }

  private func setProperty(_ key: String, _ value: [UInt8]) throws {
    let column = coding.column(key)
    let select = try database.statement("SELECT body FROM property WHERE key=?1")
    try select.bind(column, at: 1)
    if try select.step() { state.properties.remove(column, select.blob(0)) }
    select.reset()
    if value.isEmpty {
      let delete = try database.statement("DELETE FROM property WHERE key=?1")
      try delete.bind(column, at: 1)
      return try delete.run()
    }
    let body = try coding.body(value, text: key, column: column, in: .property, row: 0)
    let insert = try database.statement("INSERT OR REPLACE INTO property(key, body) VALUES(?1, ?2)")
    try insert.bind(column, at: 1)
    try insert.bind(body, at: 2)
    try insert.run()
    state.properties.add(column, body)
  }

  // MARK: - Operations

  private func write(_ change: DurableBatch.OperationChange, _ rows: RecordRows) throws {
    let operation = change.operation
    let insert = try database.statement("INSERT OR REPLACE INTO operation(id, used_at, is_retained, body) VALUES(?1, ?2, ?3, ?4)")
    try insert.bind(operation.number, at: 1)
    try insert.bind(operation.usedAt, at: 2)
    try insert.bind(operation.isRetained ? 1 : 0 as Int64, at: 3)
    try insert.bind(try operation.body(coding), at: 4)
    try insert.run()
    switch change.members {
    case .unchanged: break
    case .add(let identities): try add(try rows.members(identities), to: operation.number)
    case .replace(let identities):
      // A refetch usually has the same members, and writes nothing then.
      let (old, new) = (try members(of: operation.number), try rows.members(identities))
      let delete = try database.statement("DELETE FROM member WHERE operation=?1 AND record=?2")
      for row in old.subtracting(new) {
        try delete.bind(operation.number, at: 1)
        try delete.bind(row, at: 2)
        try delete.run()
        orphans.insert(row)
      }
      try add(new.subtracting(old), to: operation.number)
    }
  }

  private func add(_ rows: Set<Int64>, to operation: Int64) throws {
    let insert = try database.statement("INSERT OR IGNORE INTO member(operation, record) VALUES(?1, ?2)")
    for row in rows.sorted() {
      try insert.bind(operation, at: 1)
      try insert.bind(row, at: 2)
      try insert.run()
    }
  }

  private func members(of operation: Int64) throws -> Set<Int64> {
    let select = try database.statement("SELECT record FROM member WHERE operation=?1")
    try select.bind(operation, at: 1)
    var rows: Set<Int64> = []
    while try select.step() { rows.insert(select.integer(0)) }
    return rows
  }
}

/// The rows of records during one commit.
private final class RecordRows {
  private let connection: WriteConnection
  private let select: Statement
  private let insert: Statement
  private let update: Statement
  /// The rows of identities that have been looked up, 0 for none.
  private var known = [ByteKey: Int64]()
  /// The new rows that no operation has yet. If two answers of an operation are in one batch, what only the earlier one had stays here.
  private(set) var withoutOperation: Set<Int64> = []

  init(_ connection: WriteConnection) throws {
    self.connection = connection
    select = try connection.database.statement("SELECT id, body FROM record WHERE identity=?1")
    insert = try connection.database.statement("INSERT INTO record(id, identity, epoch, body) VALUES(?1, ?2, ?3, ?4)")
    update = try connection.database.statement("UPDATE record SET epoch=?2, body=?3 WHERE id=?1")
  }

  func write(_ change: DurableBatch.RecordChange, epoch: Int64, merging: WriteConnection.Merge) throws {
    let coding = connection.coding
    let column = coding.column(change.identity)
    try select.bind(column, at: 1)
    let stored = try select.step() ? (row: select.integer(0), body: change.replaces ? [] : select.blob(1)) : nil
    select.reset()
    guard let stored else {
      let row = connection.nextRow
      connection.nextRow += 1
      known[ByteKey(change.identity)] = row
      withoutOperation.insert(row)
      try insert.bind(row, at: 1)
      try insert.bind(column, at: 2)
      try insert.bind(epoch, at: 3)
      try insert.bind(try coding.body(change.body, text: change.identity, column: column, in: .record, row: row), at: 4)
      return try insert.run()
    }
    known[ByteKey(change.identity)] = stored.row
    var bytes = change.body
    // A damaged record is one that is not there.
    if !change.replaces, let old = try? coding.contents(of: stored.body, column: column, in: .record, row: stored.row) {
      bytes = try merging(old.bytes, change.body)
    }
    try update.bind(stored.row, at: 1)
    try update.bind(epoch, at: 2)
    try update.bind(try coding.body(bytes, text: change.identity, column: column, in: .record, row: stored.row), at: 3)
    try update.run()
  }

  /// The rows of an operation's members, as far as they are there.
  func members(_ identities: [String]) throws -> Set<Int64> {
    var rows: Set<Int64> = []
    for identity in identities {
      let row = try known[ByteKey(identity)] ?? find(identity)
      if row != 0 { rows.insert(row) }
    }
    withoutOperation.subtract(rows)
    return rows
  }

  private func find(_ identity: String) throws -> Int64 {
    defer { select.reset() }
    try select.bind(connection.coding.column(identity), at: 1)
    let row = try select.step() ? select.integer(0) : 0
    known[ByteKey(identity)] = row
    return row
  }
}
