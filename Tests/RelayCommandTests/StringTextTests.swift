import RelayCompilerCore
import Testing

@testable import relay

/// Strings of GraphQL, as a schema is written.
@Suite struct StringTextTests {
  /// Descriptions are written so that they are read again as they were.
  @Test(arguments: [
    "", "a", "a\nb", " a", "a\"", "\"\"\"", "\"\"\"\u{301}", "a \"\"\"\"\u{308} b\n  c", "\\", "a\rb", "\n", "  a\n  b", "\u{301}",
    "a\u{85}b",
  ])
  func descriptionsAreReadAsTheyWere(value: String) throws {
    let text = StringText.description(value) + " scalar S"
    let (document, diagnostics) = Parser.parse(SourceFile(path: "s.graphqls", text: text), file: FileID(rawValue: 0))
    #expect(diagnostics.isEmpty, "\(text)")
    guard case .type(let type) = document.definitions.first else {
      Issue.record("no type in \(text)")
      return
    }
    #expect(type.description.map { Array($0.value.utf8) } == Array(value.utf8), "\(text)")
  }
}
