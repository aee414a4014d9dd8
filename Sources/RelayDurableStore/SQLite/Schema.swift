import RelaySQLite

/// The tables of a durable store.
///
/// Records have integer ids in the order of first writing, so that those of a response are neighbors; the identity is in a unique column.
/// An operation's id is its number. A row's body contains all that must be right (``RowCoding``); the other columns only serve to find
/// rows.
enum Schema {
  /// The version of the tables and of the rows' encoding. Other versions are dropped.
  static let version: Int64 = 1

  /// "Rely": the number in the file's head that says whose it is.
  static let applicationID: Int64 = 0x5265_6C79

  private static let tables = [
    "CREATE TABLE meta(key TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE property(key TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE record(id INTEGER PRIMARY KEY, identity TEXT UNIQUE NOT NULL, epoch INTEGER NOT NULL, body BLOB NOT NULL)",
    "CREATE INDEX record_epoch ON record(epoch)",
    "CREATE TABLE operation(id INTEGER PRIMARY KEY, used_at REAL NOT NULL, is_retained INTEGER NOT NULL, body BLOB NOT NULL)",
    "CREATE INDEX operation_use ON operation(is_retained, used_at)",
    "CREATE TABLE member(operation INTEGER NOT NULL, record INTEGER NOT NULL, PRIMARY KEY(operation, record)) WITHOUT ROWID",
    "CREATE INDEX member_record ON member(record)",
  ]

  /// The settings of every connection: nothing in a damaged or foreign file is executed, and no file is mapped into memory, where a
  /// truncated one would end the process.
  static func prepare(_ database: Database) throws {
    try database.execute(
      "PRAGMA trusted_schema=OFF", "PRAGMA cell_size_check=ON", "PRAGMA mmap_size=0", "PRAGMA cache_size=-200", "PRAGMA temp_store=MEMORY")
  }

  /// Gives a connection room for what a commit changes. Reading needs none: the system has the pages, and memory that is used for the first
  /// time is slower than reading them again.
  static func makeRoomForCommits(_ database: Database) throws { try database.execute("PRAGMA cache_size=-4000") }

  /// The settings of the connection that writes, and the tables if there are none.
  static func prepareWriter(_ database: Database) throws {
    try prepare(database)
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
    // Before the first table, and only then: later, it would write the head of the file each time.
    if isEmpty { try database.execute("PRAGMA auto_vacuum=INCREMENTAL") }
    guard try database.text("PRAGMA journal_mode=WAL") == "wal" else {
      throw DurabilityError.unavailable("the file system does not support SQLite's write-ahead log")
    }
    database.keepLog()
    // A commit survives the death of the process, a checkpoint also the loss of power.
    try database.execute(
      "PRAGMA synchronous=NORMAL", "PRAGMA checkpoint_fullfsync=ON", "PRAGMA secure_delete=ON", "PRAGMA wal_autocheckpoint=1000",
      "PRAGMA journal_size_limit=8388608")
    guard isEmpty else { return }
    try database.transaction {
      for table in tables { try database.execute(table) }
      try database.execute("PRAGMA application_id=\(applicationID)", "PRAGMA user_version=\(version)")
    }
  }

  /// Whether the file is one of ours, of this version.
  static func isKnown(_ database: Database) throws -> Bool {
    try database.integer("PRAGMA application_id") == applicationID && database.integer("PRAGMA user_version") == version
  }
}
