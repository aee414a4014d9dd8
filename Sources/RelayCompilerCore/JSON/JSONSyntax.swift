/// Parses JSON (RFC 8259) and keeps the range of every value, for configuration and introspection files.
///
/// The result is a tree or the first error. Nesting is bounded. Repeated keys, and anything after the value, are errors.
package struct JSONSyntax: Sendable {
  /// A JSON value. Objects keep the order of their members.
  package indirect enum Value: Sendable {
    case null
    case boolean(Bool)
    /// The number as written.
    case number(String)
    case string(String)
    case array([JSONSyntax])
    case object([Member])
  }

  /// A member of an object: its name, the range of the name, and its value.
  package struct Member: Sendable {
    package var key: String
    package var keyRange: SourceRange
    package var value: JSONSyntax
  }

  package var value: Value
  package var range: SourceRange

  static let maximumDepth = 128

  package static func parse(_ source: SourceFile, file: FileID) throws(JSONSyntaxError) -> JSONSyntax {
    var reader = JSONReader(source: source, file: file)
    return try reader.parseDocument()
  }

  /// The member of an object; nil for other values and absent keys.
  package subscript(key: String) -> JSONSyntax? { member(key)?.value }

  func member(_ key: String) -> Member? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }
  }

  var isNull: Bool {
    if case .null = value { return true }
    return false
  }

  package var string: String? {
    if case .string(let text) = value { return text }
    return nil
  }

  /// How a message refers to the value.
  package var kind: String {
    switch value {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The first error of a JSON text.
package struct JSONSyntaxError: Error {
  package var diagnostic: Diagnostic
}

private struct JSONReader {
  let bytes: [UInt8]
  let file: FileID
  let limit: Int
  var position: Int
  var depth = 0

  init(source: SourceFile, file: FileID) {
    bytes = source.bytes
    self.file = file
    limit = min(source.range.upperBound, source.bytes.count)
    position = source.range.lowerBound
    if limit - position >= 3, bytes[position] == 0xEF, bytes[position + 1] == 0xBB, bytes[position + 2] == 0xBF { position += 3 }
  }

  mutating func parseDocument() throws(JSONSyntaxError) -> JSONSyntax {
    let value = try parseValue()
    skipSpace()
    if position < limit { throw error(.expected("the end of the file", found: found), at: position) }
    return value
  }

  func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(file: file, start: UInt32(clamping: start), end: UInt32(clamping: max(end, start)))
  }

  /// The error for a character that cannot stand here: after a comma that nothing follows, and for a comment, that is the cause.
  func unexpected(_ what: String, after comma: Int?, before bracket: UInt8? = nil) -> JSONSyntaxError {
    if position + 1 < limit, bytes[position] == UInt8(ascii: "/"), [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(bytes[position + 1]) {
      return error(.comment, at: position, to: position + 2)
    }
    if let comma, position < limit, bytes[position] == bracket { return error(.trailingComma, at: comma) }
    return error(.expected(what, found: found), at: position)
  }

  func error(_ problem: JSONProblem, at start: Int, to end: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(diagnostic: .invalidJSON(problem, at: range(start, end ?? min(start + 1, limit))))
  }

  var found: String {
    guard position < limit else { return "the end of the file" }
    let byte = bytes[position]
    return byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "an unexpected character"
  }

  mutating func skipSpace() {
    while position < limit {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
      default: return
      }
    }
  }

  mutating func parseValue() throws(JSONSyntaxError) -> JSONSyntax {
    skipSpace()
    guard position < limit else { throw error(.expected("a value", found: found), at: limit) }
    let start = position
    let value: JSONSyntax.Value
    switch bytes[position] {
    case UInt8(ascii: "{"): value = try nested { reader throws(JSONSyntaxError) in try reader.parseObject() }
    case UInt8(ascii: "["): value = try nested { reader throws(JSONSyntaxError) in try reader.parseArray() }
    case UInt8(ascii: "\""): value = .string(try parseString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): value = .number(try parseNumber())
    case UInt8(ascii: "t"): value = try keyword("true", .boolean(true))
    case UInt8(ascii: "f"): value = try keyword("false", .boolean(false))
    case UInt8(ascii: "n"): value = try keyword("null", .null)
    default: throw unexpected("a value", after: nil)
    }
    return JSONSyntax(value: value, range: range(start, position))
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(JSONSyntaxError) -> JSONSyntax.Value
  ) throws(JSONSyntaxError) -> JSONSyntax.Value {
    guard depth < JSONSyntax.maximumDepth else { throw error(.nestedTooDeeply(limit: JSONSyntax.maximumDepth), at: position) }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private mutating func parseObject() throws(JSONSyntaxError) -> JSONSyntax.Value {
    position += 1
    var members: [JSONSyntax.Member] = []
    var keys: Set<String> = []
    skipSpace()
    if position < limit, bytes[position] == UInt8(ascii: "}") {
      position += 1
      return .object(members)
    }
    var comma: Int?
    while true {
      skipSpace()
      guard position < limit, bytes[position] == UInt8(ascii: "\"") else {
        throw unexpected("a key in double quotes", after: comma, before: UInt8(ascii: "}"))
      }
      let start = position
      let key = try parseString()
      let keyRange = range(start, position)
      guard keys.insert(key).inserted else {
        throw JSONSyntaxError(diagnostic: .invalidJSON(.repeatedKey(key), at: keyRange))
      }
      skipSpace()
      guard position < limit, bytes[position] == UInt8(ascii: ":") else { throw error(.expected("':'", found: found), at: position) }
      position += 1
      members.append(JSONSyntax.Member(key: key, keyRange: keyRange, value: try parseValue()))
      if try closes(UInt8(ascii: "}")) { return .object(members) }
      comma = position - 1
    }
  }

  private mutating func parseArray() throws(JSONSyntaxError) -> JSONSyntax.Value {
    position += 1
    var items: [JSONSyntax] = []
    skipSpace()
    if position < limit, bytes[position] == UInt8(ascii: "]") {
      position += 1
      return .array(items)
    }
    while true {
      items.append(try parseValue())
      if try closes(UInt8(ascii: "]")) { return .array(items) }
      let comma = position - 1
      skipSpace()
      if position < limit, bytes[position] == UInt8(ascii: "]") { throw error(.trailingComma, at: comma) }
    }
  }

  /// After an item: the closing bracket, or a comma.
  private mutating func closes(_ bracket: UInt8) throws(JSONSyntaxError) -> Bool {
    skipSpace()
    if position < limit, bytes[position] == bracket {
      position += 1
      return true
    }
    guard position < limit, bytes[position] == UInt8(ascii: ",") else {
      throw unexpected("',' or '\(Character(UnicodeScalar(bracket)))'", after: nil)
    }
    position += 1
    return false
  }

  private mutating func keyword(_ word: StaticString, _ value: JSONSyntax.Value) throws(JSONSyntaxError) -> JSONSyntax.Value {
    guard word.withBytes({ bytes.has($0, at: position, before: limit) }) else {
      throw error(.misspeltKeyword("\(word)"), at: position)
    }
    position += word.utf8CodeUnitCount
    return value
  }

  private mutating func parseNumber() throws(JSONSyntaxError) -> String {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    skipDigits()
    var isValid = position > first && (bytes[first] != UInt8(ascii: "0") || position == first + 1)
    if position < limit, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let fraction = position
      skipDigits()
      isValid = isValid && position > fraction
    }
    if position < limit, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < limit, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
      let exponent = position
      skipDigits()
      isValid = isValid && position > exponent
    }
    guard isValid else { throw error(.invalidNumber, at: start, to: position) }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipDigits() {
    while position < limit, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9") { position += 1 }
  }

  private mutating func parseString() throws(JSONSyntaxError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while position < limit {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        let string = String(decoding: text, as: UTF8.self)
        // Invalid bytes are decoded as U+FFFD, whose bytes differ from them.
        let (isValid, isASCII) = string.withBytes { string in (text.withBytes { $0.hasSameBytes(as: string) }, string.isASCII) }
        guard isValid else { throw error(.invalidEncoding, at: start, to: position) }
        if !isASCII, CombiningMarks.exceedLimit(in: string) { throw error(.combiningMarks, at: start, to: position) }
        return string
      }
      if byte < 0x20 { throw error(.controlCharacter, at: position) }
      if byte == UInt8(ascii: "\\") {
        try escape(into: &text)
      } else {
        text.append(byte)
        position += 1
      }
    }
    throw error(.unterminatedString, at: start, to: limit)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    let start = position
    position += 1
    guard position < limit else { throw error(.unterminatedString, at: start, to: limit) }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "u"):
      var unit = try hexadecimal(start)
      if unit & 0xFC00 == 0xD800, position + 1 < limit, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") {
        position += 2
        let low = try hexadecimal(start)
        guard low & 0xFC00 == 0xDC00 else { throw error(.loneSurrogate, at: start, to: position) }
        unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      }
      guard let scalar = UnicodeScalar(unit) else { throw error(.loneSurrogate, at: start, to: position) }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw error(.unknownEscape, at: start, to: position)
    }
  }

  private mutating func hexadecimal(_ start: Int) throws(JSONSyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard position < limit, let digit = Character(UnicodeScalar(bytes[position])).hexDigitValue else {
        throw error(.shortUnicodeEscape, at: start, to: position)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
