import Foundation

/// Reads values from a parsed text: from the tape and the bytes that it was made from.
///
/// Positions are indices of tokens.
///
/// `@safe`: whoever makes a cursor keeps the bytes and the tape alive while it exists (``JSONDocument/withCursor(_:)`` for the time of a call),
/// and the tape is that of the bytes. ``JSONTape`` has found each token's range and each container's end in them, so a position that is the
/// root, or that a cursor has returned, needs no check. Other indices are checked in debug builds.
@safe struct JSONCursor {
  let text: UnsafeRawBufferPointer
  let tokens: UnsafeBufferPointer<UInt64>

  @inline(__always) func kind(_ index: Int) -> JSONTape.Kind { unsafe JSONTape.kind(tokens[index]) }

  /// The position after the value at `index`.
  @inline(__always) func next(_ index: Int) -> Int {
    let token = unsafe tokens[index]
    return token >> 60 >= JSONTape.Kind.array.rawValue ? JSONTape.length(token) : index + 1
  }

  /// The number of elements or members of the container at `index`.
  @inline(__always) func count(_ index: Int) -> Int { unsafe JSONTape.start(tokens[index]) }

  /// The bytes of the string or number at `index`, without quotes and with escapes unresolved. They are valid as long as the cursor.
  @inline(__always) func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    let token = unsafe tokens[index]
    let start = JSONTape.start(token)
    return unsafe UnsafeRawBufferPointer(rebasing: text[start..<start + JSONTape.length(token)])
  }

  /// The position of the value of `member` in the object at `object`, or -1. The search begins at `hint` (the position of a key in the
  /// object), because members usually arrive in the order in which they were requested.
  @inline(__always)
  func find(_ member: UnsafeBufferPointer<UInt8>, in object: Int, hint: inout Int) -> Int {
    let end = unsafe JSONTape.length(tokens[object])
    var index = hint
    while index < end {
      let value = index + 1
      if unsafe isKey(index, member) {
        hint = next(value)
        return value
      }
      index = next(value)
    }
    index = object + 1
    while index < hint {
      let value = index + 1
      if unsafe isKey(index, member) {
        hint = next(value)
        return value
      }
      index = next(value)
    }
    return -1
  }

  // The bytes of a static text are part of the program, and those of another text are valid during the call.

  @inline(__always)
  func find(_ member: StaticString, in object: Int, hint: inout Int) -> Int {
    unsafe find(UnsafeBufferPointer(start: member.utf8Start, count: member.utf8CodeUnitCount), in: object, hint: &hint)
  }

  /// The position of the value of `member` in the object at `object`, or -1.
  func find(_ member: String, in object: Int) -> Int {
    guard kind(object) == .object else { return -1 }
    var (member, hint) = (member, object + 1)
    return member.withUTF8 { unsafe find($0, in: object, hint: &hint) }
  }

  /// The position of the value of `member` in the object at `object`, or -1.
  func find(_ member: StaticString, in object: Int) -> Int {
    guard kind(object) == .object else { return -1 }
    var hint = object + 1
    return unsafe find(UnsafeBufferPointer(start: member.utf8Start, count: member.utf8CodeUnitCount), in: object, hint: &hint)
  }

  @inline(__always)
  private func isKey(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let token = unsafe tokens[index]
    if token >> 60 == JSONTape.Kind.string.rawValue {
      guard JSONTape.length(token) == name.count, let base = name.baseAddress else { return false }
      // The name at `index` has as many bytes.
      guard let start = unsafe text.baseAddress else { return false }
      return unsafe memcmp(start + JSONTape.start(token), base, name.count) == 0
    }
    return unsafe string(index).utf8.elementsEqual(name)
  }

  /// The string at `index`. Lone surrogates become U+FFFD.
  @inline(__always)
  func string(_ index: Int) -> String {
    unsafe kind(index) == .string ? String(decoding: bytes(index), as: UTF8.self) : unescaped(index)
  }

  /// The number at `index`. An integer that does not fit becomes a double; a number beyond the range of doubles becomes infinite.
  func number(_ index: Int) -> JSON {
    let digits = unsafe bytes(index)
    if kind(index) == .int, let value = unsafe JSONCursor.integer(digits) { return .int(value) }
    let value = unsafe Double(String(decoding: digits, as: UTF8.self)) ?? 0
    return .double(value)
  }

  @inline(__always)
  /// - Parameter digits: valid during the call.
  static func integer(_ digits: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    let negative = unsafe digits.first == UInt8(ascii: "-")
    if negative { index = 1 }
    if digits.count - index <= 18 {
      var value: Int64 = 0
      while index < digits.count {
        value = unsafe value &* 10 &+ Int64(digits[index] &- UInt8(ascii: "0"))
        index += 1
      }
      return Int(exactly: negative ? -value : value)
    }
    return unsafe Int(String(decoding: digits, as: UTF8.self))
  }

  /// Calls `body` with the name and the position of the value of each member, if there is an object at `index`.
  func forEachMember(of index: Int, _ body: (_ name: String, _ value: Int) -> Void) {
    guard index >= 0, kind(index) == .object else { return }
    var position = index + 1
    let end = next(index)
    while position < end {
      body(string(position), position + 1)
      position = next(position + 1)
    }
  }

  /// Calls `body` with the position of each element, if there is an array at `index`.
  func forEachElement(of index: Int, _ body: (_ element: Int) -> Void) {
    guard index >= 0, kind(index) == .array else { return }
    var position = index + 1
    let end = next(index)
    while position < end {
      body(position)
      position = next(position)
    }
  }

  /// The value at `index` with everything in it.
  func value(_ index: Int) -> JSON {
    switch kind(index) {
    case .null: .null
    case .false: .bool(false)
    case .true: .bool(true)
    case .int, .double: number(index)
    case .string, .escapedString: .string(string(index))
    case .array, .object: container(index)
    }
  }

  /// An array or an object that has been read in part.
  private struct PartialContainer {
    let isObject: Bool
    /// The position after the container.
    let end: Int
    /// The name of the member that is being read.
    var name = ""
    var elements: [JSON] = []
    var members = [String: JSON]()

    init(_ index: Int, _ cursor: JSONCursor) {
      isObject = cursor.kind(index) == .object
      end = cursor.next(index)
      if isObject { members.reserveCapacity(cursor.count(index)) } else { elements.reserveCapacity(cursor.count(index)) }
    }

    mutating func append(_ value: JSON) {
      if isObject { members.setMember(name, value) } else { elements.append(value) }
    }
  }

  /// The array or object at `index`. It is not recursive, so that nesting does not use the stack.
  private func container(_ index: Int) -> JSON {
    var around: [PartialContainer] = []
    var current = PartialContainer(index, self)
    var position = index + 1
    while true {
      guard position < current.end else {
        let value: JSON = current.isObject ? .object(current.members) : .array(current.elements)
        guard !around.isEmpty else { return value }
        // A second reference to the container would make each addition copy it.
        current = around.removeLast()
        current.append(value)
        continue
      }
      if current.isObject {
        current.name = string(position)
        position += 1
      }
      if kind(position) == .array || kind(position) == .object {
        around.append(current)
        current = PartialContainer(position, self)
      } else {
        current.append(value(position))
      }
      position += 1
    }
  }

  /// The nesting depth of the value at `index`; 0 for a scalar.
  func depth(_ index: Int) -> Int {
    var ends: [Int] = []
    var deepest = 0
    let end = next(index)
    var position = index
    while position < end {
      while let last = ends.last, last <= position { ends.removeLast() }
      if kind(position) == .array || kind(position) == .object {
        ends.append(next(position))
        deepest = max(deepest, ends.count)
      }
      position += 1
    }
    return deepest
  }

  private func unescaped(_ index: Int) -> String {
    guard kind(index) == .escapedString else { return "" }
    let source = unsafe bytes(index)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var position = 0
    func unit(at position: Int) -> UInt32 {
      var value: UInt32 = 0
      for offset in 0..<4 where position + offset < source.count {
        let byte = unsafe source[position + offset]
        let digit: UInt32
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = UInt32(byte - UInt8(ascii: "A") + 10)
        default: digit = 0
        }
        value = value << 4 | digit
      }
      return value
    }
    while position < source.count {
      let byte = unsafe source[position]
      guard byte == UInt8(ascii: "\\"), position + 1 < source.count else {
        result.append(byte)
        position += 1
        continue
      }
      let escape = unsafe source[position + 1]
      position += 2
      switch escape {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = unit(at: position)
        position += 4
        if (0xD800..<0xDC00).contains(scalar), position + 5 < source.count, unsafe source[position] == UInt8(ascii: "\\"),
          unsafe source[position + 1] == UInt8(ascii: "u")
        {
          let low = unit(at: position + 2)
          if (0xDC00..<0xE000).contains(low) {
            scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00)
            position += 6
          }
        }
        result.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      default: result.append(escape)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension [String: JSON] {
  /// Sets a member. Of two names that are equal as Swift strings, the later one is kept, with its bytes.
  mutating func setMember(_ name: String, _ value: JSON) {
    guard updateValue(value, forKey: name) != nil else { return }
    removeValue(forKey: name)
    updateValue(value, forKey: name)
  }
}
