#if canImport(Darwin)
  import SQLite3
#else
  import Foundation
#endif

/// The functions of SQLite that are used, with their signatures in C. ``SQLite`` calls them.
///
/// The signatures are those of `sqlite3.h`, which have been the same since 3.37: SQLite keeps its C interface compatible. None of the
/// functions is variadic. `sqlite3`, `sqlite3_stmt` and `sqlite3_blob` are incomplete types there, `sqlite3_int64` has 64 bits.
@unsafe struct SQLiteFunctions: Sendable {
  /// `sqlite3 *`
  typealias Connection = OpaquePointer
  /// `sqlite3_stmt *`
  typealias Prepared = OpaquePointer
  /// `sqlite3_blob *`
  typealias Blob = OpaquePointer
  /// `void (*)(void *)`: `sqlite3_destructor_type`.
  typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// `int sqlite3_libversion_number(void)`
  let version: @convention(c) @Sendable () -> CInt
  /// `int sqlite3_threadsafe(void)`
  let isThreadSafe: @convention(c) @Sendable () -> CInt
  /// `const char *sqlite3_errstr(int)`
  let describe: @convention(c) @Sendable (CInt) -> UnsafePointer<CChar>?

  /// `int sqlite3_open_v2(const char *, sqlite3 **, int flags, const char *vfs)`
  let open: @convention(c) @Sendable (UnsafePointer<CChar>?, UnsafeMutablePointer<Connection?>?, CInt, UnsafePointer<CChar>?) -> CInt
  /// `int sqlite3_close(sqlite3 *)`
  let close: @convention(c) @Sendable (Connection?) -> CInt
  /// `int sqlite3_extended_errcode(sqlite3 *)`
  let errorCode: @convention(c) @Sendable (Connection?) -> CInt
  /// `int sqlite3_system_errno(sqlite3 *)`
  let systemError: @convention(c) @Sendable (Connection?) -> CInt
  /// `int sqlite3_busy_timeout(sqlite3 *, int milliseconds)`
  let setBusyTimeout: @convention(c) @Sendable (Connection?, CInt) -> CInt
  /// `int sqlite3_get_autocommit(sqlite3 *)`
  let isOutsideTransaction: @convention(c) @Sendable (Connection?) -> CInt
  /// `sqlite3_int64 sqlite3_changes64(sqlite3 *)`, from 3.37 on.
  let changes: @convention(c) @Sendable (Connection?) -> Int64
  /// `sqlite3_int64 sqlite3_last_insert_rowid(sqlite3 *)`
  let lastRowID: @convention(c) @Sendable (Connection?) -> Int64
  /// `int sqlite3_file_control(sqlite3 *, const char *database, int operation, void *)`
  let control: @convention(c) @Sendable (Connection?, UnsafePointer<CChar>?, CInt, UnsafeMutableRawPointer?) -> CInt
  /// `int sqlite3_wal_checkpoint_v2(sqlite3 *, const char *database, int mode, int *frames, int *checkpointed)`
  let checkpoint:
    @convention(c) @Sendable (
      Connection?, UnsafePointer<CChar>?, CInt, UnsafeMutablePointer<CInt>?, UnsafeMutablePointer<CInt>?
    ) -> CInt

  /// `int sqlite3_prepare_v3(sqlite3 *, const char *, int bytes, unsigned int flags, sqlite3_stmt **, const char **rest)`
  let prepare:
    @convention(c) @Sendable (
      Connection?, UnsafePointer<CChar>?, CInt, CUnsignedInt, UnsafeMutablePointer<Prepared?>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> CInt
  /// `int sqlite3_step(sqlite3_stmt *)`
  let step: @convention(c) @Sendable (Prepared?) -> CInt
  /// `int sqlite3_reset(sqlite3_stmt *)`
  let reset: @convention(c) @Sendable (Prepared?) -> CInt
  /// `int sqlite3_clear_bindings(sqlite3_stmt *)`
  let clearBindings: @convention(c) @Sendable (Prepared?) -> CInt
  /// `int sqlite3_finalize(sqlite3_stmt *)`
  let finalize: @convention(c) @Sendable (Prepared?) -> CInt

  /// `int sqlite3_bind_null(sqlite3_stmt *, int)`
  let bindNull: @convention(c) @Sendable (Prepared?, CInt) -> CInt
  /// `int sqlite3_bind_int64(sqlite3_stmt *, int, sqlite3_int64)`
  let bindInteger: @convention(c) @Sendable (Prepared?, CInt, Int64) -> CInt
  /// `int sqlite3_bind_double(sqlite3_stmt *, int, double)`
  let bindDouble: @convention(c) @Sendable (Prepared?, CInt, Double) -> CInt
  /// `int sqlite3_bind_text(sqlite3_stmt *, int, const char *, int bytes, void (*)(void *))`
  let bindText: @convention(c) @Sendable (Prepared?, CInt, UnsafePointer<CChar>?, CInt, Destructor?) -> CInt
  /// `int sqlite3_bind_blob(sqlite3_stmt *, int, const void *, int bytes, void (*)(void *))`
  let bindBlob: @convention(c) @Sendable (Prepared?, CInt, UnsafeRawPointer?, CInt, Destructor?) -> CInt

  /// `int sqlite3_column_type(sqlite3_stmt *, int)`
  let columnType: @convention(c) @Sendable (Prepared?, CInt) -> CInt
  /// `sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *, int)`
  let columnInteger: @convention(c) @Sendable (Prepared?, CInt) -> Int64
  /// `double sqlite3_column_double(sqlite3_stmt *, int)`
  let columnDouble: @convention(c) @Sendable (Prepared?, CInt) -> Double
  /// `const unsigned char *sqlite3_column_text(sqlite3_stmt *, int)`
  let columnText: @convention(c) @Sendable (Prepared?, CInt) -> UnsafePointer<UInt8>?
  /// `const void *sqlite3_column_blob(sqlite3_stmt *, int)`
  let columnBlob: @convention(c) @Sendable (Prepared?, CInt) -> UnsafeRawPointer?
  /// `int sqlite3_column_bytes(sqlite3_stmt *, int)`
  let columnBytes: @convention(c) @Sendable (Prepared?, CInt) -> CInt

  /// `int sqlite3_blob_open(sqlite3 *, const char *database, const char *table, const char *column, sqlite3_int64 row, int flags,
  /// sqlite3_blob **)`
  let openBlob:
    @convention(c) @Sendable (
      Connection?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int64, CInt, UnsafeMutablePointer<Blob?>?
    ) -> CInt
  /// `int sqlite3_blob_bytes(sqlite3_blob *)`
  let blobBytes: @convention(c) @Sendable (Blob?) -> CInt
  /// `int sqlite3_blob_read(sqlite3_blob *, void *, int count, int offset)`
  let readBlob: @convention(c) @Sendable (Blob?, UnsafeMutableRawPointer?, CInt, CInt) -> CInt
  /// `int sqlite3_blob_close(sqlite3_blob *)`
  let closeBlob: @convention(c) @Sendable (Blob?) -> CInt

  #if canImport(Darwin)
    /// The functions of the system's library, which is linked.
    init() {
      unsafe version = sqlite3_libversion_number
      unsafe isThreadSafe = sqlite3_threadsafe
      unsafe describe = sqlite3_errstr
      unsafe open = sqlite3_open_v2
      unsafe close = sqlite3_close
      unsafe errorCode = sqlite3_extended_errcode
      unsafe systemError = sqlite3_system_errno
      unsafe setBusyTimeout = sqlite3_busy_timeout
      unsafe isOutsideTransaction = sqlite3_get_autocommit
      unsafe changes = sqlite3_changes64
      unsafe lastRowID = sqlite3_last_insert_rowid
      unsafe control = sqlite3_file_control
      unsafe checkpoint = sqlite3_wal_checkpoint_v2
      unsafe prepare = sqlite3_prepare_v3
      unsafe step = sqlite3_step
      unsafe reset = sqlite3_reset
      unsafe clearBindings = sqlite3_clear_bindings
      unsafe finalize = sqlite3_finalize
      unsafe bindNull = sqlite3_bind_null
      unsafe bindInteger = sqlite3_bind_int64
      unsafe bindDouble = sqlite3_bind_double
      unsafe bindText = sqlite3_bind_text
      unsafe bindBlob = sqlite3_bind_blob
      unsafe columnType = sqlite3_column_type
      unsafe columnInteger = sqlite3_column_int64
      unsafe columnDouble = sqlite3_column_double
      unsafe columnText = sqlite3_column_text
      unsafe columnBlob = sqlite3_column_blob
      unsafe columnBytes = sqlite3_column_bytes
      unsafe openBlob = sqlite3_blob_open
      unsafe blobBytes = sqlite3_blob_bytes
      unsafe readBlob = sqlite3_blob_read
      unsafe closeBlob = sqlite3_blob_close
    }
  #else
    /// - Parameter library: a handle of `dlopen`, which nothing closes.
    /// - Throws: ``SQLiteError/unavailable(_:)`` if the library lacks a function.
    init(_ library: UnsafeMutableRawPointer) throws {
      // The cast is sound: `Function` is a `@convention(c)` type, an address like the one that is found, and beside each property stands
      // the declaration of the function whose name is given here.
      func function<Function>(_ name: String) throws -> Function {
        guard let address = unsafe dlsym(library, name) else {
          throw SQLiteError.unavailable("the system's SQLite has no function \(name); 3.37 or newer is needed")
        }
        return unsafe unsafeBitCast(address, to: Function.self)
      }
      unsafe version = try function("sqlite3_libversion_number")
      unsafe isThreadSafe = try function("sqlite3_threadsafe")
      unsafe describe = try function("sqlite3_errstr")
      unsafe open = try function("sqlite3_open_v2")
      unsafe close = try function("sqlite3_close")
      unsafe errorCode = try function("sqlite3_extended_errcode")
      unsafe systemError = try function("sqlite3_system_errno")
      unsafe setBusyTimeout = try function("sqlite3_busy_timeout")
      unsafe isOutsideTransaction = try function("sqlite3_get_autocommit")
      unsafe changes = try function("sqlite3_changes64")
      unsafe lastRowID = try function("sqlite3_last_insert_rowid")
      unsafe control = try function("sqlite3_file_control")
      unsafe checkpoint = try function("sqlite3_wal_checkpoint_v2")
      unsafe prepare = try function("sqlite3_prepare_v3")
      unsafe step = try function("sqlite3_step")
      unsafe reset = try function("sqlite3_reset")
      unsafe clearBindings = try function("sqlite3_clear_bindings")
      unsafe finalize = try function("sqlite3_finalize")
      unsafe bindNull = try function("sqlite3_bind_null")
      unsafe bindInteger = try function("sqlite3_bind_int64")
      unsafe bindDouble = try function("sqlite3_bind_double")
      unsafe bindText = try function("sqlite3_bind_text")
      unsafe bindBlob = try function("sqlite3_bind_blob")
      unsafe columnType = try function("sqlite3_column_type")
      unsafe columnInteger = try function("sqlite3_column_int64")
      unsafe columnDouble = try function("sqlite3_column_double")
      unsafe columnText = try function("sqlite3_column_text")
      unsafe columnBlob = try function("sqlite3_column_blob")
      unsafe columnBytes = try function("sqlite3_column_bytes")
      unsafe openBlob = try function("sqlite3_blob_open")
      unsafe blobBytes = try function("sqlite3_blob_bytes")
      unsafe readBlob = try function("sqlite3_blob_read")
      unsafe closeBlob = try function("sqlite3_blob_close")
    }
  #endif
}
