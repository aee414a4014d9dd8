import Foundation

extension JSONDocument {
  func isObject(_ position: Int) -> Bool { withCursor { $0.kind(position) == .object } }

  func isArray(_ position: Int) -> Bool { withCursor { $0.kind(position) == .array } }

  func isNull(_ position: Int) -> Bool { withCursor { $0.kind(position) == .null } }

  /// The value at a position; null if the position is negative.
  func value(at position: Int) -> JSON { position < 0 ? .null : withCursor { $0.value(position) } }

  /// The text of a value that is a member of the root object, including surrounding whitespace. Nothing is copied.
  func text(ofMember position: Int) -> Data {
    let range = withCursor { cursor -> Range<Int> in
      // The token before a member's value is that of its name, and token 0 that of the root. All offsets are compared with the ends of the
      // text and of the name before.
      let key = unsafe cursor.tokens[position - 1]
      var start = JSONTape.start(key) + JSONTape.length(key)
      while unsafe start < cursor.text.count, unsafe cursor.text[start] != UInt8(ascii: ":") { start += 1 }
      // Up to the comma before the next name, or the brace that closes the object.
      let next = cursor.next(position)
      let isLast = unsafe next >= JSONTape.length(cursor.tokens[0])
      var end = unsafe isLast ? cursor.text.count : JSONTape.start(cursor.tokens[next]) - 1
      let mark = isLast ? UInt8(ascii: "}") : UInt8(ascii: ",")
      while end > start, unsafe cursor.text[end - 1] != mark { end -= 1 }
      return min(start + 1, end)..<max(start + 1, end - 1)
    }
    return bytes.dropFirst(range.lowerBound).prefix(range.count)
  }

  /// The positions of the elements of the array at `position`.
  func elements(of position: Int) -> [Int] {
    withCursor { cursor in
      var positions: [Int] = []
      cursor.forEachElement(of: position) { positions.append($0) }
      return positions
    }
  }

  /// The positions of the values of some members of the object at `position`, in the order of `names`; -1 for those that it does not have.
  func find(_ names: [StaticString], in position: Int) -> [Int] { withCursor { $0.find(names, in: position) } }
}
