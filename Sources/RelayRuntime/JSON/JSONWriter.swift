public import Foundation

/// Writes values as JavaScript's `JSON.stringify` does, with object members sorted by key.
///
/// Storage keys, request ids and cache keys are made from this text, so it must be the same for the same value everywhere.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// The nesting depth of arrays and objects in the values written so far.
  private(set) var depth = 0
  /// Whether every double is written so that it reads back as the same double: `3.0` instead of `3`, and `1e999` for infinity instead of
  /// `null`.
  var keepsDoubles = false

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// An array or an object that has been written in part.
  private enum PartialContainer {
    case array(ArraySlice<JSON>)
    case object(ArraySlice<(name: String, value: JSON)>)
  }

  /// It is not recursive, so that nesting does not use the stack.
  mutating func write(_ value: JSON) {
    var open: [PartialContainer] = []
    start(value, &open)
    while let container = open.popLast() {
      switch container {
      case .array(var rest):
        guard let element = rest.popFirst() else {
          bytes.append(UInt8(ascii: "]"))
          continue
        }
        if rest.startIndex > 1 { bytes.append(UInt8(ascii: ",")) }
        open.append(.array(rest))
        start(element, &open)
      case .object(var rest):
        guard let (name, member) = rest.popFirst() else {
          bytes.append(UInt8(ascii: "}"))
          continue
        }
        if rest.startIndex > 1 { bytes.append(UInt8(ascii: ",")) }
        write(quoted: name)
        bytes.append(UInt8(ascii: ":"))
        open.append(.object(rest))
        start(member, &open)
      }
    }
  }

  /// Writes a scalar, or the beginning of a container, which it adds to `open`.
  private mutating func start(_ value: JSON, _ open: inout [PartialContainer]) {
    switch value {
    case .null: write(raw: "null")
    case .bool(let value): write(raw: value ? "true" : "false")
    case .int(let value): write(raw: String(value))
    case .double(let value): write(value)
    case .string(let value): write(quoted: value)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      open.append(.array(elements[...]))
      depth = max(depth, open.count)
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      open.append(.object(JSONWriter.sorted(members.map { ($0.key, $0.value) })[...]))
      depth = max(depth, open.count)
    }
  }

  static func sorted<Member>(_ members: [(name: String, value: Member)]) -> [(name: String, value: Member)] {
    members.count < 2 ? members : order(of: members.map(\.name)).map { members[$0] }
  }

  /// The indices of sorted names. It does not depend on the members' type, so that there is one sort instead of one for each type.
  private static func order(of names: [String]) -> [Int] {
    names.indices.sorted { javaScriptOrder(names[$0], names[$1]) }
  }

  /// Writes an object with a member for each item, sorted by name. Unlike the names in a dictionary, these may be equal as Swift strings.
  mutating func writeObject<Member>(_ members: [(name: String, value: Member)], _ write: (inout JSONWriter, Member) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (name, member) in JSONWriter.sorted(members) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      self.write(quoted: name)
      bytes.append(UInt8(ascii: ":"))
      write(&self, member)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func write(raw text: String) { bytes.append(contentsOf: text.utf8) }

  /// JavaScript sorts strings by UTF-16 code units.
  private static func javaScriptOrder(_ left: String, _ right: String) -> Bool { left.utf16.lexicographicallyPrecedes(right.utf16) }

  mutating func write(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      // Runs without escapes are copied as a whole. `start` is at most `index`, the next index, which is at most the number of bytes.
      var start = 0
      for index in 0..<text.count {
        let byte = unsafe text[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
        unsafe bytes.append(contentsOf: text[start..<index])
        start = index + 1
        write(escaped: byte)
      }
      unsafe bytes.append(contentsOf: text[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write(raw: "\\\"")
    case UInt8(ascii: "\\"): write(raw: "\\\\")
    case 0x08: write(raw: "\\b")
    case 0x0C: write(raw: "\\f")
    case 0x0A: write(raw: "\\n")
    case 0x0D: write(raw: "\\r")
    case 0x09: write(raw: "\\t")
    default:
      let digits = String(byte, radix: 16)
      write(raw: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }

  /// ECMAScript's Number::toString: the shortest digits that read back as the same number, with an exponent only from 1e21 and below
  /// 1e-6.
  private mutating func write(_ value: Double) {
    guard value.isFinite else {
      return write(raw: !keepsDoubles || value.isNaN ? "null" : value < 0 ? "-1e999" : "1e999")
    }
    guard value != 0 else { return write(raw: !keepsDoubles ? "0" : value.sign == .minus ? "-0.0" : "0.0") }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var digits: [UInt8] = []
    var exponent = 0
    var point: Int?
    let text = Array(value.magnitude.description.utf8)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        point = digits.count
      } else if byte == UInt8(ascii: "e") {
        exponent = Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0
        break
      } else {
        digits.append(byte)
      }
      index += 1
    }
    var scale = (point ?? digits.count) + exponent
    while let first = digits.first, first == UInt8(ascii: "0"), digits.count > 1 {
      digits.removeFirst()
      scale -= 1
    }
    while let last = digits.last, last == UInt8(ascii: "0"), digits.count > 1 { digits.removeLast() }
    let zero = UInt8(ascii: "0")
    if scale > 21 || scale <= -6 {
      bytes.append(digits[0])
      if digits.count > 1 {
        bytes.append(UInt8(ascii: "."))
        bytes.append(contentsOf: digits[1...])
      }
      write(raw: scale > 0 ? "e+\(scale - 1)" : "e\(scale - 1)")
    } else if scale <= 0 {
      write(raw: "0.")
      bytes.append(contentsOf: repeatElement(zero, count: -scale))
      bytes.append(contentsOf: digits)
    } else if scale >= digits.count {
      bytes.append(contentsOf: digits)
      bytes.append(contentsOf: repeatElement(zero, count: scale - digits.count))
      if keepsDoubles { write(raw: ".0") }
    } else {
      bytes.append(contentsOf: digits[..<scale])
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: digits[scale...])
    }
  }
}

extension JSON: CustomStringConvertible {
  /// The value as JSON text, with members sorted by key and without spaces.
  public var description: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.string
  }

  /// The UTF-8 bytes of the value as JSON text, with members sorted by key and without spaces.
  public var data: Data {
    var writer = JSONWriter()
    writer.write(self)
    return Data(writer.bytes)
  }
}

extension JSONWriter {
  /// Writes a value of a parsed text as it is there, without white space. It is not recursive, so that nesting does not use the stack.
  mutating func write(_ cursor: JSONCursor, at position: Int) {
    var open: [(end: Int, isObject: Bool)] = []
    var index = position
    let end = cursor.next(position)
    var isFirst = true
    while true {
      while let last = open.last, last.end == index {
        bytes.append(last.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        open.removeLast()
        isFirst = false
      }
      guard index < end else { return }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      if open.last?.isObject == true {
        write(token: cursor, at: index)
        bytes.append(UInt8(ascii: ":"))
        index += 1
      }
      let kind = cursor.kind(index)
      isFirst = kind == .array || kind == .object
      if isFirst {
        bytes.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        open.append((cursor.next(index), kind == .object))
      } else {
        write(token: cursor, at: index)
      }
      index += 1
    }
  }

  /// Writes a name or a scalar.
  private mutating func write(token cursor: JSONCursor, at position: Int) {
    let isString = cursor.kind(position) == .string || cursor.kind(position) == .escapedString
    if isString { bytes.append(UInt8(ascii: "\"")) }
    unsafe bytes.append(contentsOf: cursor.bytes(position))
    if isString { bytes.append(UInt8(ascii: "\"")) }
  }
}
