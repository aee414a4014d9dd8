#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Reads standard input with the system's own call: Foundation's file handle traps where it is closed, as in a plugin of SwiftPM.
enum StandardInput {
  /// Everything up to the end; nil if it cannot be read, or has more bytes than the limit.
  static func read(limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Sound: the system writes at most the buffer's own count into it.
      let count = unsafe part.withUnsafeMutableBytes { unsafe readBytes(into: $0) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += part.prefix(count)
      if bytes.count > limit { return nil }
    }
  }
}

private func readBytes(into buffer: UnsafeMutableRawBufferPointer) -> Int { unsafe read(0, buffer.baseAddress, buffer.count) }
