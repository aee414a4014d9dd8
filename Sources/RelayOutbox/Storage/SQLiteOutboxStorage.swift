package import Foundation
import RelaySQLite

/// Keeps rows in a database of the system's SQLite. Each commit is on the disk when it returns.
package final class SQLiteOutboxStorage: OutboxStorage {
  private let database: Lock<Database?>

  private static let version: Int64 = 1

  /// Opens the database, or makes an empty one.
  ///
  /// - Throws: `SQLiteError`, with a code that means damage if the file is not a database; ``OutboxError/unavailable(_:)`` for a file of a
  ///   newer version.
  package init(_ file: URL, protection: Outbox.Configuration.Protection) throws {
    let database = try Database(file, mode: .readWrite, protection: protection.database, busyTimeout: 1_000)
    do {
      try database.execute(
        "PRAGMA trusted_schema=OFF", "PRAGMA cell_size_check=ON", "PRAGMA mmap_size=0", "PRAGMA secure_delete=ON",
        "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA fullfsync=ON", "PRAGMA checkpoint_fullfsync=ON")
      let version = try database.integer("PRAGMA user_version") ?? 0
      guard version <= Self.version else { throw OutboxError.unavailable("it was written by a newer version of the app") }
      try database.transaction {
        try database.execute(
          "CREATE TABLE IF NOT EXISTS entry(number INTEGER PRIMARY KEY, lane TEXT NOT NULL, body BLOB NOT NULL)",
          "PRAGMA user_version=\(Self.version)")
      }
    } catch {
      database.close()
      throw error
    }
    self.database = Lock(database)
  }

  package func rows() throws -> [StoredRow] {
    try use { database in
      var rows: [StoredRow] = []
      let statement = try database.statement("SELECT number, lane, body FROM entry ORDER BY number")
      defer { statement.reset() }
      while try statement.step() {
        rows.append(StoredRow(number: statement.integer(0), lane: statement.text(1), body: Data(statement.blob(2))))
      }
      return rows
    }
  }

  package func commit(_ changes: [StoredChange]) throws {
    try use { database in
      try database.transaction {
        for change in changes {
          switch change {
          case .put(let row):
            let statement = try database.statement("INSERT OR REPLACE INTO entry VALUES(?1,?2,?3)")
            defer { statement.reset() }
            try statement.bind(row.number, at: 1)
            try statement.bind(row.lane, at: 2)
            try statement.bind([UInt8](row.body), at: 3)
            try statement.run()
          case .delete(let number):
            let statement = try database.statement("DELETE FROM entry WHERE number=?1")
            defer { statement.reset() }
            try statement.bind(number, at: 1)
            try statement.run()
          }
        }
      }
    }
  }

  package func close() {
    database.withLock { database in
      database?.close()
      database = nil
    }
  }

  private func use<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
    try database.withLock { database in
      guard let database else { throw StorageEnded() }
      return try body(database)
    }
  }

  /// Opens the database in a folder. One that is damaged is kept under another name, and a new one begun.
  ///
  /// - Returns: the storage, and the damaged file if there was one.
  static func open(in folder: URL, protection: Outbox.Configuration.Protection) throws -> (storage: SQLiteOutboxStorage, damaged: URL?) {
    let file = folder.appendingPathComponent("outbox.sqlite")
    do {
      return (try SQLiteOutboxStorage(file, protection: protection), nil)
    } catch let error as SQLiteError where error.isDamage {
      let name = OutboxFolder.damagedPrefix + UUID().uuidString
      let kept = folder.appendingPathComponent(name)
      for suffix in ["", "-wal", "-shm"] {
        let part = folder.appendingPathComponent("outbox.sqlite" + suffix)
        guard FileManager.default.fileExists(atPath: part.path) else { continue }
        try FileManager.default.moveItem(at: part, to: folder.appendingPathComponent(name + suffix))
      }
      return (try SQLiteOutboxStorage(file, protection: protection), kept)
    }
  }
}

extension Outbox.Configuration.Protection {
  fileprivate var database: Database.Protection {
    switch self {
    case .none: .none
    case .untilFirstUnlock: .untilFirstUnlock
    case .unlessOpen: .unlessOpen
    case .whileUnlocked: .whileUnlocked
    }
  }
}
