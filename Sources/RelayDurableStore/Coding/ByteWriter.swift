/// Writes numbers and texts as bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes a number in groups of seven bits, the lowest first.
  mutating func write(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(count: Int) { write(varint: UInt64(count)) }

  /// Writes a number such that those near zero are short.
  mutating func write(signed value: Int64) { write(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  mutating func write(double value: Double) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift)) }
  }

  mutating func write(_ text: String) {
    write(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }
}
