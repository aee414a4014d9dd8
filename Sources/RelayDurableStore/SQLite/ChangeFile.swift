import Foundation
import RelaySQLite

/// The file that tells other processes that something has changed: which generation of the data there is, and its epoch.
///
/// It is written in place, because readers watch the file, and after the change, so that they find it. Its contents are only a hint: what
/// counts is in the database.
struct ChangeFile: Sendable {
  struct Signal: Sendable, Hashable {
    var generation: Int64
    var epoch: Int64
    /// The process and store that have written it.
    var sender: Int64
  }

  private let url: URL
  /// A number for this store, so that it does not follow itself.
  let sender = Int64.random(in: .min ... .max)

  init(_ url: URL) { self.url = url }

  /// Writes a signal, unless the last one says the same.
  func announce(_ generation: Int64, _ epoch: Int64) {
    if let last = read(), last.generation == generation, last.epoch == epoch { return }
    write(generation, epoch)
  }

  func write(_ generation: Int64, _ epoch: Int64) {
    var bytes = [generation, epoch, sender].flatMap(ChangeFile.bytes)
    var checksum = CRC32C()
    checksum.add(bytes)
    bytes += ChangeFile.bytes(Int64(checksum.value))
    let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    // The buffer is used during the call only.
    unsafe bytes.withUnsafeBytes { _ = unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    close(descriptor)
    ChangeNotification(url)?.post()
  }

  /// The last signal; `nil` if there is none, or if it is being written just now.
  func read() -> Signal? {
    let descriptor = unsafe open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 32)
    // As above.
    guard unsafe bytes.withUnsafeMutableBytes({ unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }) == bytes.count else { return nil }
    var checksum = CRC32C()
    checksum.add(bytes[..<24])
    let values = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    guard values[3] == UInt64(checksum.value) else { return nil }
    return Signal(
      generation: Int64(bitPattern: values[0]), epoch: Int64(bitPattern: values[1]), sender: Int64(bitPattern: values[2]))
  }

  /// Eight bytes, the lowest first: every signal has the same length, so that none is longer than the one that it replaces.
  private static func bytes(_ value: Int64) -> [UInt8] {
    stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: value >> Int64($0)) }
  }
}
