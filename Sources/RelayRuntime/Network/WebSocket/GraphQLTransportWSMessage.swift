import Foundation

/// A message of `graphql-transport-ws`, parsed only as far as necessary for dispatching it: its payload stays text, however long it is.
struct GraphQLTransportWSMessage {
  /// The type of the message, such as `next`.
  let type: String
  /// The operation's id; empty if the message has no id that could belong to this client.
  let id: String
  /// The range of the payload in the text.
  private var payloadRange: Range<Int>?
  private var text: Data

  /// The longest type and id that are read.
  private static let maximumName = 256

  /// Finds the members of the message. The payload is parsed only when it is read.
  /// - Throws: ``RelayError/webSocket(code:reason:)`` if the text is not an object with a type.
  init(_ text: Data) throws {
    // Ranges are relative to the first byte.
    let text = text.startIndex == 0 ? text : Data(text)
    self.text = text
    var scanner = JSONMemberScanner(count: text.count)
    let members = text.withUnsafeBytes { scanner.members(of: $0, names: ["type", "id", "payload"]) }
    guard let members else { throw RelayError.webSocket(code: 4004, reason: "a message is not a JSON object") }
    func string(_ name: String) -> String? {
      guard let range = members[name], range.count <= Self.maximumName else { return nil }
      return (try? JSON(parsing: text.subdata(in: range)))?.stringValue
    }
    guard let type = string("type") else { throw RelayError.webSocket(code: 4004, reason: "a message without type") }
    self.type = type
    self.id = string("id") ?? ""
    payloadRange = members["payload"]
  }

  /// The size of the message in bytes.
  var count: Int { text.count }

  /// The size of the payload in bytes; nil without one.
  var payloadCount: Int? { payloadRange?.count }

  /// Takes the payload out of the message's text, without copying a long one.
  mutating func takePayload() -> Data? {
    guard let range = payloadRange else { return nil }
    // A small payload would keep the memory of the whole text.
    if range.count < self.text.count / 2 { return self.text.subdata(in: range) }
    var text = self.text
    (self.text, payloadRange) = (Data(), nil)
    text.removeSubrange(range.upperBound...)
    text.removeSubrange(..<range.lowerBound)
    return text
  }

  /// The payload as a value, for short payloads.
  func payload() throws -> JSON {
    guard let range = payloadRange else { return .null }
    do {
      return try JSON(parsing: text.subdata(in: range))
    } catch {
      throw RelayError.webSocket(code: 4004, reason: "a message is not JSON")
    }
  }
}

/// Finds members of a JSON object in its text without building values for the others. Arrays and objects are skipped by their brackets,
/// so their contents are checked only when they are read.
private struct JSONMemberScanner {
  private let count: Int
  private var position = 0

  init(count: Int) { self.count = count }

  /// The ranges of the values of the members `names`; of several with the same name, the last one. Nil if the text is not an object, or
  /// has more after it.
  mutating func members(of text: UnsafeRawBufferPointer, names: [String]) -> [String: Range<Int>]? {
    var members: [String: Range<Int>] = [:]
    guard take(UInt8(ascii: "{"), in: text) else { return nil }
    if !take(UInt8(ascii: "}"), in: text) {
      repeat {
        skipSpace(in: text)
        guard let name = skipString(in: text), take(UInt8(ascii: ":"), in: text) else { return nil }
        skipSpace(in: text)
        guard let value = skipValue(in: text) else { return nil }
        if let name = Self.name(text[name], names) { members[name] = value }
      } while take(UInt8(ascii: ","), in: text)
      guard take(UInt8(ascii: "}"), in: text) else { return nil }
    }
    skipSpace(in: text)
    return position == count ? members : nil
  }

  /// The name among `names` that a string spells, after resolving its escapes. The names consist of letters.
  private static func name(_ bytes: Slice<UnsafeRawBufferPointer>, _ names: [String]) -> String? {
    // Each character of these names takes at most six bytes.
    guard bytes.count <= 64 else { return nil }
    let text = bytes.dropFirst().dropLast()
    return names.first { spells(text, $0) }
  }

  /// Of the escapes of a letter, there is only `\uXXXX`.
  private static func spells(_ bytes: Slice<UnsafeRawBufferPointer>, _ name: String) -> Bool {
    var rest = bytes
    for letter in name.utf8 {
      guard let byte = rest.popFirst() else { return false }
      if byte == letter { continue }
      guard byte == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"), rest.count >= 4 else { return false }
      let digits = String(decoding: rest.prefix(4), as: UTF8.self)
      guard rest.first == UInt8(ascii: "0"), UInt8(digits, radix: 16) == letter else { return false }
      rest = rest.dropFirst(4)
    }
    return rest.isEmpty
  }

  private mutating func skipSpace(in text: UnsafeRawBufferPointer) {
    while position < count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
  }

  private mutating func take(_ byte: UInt8, in text: UnsafeRawBufferPointer) -> Bool {
    skipSpace(in: text)
    guard position < count, text[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips a string and returns its range, including the quotes.
  private mutating func skipString(in text: UnsafeRawBufferPointer) -> Range<Int>? {
    let start = position
    guard start < count, text[start] == UInt8(ascii: "\"") else { return nil }
    position += 1
    while let quote = find(UInt8(ascii: "\""), in: text) {
      // A quote after an odd number of backslashes belongs to the string.
      var index = quote
      while index > start + 1, text[index - 1] == UInt8(ascii: "\\") { index -= 1 }
      position = quote + 1
      if (quote - index).isMultiple(of: 2) { return start..<position }
    }
    return nil
  }

  private func find(_ byte: UInt8, in text: UnsafeRawBufferPointer) -> Int? {
    guard position < count, let base = text.baseAddress,
      let found = memchr(base + position, Int32(byte), count - position)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  private mutating func skipValue(in text: UnsafeRawBufferPointer) -> Range<Int>? {
    let start = position
    var depth = 0
    while position < count {
      switch text[position] {
      case UInt8(ascii: "\""):
        guard skipString(in: text) != nil else { return nil }
        if depth == 0 { return start..<position }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return position > start ? start..<position : nil }
        depth -= 1
        if depth == 0 {
          position += 1
          return start..<position
        }
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return position > start ? start..<position : nil }
      default: break
      }
      position += 1
    }
    return nil
  }
}
