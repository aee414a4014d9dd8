/// The structure of a JSON text: one 64-bit token per value and per object key, in the order of the text.
///
/// Bits 0–31 hold where the token starts in the text (for a container: the number of its elements or members), bits 32–59 how
/// many bytes it has (for a container: the index of the token after its end), bits 60–63 its kind. So any value is skipped in one
/// step, and nothing is allocated per value. A key token is followed by the tokens of its value.
struct JSONTape: Sendable {
  enum Kind: UInt64 {
    case null, `false`, `true`, int, double, string, escapedString, array, object
  }

  /// The deepest nesting of arrays and objects that is accepted.
  static let maximumDepth = 512
  /// The largest text that is accepted, in bytes.
  static let maximumLength = (1 << 28) - 1

  private(set) var tokens: ContiguousArray<UInt64> = []
  /// How many objects the text has.
  private(set) var objectCount = 0

  /// Checks `text` against JSON's grammar (RFC 8259) and records its structure.
  init(parsing text: UnsafeRawBufferPointer) throws(JSONParseError) {
    guard text.count <= JSONTape.maximumLength else { throw JSONParseError(reason: .tooLarge, offset: 0) }
    // A token for every four bytes is more than responses have; memory that is not touched costs nothing, growing would.
    tokens.reserveCapacity(text.count / 4 + 8)
    var parser = Parser(text: text)
    try parser.parse(into: &tokens)
    objectCount = parser.objectCount
  }

  @inline(__always) static func kind(_ token: UInt64) -> Kind { Kind(rawValue: token >> 60) ?? .null }
  @inline(__always) static func start(_ token: UInt64) -> Int { Int(token & 0xFFFF_FFFF) }
  @inline(__always) static func length(_ token: UInt64) -> Int { Int((token >> 32) & 0x0FFF_FFFF) }

  @inline(__always)
  fileprivate static func token(_ kind: Kind, _ start: Int, _ length: Int) -> UInt64 {
    (kind.rawValue << 60) | (UInt64(length) << 32) | UInt64(start)
  }

  private struct Parser {
    let text: UnsafeRawBufferPointer
    var position = 0
    var objectCount = 0

    init(text: UnsafeRawBufferPointer) { self.text = text }

    private func failure(_ reason: JSONParseError.Reason, at offset: Int? = nil) -> JSONParseError {
      JSONParseError(reason: reason, offset: offset ?? position)
    }

    @inline(__always)
    private mutating func skipSpace() {
      while position < text.count {
        let byte = text[position]
        if byte > 0x20 || !(byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09) { return }
        position += 1
      }
    }

    @inline(__always)
    private mutating func expectByte() throws(JSONParseError) -> UInt8 {
      skipSpace()
      guard position < text.count else { throw failure(.unexpectedEnd) }
      return text[position]
    }

    mutating func parse(into tokens: inout ContiguousArray<UInt64>) throws(JSONParseError) {
      // The open containers: index of the token, whether it is an object, elements so far.
      var open: [(token: Int, isObject: Bool, count: Int)] = []
      if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { position = 3 }
      while true {
        // A value starts here.
        let byte = try expectByte()
        var completed = true
        switch byte {
        case UInt8(ascii: "\""):
          try string(into: &tokens)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          let isObject = byte == UInt8(ascii: "{")
          if isObject { objectCount += 1 }
          guard open.count < JSONTape.maximumDepth else { throw failure(.nestingTooDeep) }
          open.append((tokens.count, isObject, 0))
          tokens.append(0)
          position += 1
          let next = try expectByte()
          if next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            position += 1
            close(&open, &tokens)
          } else {
            completed = false
            if isObject { try key(into: &tokens) }
          }
        case UInt8(ascii: "t"): try word("true", .true, into: &tokens)
        case UInt8(ascii: "f"): try word("false", .false, into: &tokens)
        case UInt8(ascii: "n"): try word("null", .null, into: &tokens)
        default: try number(byte, into: &tokens)
        }
        guard completed else { continue }
        // After a value: a comma, or the end of as many containers as end here.
        after: while true {
          guard !open.isEmpty else {
            skipSpace()
            guard position == text.count else { throw failure(.trailingBytes) }
            return
          }
          let last = open.count - 1
          open[last].count += 1
          let separator = try expectByte()
          if separator == UInt8(ascii: ",") {
            position += 1
            if open[last].isObject { try key(into: &tokens) }
            break after
          }
          guard separator == (open[last].isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw failure(.unexpectedByte(separator))
          }
          position += 1
          close(&open, &tokens)
        }
      }
    }

    @inline(__always)
    private func close(
      _ open: inout [(token: Int, isObject: Bool, count: Int)], _ tokens: inout ContiguousArray<UInt64>
    ) {
      let container = open.removeLast()
      tokens[container.token] = JSONTape.token(container.isObject ? .object : .array, container.count, tokens.count)
    }

    @inline(__always)
    private mutating func key(into tokens: inout ContiguousArray<UInt64>) throws(JSONParseError) {
      let byte = try expectByte()
      guard byte == UInt8(ascii: "\"") else { throw failure(.unexpectedByte(byte)) }
      try string(into: &tokens)
      let colon = try expectByte()
      guard colon == UInt8(ascii: ":") else { throw failure(.unexpectedByte(colon)) }
      position += 1
    }

    @inline(__always)
    private mutating func string(into tokens: inout ContiguousArray<UInt64>) throws(JSONParseError) {
      position += 1
      let start = position
      var escaped = false
      let count = text.count
      while true {
        // Eight bytes at a time while none of them is a quote, a backslash or a control character.
        while position &+ 8 <= count {
          let word = text.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          let quote = word ^ 0x2222_2222_2222_2222
          let slash = word ^ 0x5C5C_5C5C_5C5C_5C5C
          let low: UInt64 = 0x0101_0101_0101_0101
          let found =
            ((quote &- low) & ~quote) | ((slash &- low) & ~slash)
            | ((word &- 0x2020_2020_2020_2020) & ~word)
          let mask = UInt64(littleEndian: found) & 0x8080_8080_8080_8080
          if mask != 0 {
            position &+= mask.trailingZeroBitCount >> 3
            break
          }
          position &+= 8
        }
        guard position < count else { throw failure(.unexpectedEnd) }
        let byte = text[position]
        if byte == UInt8(ascii: "\"") {
          tokens.append(JSONTape.token(escaped ? .escapedString : .string, start, position - start))
          position += 1
          return
        }
        if byte == UInt8(ascii: "\\") {
          escaped = true
          try escape()
        } else if byte < 0x20 {
          throw failure(.controlCharacter)
        } else {
          position += 1
        }
      }
    }

    private mutating func escape() throws(JSONParseError) {
      guard position + 1 < text.count else { throw failure(.unexpectedEnd) }
      switch text[position + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
        UInt8(ascii: "r"), UInt8(ascii: "t"):
        position += 2
      case UInt8(ascii: "u"):
        guard position + 5 < text.count else { throw failure(.unexpectedEnd) }
        for index in position + 2..<position + 6 {
          switch text[index] {
          case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
            break
          default: throw failure(.invalidEscape)
          }
        }
        position += 6
      default: throw failure(.invalidEscape)
      }
    }

    private mutating func word(
      _ word: StaticString, _ kind: Kind, into tokens: inout ContiguousArray<UInt64>
    ) throws(JSONParseError) {
      let length = word.utf8CodeUnitCount
      for index in 0..<length {
        guard position + index < text.count else { throw failure(.unexpectedEnd, at: text.count) }
        guard text[position + index] == word.utf8Start[index] else { throw failure(.unexpectedByte(text[position + index])) }
      }
      tokens.append(JSONTape.token(kind, position, length))
      position += length
    }

    private mutating func number(_ first: UInt8, into tokens: inout ContiguousArray<UInt64>) throws(JSONParseError) {
      let start = position
      var isInteger = true
      var byte = first
      func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
      func current() -> UInt8 { position < text.count ? text[position] : 0 }
      if byte == UInt8(ascii: "-") {
        position += 1
        byte = current()
        guard position < text.count else { throw failure(.unexpectedEnd) }
      } else if !isDigit(byte) {
        throw failure(.unexpectedByte(byte))
      }
      guard isDigit(byte) else { throw failure(.invalidNumber) }
      position += 1
      if byte == UInt8(ascii: "0") {
        if isDigit(current()) { throw failure(.invalidNumber) }
      } else {
        while isDigit(current()) { position += 1 }
      }
      if current() == UInt8(ascii: ".") {
        isInteger = false
        position += 1
        guard isDigit(current()) else { throw failure(position < text.count ? .invalidNumber : .unexpectedEnd) }
        while isDigit(current()) { position += 1 }
      }
      if current() == UInt8(ascii: "e") || current() == UInt8(ascii: "E") {
        isInteger = false
        position += 1
        if current() == UInt8(ascii: "+") || current() == UInt8(ascii: "-") { position += 1 }
        guard isDigit(current()) else { throw failure(position < text.count ? .invalidNumber : .unexpectedEnd) }
        while isDigit(current()) { position += 1 }
      }
      tokens.append(JSONTape.token(isInteger ? .int : .double, start, position - start))
    }
  }
}
