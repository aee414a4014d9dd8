import Testing
@testable import RelayCompilerCore

@Suite("Rendering of diagnostics")
struct RendererTests {
  private let file = SourceFile(path: "/app/Query.graphql", text: "query Q {\n\tnäm: naam\n}\n")

  private var diagnostic: Diagnostic {
    let range = SourceRange(file: FileID(rawValue: 0), start: 17, end: 21)
    return Diagnostic(
      "unknown-field", "No 'naam': error: or\nso", at: range,
      notes: [.init("Here", at: SourceRange(file: FileID(rawValue: 0), start: 0, end: 5))], fixIts: [.init(replace: range, with: "na\"me")])
  }

  private func render(_ style: DiagnosticStyle) -> String {
    String(decoding: DiagnosticRenderer.render([diagnostic], in: [file], style: style), as: UTF8.self)
  }

  @Test("For Xcode: one line each, and no message contains text that looks like another diagnostic")
  func xcode() {
    #expect(
      render(.xcode) == """
        /app/Query.graphql:2:8: error: No 'naam': error, or so [unknown-field]
        /app/Query.graphql:1:1: note: Here
        /app/Query.graphql:2:8-2:12: fixit: na\\"me

        """)
  }

  @Test("Elsewhere, fixes are no lines")
  func plain() {
    #expect(
      render(.plain) == """
        /app/Query.graphql:2:8: error: No 'naam': error, or so [unknown-field]
        /app/Query.graphql:1:1: note: Here

        """)
  }

  @Test("For people: a fix of another place quotes what it replaces")
  func humanElsewhere() {
    var diagnostic = diagnostic
    diagnostic.fixIts = [.init(replace: SourceRange(file: FileID(rawValue: 0), start: 6, end: 7), with: "R")]
    let text = String(decoding: DiagnosticRenderer.render([diagnostic], in: [file], style: .human), as: UTF8.self)
    #expect(text.contains("\nfix: replace 'Q' with 'R'\n"), "\(text)")
  }

  @Test("A path takes one line, too", arguments: [DiagnosticStyle.plain, .xcode, .human])
  func hostilePath(_ style: DiagnosticStyle) {
    let file = SourceFile(path: "/app/a\n/b.graphql:1:1: error: no\u{1B}[31m.graphql", bytes: file.bytes)
    let lines = String(decoding: DiagnosticRenderer.render([diagnostic], in: [file], style: style), as: UTF8.self)
    #expect(!lines.contains("\n/b.graphql"), "\(lines)")
    #expect(!lines.contains("\u{1B}"), "\(lines)")
    #expect(!lines.contains("1: error: no"), "\(lines)")
  }

  @Test("For people: the source, underlined by characters rather than bytes")
  func human() {
    #expect(
      render(.human) == """
        error: No 'naam': error, or so [unknown-field]
         --> /app/Query.graphql:2:8
          |
        1 | query Q {
        2 |   näm: naam
          |        ^^^^
        note: Here
         --> /app/Query.graphql:1:1
          |
        1 | query Q {
          | -----
        fix: replace it with 'na"me'


        """)
  }

  @Test("For tools: JSON")
  func json() {
    let text = render(.json)
    #expect(text.hasSuffix("}\n"))
    #expect(text.contains(#""message":"No 'naam': error: or\nso""#))
    #expect(text.contains(#""start":{"line":2,"column":8,"offset":17}"#))
  }

  @Test("Suggestions: close names, nearest first")
  func suggestions() {
    #expect(Suggestions.closest(to: "nmae", among: ["name", "names", "email", "NMAE"]) == ["NMAE", "name", "names"])
    #expect(Suggestions.closest(to: "xyz", among: ["name"]) == [])
    #expect(Suggestions.sentence(["a", "b", "c"]) == ". Did you mean 'a', 'b' or 'c'?")
  }
}
