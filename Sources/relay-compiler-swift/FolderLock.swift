#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Says to other runs that this one writes to a folder, as long as it exists.
///
/// A run that is killed leaves the files behind that it had not finished. Who comes to a folder where no other run is at work removes them.
/// The lock is the system's own on the folder (`flock`), which ends with the process, however that ends.
final class FolderLock {
  private let descriptor: Int32

  /// nil where the folder cannot be locked, as on some network file systems. Then nobody else's files are touched.
  ///
  /// - Parameter isOutput: whether this is the name of a file that a run writes to the folder.
  init?(_ folder: String, isOutput: (String) -> Bool) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    if lock(LOCK_EX | LOCK_NB) { FolderLock.removeLeftovers(in: folder, isOutput: isOutput) }
    // Others clean up while they are alone, and never wait for anything. Who holds the folder for long is none of them.
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

  /// What a file's name ends in while it is being written: the process, and something that nobody can know.
  static let suffix = mark + "\(getpid())-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)

  private static let mark = ".partial-"
  /// As long as this a process may be at work that does not see this one's lock. In seconds.
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

  /// A name such as `Story.graphql.swift.partial-4711-c0ffee`, taken apart.
  private struct Unfinished {
    var output: String
    var process: pid_t

    init?(_ name: String) {
      let bytes = Array(name.utf8)
      let mark = Array(FolderLock.mark.utf8)
      guard bytes.count > mark.count,
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
