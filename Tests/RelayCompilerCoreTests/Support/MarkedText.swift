@testable import RelayCompilerCore

/// A text in which `⟦…⟧` marks ranges.
struct MarkedText {
  var text = ""
  var ranges: [SourceRange] = []

  init(_ marked: String) {
    var start: Int?
    for character in marked {
      switch character {
      case "⟦": start = text.utf8.count
      case "⟧":
        let end = text.utf8.count
        ranges.append(SourceRange(file: .generated, start: UInt32(start ?? end), end: UInt32(end)))
      default: text.append(character)
      }
    }
  }
}

extension LineIndex {
  /// `line:column id`
  func line(of diagnostic: Diagnostic) -> String {
    let (line, column) = position(of: Int(diagnostic.range.start))
    return "\(line):\(column) \(diagnostic.id)"
  }

  /// `line:column-line:column`
  func place(of range: SourceRange) -> String {
    let start = position(of: Int(range.start))
    let end = position(of: Int(range.end))
    return "\(start.line):\(start.column)-\(end.line):\(end.column)"
  }
}
