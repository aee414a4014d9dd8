#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Splits a stream of bytes into messages: headers such as `Content-Length: 120`, an empty line, and so many bytes.
struct MessageFramer {
  /// The largest message that is read. A schema is sent as a whole when it is opened.
  static let limit = 256 << 20

  private var buffer: [UInt8] = []
  private var position = 0

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer += bytes
  }

  enum Part: Equatable {
    case message([UInt8])
    /// More bytes are needed.
    case incomplete
    /// Headers without a length. Reading goes on at the next header that has one.
    case broken
  }

  mutating func next() -> Part {
    var length: Int?
    var lineStart = position
    while let end = buffer[lineStart...].firstIndex(of: 0x0A) {
      var line = buffer[lineStart..<end]
      if line.last == 0x0D { line = line.dropLast() }
      lineStart = end + 1
      if line.isEmpty {
        guard let length, length >= 0, length <= Self.limit else { return .broken }
        guard buffer.count - lineStart >= length else { return .incomplete }
        position = lineStart + length
        return .message(Array(buffer[lineStart..<position]))
      }
      let header = String(decoding: line, as: UTF8.self).lowercased()
      if header.hasPrefix("content-length:") {
        let digits = header.dropFirst("content-length:".count).filter { $0 != " " }
        guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(digits) else { return .broken }
        length = number
      } else if !header.contains(":") {
        return .broken
      }
    }
    return buffer.count - position > 4096 && length == nil ? .broken : .incomplete
  }

  /// Skips to the next header with a length, after broken ones.
  mutating func resynchronize() {
    let word = Array("content-length:".utf8)
    var start = position + 1
    while start + word.count <= buffer.count {
      if zip(word, buffer[start...]).allSatisfy({ $0 == $1 | 0x20 || $0 == $1 }) {
        position = start
        return
      }
      start += 1
    }
    // The beginning of such a header may be at the end.
    position = max(position + 1, min(buffer.count, start))
  }

  static func frame(_ message: [UInt8]) -> [UInt8] { Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message }
}

/// Two ends of a connection, usually standard input and output.
struct MessageStream: Sendable {
  let input: Int32
  let output: Int32

  /// Calls `body` with each message until the other side ends, and with nil for what is no message.
  func read(_ body: ([UInt8]?) -> Void) {
    var framer = MessageFramer()
    while true {
      switch framer.next() {
      case .message(let message): body(message)
      case .broken:
        body(nil)
        framer.resynchronize()
      case .incomplete:
        guard let bytes = Self.readSome(input) else { return }
        framer.append(bytes)
      }
    }
  }

  /// Returns whether the other side is still there.
  func write(_ message: [UInt8]) -> Bool { Self.writeAll(MessageFramer.frame(message), to: output) }

  /// The bytes that have arrived; nil at the end.
  static func readSome(_ descriptor: Int32) -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      // Sound: the call writes at most `count` bytes into a buffer of the caller's.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      return count > 0 ? buffer[..<count] : nil
    }
  }

  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      // Sound: the call reads the bytes after `start`.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(descriptor, $0.baseAddress.map { unsafe $0 + start }, $0.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  /// A reader that goes away must not end the process before it has cleaned up.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { unsafe write(descriptor, buffer, count) }
