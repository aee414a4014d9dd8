import Foundation
import RelaySQLite

/// The connection that loads. It cannot write, and each of its transactions ends before anything is handed out.
final class ReadConnection {
  let generation: Int64
  private let database: Database
  private let coding: RowCoding
  private let damage: DamageLog

  /// - Throws: `SQLiteError`
  init(_ folder: BackendFolder, _ generation: Int64, _ coding: RowCoding, _ protection: Database.Protection, _ damage: DamageLog) throws {
    (self.generation, self.coding, self.damage) = (generation, coding, damage)
    let file = folder.data(generation).appendingPathComponent(WriteConnection.fileName)
    // Who closes or empties the log has it for a moment.
    database = try Database(file, mode: .readOnly, protection: protection, busyTimeout: 1_000)
    try Schema.prepare(database)
  }

  func close() { database.close() }

  /// Whether the file is one of ours, of this version.
  func isKnown() throws -> Bool { try Schema.isKnown(database) }

  /// Everything but the records, and at the same moment those that have changed since another one.
  ///
  /// - Parameter epoch: that of the other moment; `nil` to find no records.
  func contents(format: DurableFormat, owner: String?, changedSince epoch: Int64?) throws -> (StoredContents, changed: [DurableRecord]) {
    try database.transaction(.deferred) {
      let stored = try StoredContents(database, coding, format: format, owner: owner)
      guard let epoch, epoch != stored.contents.epoch else { return (stored, []) }
      return (stored, try changed(since: epoch))
    }
  }

  /// An operation's members and further records, and the epoch of the last batch before.
  func load(_ identities: [String], membersOf operation: Int64?) throws -> (epoch: Int64, records: [DurableRecord]) {
    try database.transaction(.deferred) {
      guard let bytes = try Meta(database, coding).value("state"), let state = StoredState(bytes) else {
        throw StoredContents.Rejection.damaged
      }
      var records = try operation.map { try members(of: $0) } ?? []
      records += try find(records.others(identities))
      return (state.epoch, records)
    }
  }

  func load(_ identities: [String]) throws -> [DurableRecord] { try database.transaction(.deferred) { try find(identities) } }

  func load(membersOf operation: Int64) throws -> [DurableRecord] { try database.transaction(.deferred) { try members(of: operation) } }

  func load(changedSince epoch: Int64) throws -> [DurableRecord] { try database.transaction(.deferred) { try changed(since: epoch) } }

  // MARK: Inside of a transaction

  /// Of a record, with its body unless that is large: the query root has a field for each argument that was ever asked for.
  private static let columns = "id, identity, CASE WHEN length(body)<20000 THEN body END"

  private func find(_ identities: [String]) throws -> [DurableRecord] {
    let select = try database.statement("SELECT \(ReadConnection.columns) FROM record WHERE identity=?1")
    var found: [DurableRecord] = []
    for identity in identities {
      try select.bind(coding.column(identity), at: 1)
      found += try records(select)
    }
    return found
  }

  private func members(of operation: Int64) throws -> [DurableRecord] {
    let select = try database.statement(
      "SELECT \(ReadConnection.columns) FROM member JOIN record ON id=member.record WHERE member.operation=?1 ORDER BY member.record")
    try select.bind(operation, at: 1)
    return try records(select)
  }

  private func changed(since epoch: Int64) throws -> [DurableRecord] {
    let select = try database.statement("SELECT \(ReadConnection.columns) FROM record WHERE epoch>?1 ORDER BY id")
    try select.bind(epoch, at: 1)
    return try records(select)
  }

  /// The records in the rows of a statement. Damaged ones are left out.
  private func records(_ select: Statement) throws -> [DurableRecord] {
    let members = try database.statement("SELECT operation FROM member WHERE record=?1")
    var records: [DurableRecord] = []
    while try select.step() { if let record = try record(select, members) { records.append(record) } }
    return records
  }

  /// The record in a row; `nil` if it is damaged.
  private func record(_ row: Statement, _ members: Statement) throws -> DurableRecord? {
    let (id, column) = (row.integer(0), row.text(1))
    let body = try row.isNull(2) ? database.blob(table: "record", column: "body", row: id) : row.blob(2)
    guard let contents = try? coding.contents(of: body, column: column, in: .record, row: id) else {
      damage.note(id)
      return nil
    }
    try members.bind(id, at: 1)
    var operations: [Int64] = []
    while try members.step() { operations.append(members.integer(0)) }
    return DurableRecord(identity: contents.text, body: contents.bytes, members: operations)
  }
}
