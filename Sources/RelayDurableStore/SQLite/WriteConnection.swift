import Foundation
import RelaySQLite

/// The only connection that writes and checkpoints.
final class WriteConnection {
  static let fileName = "records.sqlite"

  let generation: Int64
  let database: Database
  let coding: RowCoding
  private let log: String
  /// The id of the next new record.
  var nextRow: Int64 = 1
  var state = StoredState()
  /// Records that have lost their last operation or never had one, and are deleted when space is needed.
  var orphans: Set<Int64> = []
  /// Whether records may have been without an operation before.
  var mayHaveOlderOrphans = true

  /// How large the log may remain, in bytes.
  static let maximumLog = 8 << 20

  /// - Throws: `SQLiteError`, ``DurabilityError``, and ``StoredContents/Rejection`` for a file of somebody else.
  init(_ folder: BackendFolder, _ generation: Int64, _ coding: RowCoding, _ protection: Database.Protection) throws {
    (self.generation, self.coding) = (generation, coding)
    let file = folder.data(generation).appendingPathComponent(WriteConnection.fileName)
    log = file.path + "-wal"
    // The writer waits for nobody: who reads does not lock it out, and nobody else writes. Opening may meet a reader that does.
    database = try Database(file, mode: .readWrite, protection: protection, busyTimeout: 1_000)
    try Schema.prepareWriter(database)
    guard try Schema.isKnown(database) else { throw StoredContents.Rejection.outdated("the file is of another version") }
  }

  /// What the file has, after it has been made ready for this format and owner.
  func open(format: DurableFormat, owner: String?) throws -> DurableContents {
    let stored = try database.transaction(.immediate) {
      let stored = try StoredContents(database, coding, format: format, owner: owner)
      let meta = try Meta(database, coding)
      if stored.isNew {
        try meta.set("format", StoredContents.bytes(format))
        try meta.set("state", StoredState().bytes)
      }
      if stored.owner != owner {
        if let owner { try meta.set("owner", [UInt8](owner.utf8)) } else { try meta.remove("owner") }
      }
      for number in stored.damagedOperations { try remove(number) }
      return stored
    }
    state = stored.state
    try Schema.makeRoomForCommits(database)
    nextRow = (try database.integer("SELECT max(id) FROM record") ?? 0) &+ 1
    // The id of a damaged row may be any number.
    guard (1..<(.max / 2)).contains(nextRow) else { throw StoredContents.Rejection.damaged }
    return stored.contents
  }

  func close() { database.close() }

  /// Empties the log if it has grown beyond its limit, unless a reader needs it just now.
  func limitLog() {
    var status = stat()
    guard unsafe stat(log, &status) == 0, status.st_size > WriteConnection.maximumLog else { return }
    _ = try? database.checkpoint(.truncate)
  }
}
