import TestSupport
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

  @Test("Errors in many literals of one Swift file take time proportional to their number", .comparesTimes)
  func literals() {
    let growth = ProcessorTime.growth(from: 500) { count in
      let literal = "// " + String(repeating: "x\n// ", count: 50) + "\ngraphql(\"query Q { a }\")\n"
      let source = SourceFile(path: "/app/A.swift", text: String(repeating: literal, count: count))
      let files = GraphQLLiterals.find(in: source).literals
      let diagnostics = files.enumerated().map { index, file in
        let start = UInt32(file.range.lowerBound)
        return Diagnostic("unknown-field", "No 'a'", at: SourceRange(file: FileID(index: index), start: start, end: start + 5))
      }
      #expect(diagnostics.count == count)
      _ = DiagnosticRenderer.render(diagnostics, in: files, style: .plain)
    }
    #expect(growth < 3)
  }

  @Test("Literals of one Swift file have their own lines, and files of other bytes theirs")
  func lines() {
    let swift = SourceFile(path: "/app/A.swift", text: "graphql(\"{a}\")\n\ngraphql(\"{b}\")\n")
    var files = GraphQLLiterals.find(in: swift).literals
    // These have names that Swift takes for the same, and as many bytes.
    files.append(SourceFile(path: "/app/\u{E9}.graphql", text: "{a}\n"))
    files.append(SourceFile(path: "/app/e\u{301}.graphql", text: "\n{a}"))
    let ranges = files.enumerated().map { index, file in
      SourceRange(file: FileID(index: index), start: UInt32(file.bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0), end: 0)
    }
    let text = DiagnosticRenderer.render(ranges.map { Diagnostic("unknown-field", "No", at: $0) }, in: files, style: .plain)
    let places = String(decoding: text, as: UTF8.self).split(separator: "\n").map { $0.split(separator: ":")[1...2].joined(separator: ":") }
    #expect(places == ["3:12", "3:12", "1:3", "2:3"])
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

  @Test("A fix that would end the literal around it is none for a tool", arguments: [DiagnosticStyle.xcode, .json])
  func fixInALiteral(_ style: DiagnosticStyle) {
    func offersFix(_ swift: String) -> Bool {
      let literals = GraphQLLiterals.find(in: SourceFile(path: "/app/View.swift", text: swift)).literals
      let text = String(decoding: DiagnosticRenderer.render([diagnostic], in: literals, style: style), as: UTF8.self)
      return text.contains(#"na\"me"#)
    }
    #expect(!offersFix("let q = graphql(\"query Q { naam }\")\n"))
    #expect(offersFix("let q = graphql(#\"query Q { naam }\"#)\n"))
    #expect(offersFix("let q = graphql(\"\"\"\n  query Q { naam }\n  \"\"\")\n"))
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
