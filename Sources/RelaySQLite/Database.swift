package import Foundation

/// A connection to a database in a file.
///
/// It is used by one thread at a time. Locks of SQLite are locks of the process on the file, which the system releases when the process
/// closes *any* descriptor of it: while a database is open, nothing else in the process may open its files.
///
/// `@safe`: the connection is valid until ``close()``, which sets it to nil, after the statements that it has made. The texts and variables
/// whose addresses SQLite gets are used during the calls only.
@safe package final class Database {
  package enum Mode: Sendable {
    /// A missing file is an error.
    case readOnly
    /// A missing file is made, empty and only for the user.
    case readWrite
  }

  /// When the system can decrypt the files: the protection classes of Apple's systems. Others have none.
  package enum Protection: Sendable, Hashable {
    case none, untilFirstUnlock, unlessOpen, whileUnlocked
  }

  /// How far a checkpoint goes.
  package enum Checkpoint: CInt, Sendable {
    /// As far as possible without waiting for anyone.
    case passive = 0
    /// To the end, waiting for readers; then the log's file is emptied.
    case truncate = 3
  }

  package enum TransactionKind: String, Sendable {
    /// Takes what is needed when it is needed.
    case deferred = "BEGIN"
    /// Takes the right to write at once.
    case immediate = "BEGIN IMMEDIATE"
  }

  private let library: SQLite
  private var connection: SQLiteFunctions.Connection?
  private var statements: [String: Statement] = [:]

  private var functions: SQLiteFunctions { unsafe library.functions }

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - file: must not be a link, but may be in a folder that is reached by one.
  ///   - busyTimeout: how long to wait for another connection that has a lock, in milliseconds.
  /// - Throws: ``SQLiteError``. A file that is no database is found by the first statement only.
  package init(_ file: URL, mode: Mode, protection: Protection = .untilFirstUnlock, busyTimeout: Int = 0) throws {
    library = try SQLite.library()
    unsafe connection = nil
    let path = try Database.resolved(file)
    if mode == .readWrite { try Database.create(path, protection) }
    // `SQLITE_OPEN_NOMUTEX`: one thread at a time. `SQLITE_OPEN_NOFOLLOW`: no link. `SQLITE_OPEN_EXRESCODE`: extended result codes.
    var flags: CInt = 0x0000_8000 | 0x0100_0000 | 0x0200_0000
    flags |= mode == .readWrite ? 0x2 : 0x1
    #if canImport(Darwin)
      // For the files that SQLite makes beside the database.
      flags |=
        switch protection {
        case .whileUnlocked: 0x0010_0000
        case .unlessOpen: 0x0020_0000
        case .untilFirstUnlock: 0x0030_0000
        case .none: 0x0040_0000
        }
    #endif
    var opened: SQLiteFunctions.Connection?
    let code = unsafe functions.open(path, &opened, flags, nil)
    guard code == 0, unsafe opened != nil else {
      let system = unsafe opened == nil ? 0 : functions.systemError(opened)
      _ = unsafe functions.close(opened)
      throw SQLiteError.failed(code: code == 0 ? SQLiteError.Code.noMemory.rawValue : code, system: system)
    }
    unsafe connection = opened
    if busyTimeout > 0 { _ = unsafe functions.setBusyTimeout(connection, CInt(clamping: busyTimeout)) }
  }

  deinit { close() }

  /// Closes the file. A transaction that is open is rolled back.
  package func close() {
    guard let connection = unsafe connection else { return }
    for statement in statements.values { statement.invalidate() }
    statements = [:]
    _ = unsafe functions.close(connection)
    unsafe self.connection = nil
  }

  package var isOpen: Bool { unsafe connection != nil }

  /// The path with every link to its folder resolved: SQLite rejects links anywhere in a path, and Apple's systems have one at `/var`.
  private static func resolved(_ file: URL) throws -> String {
    guard let folder = unsafe realpath(file.deletingLastPathComponent().path, nil) else {
      throw SQLiteError.failed(code: SQLiteError.Code.cannotOpen.rawValue, system: errno)
    }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + file.lastPathComponent
  }

  /// Makes an empty file with mode 0600, which SQLite gives to the files beside it, too. Does nothing if there is one.
  private static func create(_ path: String, _ protection: Protection) throws {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      let code: SQLiteError.Code = errno == ENOSPC || errno == EDQUOT ? .full : errno == EROFS ? .readOnly : .cannotOpen
      throw SQLiteError.failed(code: code.rawValue, system: errno)
    }
    _ = Foundation.close(descriptor)
    #if canImport(Darwin)
      let type: FileProtectionType =
        switch protection {
        case .none: .none
        case .untilFirstUnlock: .completeUntilFirstUserAuthentication
        case .unlessOpen: .completeUnlessOpen
        case .whileUnlocked: .complete
        }
      // Without effect on volumes that do not protect files.
      try? FileManager.default.setAttributes([.protectionKey: type], ofItemAtPath: path)
    #endif
  }

  private func check(_ code: CInt) throws {
    if code != 0 { throw unsafe SQLiteError.failed(code: code, system: functions.systemError(connection)) }
  }

  // MARK: - Large values

  /// The bytes in a column of a row, in the transaction that is open.
  ///
  /// A statement collects a value that has many pages in memory of its own before it can be copied; this reads the pages into the result.
  package func blob(table: String, column: String, row: Int64) throws -> [UInt8] {
    guard let connection = unsafe connection else { throw SQLiteError.misuse }
    var opened: SQLiteFunctions.Blob?
    try check(unsafe functions.openBlob(connection, "main", table, column, row, 0, &opened))
    guard let blob = unsafe opened else { throw SQLiteError.misuse }
    defer { _ = unsafe functions.closeBlob(blob) }
    let count = unsafe functions.blobBytes(blob)
    return try unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { bytes, initialized in
      try check(unsafe functions.readBlob(blob, bytes.baseAddress, count, 0))
      initialized = Int(count)
    }
  }

  // MARK: - Statements

  /// A statement, which is prepared once and kept.
  ///
  /// The one who executes it reads it to its end or calls ``Statement/reset()``: a read that is not ended keeps its transaction open.
  /// - Parameter sql: one statement of the caller's own text, without values of others.
  package func statement(_ sql: String) throws -> Statement {
    if let known = statements[sql] { return known }
    guard let connection = unsafe connection else { throw SQLiteError.misuse }
    var prepared: SQLiteFunctions.Prepared?
    let isPersistent: CUnsignedInt = 1
    try check(unsafe functions.prepare(connection, sql, -1, isPersistent, &prepared, nil))
    guard let prepared = unsafe prepared else { throw SQLiteError.misuse }
    let statement = unsafe Statement(functions, connection, prepared)
    statements[sql] = statement
    return statement
  }

  /// Executes statements without parameters, one after the other, and ignores their results.
  package func execute(_ statements: String...) throws {
    guard let connection = unsafe connection else { throw SQLiteError.misuse }
    for sql in statements {
      var prepared: SQLiteFunctions.Prepared?
      try check(unsafe functions.prepare(connection, sql, -1, 0, &prepared, nil))
      guard let prepared = unsafe prepared else { continue }
      let statement = unsafe Statement(functions, connection, prepared)
      defer { statement.invalidate() }
      try statement.run()
    }
  }

  /// The first integer that a statement without parameters finds; `nil` without rows.
  package func integer(_ sql: String) throws -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The first text that a statement without parameters finds; `nil` without rows.
  package func text(_ sql: String) throws -> String? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : nil
  }

  /// The id of the row that was inserted last.
  package var lastRowID: Int64 { unsafe connection == nil ? 0 : functions.lastRowID(connection) }

  /// The number of rows that the last statement has inserted, changed or deleted.
  package var changes: Int { unsafe connection == nil ? 0 : Int(functions.changes(connection)) }

  // MARK: - Transactions

  /// Executes `body` in a transaction, which is rolled back if it throws.
  /// - Throws: ``SQLiteError``, and errors of `body`. Nothing is written then.
  package func transaction<Result>(_ kind: TransactionKind = .immediate, _ body: () throws -> Result) throws -> Result {
    try statement(kind.rawValue).run()
    do {
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      // Some errors have already ended it. A rollback without an error cannot fail: it only forgets.
      if isInTransaction {
        for statement in statements.values { statement.reset() }
        try? execute("ROLLBACK")
      }
      throw error
    }
  }

  package var isInTransaction: Bool { unsafe connection != nil && functions.isOutsideTransaction(connection) == 0 }

  // MARK: - The log of changes

  /// Keeps the log's files when the last connection closes, so that processes that may only read can open the database.
  package func keepLog() {
    guard let connection = unsafe connection else { return }
    let persistent: CInt = 10
    var isKept: CInt = 1
    _ = unsafe functions.control(connection, "main", persistent, &isKept)
  }

  /// Copies pages from the log to the database.
  /// - Returns: the number of pages in the log, and how many of them are in the database.
  /// - Throws: ``SQLiteError``, with the code ``SQLiteError/Code/busy`` if a reader needs the log.
  @discardableResult
  package func checkpoint(_ mode: Checkpoint) throws -> (pages: Int, copied: Int) {
    guard let connection = unsafe connection else { throw SQLiteError.misuse }
    var (pages, copied): (CInt, CInt) = (0, 0)
    try check(unsafe functions.checkpoint(connection, "main", mode.rawValue, &pages, &copied))
    return (Int(pages), Int(copied))
  }
}
