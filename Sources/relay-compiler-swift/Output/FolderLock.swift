#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells other runs that this one writes to a folder, while the object exists.
///
/// A run that is killed leaves unfinished files behind. The next run that has the folder to itself removes them. The lock is the system's
/// lock on the folder (`flock`), which ends with the process in any case.
final class FolderLock {
  private let descriptor: Int32

  /// nil if the folder cannot be locked, as on some network file systems. Other runs' files are then left alone.
  ///
  /// - Parameter isOutput: whether a run may write a file of this name to the folder.
  init?(_ folder: String, isOutput: (String) -> Bool) {
    descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    if lock(LOCK_EX | LOCK_NB) { FolderLock.removeLeftovers(in: folder, isOutput: isOutput) }
    // Other runs hold an exclusive lock only for cleaning up, without waiting. If it is held longer, the holder is a different program.
    for _ in 0..<200 {
      if lock(LOCK_SH | LOCK_NB) { return }
      guard errno == EWOULDBLOCK else { break }
      usleep(10_000)
    }
    return nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func lock(_ operation: Int32) -> Bool {
    while flock(descriptor, operation) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  // MARK: - Unfinished files

  /// The suffix of a file's name while it is being written: the process id, and a random number.
  static let suffix = mark + "\(getpid())-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)

  private static let mark = ".partial-"
  /// The time in seconds during which a process that does not see this lock may still be working.
  private static let patience: Int = 3600

  private static func removeLeftovers(in folder: String, isOutput: (String) -> Bool) {
    guard let names = try? FileSystem.names(in: folder, followingLinks: false) else { return }
    for (name, kind) in names where kind == .file {
      guard let unfinished = Unfinished(name), isOutput(unfinished.output) else { continue }
      let path = folder + "/" + name
      if isAlive(unfinished.process), FileSystem.age(of: path) ?? 0 < patience { continue }
      try? FileSystem.remove(path)
    }
  }

  private static func isAlive(_ process: pid_t) -> Bool {
    process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
  }

  /// The parts of a name such as `Story.graphql.swift.partial-4711-c0ffee`.
  private struct Unfinished {
    var output: String
    var process: pid_t

    init?(_ name: String) {
      let bytes = Array(name.utf8)
      let mark = Array(FolderLock.mark.utf8)
      guard bytes.count > mark.count, bytes.contains(UInt8(ascii: "-")),
        let start = (0...bytes.count - mark.count).last(where: { bytes[$0..<$0 + mark.count].elementsEqual(mark) })
      else { return nil }
      let parts = bytes[(start + mark.count)...].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard let number = parts.first, let process = pid_t(String(decoding: number, as: UTF8.self)), process > 0, parts.count <= 2,
        parts.dropFirst().allSatisfy({ part in
          !part.isEmpty && part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
        })
      else { return nil }
      output = String(decoding: bytes[..<start], as: UTF8.self)
      self.process = process
    }
  }
}
