/// Writes the numbers and texts of an archive.
struct ByteEncoder {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func append(fixed number: UInt64) {
    for offset in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(offset * 8))) }
  }

  mutating func append(_ text: some Collection<UInt8>) {
    append(text.count)
    bytes.append(contentsOf: text)
  }

  mutating func append(_ text: String?) {
    guard let text else { return append(false) }
    append(true)
    append(Array(text.utf8))
  }
}

/// Reads what `ByteEncoder` wrote. Anything may be in the bytes: what cannot be read throws.
struct ByteDecoder {
  struct Damage: Error {}

  private let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  var isAtEnd: Bool { position == bytes.count }
  var rest: ArraySlice<UInt8> { bytes[position...] }

  mutating func byte() throws(Damage) -> UInt8 {
    guard position < bytes.count else { throw Damage() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func flag() throws(Damage) -> Bool { try byte() != 0 }

  mutating func number() throws(Damage) -> Int {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || next <= 1 else { throw Damage() }
      result |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return Int(Int64(bitPattern: result)) }
      shift += 7
    }
  }

  /// A number from zero up to a limit, which is not part of it.
  mutating func number(below limit: Int) throws(Damage) -> Int {
    let number = try number()
    guard number >= 0, number < limit else { throw Damage() }
    return number
  }

  /// A number of elements, each of which takes at least a byte.
  mutating func count() throws(Damage) -> Int {
    let count = try number()
    guard count >= 0, count <= bytes.count - position else { throw Damage() }
    return count
  }

  mutating func fixed() throws(Damage) -> UInt64 {
    var result: UInt64 = 0
    for offset in 0..<8 { result |= UInt64(try byte()) << UInt64(offset * 8) }
    return result
  }

  mutating func text() throws(Damage) -> ArraySlice<UInt8> {
    let count = try count()
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func optionalText() throws(Damage) -> String? {
    try flag() ? String(decoding: text(), as: UTF8.self) : nil
  }
}
