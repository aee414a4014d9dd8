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

  func contents(format: DurableFormat, owner: String?) throws -> StoredContents {
    try database.transaction(.deferred) { try StoredContents(database, coding, format: format, owner: owner) }
  }

  func load(_ identities: [String]) throws -> [DurableRecord] {
    try read("SELECT id, identity, body FROM record WHERE identity=?1") { select, members in
      var records: [DurableRecord] = []
      for identity in identities {
        try select.bind(coding.column(identity), at: 1)
        while try select.step() { if let record = try record(select, members) { records.append(record) } }
      }
      return records
    }
  }

  func load(membersOf operation: Int64) throws -> [DurableRecord] {
    let join = "SELECT id, identity, body FROM member JOIN record ON id=member.record WHERE member.operation=?1 ORDER BY id"
    return try read(join) { try records($0, $1, operation) }
  }

  func load(changedSince epoch: Int64) throws -> [DurableRecord] {
    try read("SELECT id, identity, body FROM record WHERE epoch>?1 ORDER BY id") { try records($0, $1, epoch) }
  }

  private func records(_ select: Statement, _ members: Statement, _ value: Int64) throws -> [DurableRecord] {
    try select.bind(value, at: 1)
    var records: [DurableRecord] = []
    while try select.step() { if let record = try record(select, members) { records.append(record) } }
    return records
  }

  private func read(_ sql: String, _ body: (Statement, Statement) throws -> [DurableRecord]) throws -> [DurableRecord] {
    try database.transaction(.deferred) {
      let members = try database.statement("SELECT operation FROM member WHERE record=?1")
      return try body(try database.statement(sql), members)
    }
  }

  /// The record in a row; `nil` if it is damaged.
  private func record(_ row: Statement, _ members: Statement) throws -> DurableRecord? {
    let (id, column) = (row.integer(0), row.text(1))
    guard let contents = try? coding.contents(of: row.blob(2), column: column, in: .record, row: id) else {
      damage.note(id)
      return nil
    }
    try members.bind(id, at: 1)
    var operations: [Int64] = []
    while try members.step() { operations.append(members.integer(0)) }
    return DurableRecord(identity: contents.text, body: contents.bytes, members: operations)
  }
}
