/// A large schema, split into pieces that can be parsed concurrently.
///
/// A piece ends with a line that consists only of a closing brace. At the top level, such a line always ends a definition. Inside a block
/// string it is text; then the piece ends within a string, which is an error, and the file must be parsed as a whole.
enum SourcePieces {
  /// Pieces of about `size` bytes that together form the source.
  static func divide(_ source: SourceFile, size: Int) -> [SourceFile] {
    let end = min(source.range.upperBound, source.bytes.count)
    var start = source.range.lowerBound
    var pieces: [SourceFile] = []
    while end - start >= size * 2, let cut = endOfDefinition(in: source.bytes, from: start + size, to: end) {
      pieces.append(SourceFile(path: source.path, bytes: source.bytes, range: start..<cut))
      start = cut
    }
    pieces.append(SourceFile(path: source.path, bytes: source.bytes, range: start..<max(start, end)))
    return pieces
  }

  /// The document of all pieces; nil if any piece has an error, which may be due to the split.
  static func join(_ pieces: [(document: Document, diagnostics: [Diagnostic])]) -> Document? {
    guard var document = pieces.first?.document, pieces.allSatisfy(\.diagnostics.isEmpty) else { return nil }
    document.definitions.reserveCapacity(pieces.reduce(0) { $0 + $1.document.definitions.count })
    for piece in pieces.dropFirst() {
      document.definitions += piece.document.definitions
      if piece.document.forbidsCustomScalarLiterals { document.forbidsCustomScalarLiterals = true }
    }
    return document
  }

  /// The position after the next line that consists of a closing brace.
  private static func endOfDefinition(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    var position = start
    while position + 2 < end {
      if bytes[position] == UInt8(ascii: "\n"), bytes[position + 1] == UInt8(ascii: "}"), bytes[position + 2] == UInt8(ascii: "\n") {
        return position + 3
      }
      position += 1
    }
    return nil
  }
}
