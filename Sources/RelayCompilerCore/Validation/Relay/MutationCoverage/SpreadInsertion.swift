/// The edit that adds spreads to the selections of an object: after the last of them, on lines of their own if it has its own.
struct SpreadInsertion {
  let range: SourceRange
  let text: String

  init?(adding spreads: [CoveringSpreads.Spread], to object: AnswerObject, files: [SourceFile]) {
    guard !spreads.isEmpty, let last = object.selections.last?.written, let file = files[last.file] else { return nil }
    let start = Int(last.start)
    guard start <= file.bytes.count else { return nil }
    let line = file.bytes[..<start].lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { $0 + 1 } ?? 0
    let indentation = file.bytes[line..<start]
    let isOnOwnLine = indentation.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let separator = isOnOwnLine ? "\n" + String(decoding: indentation, as: UTF8.self) : " "
    text = spreads.map { separator + "..." + $0.name.string + ($0.needsAlias ? " @alias" : "") }.joined()
    range = SourceRange(file: last.file, start: last.end, end: last.end)
  }
}

extension Selection {
  /// The selection as written, with its conditions.
  fileprivate var written: SourceRange? {
    if case .condition(let condition) = self { return condition.selections.last?.written }
    return range.isGenerated ? nil : range
  }
}
