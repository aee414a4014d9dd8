import Foundation
import Testing

@testable import RelaySQLite

@Suite struct DatabaseTests {
  /// Calls `body` with a new folder.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sqlite-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func valuesOfEachKindComeBack() throws {
    try withFolder { folder in
      let database = try Database(folder.appendingPathComponent("data"), mode: .readWrite)
      try database.execute("CREATE TABLE value(id INTEGER PRIMARY KEY, i, d, t, b)")
      let insert = try database.statement("INSERT INTO value(i, d, t, b) VALUES(?1, ?2, ?3, ?4)")
      let rows: [(Int64?, Double?, String?, [UInt8]?)] = [
        (.min, -.pi, "text\0with zero", [0, 255]), (.max, .infinity, "", []), (nil, nil, nil, nil),
      ]
      for (index, row) in rows.enumerated() {
        try insert.bind(row.0, at: 1)
        try insert.bind(row.1, at: 2)
        try insert.bind(row.2, at: 3)
        try insert.bind(row.3, at: 4)
        try insert.run()
        #expect(database.lastRowID == Int64(index + 1))
        #expect(database.changes == 1)
      }
      let select = try database.statement("SELECT i, d, t, b FROM value ORDER BY id")
      for row in rows {
        try #require(try select.step())
        #expect(select.isNull(0) == (row.0 == nil) && select.integer(0) == row.0 ?? 0)
        #expect(select.isNull(1) == (row.1 == nil) && select.double(1) == row.1 ?? 0)
        #expect(select.isNull(2) == (row.2 == nil) && select.text(2) == row.2 ?? "")
        #expect(select.isNull(3) == (row.3 == nil) && select.blob(3) == row.3 ?? [])
      }
      #expect(try !select.step())
      #expect(select.isNull(0) && select.text(2) == "")
    }
  }

  @Test func transactionsAreWholeOrNothing() throws {
    struct Stop: Error {}
    try withFolder { folder in
      let database = try Database(folder.appendingPathComponent("data"), mode: .readWrite)
      try database.execute("CREATE TABLE value(i INTEGER UNIQUE)")
      try database.transaction { try database.execute("INSERT INTO value VALUES(1)", "INSERT INTO value VALUES(2)") }
      #expect(throws: Stop.self) {
        try database.transaction {
          try database.execute("DELETE FROM value")
          // A read that has not ended does not prevent the rollback.
          let read = try database.statement("SELECT 1 UNION SELECT 2")
          _ = try read.step()
          throw Stop()
        }
      }
      #expect(throws: SQLiteError.self) { try database.transaction { try database.execute("INSERT INTO value VALUES(2)") } }
      #expect(!database.isInTransaction)
      #expect(try database.integer("SELECT count(*) FROM value") == 2)
    }
  }

  @Test func errorsHaveCodesAndNoValues() throws {
    try withFolder { folder in
      let database = try Database(folder.appendingPathComponent("data"), mode: .readWrite)
      try database.execute("CREATE TABLE secret(name TEXT UNIQUE)", "INSERT INTO secret VALUES('marker')")
      let error = #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO secret VALUES('marker')") }
      #expect(error?.code == .constraint)
      #expect(error?.extendedCode == 2067)
      #expect(error.map { "\($0)".contains("marker") || "\($0)".contains("secret") } == false)
      database.close()
      let closed = #expect(throws: SQLiteError.self) { try database.execute("SELECT 1") }
      #expect(closed?.code == .misuse)
    }
  }

  @Test func statementsOfAClosedDatabaseDoNothing() throws {
    try withFolder { folder in
      let database = try Database(folder.appendingPathComponent("data"), mode: .readWrite)
      let statement = try database.statement("SELECT 7, ?1")
      #expect(try statement.step() && statement.integer(0) == 7)
      database.close()
      #expect(statement.integer(0) == 0 && statement.isNull(0) && statement.text(0) == "" && statement.blob(0) == [])
      #expect(throws: SQLiteError.self) { try statement.step() }
      #expect(throws: SQLiteError.self) { try statement.bind("text", at: 1) }
      statement.reset()
      #expect(throws: SQLiteError.self) { try database.checkpoint(.passive) }
      database.close()
    }
  }

  @Test func filesAreForTheUserOnly() throws {
    try withFolder { folder in
      let database = try Database(folder.appendingPathComponent("data"), mode: .readWrite)
      database.keepLog()
      #expect(try database.text("PRAGMA journal_mode=WAL") == "wal")
      try database.execute("CREATE TABLE value(i)")
      for name in ["data", "data-wal", "data-shm"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
      }
      let (pages, copied) = try database.checkpoint(.passive)
      #expect(pages == copied && pages > 0)
      try database.checkpoint(.truncate)
      #expect(try Data(contentsOf: folder.appendingPathComponent("data-wal")).isEmpty)
      database.close()
      // A process that may only read needs it.
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("data-wal").path))
      let reader = try Database(folder.appendingPathComponent("data"), mode: .readOnly)
      #expect(try reader.integer("SELECT count(*) FROM value") == 0)
      #expect(throws: SQLiteError.failed(code: 8, system: 0)) { try reader.execute("INSERT INTO value VALUES(1)") }
    }
  }

  @Test func linksAndFoldersAreNotDatabases() throws {
    try withFolder { folder in
      let (real, link) = (folder.appendingPathComponent("real"), folder.appendingPathComponent("link"))
      try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
      // A folder may be a link: on Apple's systems, one is in the path of each.
      try Database(link.appendingPathComponent("data"), mode: .readWrite).execute("CREATE TABLE value(i)")
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent("file"), withDestinationURL: real.appendingPathComponent("data"))
      for name in ["file", "real", "missing/data"] {
        let error = #expect(throws: SQLiteError.self) {
          try Database(folder.appendingPathComponent(name), mode: .readWrite).execute("SELECT 1 FROM sqlite_schema")
        }
        #expect(error?.code == .cannotOpen, "\(name)")
      }
      #expect(throws: SQLiteError.self) { try Database(folder.appendingPathComponent("none"), mode: .readOnly) }
      try Data("no database, but long enough to be one if its beginning were right".utf8).write(to: folder.appendingPathComponent("text"))
      let error = #expect(throws: SQLiteError.self) {
        try Database(folder.appendingPathComponent("text"), mode: .readWrite).execute("SELECT 1 FROM sqlite_schema")
      }
      #expect(error?.isDamage == true)
    }
  }

  @Test func unusableLibrariesAreRefused() throws {
    #expect(throws: SQLiteError.unavailable("the system's SQLite has version 3.36.2; 3.37 or newer is needed")) {
      try SQLite.check(version: 3_036_002, isThreadSafe: true)
    }
    #expect(throws: SQLiteError.unavailable("the system's SQLite is built without thread safety")) {
      try SQLite.check(version: 3_050_000, isThreadSafe: false)
    }
    try SQLite.check(version: SQLite.oldestVersion, isThreadSafe: true)
  }
}
