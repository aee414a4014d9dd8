#if !canImport(Darwin)
  import Foundation
#endif

/// The system's SQLite: a framework of Apple's systems; elsewhere a library that is loaded when the first database is opened.
///
/// `@safe`: only ``Database`` and ``Statement`` use the functions, with connections and statements that they have made and not yet closed.
/// One thread at a time uses a connection and its statements.
@safe package struct SQLite: Sendable {
  let functions: SQLiteFunctions

  /// The oldest version that is used, as SQLite writes versions: 3.37.0. It is in every system since iOS 15.2, macOS 12.1, Debian 12 and
  /// Ubuntu 22.04, has strict tables, and counts changes with 64 bits.
  package static let oldestVersion: CInt = 3_037_000

  /// The library's version, for example 3040001 for 3.40.1.
  package var version: CInt { unsafe functions.version() }

  /// The library of this system, or why there is none.
  private static let system = Result<SQLite, SQLiteError> { () throws(SQLiteError) in try load() }

  /// The library of this system.
  /// - Throws: ``SQLiteError/unavailable(_:)`` if there is none, or if it is too old or not safe with threads.
  package static func library() throws(SQLiteError) -> SQLite { try system.get() }

  private static func load() throws(SQLiteError) -> SQLite {
    #if canImport(Darwin)
      let library = unsafe SQLite(functions: SQLiteFunctions())
    #else
      let names = ["libsqlite3.so.0", "libsqlite3.so"]
      guard let handle = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
        throw .unavailable("the system has no libsqlite3.so.0; Debian and Ubuntu have it in the package libsqlite3-0")
      }
      let library: SQLite
      do {
        library = unsafe SQLite(functions: try SQLiteFunctions(handle))
      } catch let error as SQLiteError {
        throw error
      } catch {
        throw .unavailable("the system's SQLite cannot be loaded")
      }
    #endif
    try check(version: library.version, isThreadSafe: unsafe library.functions.isThreadSafe() != 0)
    return library
  }

  static func check(version: CInt, isThreadSafe: Bool) throws(SQLiteError) {
    guard version >= oldestVersion else {
      let text = "\(version / 1_000_000).\(version / 1_000 % 1_000).\(version % 1_000)"
      throw .unavailable("the system's SQLite has version \(text); 3.37 or newer is needed")
    }
    guard isThreadSafe else { throw .unavailable("the system's SQLite is built without thread safety") }
  }

  /// What a result code means, in English.
  package func description(of code: CInt) -> String {
    unsafe functions.describe(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
