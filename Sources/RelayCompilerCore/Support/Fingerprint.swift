/// A fingerprint of bytes, 128 bits long: two different texts practically never have the same one by chance. It is fast and no defense
/// against anyone who wants two texts to look alike; `SHA256` is.
package struct Fingerprint: Hashable, Sendable {
  var high: UInt64
  var low: UInt64

  package init(_ bytes: some Collection<UInt8>) {
    self = bytes.withContiguousStorageIfAvailable { Fingerprint(unsafe BorrowedBytes($0)) } ?? Array(bytes).withBytes { Fingerprint($0) }
  }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private init(_ bytes: borrowing BorrowedBytes) {
    var first: UInt64 = 0x9e37_79b9_7f4a_7c15 ^ UInt64(bytes.count)
    var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f &+ UInt64(bytes.count)
    var position = 0
    func absorb(_ word: UInt64) {
      first = Self.mixed(first ^ word, 0xa076_1d64_78bd_642f)
      second = Self.mixed(second &+ word, 0xe703_7ed1_a0b4_28db) ^ first
    }
    while position + 8 <= bytes.count {
      absorb(bytes.word(at: position))
      position += 8
    }
    var rest: UInt64 = 1
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position += 1
    }
    absorb(rest)
    high = Self.mixed(first, 0x8ebc_6af0_9c88_c6e3)
    low = Self.mixed(second, 0x5899_65cc_7537_4cc3)
  }

  /// Both halves of the product. What is zero stays different from what was multiplied by zero.
  private static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low ^ (a >> 29)
  }

  /// 32 hexadecimal digits.
  package var hexadecimal: String {
    let parts = [high, low].map { part in
      let digits = String(part, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    return parts.joined()
  }
}
