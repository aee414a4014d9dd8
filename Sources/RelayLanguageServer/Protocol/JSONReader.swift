/// Reads the JSON of a message (RFC 8259).
///
/// A client's buffer may contain anything, and none of it may cost the message: a lone surrogate and bytes that are not UTF-8 become
/// U+FFFD, where Foundation's and the compiler's readers refuse the whole text. Nesting is limited.
package struct JSONReader {
  static let maximumDepth = 256

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  package struct Malformed: Error {}

  package static func read(_ bytes: [UInt8]) throws(Malformed) -> JSON {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value()
    reader.skipSpace()
    if reader.position < bytes.count { throw Malformed() }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
  }

  private mutating func skip(_ expected: UInt8) -> Bool {
    skipSpace()
    guard byte == expected, position < bytes.count else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(Malformed) -> JSON {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try nested { reader throws(Malformed) in .object(try reader.members()) }
    case UInt8(ascii: "["): return try nested { reader throws(Malformed) in .array(try reader.items()) }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested(_ read: (inout JSONReader) throws(Malformed) -> JSON) throws(Malformed) -> JSON {
    guard depth < Self.maximumDepth else { throw Malformed() }
    depth += 1
    position += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func members() throws(Malformed) -> [JSON.Member] {
    var members: [JSON.Member] = []
    if skip(UInt8(ascii: "}")) { return members }
    repeat {
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { throw Malformed() }
      let key = try string()
      guard skip(UInt8(ascii: ":")) else { throw Malformed() }
      members.append(JSON.Member(key, try value()))
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw Malformed() }
    return members
  }

  private mutating func items() throws(Malformed) -> [JSON] {
    var items: [JSON] = []
    if skip(UInt8(ascii: "]")) { return items }
    repeat { items.append(try value()) } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw Malformed() }
    return items
  }

  private mutating func word(_ word: String, _ value: JSON) throws(Malformed) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw Malformed() }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(Malformed) -> JSON {
    let start = position
    while position < bytes.count, "+-.eE0123456789".utf8.contains(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let number = Int(text), text.first != "+" { return .int(number) }
    guard let number = Double(text), number.isFinite else { throw Malformed() }
    return .double(number)
  }

  private mutating func string() throws(Malformed) -> String {
    position += 1
    var text: [UInt8] = []
    while true {
      // A buffer's text is long, so what needs no decoding is copied at once.
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") { position += 1 }
      text += bytes[start..<position]
      guard position < bytes.count else { throw Malformed() }
      position += 1
      if bytes[position - 1] == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      try escape(into: &text)
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(Malformed) {
    let kind = byte
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      if unit & 0xFC00 == 0xD800, position + 1 < bytes.count, byte == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") {
        let mark = position
        position += 2
        let low = try hexadecimal()
        if low & 0xFC00 == 0xDC00 { unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF) } else { position = mark }
      }
      text += Array(String(Character(Unicode.Scalar(unit) ?? "\u{FFFD}")).utf8)
    default: throw Malformed()
    }
  }

  private mutating func hexadecimal() throws(Malformed) -> UInt32 {
    guard position + 4 <= bytes.count,
      let unit = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw Malformed() }
    position += 4
    return unit
  }
}
