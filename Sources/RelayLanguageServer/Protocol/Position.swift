/// A place in a text: a line and a column, both from 0. The column counts code units of the encoding that client and server agreed on.
package struct Position: Hashable, Sendable, Comparable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) { (self.line, self.character) = (line, character) }

  package init(_ json: JSON) throws(InvalidParameters) {
    line = try json.number("line")
    character = try json.number("character")
    guard line >= 0, character >= 0 else { throw InvalidParameters("a position is negative") }
  }

  package var json: JSON { ["line": .int(line), "character": .int(character)] }

  package static func < (a: Position, b: Position) -> Bool { (a.line, a.character) < (b.line, b.character) }
}

/// A part of a text, without its end.
package struct TextRange: Hashable, Sendable {
  package var start: Position
  package var end: Position

  package init(_ start: Position, _ end: Position) { (self.start, self.end) = (start, end) }

  package init(_ json: JSON) throws(InvalidParameters) {
    start = try Position(json.require("start"))
    end = try Position(json.require("end"))
  }

  package var json: JSON { ["start": start.json, "end": end.json] }
}

/// How columns count (the capability `positionEncoding`).
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// The lines of a text, to convert between positions and offsets of bytes. Lines end as in GraphQL and in the protocol: LF, CR LF, or CR.
package struct LineTable: Sendable {
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    var starts = [0]
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A || byte == 0x0D && !(position < bytes.count && bytes[position] == 0x0A) { starts.append(position) }
    }
    self.starts = starts
  }

  package var count: Int { starts.count }

  /// The line with the offset, from 0.
  package func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  package func position(of offset: Int, in bytes: [UInt8], _ encoding: PositionEncoding) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(of: offset)
    var units = offset - starts[line]
    if encoding == .utf16 {
      for byte in bytes[starts[line]..<offset] {
        // A scalar of two or three bytes is one unit, one of four bytes is two.
        if byte & 0xC0 == 0x80 { units -= 1 } else if byte >= 0xF0 { units += 1 }
      }
    }
    return Position(line: line, character: units)
  }

  /// The offset of a position. What is beyond the end of a line is its end, as the protocol says; what is beyond the text is its end.
  package func offset(of position: Position, in bytes: [UInt8], _ encoding: PositionEncoding) -> Int {
    guard position.line < starts.count else { return bytes.count }
    let start = starts[position.line]
    var end = position.line + 1 < starts.count ? starts[position.line + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    var offset = start
    var rest = position.character
    while offset < end {
      let byte = bytes[offset]
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let units = encoding == .utf8 ? length : length == 4 ? 2 : 1
      // A position within a character is that of the character's start.
      if rest < units { break }
      rest -= units
      offset += length
    }
    return min(offset, end)
  }
}
