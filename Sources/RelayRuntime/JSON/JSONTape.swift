import Foundation

/// The structure of a JSON text: one 64-bit token per value and per object key, in the order of the text.
///
/// Bits 0–31 hold where the token starts in the text (for a container: the number of its elements or members), bits 32–59 its length in
/// bytes (for a container: the index of the token after its end), and bits 60–63 its kind. So any value can be skipped in one step, and
/// nothing is allocated per value. The token of a key is followed by the tokens of its value.
///
/// No two members of an object have the same name: only the last one in the text is kept (RFC 8259, section 4, leaves this open). So all
/// readers see the same one, in whatever order they read.
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
  /// The nesting depth of arrays and objects.
  private(set) var depth = 0
  /// Whether there is a name with a long run of combining marks.
  private(set) var hasUnboundedNames = false

  /// Checks `text` against JSON's grammar (RFC 8259) and records its structure. Strings are UTF-8 (section 8.1); an escape may stand for
  /// half of a surrogate pair without the other half (section 8.2). A name with a long run of combining marks is refused, because Swift
  /// takes the square of its length to hash it (``JSONNames``).
  ///
  /// - Parameters:
  ///   - maximumDepth: the deepest nesting of arrays and objects that is accepted.
  ///   - boundsNames: whether such names are refused.
  init(
    parsing text: UnsafeRawBufferPointer, maximumDepth: Int = JSONTape.maximumDepth, boundsNames: Bool = true
  ) throws(JSONParseError) {
    guard text.count <= JSONTape.maximumLength else { throw JSONParseError(reason: .tooLarge, offset: 0) }
    // A value and its separator take at least two bytes, except in open containers. Untouched memory costs nothing.
    let capacity = text.count / 2 + maximumDepth + 8
    var outcome: Result<(objectCount: Int, depth: Int, hasUnboundedNames: Bool), JSONParseError>?
    // The parser gets the memory for the time of the call, and says how many tokens it has written, from the first on.
    tokens = unsafe ContiguousArray(unsafeUninitializedCapacity: capacity) { tokens, count in
      unsafe JSONTape.withNames(maximumDepth) { seen in
        var parser = unsafe Parser(text: text, tokens: tokens, seen: seen, maximumDepth: maximumDepth, boundsNames: boundsNames)
        outcome = Result { () throws(JSONParseError) in
          try parser.parse()
          return (parser.objectCount, parser.depth, parser.hasUnboundedNames)
        }
        count = parser.count
      }
    }
    if let outcome { (objectCount, depth, hasUnboundedNames) = try outcome.get() }
  }

  /// Gives `body` memory in which the parser records the names in open objects.
  private static func withNames(_ maximumDepth: Int, _ body: (UnsafeMutableBufferPointer<UInt64>) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: (maximumDepth + 1) * Parser.seenWords, body)
  }

  @inline(__always) static func kind(_ token: UInt64) -> Kind { Kind(rawValue: token >> 60) ?? .null }
  @inline(__always) static func start(_ token: UInt64) -> Int { Int(token & 0xFFFF_FFFF) }
  @inline(__always) static func length(_ token: UInt64) -> Int { Int((token >> 32) & 0x0FFF_FFFF) }

  /// The position after a value.
  @inline(__always)
  static func next(_ index: Int, _ token: UInt64) -> Int { token >> 60 >= Kind.array.rawValue ? length(token) : index + 1 }

  @inline(__always)
  fileprivate static func token(_ kind: Kind, _ start: Int, _ length: Int) -> UInt64 {
    (kind.rawValue << 60) | (UInt64(length) << 32) | UInt64(start)
  }

  /// A container whose end has not been reached.
  private struct OpenContainer {
    /// The index of its token.
    let token: Int
    let isObject: Bool
    /// The number of elements or members so far.
    var count = 0
    /// Whether members of an object may have the same name.
    var mayRepeatNames = false
  }

  /// `@safe`: the buffers are valid during the call that makes the parser, which does not outlive it.
  ///
  /// An index of `text` is less than `text.count`: each function compares `position`, or the last index that it reads, before it reads. An
  /// index of `tokens` is less than `count`, the number of tokens that ``append(_:)`` has written, for which it has found room; so it is that of
  /// an initialized token, and its range was in the text when it was written. An index of `seen` is less than `(maximumDepth + 1) * seenWords`,
  /// since a container beyond `maximumDepth` is refused before its names are noted, and the words of each level are written before they are
  /// read.
  @safe private struct Parser {
    let text: UnsafeRawBufferPointer
    let tokens: UnsafeMutableBufferPointer<UInt64>
    /// 256 bits for each open container. Each member's name sets one bit; if the bit was not set before, the name is new.
    let seen: UnsafeMutableBufferPointer<UInt64>
    let maximumDepth: Int
    let boundsNames: Bool
    var position = 0
    /// The number of tokens.
    var count = 0
    var objectCount = 0
    var depth = 0
    var hasUnboundedNames = false
    /// The tokens of members that others of the same name have replaced.
    private var replaced: [Range<Int>] = []
    /// Memory for finding such members.
    private var known = JSONNameTable()

    /// The number of words of `seen` for each container.
    static let seenWords = 4
    /// In an object with more members, names are looked up in a table: comparing each with all others would take too
    /// long.
    private static let maximumCompared = 64

    init(
      text: UnsafeRawBufferPointer, tokens: UnsafeMutableBufferPointer<UInt64>, seen: UnsafeMutableBufferPointer<UInt64>,
      maximumDepth: Int, boundsNames: Bool
    ) {
      unsafe (self.text, self.tokens, self.seen) = (text, tokens, seen)
      (self.maximumDepth, self.boundsNames) = (maximumDepth, boundsNames)
    }

    @inline(__always)
    private mutating func append(_ token: UInt64) throws(JSONParseError) {
      guard unsafe count < tokens.count else { throw failure(.tooLarge) }
      unsafe tokens[count] = token
      count &+= 1
    }

    private func failure(_ reason: JSONParseError.Reason, at offset: Int? = nil) -> JSONParseError {
      JSONParseError(reason: reason, offset: offset ?? position)
    }

    @inline(__always)
    private mutating func skipSpace() {
      while unsafe position < text.count {
        let byte = unsafe text[position]
        if byte > 0x20 || !(byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09) { return }
        position += 1
      }
    }

    @inline(__always)
    private mutating func expectByte() throws(JSONParseError) -> UInt8 {
      skipSpace()
      guard unsafe position < text.count else { throw failure(.unexpectedEnd) }
      return unsafe text[position]
    }

    mutating func parse() throws(JSONParseError) {
      // The containers that enclose the current one.
      var around: [OpenContainer] = []
      var current = OpenContainer(token: -1, isObject: false)
      var level = 0
      if unsafe text.count >= 3, unsafe text[0] == 0xEF, unsafe text[1] == 0xBB, unsafe text[2] == 0xBF { position = 3 }
      while true {
        // At the start of a value.
        let byte = try expectByte()
        var completed = true
        switch byte {
        case UInt8(ascii: "\""):
          try string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          let isObject = byte == UInt8(ascii: "{")
          guard level < maximumDepth else { throw failure(.nestingTooDeep) }
          around.append(current)
          current = OpenContainer(token: count, isObject: isObject)
          level &+= 1
          depth = max(depth, level)
          try append(0)
          position &+= 1
          if isObject {
            objectCount &+= 1
            startNames(at: level)
          }
          let next = try expectByte()
          if next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            position &+= 1
            close(&current)
            current = around.removeLast()
            level &-= 1
          } else {
            completed = false
            if isObject { try key(of: &current, at: level) }
          }
        case UInt8(ascii: "t"): try word("true", .true)
        case UInt8(ascii: "f"): try word("false", .false)
        case UInt8(ascii: "n"): try word("null", .null)
        default: try number(byte)
        }
        guard completed else { continue }
        // After a value: a comma, or the end of one or more containers.
        after: while true {
          guard level > 0 else {
            skipSpace()
            guard unsafe position == text.count else { throw failure(.trailingBytes) }
            if !replaced.isEmpty { removeReplaced() }
            return
          }
          current.count &+= 1
          let separator = try expectByte()
          if separator == UInt8(ascii: ",") {
            position &+= 1
            if current.isObject { try key(of: &current, at: level) }
            break after
          }
          guard separator == (current.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw failure(.unexpectedByte(separator))
          }
          position &+= 1
          close(&current)
          current = around.removeLast()
          level &-= 1
        }
      }
    }

    @inline(__always)
    private mutating func close(_ container: inout OpenContainer) {
      if container.mayRepeatNames { container.count -= replaceRepeated(in: container) }
      unsafe tokens[container.token] = JSONTape.token(container.isObject ? .object : .array, container.count, count)
    }

    @inline(__always)
    private mutating func key(of object: inout OpenContainer, at level: Int) throws(JSONParseError) {
      let byte = try expectByte()
      guard byte == UInt8(ascii: "\"") else { throw failure(.unexpectedByte(byte)) }
      try string()
      if unsafe JSONTape.length(tokens[count &- 1]) > JSONNames.longestUnchecked { unsafe try checkName(tokens[count &- 1]) }
      recordName(of: &object, at: level)
      let colon = try expectByte()
      guard colon == UInt8(ascii: ":") else { throw failure(.unexpectedByte(colon)) }
      position &+= 1
    }

    // MARK: Names of members

    @inline(never)
    private mutating func checkName(_ token: UInt64) throws(JSONParseError) {
      guard unsafe !JSONCursor(text: text, tokens: UnsafeBufferPointer(tokens)).isBoundedName(count - 1) else { return }
      if boundsNames { throw failure(.tooManyCombiningMarks, at: JSONTape.start(token)) }
      hasUnboundedNames = true
    }

    /// - Parameter level: how many containers are open.
    @inline(__always)
    private func startNames(at level: Int) {
      let first = level &* Parser.seenWords
      for word in 0..<Parser.seenWords { unsafe seen[first &+ word] = 0 }
    }

    /// Records the name that was just read as one of the innermost object's.
    @inline(__always)
    private mutating func recordName(of object: inout OpenContainer, at level: Int) {
      let token = unsafe tokens[count &- 1]
      guard token >> 60 == Kind.string.rawValue else { return object.mayRepeatNames = true }
      let hash = hash(token)
      let word = level &* Parser.seenWords &+ Int(truncatingIfNeeded: hash &>> 62)
      let bit: UInt64 = 1 &<< (hash &>> 56)
      if unsafe seen[word] & bit != 0, !object.mayRepeatNames {
        object.mayRepeatNames = object.count > Parser.maximumCompared || isRepeated(object)
      }
      unsafe seen[word] |= bit
    }

    /// A hash of a name's bytes, of which the upper bits are well distributed.
    @inline(__always)
    private func hash(_ token: UInt64) -> UInt64 {
      let (start, length) = (JSONTape.start(token), JSONTape.length(token))
      var word: UInt64 = 0
      if length >= 8 {
        let end = unsafe text.loadUnaligned(fromByteOffset: start &+ length &- 8, as: UInt64.self)
        word = unsafe text.loadUnaligned(fromByteOffset: start, as: UInt64.self) ^ (end &<< 31 | end &>> 33)
      } else if unsafe start &+ 8 <= text.count {
        let bytes = unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        word = bytes & ((1 &<< (UInt64(truncatingIfNeeded: length) &* 8)) &- 1)
      } else {
        for index in 0..<length { unsafe word |= UInt64(text[start &+ index]) &<< (UInt64(truncatingIfNeeded: index) &* 8) }
      }
      return (word ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Whether the last token is a name that another member of the object also has; escapes are not resolved.
    private func isRepeated(_ object: OpenContainer) -> Bool {
      let last = count - 1
      let (start, length) = unsafe (JSONTape.start(tokens[last]), JSONTape.length(tokens[last]))
      var index = object.token + 1
      while index < last {
        if unsafe JSONTape.length(tokens[index]) == length, let base = unsafe text.baseAddress,
          unsafe memcmp(base + JSONTape.start(tokens[index]), base + start, length) == 0
        {
          return true
        }
        index = unsafe JSONTape.next(index + 1, tokens[index + 1])
      }
      return false
    }

    /// Marks the members of an object that later members replace.
    ///
    /// - Returns: their number.
    @inline(never)
    private mutating func replaceRepeated(in object: OpenContainer) -> Int {
      let before = replaced.count
      let cursor = unsafe JSONCursor(text: text, tokens: UnsafeBufferPointer(tokens))
      known.begin(object.count)
      var index = object.token + 1
      while index < count {
        if let earlier = known.replace(with: index, cursor) { replaced.append(earlier..<cursor.next(earlier + 1)) }
        index = cursor.next(index + 1)
      }
      return replaced.count - before
    }

    /// Removes the replaced members, all at once because they may be nested.
    @inline(never)
    private mutating func removeReplaced() {
      // How many removed ranges begin or end at each token. Their sum up to a token is positive if it is removed. `places` has the new index of
      // each token that is kept, and that of the next one, as its complement, for each that is removed.
      var depths = ContiguousArray<Int32>(repeating: 0, count: count + 1)
      for range in replaced {
        depths[range.lowerBound] += 1
        depths[range.upperBound] -= 1
      }
      var places = ContiguousArray<Int32>()
      places.reserveCapacity(count + 1)
      var (depth, place): (Int32, Int32) = (0, 0)
      for change in depths {
        depth += change
        places.append(depth == 0 ? place : ~place)
        if depth == 0 { place += 1 }
      }
      var end = 0
      for index in 0..<count where places[index] >= 0 {
        var token = unsafe tokens[index]
        if token >> 60 >= Kind.array.rawValue {
          // A kept container may be followed by a removed member.
          let next = places[JSONTape.length(token)]
          token = JSONTape.token(JSONTape.kind(token), JSONTape.start(token), Int(next < 0 ? ~next : next))
        }
        unsafe tokens[end] = token
        end += 1
      }
      count = end
    }

    // MARK: Strings

    @inline(__always)
    private mutating func string() throws(JSONParseError) {
      position += 1
      let start = position
      var escaped = false
      // The upper bit of each byte is set if it is not ASCII.
      var bytes: UInt64 = 0
      let count = unsafe text.count
      while true {
        // Eight bytes at a time, while they contain no quote, backslash or control character.
        while position &+ 8 <= count {
          let word = unsafe text.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          bytes |= word
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
        let byte = unsafe text[position]
        if byte == UInt8(ascii: "\"") {
          if bytes & 0x8080_8080_8080_8080 != 0 { try checkUTF8(start..<position) }
          try append(JSONTape.token(escaped ? .escapedString : .string, start, position &- start))
          position += 1
          return
        }
        if byte == UInt8(ascii: "\\") {
          escaped = true
          try escape()
        } else if byte < 0x20 {
          throw failure(.controlCharacter)
        } else {
          bytes |= UInt64(byte)
          position += 1
        }
      }
    }

    /// Checks that a part of the text consists of valid UTF-8 sequences (RFC 3629, section 4).
    @inline(never)
    private func checkUTF8(_ range: Range<Int>) throws(JSONParseError) {
      var index = range.lowerBound
      let end = range.upperBound
      while index < end {
        let byte = unsafe text[index]
        if byte < 0x80 {
          index &+= 1
          let notASCII: UInt64 = 0x8080_8080_8080_8080
          while index &+ 8 <= end, unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self) & notASCII == 0 { index &+= 8 }
          continue
        }
        let length: Int
        // The range of the second byte, which excludes overlong forms and surrogates.
        var (low, high): (UInt8, UInt8) = (0x80, 0xBF)
        switch byte {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, high) = (4, 0x8F)
        default: throw failure(.invalidUTF8, at: index)
        }
        guard index &+ length <= end else { throw failure(.invalidUTF8, at: index) }
        let second = unsafe text[index &+ 1]
        guard second >= low, second <= high else { throw failure(.invalidUTF8, at: index) }
        for offset in 2..<max(length, 2) where unsafe text[index &+ offset] & 0xC0 != 0x80 { throw failure(.invalidUTF8, at: index) }
        index &+= length
      }
    }

    private mutating func escape() throws(JSONParseError) {
      guard unsafe position + 1 < text.count else { throw failure(.unexpectedEnd) }
      switch unsafe text[position + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
        UInt8(ascii: "r"), UInt8(ascii: "t"):
        position += 2
      case UInt8(ascii: "u"):
        guard unsafe position + 5 < text.count else { throw failure(.unexpectedEnd) }
        for index in position + 2..<position + 6 {
          switch unsafe text[index] {
          case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
            break
          default: throw failure(.invalidEscape)
          }
        }
        position += 6
      default: throw failure(.invalidEscape)
      }
    }

    private mutating func word(_ word: StaticString, _ kind: Kind) throws(JSONParseError) {
      let length = word.utf8CodeUnitCount
      for index in 0..<length {
        guard unsafe position + index < text.count else { throw unsafe failure(.unexpectedEnd, at: text.count) }
        guard unsafe text[position + index] == word.utf8Start[index] else { throw unsafe failure(.unexpectedByte(text[position + index])) }
      }
      try append(JSONTape.token(kind, position, length))
      position += length
    }

    private mutating func number(_ first: UInt8) throws(JSONParseError) {
      let start = position
      var isInteger = true
      var byte = first
      func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
      func current() -> UInt8 { unsafe position < text.count ? text[position] : 0 }
      if byte == UInt8(ascii: "-") {
        position += 1
        byte = current()
        guard unsafe position < text.count else { throw failure(.unexpectedEnd) }
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
        guard isDigit(current()) else { throw unsafe failure(position < text.count ? .invalidNumber : .unexpectedEnd) }
        while isDigit(current()) { position += 1 }
      }
      if current() == UInt8(ascii: "e") || current() == UInt8(ascii: "E") {
        isInteger = false
        position += 1
        if current() == UInt8(ascii: "+") || current() == UInt8(ascii: "-") { position += 1 }
        guard isDigit(current()) else { throw unsafe failure(position < text.count ? .invalidNumber : .unexpectedEnd) }
        while isDigit(current()) { position += 1 }
      }
      try append(JSONTape.token(isInteger ? .int : .double, start, position - start))
    }
  }
}
