/// Reads what a `ByteWriter` has written. The bytes may be anything: whatever they are, reading ends with a value or an error.
struct ByteReader {
  /// The bytes are not what a writer writes.
  struct Malformed: Error {}

  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// What has not been read.
  var rest: [UInt8] { [UInt8](bytes[position...]) }

  mutating func readByte() throws(Malformed) -> UInt8 {
    guard position < bytes.count else { throw Malformed() }
    position += 1
    return bytes[position - 1]
  }

  mutating func readVarint() throws(Malformed) -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = try readByte()
      guard shift < 63 || byte <= 1 else { throw Malformed() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  /// Reads the number of elements, each of which has at least `size` bytes: so that no number makes room for more than there can be.
  mutating func readCount(of size: Int = 1) throws(Malformed) -> Int {
    let count = try readVarint()
    guard count <= UInt64((bytes.count - position) / size) else { throw Malformed() }
    return Int(count)
  }

  mutating func readSigned() throws(Malformed) -> Int64 {
    let value = try readVarint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func readDouble() throws(Malformed) -> Double {
    guard bytes.count - position >= 8 else { throw Malformed() }
    var pattern: UInt64 = 0
    for index in (0..<8).reversed() { pattern = pattern << 8 | UInt64(bytes[position + index]) }
    position += 8
    return Double(bitPattern: pattern)
  }

  mutating func skip(_ count: Int) throws(Malformed) {
    guard count >= 0, count <= bytes.count - position else { throw Malformed() }
    position += count
  }

  /// Reads a text.
  ///
  /// - Returns: the position of its bytes in `texts`; `nil` if it is none of them.
  mutating func readString(among texts: [[UInt8]]) throws(Malformed) -> Int? {
    let count = try readCount()
    let found = bytes[position..<position + count]
    position += count
    return texts.firstIndex { $0.count == count && found.elementsEqual($0) }
  }

  mutating func readString() throws(Malformed) -> String {
    let count = try readCount()
    let found = bytes[position..<position + count]
    // Validating goes through generic code of the standard library. Decoding repairs what is not UTF-8, and then it has other bytes.
    let text = String(decoding: found, as: UTF8.self)
    guard text.utf8.count == count, text.utf8.elementsEqual(found) else { throw Malformed() }
    position += count
    return text
  }
}
