package import Foundation

/// What a database has done to its files, in order: what a machine that loses power has done at some point, and what it may have done of what
/// follows the last sync.
package struct PowerLog: Sendable, Codable {
  package enum Event: Sendable, Codable {
    case write(file: String, offset: Int, bytes: Data)
    case truncate(file: String, size: Int)
    case sync(file: String)
    /// Counts as durable at once: SQLite deletes a file only while it makes a new database.
    case delete(file: String)
    /// A batch has been committed.
    case committed(epoch: Int64)
  }

  package var events: [Event] = []

  package init() {}

  /// The files after a loss of power.
  package struct Files {
    package var contents: [String: Data] = [:]
    /// The epoch up to which everything is durable, and that of the last batch that may have been written.
    package var durable: Int64 = 0
    package var newest: Int64 = 0
  }

  /// The files if the power is lost before the event at `cut`: of what was not synced, some writes are there, some are not, and some are
  /// partly garbage, in sectors of 512 bytes.
  package func files(lostAt cut: Int, _ numbers: inout some RandomNumberGenerator) -> Files {
    var files = Files()
    var pending: [String: [Event]] = [:]
    var committed: Int64 = 0
    for event in events[..<cut] {
      switch event {
      case .write(let file, _, _), .truncate(let file, _): pending[file, default: []].append(event)
      case .sync(let file):
        for event in pending.removeValue(forKey: file) ?? [] { PowerLog.apply(event, to: &files.contents[file, default: Data()]) }
        if file.hasSuffix("-wal") { files.durable = committed }
      case .delete(let file):
        pending[file] = nil
        files.contents[file] = nil
      case .committed(let epoch): committed = epoch
      }
    }
    // The batch that was being written may be whole.
    files.newest = committed + 1
    for (file, events) in pending.sorted(by: { $0.key < $1.key }) {
      for event in events.shuffled(using: &numbers) {
        switch (Int.random(in: 0..<4, using: &numbers), event) {
        case (0, _): break
        case (1, .write(let file, let offset, var bytes)):
          for sector in stride(from: 0, to: bytes.count, by: 512) where Bool.random(using: &numbers) {
            for index in sector..<min(sector + 512, bytes.count) { bytes[index] = UInt8.random(in: .min ... .max, using: &numbers) }
          }
          PowerLog.apply(.write(file: file, offset: offset, bytes: bytes), to: &files.contents[file, default: Data()])
        default: PowerLog.apply(event, to: &files.contents[file, default: Data()])
        }
      }
    }
    return files
  }

  private static func apply(_ event: Event, to contents: inout Data) {
    switch event {
    case .write(_, let offset, let bytes):
      if contents.count < offset + bytes.count { contents.append(Data(count: offset + bytes.count - contents.count)) }
      contents.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    case .truncate(_, let size):
      if contents.count > size { contents.removeLast(contents.count - size) }
    default: break
    }
  }
}

#if os(Linux)
  /// Notes what SQLite does to its files: it takes the place of the methods of each file that is opened after ``install()``.
  enum PowerRecorder {
    private typealias Open =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?, CInt, UnsafeMutablePointer<CInt>?
      ) -> CInt
    private typealias Delete = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, CInt) -> CInt
    private typealias Write = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, CInt, Int64) -> CInt
    private typealias Truncate = @convention(c) (UnsafeMutableRawPointer?, Int64) -> CInt
    private typealias Sync = @convention(c) (UnsafeMutableRawPointer?, CInt) -> CInt

    /// The process has one thread that uses databases.
    nonisolated(unsafe) static var log = PowerLog()
    /// The call at which the process kills itself, instead of noting what it does; `nil` to note everything.
    nonisolated(unsafe) static var lastCall: Int?
    /// The calls so far, if the process is to kill itself.
    nonisolated(unsafe) private(set) static var calls = 0
    nonisolated(unsafe) private static var names: [UnsafeMutableRawPointer: String] = [:]
    nonisolated(unsafe) private static var open: Open?
    nonisolated(unsafe) private static var delete: Delete?
    nonisolated(unsafe) private static var methods: [UnsafeMutableRawPointer: UnsafeMutableRawPointer] = [:]

    // `struct sqlite3_vfs` and `struct sqlite3_io_methods` of `sqlite3.h`, on 64-bit systems.
    private static let (vfsSize, vfsOpen, vfsDelete) = (168, 40, 48)
    private static let (methodsSize, methodsWrite, methodsTruncate, methodsSync) = (152, 24, 32, 40)

    /// Notes a call before it is made.
    private static func note(_ event: @autoclosure () -> PowerLog.Event) {
      guard let lastCall else { return log.events.append(event()) }
      calls += 1
      if calls == lastCall { kill(getpid(), SIGKILL) }
    }

    /// - Returns: false if there is no SQLite.
    static func install() -> Bool {
      guard let library = dlopen("libsqlite3.so.0", RTLD_NOW), let find = dlsym(library, "sqlite3_vfs_find"),
        let register = dlsym(library, "sqlite3_vfs_register")
      else { return false }
      let findDefault = unsafeBitCast(find, to: (@convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?).self)
      let registerDefault = unsafeBitCast(register, to: (@convention(c) (UnsafeMutableRawPointer?, CInt) -> CInt).self)
      guard let system = findDefault(nil) else { return false }
      let shim = UnsafeMutableRawPointer.allocate(byteCount: vfsSize, alignment: 8)
      shim.copyMemory(from: system, byteCount: vfsSize)
      shim.storeBytes(of: UnsafePointer(strdup("recorder")), toByteOffset: 24, as: UnsafePointer<CChar>?.self)
      open = system.load(fromByteOffset: vfsOpen, as: Open.self)
      let opens: Open = { vfs, name, file, flags, result in
        let code = PowerRecorder.open?(vfs, name, file, flags, result) ?? 1
        if code == 0, let file, let name { PowerRecorder.follow(file, String(cString: name)) }
        return code
      }
      shim.storeBytes(of: opens, toByteOffset: vfsOpen, as: Open.self)
      delete = system.load(fromByteOffset: vfsDelete, as: Delete.self)
      let deletes: Delete = { vfs, name, syncs in
        if let name {
          PowerRecorder.note(.delete(file: URL(fileURLWithPath: String(cString: name)).lastPathComponent))
        }
        return PowerRecorder.delete?(vfs, name, syncs) ?? 1
      }
      shim.storeBytes(of: deletes, toByteOffset: vfsDelete, as: Delete.self)
      return registerDefault(shim, 1) == 0
    }

    private static func follow(_ file: UnsafeMutableRawPointer, _ path: String) {
      guard let original = file.load(as: UnsafeMutableRawPointer?.self) else { return }
      names[file] = URL(fileURLWithPath: path).lastPathComponent
      methods[file] = original
      let shim = UnsafeMutableRawPointer.allocate(byteCount: methodsSize, alignment: 8)
      shim.copyMemory(from: original, byteCount: methodsSize)
      let writes: Write = { file, bytes, count, offset in
        guard let file, let bytes, let methods = PowerRecorder.methods[file], let name = PowerRecorder.names[file] else { return 1 }
        PowerRecorder.note(.write(file: name, offset: Int(offset), bytes: Data(bytes: bytes, count: Int(count))))
        return methods.load(fromByteOffset: PowerRecorder.methodsWrite, as: Write.self)(file, bytes, count, offset)
      }
      let truncates: Truncate = { file, size in
        guard let file, let methods = PowerRecorder.methods[file], let name = PowerRecorder.names[file] else { return 1 }
        PowerRecorder.note(.truncate(file: name, size: Int(size)))
        return methods.load(fromByteOffset: PowerRecorder.methodsTruncate, as: Truncate.self)(file, size)
      }
      let syncs: Sync = { file, flags in
        guard let file, let methods = PowerRecorder.methods[file], let name = PowerRecorder.names[file] else { return 1 }
        PowerRecorder.note(.sync(file: name))
        return methods.load(fromByteOffset: PowerRecorder.methodsSync, as: Sync.self)(file, flags)
      }
      shim.storeBytes(of: writes, toByteOffset: methodsWrite, as: Write.self)
      shim.storeBytes(of: truncates, toByteOffset: methodsTruncate, as: Truncate.self)
      shim.storeBytes(of: syncs, toByteOffset: methodsSync, as: Sync.self)
      file.storeBytes(of: shim, as: UnsafeMutableRawPointer.self)
    }
  }
#endif
