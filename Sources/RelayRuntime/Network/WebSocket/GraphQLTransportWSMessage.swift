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
    let members = unsafe text.withUnsafeBytes { text in
      var scanner = unsafe JSONMemberScanner(text)
      return scanner.members(["type", "id", "payload"])
    }
    guard let members else { throw RelayError.webSocket(code: CloseStatus.badResponse, reason: "a message is not a JSON object") }
    func string(_ name: String) -> String? {
      guard let range = members[name], range.count <= Self.maximumName else { return nil }
      return (try? JSON(parsing: text.subdata(in: range)))?.stringValue
    }
    guard let type = string("type") else { throw RelayError.webSocket(code: CloseStatus.badResponse, reason: "a message without type") }
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
    if range.count < text.count / 2 { return text.subdata(in: range) }
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
      throw RelayError.webSocket(code: CloseStatus.badResponse, reason: "a message is not JSON")
    }
  }
}

/// Finds members of a JSON object in its text without building values for the others. Arrays and objects are skipped by their brackets,
/// so their contents are checked only when they are read.
///
/// `@safe`: a scanner does not outlive the call for which the text is valid, and each function compares an index with the text's end before it
/// reads there.
@safe private struct JSONMemberScanner {
  private let text: UnsafeRawBufferPointer
  private let count: Int
  private var position = 0

  init(_ text: UnsafeRawBufferPointer) {
    unsafe self.text = text
    count = text.count
  }

  /// The ranges of the values of the members `names`; of several with the same name, the last one. Nil if the text is not an object, or
  /// has more after it.
  mutating func members(_ names: [String]) -> [String: Range<Int>]? {
    var members = [String: Range<Int>]()
    guard take(UInt8(ascii: "{")) else { return nil }
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard let name = skipString(), take(UInt8(ascii: ":")) else { return nil }
        skipSpace()
        guard let value = skipValue() else { return nil }
        if let name = unsafe Self.name(text[name], names) { members[name] = value }
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { return nil }
    }
    skipSpace()
    return position == count ? members : nil
  }

  /// The name among `names` that a string spells, after resolving its escapes. The names consist of letters.
  private static func name(_ bytes: Slice<UnsafeRawBufferPointer>, _ names: [String]) -> String? {
    // Each character of these names takes at most six bytes.
    guard unsafe bytes.count <= 64 else { return nil }
    let text = unsafe bytes.dropFirst().dropLast()
    return names.first { unsafe spells(text, $0) }
  }

  /// Of the escapes of a letter, there is only `\uXXXX`.
  private static func spells(_ bytes: Slice<UnsafeRawBufferPointer>, _ name: String) -> Bool {
    var rest = unsafe bytes
    for letter in name.utf8 {
      guard let byte = unsafe rest.popFirst() else { return false }
      if byte == letter { continue }
      guard byte == UInt8(ascii: "\\"), unsafe rest.popFirst() == UInt8(ascii: "u"), unsafe rest.count >= 4 else { return false }
      let digits = unsafe String(decoding: rest.prefix(4), as: UTF8.self)
      guard unsafe rest.first == UInt8(ascii: "0"), UInt8(digits, radix: 16) == letter else { return false }
      unsafe rest = rest.dropFirst(4)
    }
    return unsafe rest.isEmpty
  }

  private mutating func skipSpace() {
    while position < count, unsafe [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < count, unsafe text[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips a string and returns its range, including the quotes.
  private mutating func skipString() -> Range<Int>? {
    let start = position
    guard start < count, unsafe text[start] == UInt8(ascii: "\"") else { return nil }
    position += 1
    while let quote = find(UInt8(ascii: "\"")) {
      // A quote after an odd number of backslashes belongs to the string.
      var index = quote
      while index > start + 1, unsafe text[index - 1] == UInt8(ascii: "\\") { index -= 1 }
      position = quote + 1
      if (quote - index).isMultiple(of: 2) { return start..<position }
    }
    return nil
  }

  private func find(_ byte: UInt8) -> Int? {
    guard position < count, let base = unsafe text.baseAddress,
      let found = unsafe memchr(base + position, Int32(byte), count - position)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - base
  }

  private mutating func skipValue() -> Range<Int>? {
    let start = position
    var depth = 0
    while position < count {
      switch unsafe text[position] {
      case UInt8(ascii: "\""):
        guard skipString() != nil else { return nil }
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
