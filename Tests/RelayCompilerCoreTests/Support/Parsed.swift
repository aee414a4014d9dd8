@testable import RelayCompilerCore

/// The result of parsing a source, in a compact form: definitions, and diagnostics as `line:column id`.
struct Parsed {
  var document: Document
  var diagnostics: [Diagnostic]
  var places: [String]

  init(_ text: String, file: FileID = FileID(rawValue: 0)) { self.init(bytes: Array(text.utf8), file: file) }

  init(bytes: [UInt8], file: FileID = FileID(rawValue: 0)) {
    (document, diagnostics) = Parser.parse(SourceFile(path: "test.graphql", bytes: bytes), file: file)
    let index = LineIndex(bytes)
    places = diagnostics.sortedAndUnique().map { index.line(of: $0) }
  }
}
