internal import RelayCompilerCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files and folders through POSIX calls: loading Foundation would take longer than reading the sources.
enum FileSystem {
  // Sound: a path is a C string for the time of a call, which writes into variables of its caller and keeps neither. What the system
  // allocates is used only before it is released, at the end of the function.

  enum Kind: Equatable {
    case file, directory, other
    /// In a folder: something whose name is not UTF-8. It is shown with escapes, and has no path.
    case misnamed(isFolder: Bool)
  }

  static let currentDirectory: String = {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe text(path)
  }()

  /// An absolute path without `.` and `..`. Relative paths are relative to the current folder.
  static func absolute(_ path: String) -> String { FilePath.absolute(path, relativeTo: currentDirectory) }

  /// nil if nothing exists there. Links are followed.
  static func kind(_ path: String) -> Kind? {
    status(of: path).map { kind($0.st_mode) }
  }

  static func isLink(_ path: String) -> Bool {
    status(of: path, followingLinks: false).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
  }

  /// Where a link to a file leads; otherwise, the path itself.
  static func target(of path: String) -> String {
    guard isLink(path), kind(path) == .file, let target = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(target) }
    return unsafe String(validatingCString: target) ?? path
  }

  /// The identity of a file, whatever its name.
  struct Identity: Hashable {
    private var device: UInt64
    private var inode: UInt64

    /// nil if nothing exists there. Links are followed.
    init?(_ path: String) {
      guard let status = status(of: path) else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  static func areSameFile(_ a: String, _ b: String) -> Bool {
    guard let identity = Identity(a) else { return false }
    return identity == Identity(b)
  }

  /// The time since a file was written, in seconds.
  static func age(of path: String) -> Int? {
    var now = timespec()
    guard let status = status(of: path, followingLinks: false), unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
    #if canImport(Darwin)
      let written = status.st_mtimespec.tv_sec
    #else
      let written = status.st_mtim.tv_sec
    #endif
    return now.tv_sec.subtractingReportingOverflow(written).partialValue
  }

  private static func kind(_ mode: mode_t) -> Kind {
    switch mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    default: .other
    }
  }

  /// - Parameters:
  ///   - limit: the number of bytes of the largest file that is read.
  ///   - followingLinks: whether the path may be a link to the file. Otherwise, a link is an error.
  static func read(_ path: String, limit: Int, followingLinks: Bool = true) throws(FileSystemError) -> [UInt8] {
    // Non-blocking, because the path may be a pipe without a writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else { throw FileSystemError(path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileSystemError(path) }
    guard kind(status.st_mode) != .directory else { throw FileSystemError(path, EISDIR) }
    guard kind(status.st_mode) == .file else { throw FileSystemError(path, EINVAL) }
    // One byte more than the size: a read that returns exactly the size has reached the end, and a second read is not needed.
    let size = Int(status.st_size)
    guard size <= limit else { throw FileSystemError(path, size: size, limit: limit) }
    var bytes: [UInt8] = []
    var capacity = size + 1
    var failure: Int32 = 0
    repeat {
      let part = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        while count < capacity {
          let got = unsafe readBytes(descriptor, into: UnsafeMutableBufferPointer(rebasing: buffer[count..<capacity]))
          if got < 0, errno == EINTR { continue }
          if got < 0 { failure = errno }
          if got <= 0 { break }
          count += got
          if bytes.isEmpty, count == size { break }
        }
      }
      if bytes.isEmpty { bytes = part } else { bytes.append(contentsOf: part) }
      guard failure == 0 else { throw FileSystemError(path, failure) }
      if part.count < capacity { return bytes }
      guard bytes.count <= limit else { throw FileSystemError(path, size: bytes.count, limit: limit) }
      capacity = max(capacity, 65536)
    } while true
  }

  /// Whether a file has exactly these bytes. Fails if the path is a link.
  static func contains(_ bytes: [UInt8], _ path: String) throws(FileSystemError) -> Bool {
    guard let status = status(of: path, followingLinks: false) else { throw FileSystemError(path) }
    // A file of another size need not be read.
    if kind(status.st_mode) == .file, Int(status.st_size) != bytes.count { return false }
    let found = try read(path, limit: bytes.count, followingLinks: false)
    return found.withBytes { found in bytes.withBytes { $0.hasSameBytes(as: found) } }
  }

  /// Creates a file. Fails if there is anything at the path, even a link. A file that cannot be written completely is removed again.
  ///
  /// - Parameter original: a file whose permissions it gets, if there is one.
  static func create(_ path: String, _ bytes: [UInt8], like original: String? = nil) throws(FileSystemError) {
    let permissions = original.flatMap { status(of: $0) }.map { $0.st_mode & 0o777 }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions ?? 0o644)
    guard descriptor >= 0 else { throw FileSystemError(path) }
    // The process's mask may have taken some away.
    if let permissions { _ = fchmod(descriptor, permissions) }
    var failure: FileSystemError?
    if !write(bytes, to: descriptor) { failure = FileSystemError(path) }
    // Some file systems report a lack of space only here.
    if close(descriptor) != 0, errno != EINTR, failure == nil { failure = FileSystemError(path) }
    if let failure {
      unsafe unlink(path)
      throw failure
    }
  }

  /// Replaces a file by another atomically.
  static func rename(_ path: String, to destination: String) throws(FileSystemError) {
    guard move(path, to: destination) == 0 else { throw FileSystemError(destination) }
  }

  static func remove(_ path: String) throws(FileSystemError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw FileSystemError(path) }
  }

  static func createDirectory(_ path: String) throws(FileSystemError) {
    if kind(path) == .directory { return }
    let parent = FilePath.directory(of: path)
    if parent != path { try createDirectory(parent) }
    if unsafe mkdir(path, 0o755) == 0 { return }
    let code = errno
    guard code == EEXIST else { throw FileSystemError(path, code) }
    // Another process may have created it.
    guard kind(path) == .directory else { throw FileSystemError(path, ENOTDIR) }
  }

  /// A text of the system. What is not UTF-8 in it becomes escapes, as in `caf\xE9`.
  static func text(_ source: UnsafePointer<CChar>) -> String {
    if let text = unsafe String(validatingCString: source) { return text }
    var rest = unsafe UnsafeBufferPointer(start: source, count: strlen(source)).map { UInt8(bitPattern: $0) }[...]
    var text = ""
    while let byte = rest.first {
      let scalar = (1...4).lazy.map { String(decoding: rest.prefix($0), as: UTF8.self) }
        .first { $0.unicodeScalars.count == 1 && rest.starts(with: $0.utf8) }
      text += scalar ?? "\\x" + String(byte, radix: 16, uppercase: true)
      rest.removeFirst(scalar?.utf8.count ?? 1)
    }
    return text
  }

  /// The names in a folder, in any order.
  ///
  /// - Parameter followingLinks: whether a link counts as its target. Otherwise, it is neither a file nor a folder.
  static func names(in directory: String, followingLinks: Bool = true) throws(FileSystemError) -> [(name: String, kind: Kind)] {
    guard let stream = unsafe opendir(directory) else { throw FileSystemError(directory) }
    defer { unsafe closedir(stream) }
    var result: [(name: String, kind: Kind)] = []
    while let entry = unsafe readdir(stream) {
      let (name, isText) = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) { bytes in
          unsafe (text: text(bytes), isText: String(validatingCString: bytes) != nil)
        }
      }
      if name == "." || name == ".." { continue }
      if !isText {
        unsafe result.append((name, .misnamed(isFolder: Int32(entry.pointee.d_type) == Int32(DT_DIR))))
        continue
      }
      switch unsafe Int32(entry.pointee.d_type) {
      case Int32(DT_REG): result.append((name, .file))
      case Int32(DT_DIR): result.append((name, .directory))
      default:
        let path = directory + "/" + name
        // Some file systems do not report the kind.
        if !followingLinks, isLink(path) {
          result.append((name, .other))
        } else if let kind = kind(path) {
          result.append((name, kind))
        }
      }
    }
    return result
  }

  /// Every file below a folder whose relative path `matches`, sorted by path. Hidden folders are skipped; a folder with several links to
  /// it is visited once.
  ///
  /// - Parameter misnamed: called with the path of each file or folder whose name is not UTF-8, and which would otherwise be looked at.
  static func files(
    below root: String, followingLinks: Bool = true, excluding isExcluded: (String) -> Bool, where matches: (String) -> Bool,
    misnamed: (_ path: String, _ isFolder: Bool) -> Void = { _, _ in }
  ) throws(FileSystemError) -> [String] {
    var result: [String] = []
    var visited: Set<Identity> = []
    var pending = [""]
    while let relative = pending.popLast() {
      let path = relative.isEmpty ? root : root + "/" + relative
      guard let identity = Identity(path), visited.insert(identity).inserted else { continue }
      var folders: [String] = []
      for (name, kind) in try names(in: path, followingLinks: followingLinks) where !name.hasPrefix(".") {
        let child = relative.isEmpty ? name : relative + "/" + name
        switch kind {
        case .directory: if !isExcluded(child + "/") { folders.append(child) }
        case .file: if matches(child), !isExcluded(child) { result.append(root + "/" + child) }
        case .misnamed(let isFolder):
          if isFolder ? !isExcluded(child + "/") : matches(child) && !isExcluded(child) { misnamed(root + "/" + child, isFolder) }
        case .other: continue
        }
      }
      // The order decides by which of several links a folder is visited.
      pending.append(contentsOf: folders.sorted { $1.precedesByBytes($0) })
    }
    return result.sorted { $0.precedesByBytes($1) }
  }

  /// Whether an environment variable has a value.
  static func environmentHas(_ name: String) -> Bool { unsafe getenv(name).map { unsafe $0.pointee != 0 } ?? false }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func writeToStandard(_ descriptor: Int32, _ bytes: [UInt8]) { _ = write(bytes, to: descriptor) }

  /// Returns whether everything was written. If not, `errno` has the reason.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let count = unsafe writeBytes(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        unsafe rest = unsafe rest.dropFirst(count)
      }
      return true
    }
  }

  /// The time in nanoseconds of a monotonic clock.
  static func now() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

private func status(of path: String, followingLinks: Bool = true) -> stat? {
  var status = stat()
  return unsafe (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
}

// The functions of the system that `FileSystem` has functions of the same name for.
// Sound: the system neither reads nor writes more than the count that it is given, which is that of the buffer.

private func readBytes(_ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  unsafe read(descriptor, buffer.baseAddress, buffer.count)
}

private func writeBytes(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  unsafe write(descriptor, buffer.baseAddress, buffer.count)
}

private func move(_ path: String, to destination: String) -> Int32 { unsafe rename(path, destination) }

extension String {
  func hasSameBytes(as other: String) -> Bool { withBytes { left in other.withBytes { left.hasSameBytes(as: $0) } } }

  /// Compares bytes.
  fileprivate func precedesByBytes(_ other: String) -> Bool { withBytes { left in other.withBytes { left.precedes($0) } } }
}

struct FileSystemError: Error {
  var path: String
  var reason: String

  init(_ path: String, _ code: Int32 = errno) {
    self.path = path
    reason = unsafe String(cString: strerror(code))
  }

  /// There is a folder instead of a file at the path.
  init(occupiedByFolder path: String) { self.init(path, EISDIR) }

  init(_ path: String, size: Int, limit: Int) {
    self.path = path
    reason = "it has \(size) bytes, and at most \(limit >> 20) MB are read"
  }

  /// The same error for the final path instead of a temporary one.
  init(_ failure: FileSystemError, at path: String) {
    self = failure
    self.path = path
  }
}
