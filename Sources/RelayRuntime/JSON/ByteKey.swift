import Foundation

/// A string as a dictionary key, compared by its bytes.
///
/// Swift compares strings by canonical equivalence: "é" may be one code point, or an "e" followed by a combining accent. To a server
/// these are two different ids.
package struct ByteKey: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ByteKey, right: ByteKey) -> Bool { left.text.hasSameBytes(as: right.text) }

  package func hash(into hasher: inout Hasher) {
    // The hasher reads the bytes during the call.
    let isHashed: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Whether both have the same bytes. Strings with different bytes may still be equal as Swift strings.
  @inline(__always)
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    // Both have that many bytes, which are valid during the call.
    let isSame = unsafe utf8.withContiguousStorageIfAvailable { left in
      unsafe other.utf8.withContiguousStorageIfAvailable { right in
        guard let left = left.baseAddress, let start = right.baseAddress else { return true }
        return unsafe left == start || memcmp(left, start, right.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether the text comes before another one in the order of their bytes.
  package func precedesByBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

  /// Whether the bytes of `other` occur in those of this text.
  func containsBytes(of other: StaticString) -> Bool {
    var rest = utf8[...]
    // The bytes of a static text are part of the program.
    while rest.count >= other.utf8CodeUnitCount {
      if unsafe rest.starts(with: UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Whether the bytes begin with those of `prefix`. `String.hasPrefix` differs if a combining mark follows the prefix.
  func hasBytePrefix(_ prefix: String) -> Bool {
    guard utf8.count >= prefix.utf8.count else { return false }
    // This text has at least as many bytes. Both are valid during the call.
    let isPrefix = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe prefix.utf8.withContiguousStorageIfAvailable { prefix in
        guard let start = bytes.baseAddress, let prefixStart = prefix.baseAddress else { return true }
        return unsafe memcmp(start, prefixStart, prefix.count) == 0
      }
    }
    return (isPrefix ?? nil) ?? utf8.starts(with: prefix.utf8)
  }

  /// The string without its first `count` bytes.
  func dropFirstBytes(_ count: Int) -> String { String(decoding: utf8.dropFirst(count), as: UTF8.self) }
}

extension Sequence<String> {
  /// Whether both have the same strings in the same order, compared by bytes.
  package func hasSameBytes(as other: some Sequence<String>) -> Bool { elementsEqual(other) { $0.hasSameBytes(as: $1) } }
}

extension [String: JSON] {
  /// Whether both have the same members, with names and values compared by bytes.
  func hasSameBytes(as other: [String: JSON]) -> Bool {
    guard count == other.count else { return false }
    for (name, value) in self {
      guard let index = other.index(forKey: name), other[index].key.hasSameBytes(as: name) else { return false }
      guard other[index].value == value else { return false }
    }
    return true
  }
}
