/// A message digest. All of them use one padding scheme: 64-byte blocks, a one bit, zeros, and the length in bits (RFC 1321 for MD5,
/// RFC 6234 for SHA-1 and SHA-256).
///
/// `RelayRuntime` and `RelayCompilerCore` both contain this file and those of SHA-1 and SHA-256; the compiler has links to them.
protocol MessageDigest {
  init()
  static var lengthIsBigEndian: Bool { get }
  /// - Parameter block: 64 bytes.
  mutating func absorb(_ block: ArraySlice<UInt8>)
  var digest: [UInt8] { get }
}

extension MessageDigest {
  /// The digest in lower-case hexadecimal.
  static func hexadecimalDigest(of message: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest(of: message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
    let message = Array(bytes)
    var state = Self()
    let whole = message.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) { state.absorb(message[start..<start + 64]) }
    var tail = Array(message[whole...])
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(message.count) &* 8
    for index in 0..<8 {
      let shift = UInt64(lengthIsBigEndian ? 56 - 8 * index : 8 * index)
      tail.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    for start in stride(from: 0, to: tail.count, by: 64) { state.absorb(tail[start..<start + 64]) }
    return state.digest
  }
}

@inline(__always)
func rotatedLeft(_ value: UInt32, by count: UInt32) -> UInt32 { value &<< count | value &>> (32 &- count) }

/// The sixteen words of a block.
func bigEndianWords(_ block: ArraySlice<UInt8>) -> [UInt32] {
  (0..<16).map { index in
    (0..<4).reduce(0) { word, byte in word << 8 | UInt32(block[block.startIndex + index * 4 + byte]) }
  }
}

func bigEndianBytes(_ words: [UInt32]) -> [UInt8] {
  words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
}
