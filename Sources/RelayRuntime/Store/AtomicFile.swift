import Foundation

/// A file that is replaced atomically: a reader finds either the old contents or the new ones, even if the writing process dies.
///
/// The new contents are written to a file with a random name in the same folder, which only the user can read. That file is created
/// exclusively, never through a link, and locked while it is written, so that other processes can distinguish it from the leftovers of
/// killed processes, which they remove.
///
/// The system's functions use the texts, bytes and variables whose addresses they get during the call only.
struct AtomicFile {
  private let file: URL
  private let folder: URL
  /// The prefix of the names of unfinished files. The hexadecimal digits of a 64-bit number follow.
  private let prefix: String

  private static let digitCount = 16

  /// - Parameter file: the file. It need not exist, but its folder must.
  init(_ file: URL) {
    self.file = file
    folder = file.deletingLastPathComponent()
    prefix = ".\(file.lastPathComponent).saving-"
  }

  /// Replaces the file after `data` has been flushed to disk.
  ///
  /// - Parameter commit: calls its argument to give the file its new contents, or throws.
  /// - Throws: `CocoaError`, and errors of `commit`. The file is unchanged then, and nothing is left in its folder.
  func replace(with data: Data, commit: (_ rename: () throws -> Void) throws -> Void = { try $0() }) throws {
    removeUnfinished()
    let (descriptor, path) = try create()
    defer { close(descriptor) }
    do {
      try fill(descriptor, with: data)
      guard fsync(descriptor) == 0 else { throw failure() }
      try commit { guard unsafe rename(path, file.path) == 0 else { throw failure() } }
    } catch {
      unsafe unlink(path)
      throw error
    }
    // Flushing the folder makes the new name durable. Not every file system supports that.
    let folder = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// - Returns: the file's contents; `nil` if it is not a regular file or has more than `maximumLength` bytes.
  func contents(maximumLength: Int) throws -> Data? {
    var status = stat()
    if unsafe stat(file.path, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFREG || kind == S_IFDIR, Int64(status.st_size) <= Int64(maximumLength) else { return nil }
    }
    return try Data(contentsOf: file)
  }

  /// Removes the leftovers of killed processes.
  func removeUnfinished() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where isUnfinished(name) {
      let path = folder.appendingPathComponent(name).path
      let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unsafe unlink(path) }
    }
  }

  private func isUnfinished(_ name: String) -> Bool {
    guard name.hasBytePrefix(prefix) else { return false }
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    return digits.count == AtomicFile.digitCount && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Creates the file that will replace the current one.
  private func create() throws -> (descriptor: CInt, path: String) {
    for _ in 0..<100 {
      let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      let name = prefix + String(repeating: "0", count: AtomicFile.digitCount - digits.count) + digits
      let path = folder.appendingPathComponent(name).path
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        if errno == EEXIST || errno == EINTR { continue }
        throw failure()
      }
      // Until the file is locked, another process may remove it as a leftover. On a file system without locks, nothing is removed.
      var status = stat()
      let isMine = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      if isMine, unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0 { return (descriptor, path) }
      unsafe unlink(path)
      close(descriptor)
    }
    throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
  }

  private func fill(_ descriptor: CInt, with data: Data) throws {
    unsafe try data.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let count = unsafe write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, min(rest.count, 1 << 24))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw failure() }
        unsafe rest = rest.dropFirst(count)
      }
    }
  }

  /// The error of the last system call that failed.
  private func failure() -> CocoaError {
    let number = errno
    let code: CocoaError.Code =
      switch number {
      case ENOSPC, EDQUOT: .fileWriteOutOfSpace
      case EACCES, EPERM: .fileWriteNoPermission
      case EROFS: .fileWriteVolumeReadOnly
      case ENOENT, ENOTDIR: .fileNoSuchFile
      default: .fileWriteUnknown
      }
    var information: [String: Any] = [NSFilePathErrorKey: file.path]
    if let cause = POSIXErrorCode(rawValue: number) { information[NSUnderlyingErrorKey] = POSIXError(cause) }
    return CocoaError(code, userInfo: information)
  }
}
