package import RelayCompilerCore

/// Formats GraphQL documents and schemas. The form is that of the formatter Prettier where both agree on what a document is; formatting it again
/// changes nothing, and comments stay where they belong.
package enum DocumentFormatter {
  /// The length of a line, in characters.
  package static let defaultWidth = 80

  /// - Returns: the text; nil if the source has syntax errors, which `diagnostics` has.
  package static func format(_ source: SourceFile, width: Int = defaultWidth, hasBracketSpacing: Bool = true) -> Result {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = source.bytes.starts(with: mark)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.bytes.count)
    for (index, byte) in source.bytes.enumerated().dropFirst(hasMark ? 3 : 0) {
      guard byte == 0x0D else {
        bytes.append(byte)
        continue
      }
      // A line break is a line feed.
      if index + 1 >= source.bytes.count || source.bytes[index + 1] != 0x0A { bytes.append(0x0A) }
    }
    let file = SourceFile(path: source.path, bytes: bytes)
    let (document, diagnostics) = Parser.parse(file, file: FileID(rawValue: 0), allowsFragmentVariables: true)
    if diagnostics.hasErrors { return Result(text: nil, diagnostics: diagnostics, file: file) }
    if document.definitions.isEmpty { return Result(text: source.bytes, diagnostics: [], file: file) }
    let text = FormatText(bytes: bytes)
    let hasComments = !text.comments.isEmpty
    var formatted = format(document, text, width, hasBracketSpacing)
    // A comment that moves to the end of a line belongs to another part there, which may have another place for it. That is where it stays.
    for _ in 0..<maximumMoves where hasComments {
      let (document, diagnostics) = Parser.parse(
        SourceFile(path: source.path, bytes: formatted), file: FileID(rawValue: 0), allowsFragmentVariables: true)
      if diagnostics.hasErrors { break }
      let again = format(document, FormatText(bytes: formatted), width, hasBracketSpacing)
      if again == formatted { break }
      formatted = again
    }
    return Result(text: hasMark ? mark + formatted : formatted, diagnostics: [], file: file)
  }

  /// The most times that a comment moves.
  private static let maximumMoves = 3

  private static func format(_ document: Document, _ text: FormatText, _ width: Int, _ hasBracketSpacing: Bool) -> [UInt8] {
    let root = FormatTree(text: text, hasBracketSpacing: hasBracketSpacing).document(document)
    for comment in text.comments { root.attach(comment, in: text) }
    return Array(LayoutPrinter.print(root.layout(in: text), width: width).utf8)
  }

  package struct Result: Sendable {
    package let text: [UInt8]?
    package let diagnostics: [Diagnostic]
    /// The source that the diagnostics refer to.
    package let file: SourceFile
  }
}
