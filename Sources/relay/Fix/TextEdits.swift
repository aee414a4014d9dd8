internal import RelayCompilerCore

/// Edits of one file. Everything else in it stays as it is, to the byte.
struct TextEdits {
  private var edits: [(range: Range<Int>, text: [UInt8])] = []

  var isEmpty: Bool { edits.isEmpty }

  /// Adds an edit, unless it overlaps another, touches an insertion, or is the same: then it may not be needed any more.
  ///
  /// - Returns: whether it was added.
  mutating func add(_ range: SourceRange, _ text: String) -> Bool { add(Int(range.start)..<Int(max(range.start, range.end)), text) }

  mutating func add(_ range: Range<Int>, _ text: String) -> Bool {
    let clashes = edits.contains { other in
      other.range.overlaps(range)
        || (range.isEmpty || other.range.isEmpty) && range.lowerBound <= other.range.upperBound
          && other.range.lowerBound <= range.upperBound
    }
    if !clashes { edits.append((range, Array(text.utf8))) }
    return !clashes
  }

  /// The file after the edits. An edit outside of the file has no effect.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else { continue }
      result += bytes[position..<edit.range.lowerBound]
      result += edit.text
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}
