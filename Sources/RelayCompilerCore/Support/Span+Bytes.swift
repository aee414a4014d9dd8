/// Bytes that someone else owns. The compiler does not let a span outlive them.
extension Span<UInt8> {
  var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

  /// The text of the UTF-8.
  var string: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

  func contains(where predicate: (UInt8) -> Bool) -> Bool {
    for index in indices where predicate(self[index]) { return true }
    return false
  }

  package func hasSameBytes(as other: Span<UInt8>) -> Bool { count == other.count && sharedPrefix(with: other) == count }

  /// Whether the bytes come first in the order of bytes, which for UTF-8 is that of code points.
  package func precedes(_ other: Span<UInt8>) -> Bool {
    let position = sharedPrefix(with: other)
    return position < count && position < other.count ? self[position] < other[position] : count < other.count
  }

  /// The number of bytes at the beginning that are the same.
  private func sharedPrefix(with other: Span<UInt8>) -> Int {
    let limit = Swift.min(count, other.count)
    var position = 0
    while position + 8 <= limit, word(at: position) == other.word(at: position) { position += 8 }
    while position < limit, self[position] == other[position] { position += 1 }
    return position
  }

  /// Eight bytes, the first in the lowest bits.
  func word(at position: Int) -> UInt64 {
    // Sound: the position is checked, and any eight bytes are a number.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  var isASCII: Bool {
    var position = 0
    while position + 8 <= count {
      if word(at: position) & 0x8080_8080_8080_8080 != 0 { return false }
      position += 8
    }
    while position < count {
      if self[position] >= 0x80 { return false }
      position += 1
    }
    return true
  }
}

extension [UInt8] {
  /// Whether these bytes are at the position, and end before the limit or there.
  func has(_ bytes: Span<UInt8>, at start: Int, before limit: Int) -> Bool {
    bytes.count <= limit - start && span.extracting(start..<start + bytes.count).hasSameBytes(as: bytes)
  }

  mutating func append(contentsOf bytes: Span<UInt8>) { unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) } }
}

extension String {
  /// Calls `body` with the UTF-8 bytes. A string's own view would go through them character by character.
  package func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    var text = self
    return try text.withUTF8 { try body(unsafe $0.span) }
  }
}

extension StaticString {
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result { withUTF8Buffer { body(unsafe $0.span) } }
}
