import Foundation

/// A prepared statement of a ``Database``. Parameters are numbered from 1, columns from 0.
///
/// After its database has been closed, every use throws or finds nothing.
///
/// `@safe`: the statement is valid until the database invalidates it, which sets `prepared` to nil. Texts and blobs are copied during the
/// calls, and columns are only read while there is a row.
@safe package final class Statement {
  private let functions: SQLiteFunctions
  private var connection: SQLiteFunctions.Connection?
  private var prepared: SQLiteFunctions.Prepared?
  /// Whether ``step()`` has found a row whose columns can be read.
  private var hasRow = false

  init(_ functions: SQLiteFunctions, _ connection: SQLiteFunctions.Connection, _ prepared: SQLiteFunctions.Prepared) {
    unsafe self.functions = functions
    unsafe self.connection = connection
    unsafe self.prepared = prepared
  }

  /// Ends the statement, before its database is closed.
  func invalidate() {
    hasRow = false
    _ = unsafe functions.finalize(prepared)
    unsafe prepared = nil
    unsafe connection = nil
  }

  private func check(_ code: CInt) throws {
    guard code != 0 else { return }
    guard let connection = unsafe connection else { throw SQLiteError.misuse }
    throw unsafe SQLiteError.failed(code: code, system: functions.systemError(connection))
  }

  // MARK: - Parameters

  /// `SQLITE_TRANSIENT`: the value is copied during the call.
  private static var isCopied: SQLiteFunctions.Destructor? {
    // The header defines it as the address -1, which is compared, never called.
    unsafe unsafeBitCast(-1, to: SQLiteFunctions.Destructor?.self)
  }

  package func bind(_ value: Int64?, at index: Int) throws {
    guard let value else { return try bindNull(at: index) }
    try check(unsafe functions.bindInteger(prepared, CInt(index), value))
  }

  package func bind(_ value: Double?, at index: Int) throws {
    guard let value else { return try bindNull(at: index) }
    try check(unsafe functions.bindDouble(prepared, CInt(index), value))
  }

  package func bind(_ value: String?, at index: Int) throws {
    guard var value else { return try bindNull(at: index) }
    let code = value.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes -> CInt in
        guard let count = CInt(exactly: bytes.count) else { return SQLiteError.Code.tooBig.rawValue }
        // A text without bytes has no address, which would mean null.
        return unsafe withUnsafePointer(to: 0 as CChar) {
          unsafe functions.bindText(prepared, CInt(index), bytes.baseAddress ?? $0, count, Self.isCopied)
        }
      }
    }
    try check(code)
  }

  package func bind(_ value: [UInt8]?, at index: Int) throws {
    guard let value else { return try bindNull(at: index) }
    let code = unsafe value.withUnsafeBytes { bytes -> CInt in
      guard let count = CInt(exactly: bytes.count) else { return SQLiteError.Code.tooBig.rawValue }
      // As for a text.
      return unsafe withUnsafePointer(to: 0 as UInt8) {
        unsafe functions.bindBlob(prepared, CInt(index), bytes.baseAddress ?? UnsafeRawPointer($0), count, Self.isCopied)
      }
    }
    try check(code)
  }

  package func bindNull(at index: Int) throws { try check(unsafe functions.bindNull(prepared, CInt(index))) }

  // MARK: - Execution

  /// Goes to the next row.
  /// - Returns: false at the end. The statement can be executed again then, with the same values.
  package func step() throws -> Bool {
    hasRow = false
    guard let prepared = unsafe prepared else { throw SQLiteError.misuse }
    let (row, done): (CInt, CInt) = (100, 101)
    errno = 0
    let code = unsafe functions.step(prepared)
    let number = errno
    if code == row {
      hasRow = true
      return true
    }
    let error: SQLiteError? = code == done ? nil : failure(code, number)
    _ = unsafe functions.reset(prepared)
    if let error { throw error }
    return false
  }

  /// The error of the step that was the last thing that the connection has done.
  ///
  /// - Parameter number: the system's error after the step: when a commit fails, SQLite does not keep it.
  private func failure(_ code: CInt, _ number: CInt) -> SQLiteError {
    let last = unsafe functions.errorCode(connection)
    let code = last & 0xFF == code & 0xFF ? last : code
    guard code & 0xFF == SQLiteError.Code.inputOutput.rawValue || code & 0xFF == SQLiteError.Code.cannotOpen.rawValue else {
      return .failed(code: code, system: 0)
    }
    let known = unsafe functions.systemError(connection)
    return .failed(code: code, system: known == 0 ? number : known)
  }

  /// Executes a statement without results, or ignores them.
  package func run() throws { while try step() {} }

  /// Ends a read before its last row, and forgets the values of parameters.
  package func reset() {
    hasRow = false
    guard let prepared = unsafe prepared else { return }
    _ = unsafe functions.reset(prepared)
    _ = unsafe functions.clearBindings(prepared)
  }

  // MARK: - Columns

  package func isNull(_ column: Int) -> Bool {
    let null: CInt = 5
    return unsafe !hasRow || functions.columnType(prepared, CInt(column)) == null
  }

  /// The integer in a column, 0 if it is none.
  package func integer(_ column: Int) -> Int64 { unsafe hasRow ? functions.columnInteger(prepared, CInt(column)) : 0 }

  /// The number in a column, 0 if it is none.
  package func double(_ column: Int) -> Double { unsafe hasRow ? functions.columnDouble(prepared, CInt(column)) : 0 }

  /// The text in a column, empty if it is null. Bytes that are no UTF-8 are replaced.
  package func text(_ column: Int) -> String {
    guard hasRow, let bytes = unsafe functions.columnText(prepared, CInt(column)) else { return "" }
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: size(of: column)), as: UTF8.self)
  }

  /// The bytes in a column, none if it is null.
  package func blob(_ column: Int) -> [UInt8] {
    guard hasRow, let bytes = unsafe functions.columnBlob(prepared, CInt(column)) else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size(of: column)))
  }

  /// The number of bytes of the text or blob that was asked for last.
  private func size(of column: Int) -> Int { unsafe Int(functions.columnBytes(prepared, CInt(column))) }
}
