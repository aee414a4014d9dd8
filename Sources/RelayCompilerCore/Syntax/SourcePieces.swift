/// A large schema in pieces that can be parsed at the same time.
///
/// A piece ends with a line that is nothing but a closing brace. Between definitions, nothing can continue what such a line ends. Inside of
/// a block string, it is text: then the piece ends within a string, which is an error, and the file has to be parsed as a whole.
enum SourcePieces {
  /// Pieces of about `size` bytes, which together are the source.
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

  /// The document of all pieces; nil if any of them has an error, which may be due to the division.
  static func join(_ pieces: [(document: Document, diagnostics: [Diagnostic])]) -> Document? {
    guard var document = pieces.first?.document, pieces.allSatisfy(\.diagnostics.isEmpty) else { return nil }
    document.definitions.reserveCapacity(pieces.reduce(0) { $0 + $1.document.definitions.count })
    for piece in pieces.dropFirst() {
      document.definitions += piece.document.definitions
      if piece.document.forbidsCustomScalarLiterals { document.forbidsCustomScalarLiterals = true }
    }
    return document
  }

  /// The position after the next line that is a closing brace.
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
