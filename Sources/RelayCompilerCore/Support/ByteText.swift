/// Writing text as bytes.
extension [UInt8] {
  package mutating func append(ascii text: StaticString) {
    text.withBytes { append(contentsOf: $0) }
  }

  /// The shortest decimal digits that represent the number, without an exponent and without `.0`.
  package mutating func append(decimal number: Double) {
    let text = Array(number.description.utf8)
    var digits: [UInt8] = []
    var pointAt: Int?
    var exponent = 0
    var position = 0
    var isNegative = false
    while position < text.count {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): pointAt = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent = Int(String(decoding: text[(position + 1)...], as: UTF8.self)) ?? 0
        position = text.count
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
      default: return append(contentsOf: text)
      }
      position += 1
    }
    var point = (pointAt ?? digits.count) + exponent
    while let first = digits.first, first == UInt8(ascii: "0"), digits.count > 1 {
      digits.removeFirst()
      point -= 1
    }
    while let last = digits.last, last == UInt8(ascii: "0"), digits.count > point, digits.count > 1 { digits.removeLast() }
    if digits == [UInt8(ascii: "0")] { point = 1 }
    if isNegative { append(UInt8(ascii: "-")) }
    if point <= 0 {
      append(ascii: "0.")
      for _ in point..<0 { append(UInt8(ascii: "0")) }
      append(contentsOf: digits)
    } else if point >= digits.count {
      append(contentsOf: digits)
      for _ in digits.count..<point { append(UInt8(ascii: "0")) }
    } else {
      append(contentsOf: digits[..<point])
      append(UInt8(ascii: "."))
      append(contentsOf: digits[point...])
    }
  }

  /// A JSON string with the UTF-8 text, including quotes.
  package mutating func append(jsonString text: some Sequence<UInt8>) {
    append(UInt8(ascii: "\""))
    append(jsonEscaped: text)
    append(UInt8(ascii: "\""))
  }

  /// The UTF-8 text with escapes, for use between the quotes of a JSON or GraphQL string.
  package mutating func append(jsonEscaped text: some Sequence<UInt8>) {
    let isDone: Void? = text.withContiguousStorageIfAvailable { append(jsonEscaped: unsafe BorrowedBytes($0)) }
    if isDone == nil { Array(text).withBytes { append(jsonEscaped: $0) } }
  }

  /// The same. Runs without escapes are copied at once.
  mutating func append(jsonEscaped text: borrowing BorrowedBytes) {
    var start = 0
    for position in text.indices {
      let byte = text[position]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      text.withSlice(start..<position) { append(contentsOf: $0) }
      start = position + 1
      switch byte {
      case UInt8(ascii: "\""): append(ascii: "\\\"")
      case UInt8(ascii: "\\"): append(ascii: "\\\\")
      case 0x0A: append(ascii: "\\n")
      case 0x0D: append(ascii: "\\r")
      case 0x09: append(ascii: "\\t")
      case 0x08: append(ascii: "\\b")
      case 0x0C: append(ascii: "\\f")
      default:
        append(ascii: "\\u00")
        append((byte >> 4).hexadecimalDigit)
        append((byte & 15).hexadecimalDigit)
      }
    }
    text.withSlice(start..<text.count) { append(contentsOf: $0) }
  }
}
