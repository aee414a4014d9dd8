import TestSupport
import Testing

@testable import RelayCompilerCore

/// Texts from schemas and documents in generated files: each must remain text.
@Suite("Texts that try to be code")
struct HostileTextTests {
  /// Texts that could end a comment, a literal or a line.
  static let texts = [
    "*/ struct Evil {} /*", "\" + evil() + \"", "\\(evil())", "\"# + evil() + #\"", "\"##", "\"\"\"", "\"\"\"###", "a\nstruct Evil {}",
    "a\rstruct Evil {}", "a\r\nstruct Evil {}", "a\u{2028}struct Evil {}", "a\u{2029}b", "a\u{85}b", "a\u{0}b", "a\u{B}b", "a\u{C}b", "\\",
    "\\n", "\\\"", "\\\\", "// x", "#sourceLocation(file: \"x\", line: 1)", "a\u{7F}b", "\u{202E}evil", "`", "${x}",
  ]

  private static func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(jsonString: text.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func compile(_ schema: String, path: String, document: String) -> (CompilerOutput, swift: String) {
    var input = CompilerInput()
    input.add([SourceFile(path: path, text: schema)], as: .schema)
    input.add([SourceFile(path: "D.graphql", text: document)], as: .document(output: "D.swift"))
    input.swift = SwiftOutputs(schema: "Types.swift")
    let output = Compiler.compile(input)
    #expect(output.diagnostics.map(\.message) == [])
    return (output, output.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n"))
  }

  /// The lines of Swift code without the contents of comments and literals.
  private static func code(_ swift: String) -> [String] {
    swift.split(omittingEmptySubsequences: true) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.map(String.init)
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
  }

  @Test("Descriptions of operations and fragments are the documentation of their types")
  func descriptionsOfDefinitions() {
    let document = """
      "About the query" query Q { me { ...F ...I } }
      "About the fragment" fragment F on User { name }
      "About the value" fragment I on User @inline { name }
      """
    let schema = "type Query { me: User } type User { name: String }"
    let lines = Self.compile(schema, path: "s.graphql", document: document).swift.split(separator: "\n").map(String.init)
    for (text, type) in [("query", "struct QQuery:"), ("fragment", "struct F:"), ("value", "struct I:")] {
      let next = lines.firstIndex(of: "/// About the \(text)").map { lines[$0 + 1] } ?? "nothing"
      #expect(next.contains(type), "\(next)")
    }
  }

  @Test("Descriptions and reasons", .cases)
  func descriptionsAndReasons() {
    eachCase(of: Self.texts) { try descriptionsAndReasons($0) }
  }

  func descriptionsAndReasons(_ text: String) throws {
    let literal = Self.json(text)
    let introspection = """
      {"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [
        {"kind": "OBJECT", "name": "Query", "description": \(literal), "fields": [
          {"name": "a", "description": \(literal), "args": [{"name": "e", "type": {"kind": "ENUM", "name": "E"}}],
           "type": {"kind": "SCALAR", "name": "Int"}, "isDeprecated": true, "deprecationReason": \(literal)}]},
        {"kind": "ENUM", "name": "E", "description": \(literal), "enumValues": [
          {"name": "A", "description": \(literal), "isDeprecated": true, "deprecationReason": \(literal)}]}]}}
      """
    let (output, swift) = Self.compile(introspection, path: "schema.json", document: "query Q($e: E) { a(e: $e) }")
    let schema = try #require(output.schema)
    let query = try #require(schema.queryType)
    let field = try #require(schema.field("a", on: query))
    // Unescaped once, it is the server's text.
    #expect(schema[field].deprecation == text)
    let type = try #require(schema.type(named: "E"))
    #expect(schema[type].values.first?.deprecation == text)
    #expect(schema[type].description == text)

    let (_, harmless) = Self.compile(
      introspection.replacing(literal, with: "\"harmless\""), path: "schema.json", document: "query Q($e: E) { a(e: $e) }")
    let (lines, expected) = (Self.code(swift), Self.code(harmless))
    #expect(lines.count == expected.count)
    for (line, expected) in zip(lines, expected) where line != expected {
      #expect(line.contains("@available(*, deprecated, message: \"") && line.hasSuffix("\")"), "\(line)")
      let message = line.drop { $0 != "\"" }.dropFirst().dropLast(2)
      // Every quote and every interpolation is escaped.
      #expect(!message.replacing("\\\\", with: "").replacing("\\\"", with: "").contains("\""), "\(line)")
      #expect(!message.replacing("\\\\", with: "").contains("\\("), "\(line)")
    }
  }

  /// A block string keeps its meaning, and is printed as an equivalent string.
  @Test("Block strings", .cases)
  func blockStrings() {
    eachCase(of: Self.texts) { try blockStrings($0) }
  }

  func blockStrings(_ text: String) throws {
    if text.contains("\"\"\"") || text.contains("\u{0}") || text.utf8.contains(0x0D) { return }
    let schema = "type Query { find(text: String, evil: String): Int @deprecated }"
    let block = "query Q { a: find(text: \"\"\"\(text) \"\"\") }"
    let plain = "query Q { a: find(text: \"\(StringSyntax.escaped(text + " "))\") }"
    func artifact(_ document: String) throws -> (text: String, json: String) {
      let (output, _) = Self.compile(schema, path: "schema.graphql", document: document)
      let artifact = try #require(output.artifacts.first)
      guard case .operation(let operation) = artifact else { return ("", "") }
      return (operation.text ?? "", String(decoding: ArtifactJSON.file(for: artifact), as: UTF8.self))
    }
    let printed = try artifact(block)
    // Equal except for the hash of the source.
    #expect(try artifact(plain).text == printed.text)
    let (document, problems) = Parser.parse(SourceFile(path: "p", text: printed.text), file: FileID(rawValue: 0))
    #expect(problems.map(\.message) == [], "\(printed.text)")
    guard case .operation(let operation)? = document.definitions.first, case .field(let field)? = operation.selectionSet.selections.first,
      case .string(let string)? = field.arguments.first?.value
    else { return #expect(Bool(false), "\(printed.text)") }
    #expect(field.arguments.count == 1)
    #expect(string.value == text + " ")
  }

  /// `directives` of `@refetchable` must be directives, not a text that begins with some.
  @Test("Directives of refetch queries")
  func directivesOfRefetchQueries() {
    func ids(_ text: String) -> [String] {
      var bytes: [UInt8] = []
      bytes.append(jsonString: text.utf8)
      let literal = String(decoding: bytes, as: UTF8.self)
      return RelayRuleTests.diagnose(
        "fragment F on User @refetchable(queryName: \"FQuery\", directives: [\(literal)]) { name }"
      ).map(\.id.rawValue)
    }
    #expect(ids("@raw_response_type") == [])
    #expect(ids("@relay_test_operation @raw_response_type") == [])
    for text in ["@raw_response_type { me { id } } #", "($a: Int) @raw_response_type", "{ me { id } } query Evil", "@a\" b", "", "x"]
    where text != "" {
      #expect(ids(text) == ["refetchable-directives"], "\(text)")
    }
  }
}
