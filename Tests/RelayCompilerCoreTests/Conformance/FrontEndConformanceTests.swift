import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// The reference compiler's data, which is not in this repository: in the folder named by `RELAY_CONFORMANCE`.
private enum ConformanceData {
  static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["RELAY_CONFORMANCE"] else { return nil }
    let folder = URL(filePath: path, relativeTo: Repository.root)
    return FileManager.default.fileExists(atPath: folder.appending(path: "fixtures").path) ? folder : nil
  }()
}

/// The reference compiler's cases for its lexer, parser, schema builder and IR builder, each run through the corresponding stage of this
/// compiler.
@Suite(
  "Cases of the reference compiler's front end",
  .enabled(if: ConformanceData.folder != nil, "NOT RUN: RELAY_CONFORMANCE names no folder with conformance data"))
struct FrontEndConformanceTests {
  private struct Case: Decodable {
    struct Schema: Decodable {
      var file: String?
      var extensions: String?
    }
    struct Expected: Decodable {
      var raw: String?
      var length: Int?
    }
    var suite: String
    var name: String
    var valid: Bool
    var documents: String?
    var input: String?
    var parser: String?
    var schema: Schema?
    var expected: Expected
  }

  private static func cases(_ suite: String) throws -> [Case] {
    let file = try #require(ConformanceData.folder).appending(path: "fixtures/\(suite.replacingOccurrences(of: "/", with: ".")).jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      try JSONDecoder().decode(Case.self, from: Data(line.utf8))
    }
  }

  private static func parse(_ text: String, _ item: Case, file: UInt32 = 0) -> (Document, [Diagnostic]) {
    Parser.parse(
      SourceFile(path: item.name, text: text), file: FileID(rawValue: file), allowsFragmentVariables: item.parser == "fragment_arguments")
  }

  private static func messages(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.filter { $0.severity == .error }.map { "\($0.id): \($0.message)" }
  }

  @Test("Parser", .cases)
  func parser() {
    eachCase(of: [
      "advance_schema_document", "parse_document", "parse_document_with_features", "parse_executable_document",
      "parse_executable_document_with_error_recovery", "parse_schema_document", "print",
    ]) { try parser($0) }
  }

  func parser(_ suite: String) throws {
    let cases = try Self.cases("graphql-syntax/" + suite)
    #expect(!cases.isEmpty)
    for item in cases {
      var errors = Self.messages(Self.parse(try #require(item.documents), item).1)
      // Specification, section 3.4.3 and similar sections: an extension must add something. The reference compiler
      // accepts empty ones.
      errors.removeAll { $0.hasPrefix("empty-extension") }
      #expect(errors.isEmpty == item.valid, "\(item.name): \(errors)")
    }
  }

  @Test("IR", arguments: ["parse", "parse_with_extensions", "parse_with_provider"])
  func ir(_ suite: String) throws {
    let cases = try Self.cases("graphql-ir/" + suite)
    #expect(cases.contains { $0.valid })
    // These cases predate the rule that a non-null variable has no default.
    var options = CompilerOptions()
    options.featureFlags.disableFullArgumentTypeValidation = .enabled
    for item in cases where item.valid {
      let file = try #require(ConformanceData.folder).appending(path: item.schema?.file ?? "schemas/testschema.graphql")
      let server = Self.parse(try String(contentsOf: file, encoding: .utf8), item, file: 1).0
      let extensions = item.schema?.extensions.map { [Self.parse($0, item, file: 2).0] } ?? []
      let (schema, problems) = SchemaBuilder.build(server: [server], clientExtensions: extensions, options: CompilerOptions())
      #expect(Self.messages(problems) == [], "\(item.name)")
      let text = try #require(item.documents)
      let (document, syntax) = Self.parse(text, item)
      let checked = Validator.validate(documents: [document], schema: schema, options: options, profile: .relay)
      let lowered = Lowering.lower(checked.valid, schema: schema, threads: 1)
      #expect(Self.messages(syntax + checked.diagnostics + lowered.diagnostics) == [], "\(item.name)")
      #expect(lowered.program.operations.count + lowered.program.fragments.count == document.definitions.count, "\(item.name)")
    }
  }

  @Test("Schema", arguments: ["schema/build_schema", "schema-validate/validate_schema"])
  func schema(_ suite: String) throws {
    let cases = try Self.cases(suite)
    #expect(!cases.isEmpty)
    for item in cases {
      let (server, syntax) = Self.parse(try #require(item.documents), item)
      let extensions = item.schema?.extensions.map { [Self.parse($0, item, file: 1)] } ?? []
      let (_, problems) = SchemaBuilder.build(
        server: [server], clientExtensions: extensions.map(\.0), options: CompilerOptions())
      let errors = Self.messages(syntax + extensions.flatMap(\.1) + problems)
      #expect(errors.isEmpty == item.valid, "\(item.name): \(errors)")
    }
  }

  @Test("Lexer")
  func lexer() throws {
    let cases = try Self.cases("unit/lexer")
    #expect(!cases.isEmpty)
    for item in cases {
      var lexer = Lexer(SourceFile(path: "t", text: try #require(item.input)), file: FileID(rawValue: 0))
      let token = lexer.next()
      #expect(lexer.diagnostics.isEmpty == item.valid, "\(item.name)")
      guard item.valid else { continue }
      #expect(token.kind == (item.expected.raw == "FloatLiteral" ? .float : .int), "\(item.name)")
      #expect(token.end - token.start == item.expected.length, "\(item.name)")
    }
  }

  @Test("Block strings")
  func blockStrings() throws {
    let cases = try Self.cases("unit/clean_block_string")
    #expect(!cases.isEmpty)
    for item in cases {
      let input = try #require(item.input)
      #expect(StringSyntax.blockStringValue(Array(input.utf8)[...]) == item.expected.raw, "\(item.name)")
    }
  }
}
