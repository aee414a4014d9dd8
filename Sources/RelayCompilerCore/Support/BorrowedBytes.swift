/// Bytes that someone else owns, for the time of a call: they cannot be copied, so that nobody who borrows them can keep them.
///
/// This is what the standard library's `Span` is for. But that needs a library of its own on Apple's systems before version 26.
@safe package struct BorrowedBytes: ~Copyable {
  // Sound: only functions that keep the bytes alive make a value, for a closure that borrows it. Positions are checked, and any bytes are a
  // number.
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  var count: Int { unsafe bytes.count }
  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < count)
    return unsafe bytes[position]
  }

  /// Calls `body` with a part.
  func withSlice<Result>(_ range: Range<Int>, _ body: (borrowing BorrowedBytes) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return body(unsafe BorrowedBytes(UnsafeBufferPointer(rebasing: bytes[range])))
  }

  func withUnsafeBufferPointer(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { unsafe body(bytes) }

  var array: [UInt8] { unsafe Array(bytes) }

  /// The text of the UTF-8.
  var string: String { unsafe String(decoding: bytes, as: UTF8.self) }

  func contains(where predicate: (UInt8) -> Bool) -> Bool {
    for index in indices where predicate(self[index]) { return true }
    return false
  }

  package func hasSameBytes(as other: borrowing BorrowedBytes) -> Bool { count == other.count && sharedPrefix(with: other) == count }

  /// Whether the bytes come first in the order of bytes, which for UTF-8 is that of code points.
  package func precedes(_ other: borrowing BorrowedBytes) -> Bool {
    let position = sharedPrefix(with: other)
    return position < count && position < other.count ? self[position] < other[position] : count < other.count
  }

  /// The number of bytes at the beginning that are the same.
  private func sharedPrefix(with other: borrowing BorrowedBytes) -> Int {
    let limit = Swift.min(count, other.count)
    var position = 0
    while position + 8 <= limit, word(at: position) == other.word(at: position) { position += 8 }
    while position < limit, self[position] == other[position] { position += 1 }
    return position
  }

  /// Eight bytes, the first in the lowest bits.
  func word(at position: Int) -> UInt64 {
    precondition(position >= 0 && position + 8 <= count)
    return UInt64(littleEndian: unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self))
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
  func has(_ bytes: borrowing BorrowedBytes, at start: Int, before limit: Int) -> Bool {
    bytes.count <= limit - start && self[start..<start + bytes.count].withBytes { $0.hasSameBytes(as: bytes) }
  }

  mutating func append(contentsOf bytes: borrowing BorrowedBytes) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  package func withBytes<Result>(_ body: (borrowing BorrowedBytes) -> Result) -> Result { self[...].withBytes(body) }
}

extension ArraySlice<UInt8> {
  func withBytes<Result>(_ body: (borrowing BorrowedBytes) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { body(unsafe BorrowedBytes($0)) }
  }
}

extension String {
  /// Calls `body` with the UTF-8 bytes. A string's own view would go through them character by character.
  package func withBytes<Result>(_ body: (borrowing BorrowedBytes) throws -> Result) rethrows -> Result {
    var text = self
    return try text.withUTF8 { try body(unsafe BorrowedBytes($0)) }
  }
}

extension StaticString {
  func withBytes<Result>(_ body: (borrowing BorrowedBytes) -> Result) -> Result { withUTF8Buffer { body(unsafe BorrowedBytes($0)) } }
}
