import TestSupport
import Testing

@testable import RelayCompilerCore

/// Characters that cannot be seen, or that change the order of what is seen, in generated code and in messages.
@Suite("Visible text")
struct VisibleTextTests {
  static let hidden: [Unicode.Scalar] = [
    "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}",
    "\u{2068}",
    "\u{2069}", "\u{2028}", "\u{2029}", "\u{85}", "\u{9B}", "\u{AD}", "\u{2060}", "\u{2064}", "\u{FEFF}", "\u{180E}", "\u{3164}",
    "\u{FFF9}",
    "\u{E0001}", "\u{E0041}", "\u{200D}", "\u{200C}",
  ]

  @Test("Escapes", .cases)
  func escapes() {
    eachCase(of: Self.hidden) { scalar in
      #expect(VisibleText.escaped("a\(scalar)b") == "a\\u{\(String(scalar.value, radix: 16, uppercase: true))}b")
    }
  }

  @Test("Text stays as it is", .cases)
  func text() {
    eachCase(
      of: [
        "plain text\t\n", "é ü ß", "e\u{301}", "שלום عليكم", "می\u{200C}خواهم", "क्\u{200D}ष", "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}",
        "1\u{FE0F}\u{20E3}",
        "日本語", "\u{A0}", "→ … “quotes”",
      ] as [String]
    ) { text in
      #expect(VisibleText.escaped(text) == text)
    }
  }

  private static func compile(_ schema: String, _ document: String) -> (swift: String, output: CompilerOutput, files: [SourceFile]) {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "D.graphql", text: document)], as: .document(output: "D.swift"))
    input.swift = SwiftOutputs(schema: "Types.swift")
    let output = Compiler.compile(input)
    return (output.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(), output, input.files)
  }

  @Test("Generated Swift has none of them, and its literals have the same value", .cases)
  func generated() {
    eachCase(of: Self.hidden) { scalar in
      let schema = """
        "a\(scalar)b" type Query { "c\(scalar)d" a(s: String): Int @deprecated(reason: "e\(scalar)f") e: E } "g\(scalar)h" enum E { "i\(scalar)j" A }
        """
      let document = "# k\(scalar)l\nquery Q { a(s: \"m\(scalar)n\") b: a(s: \"\"\"o\(scalar)p\"\"\") e }"
      let (swift, output, _) = Self.compile(schema, document)
      #expect(output.diagnostics.map(\.message) == [])
      #expect(!swift.unicodeScalars.contains(scalar))
      let escape = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      for text in ["c\(escape)d", "g\(escape)h", "i\(escape)j"] { #expect(swift.contains("/// \(text)"), "\(text)") }
      let literal = "u{\(String(scalar.value, radix: 16))}"
      for text in ["e\\\(literal)f", "m\\#\(literal)n"] { #expect(swift.contains(text), "\(text)") }
    }
  }

  @Test("Messages have none of them", .cases)
  func messages() {
    eachCase(of: DiagnosticStyle.allCases) { style in
      let document = "query Q { a(s: 1) @alias(as: \"x\u{202E}y\") \u{202E} }"
      let (_, output, files) = Self.compile("type Query { a(s: String): Int }", document)
      #expect(!output.diagnostics.isEmpty)
      let named = [
        Diagnostic("unknown-field", "'a\u{202E}b' and 'c\u{2066}d'", at: SourceRange(file: FileID(rawValue: 1), start: 0, end: 5))
      ]
      for diagnostics in [output.diagnostics, named] {
        let text = String(decoding: DiagnosticRenderer.render(diagnostics, in: files, style: style), as: UTF8.self)
        #expect(!text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{2066}"), "\(text)")
      }
      let text = String(decoding: DiagnosticRenderer.render(named, in: files, style: style), as: UTF8.self)
      #expect(text.contains(style == .json ? #"'a\\u{202E}b'"# : #"'a\u{202E}b'"#), "\(text)")
    }
  }

  @Test("Names of files have none of them; the path for a program is the file's own", .cases)
  func files() {
    eachCase(of: DiagnosticStyle.allCases) { style in
      let files = [SourceFile(path: "D\u{202E}\u{2066}.graphql", text: "query Name")]
      let diagnostic = Diagnostic("unknown-field", "x", at: SourceRange(file: FileID(rawValue: 0), start: 6, end: 10))
      let text = String(decoding: DiagnosticRenderer.render([diagnostic], in: files, style: style), as: UTF8.self)
      #expect(text.contains(style == .json ? "D\u{202E}\u{2066}.graphql" : #"D\u{202E}\u{2066}.graphql"#), "\(text)")
      #expect(style == .json || !text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{2066}"), "\(text)")
    }
  }

  @Test("The underline of a message is below its place")
  func underline() {
    let files = [SourceFile(path: "D.graphql", text: "query\u{202E} Name")]
    let diagnostic = Diagnostic("unknown-field", "x", at: SourceRange(file: FileID(rawValue: 0), start: 9, end: 13))
    let lines = String(decoding: DiagnosticRenderer.render([diagnostic], in: files, style: .human), as: UTF8.self).split(separator: "\n")
    let source = lines.firstIndex { $0.contains("Name") } ?? 0
    #expect(lines[source].hasSuffix(#"query\u{202E} Name"#), "\(lines)")
    #expect(lines.count > source + 1 && lines[source].count == lines[source + 1].count, "\(lines)")
  }
}
