import TestSupport
import Testing

@testable import RelayCompilerCore

/// A server's schema is someone else's: what is newer than the compiler, or repeated, does not stop everything.
@Suite("Schemas of servers")
struct ServerSchemaTests {
  private static func compile(_ schema: String, extensions: String = "", document: String = "") -> CompilerOutput {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    if !extensions.isEmpty { input.add([SourceFile(path: "client.graphql", text: extensions)], as: .clientSchema) }
    input.add([SourceFile(path: "D.graphql", text: document)], as: .document)
    return Compiler.compile(input)
  }

  private static func problems(_ schema: String, extensions: String = "", document: String = "") -> [String] {
    compile(schema, extensions: extensions, document: document).diagnostics.map { "\($0.severity) \($0.id)" }
  }

  @Test("Syntax of the draft of 2026", .cases)
  func draft() {
    eachCase(
      of: [
        "directive @a @deprecated on FIELD", "directive @a(b: Int) @deprecated(reason: \"x\") @c repeatable on FIELD | QUERY",
        "directive @a on FIELD extend directive @a @deprecated", "directive @c on DIRECTIVE_DEFINITION directive @a @c on FIELD",
      ] as [String]
    ) { text in
      let schema = "type Query { a: Int } directive @x on FIELD_DEFINITION \(text)"
      let output = Self.compile(schema, document: "query Q { a @a }")
      #expect(output.diagnostics.map(\.message) == [])
      #expect(output.schema?.directives["a"]?.locations.contains("FIELD") == true)
      #expect(Self.problems("type Query { a: Int }", extensions: text.replacing("@c", with: "@deprecated")) == [])
    }
  }

  @Test("An extension of a directive adds something")
  func emptyExtension() {
    #expect(Self.problems("type Query { a: Int } directive @a on FIELD extend directive @a") == ["error unexpected-token"])
  }

  @Test("Unknown definitions are skipped with a warning", .cases)
  func unknownDefinitions() {
    eachCase(of: [
      "capability @example(version: 1) { type: String }", "\"\"\"Described\"\"\" facility { capability: Int }\n", "alias ABC = D.E.F",
    ]) { text in
      for schema in ["type Query { a: B }\n\(text)\ntype B { c: Int }", "\(text)\ntype Query { a: B }\ntype B { c: Int }"] {
        let output = Self.compile(schema, document: "query Q { a { c } }")
        #expect(output.diagnostics.map { "\($0.severity) \($0.id)" } == ["warning skipped-syntax"], "\(output.diagnostics.map(\.message))")
      }
      // The app's own files are checked strictly.
      #expect(Self.problems("type Query { a: Int }", extensions: text).first == "error unknown-definition")
    }
  }

  @Test("What a server says of its capabilities is no warning", .cases)
  func service() {
    eachCase(of: [
      "service { capability graphql.onError }", "extend service { capability graphql.defaultErrorBehavior(\"NULL\") }",
      "\"\"\"Described\"\"\"\nservice @a {\n  \"What for\"\n  capability org.example.a.b\n  capability c(\"d\")\n}",
      "service { capabilities { a.b } }",
    ]) { text in
      for schema in ["type Query { a: B }\n\(text)\ntype B { c: Int }", "\(text)\ntype Query { a: B }\ntype B { c: Int }"] {
        #expect(Self.problems(schema, document: "query Q { a { c } }") == [])
      }
      #expect(!Self.problems("type Query { a: Int }", extensions: text).isEmpty)
      // What is around it counts.
      #expect(Self.problems("type Query { a.b: Int }\n\(text)").contains { $0.hasPrefix("error") })
      #expect(Self.problems("\(text)\ntype Query { a.b: Int }").contains { $0.hasPrefix("error") })
    }
  }

  @Test("A mistyped keyword is an error")
  func mistypedKeyword() {
    #expect(Self.problems("type Query { a: Int } tpye B { c: Int }").first == "error unknown-definition")
    #expect(Self.problems("type Query { a: Int } directive @a on FEILD") == ["error unknown-directive-location"])
  }

  @Test("Unknown directive locations are ignored with a warning")
  func unknownLocations() {
    let output = Self.compile("type Query { a: Int } directive @a on FIELD | SOMEWHERE_ELSE_ENTIRELY", document: "query Q { a @a }")
    #expect(output.diagnostics.map { "\($0.severity) \($0.id)" } == ["warning skipped-syntax"], "\(output.diagnostics.map(\.message))")
  }

  @Test("A server may say what it is capable of, with the types for that")
  func capabilities() throws {
    let text = """
      {"data": {"__service": {"capabilities": [{"identifier": "graphql.onError", "description": null, "value": null}]},
        "__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [
          {"kind": "OBJECT", "name": "Query", "fields": [{"name": "a", "args": [], "type": {"kind": "SCALAR", "name": "Int"}}]},
          {"kind": "OBJECT", "name": "__Service", "fields": [{"name": "capabilities", "args": [], "type": {"kind": "NON_NULL", "ofType":
            {"kind": "LIST", "ofType": {"kind": "NON_NULL", "ofType": {"kind": "OBJECT", "name": "__Capability"}}}}}]},
          {"kind": "OBJECT", "name": "__Capability", "fields": [{"name": "identifier", "args": [], "type": {"kind": "SCALAR", "name": "String"}}]}
        ]}}}
      """
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.json", text: text)], as: .schema)
    input.add([SourceFile(path: "D.graphql", text: "query Q { a }")], as: .document)
    let output = Compiler.compile(input)
    #expect(output.diagnostics.map(\.message) == [])
    #expect(output.schema?.typeIDs["__Service"] == nil)
  }

  @Test("What is repeated without a difference is a warning", .cases)
  func repetitions() {
    eachCase(
      of: [
        ("type Query { a: Int a: Int }", "duplicate-field"),
        ("type Query { a(b: [Int!] = [1]): Int a(b: [Int!] = [1]): Int }", "duplicate-field"),
        ("type Query { \"x\" a: Int @deprecated(reason: \"y\") \"x\" a: Int @deprecated(reason: \"y\") }", "duplicate-field"),
        ("type Query { a(b: Int, b: Int): Int }", "duplicate-argument"),
        ("type Query { a(i: I): Int } input I { b: Int b: Int }", "duplicate-field"),
        ("type Query { e: E } enum E { A A }", "duplicate-enum-value"),
        ("type Query implements N & N { a: Int } interface N { a: Int }", "duplicate-interface"),
        ("type Query { a: Int } extend type Query { a: Int }", "duplicate-field"),
      ] as [(String, String)]
    ) { schema, id in
      #expect(Self.problems(schema) == ["warning \(id)"])
    }
  }

  @Test("What is repeated with a difference is an error", .cases)
  func differences() {
    eachCase(
      of: [
        "type Query { a: Int a: Int! }", "type Query { a(b: Int = 1): Int a(b: Int = 2): Int }", "type Query { a: Int a(b: Int): Int }",
        "type Query { a: Int a: Int @deprecated }", "type Query { a(b: Int, b: Int!): Int }",
        "type Query { e: E } enum E { A A @deprecated }", "type Query { a: Int a: Unknown }",
      ] as [String]
    ) { schema in
      #expect(Self.compile(schema).diagnostics.contains { $0.severity == .error && $0.id.rawValue.hasPrefix("duplicate-") })
    }
  }

  @Test("What is repeated with another description is a warning, and the first description is kept", .cases)
  func descriptions() {
    eachCase(
      of: [
        "type Query { \"first\" a(b: Int): Int \"second\" a(\"third\" b: Int): Int }",
        "type Query { \"first\" a(b: Int): Int a(b: Int): Int }",
      ] as [String]
    ) { text in
      let output = Self.compile(text)
      #expect(output.diagnostics.map { "\($0.severity) \($0.id)" } == ["warning duplicate-field"])
      let schema = try #require(output.schema)
      let field = try #require(schema.typeIDs["Query"].flatMap { schema.field("a", on: $0) })
      #expect(schema[field].description == "first")
    }
  }

  @Test("Repetitions in a client schema extension are errors")
  func clientRepetitions() {
    #expect(Self.problems("type Query { a: Int }", extensions: "extend type Query { b: Int b: Int }") == ["error duplicate-field"])
    #expect(Self.problems("type Query { a: Int }", extensions: "extend type Query { a: Int }") == ["error duplicate-field"])
  }

  @Test("What is no schema is said in one sentence")
  func noSchema() {
    for page in ["<!DOCTYPE html>\n<html><body>{ \"a\" }</body></html>", "\n <html>", "\u{FEFF}<?xml version=\"1.0\"?>"] {
      let messages = Self.compile(page).diagnostics.map(\.message)
      #expect(messages.count == 1 && messages[0].hasPrefix("This is a web page or XML, not a schema"), "\(messages)")
    }
    var input = CompilerInput()
    input.add(
      [SourceFile(path: "schema.json", text: #"{"errors": [{"message": "Introspection is disabled"}], "data": null}"#)], as: .schema)
    let messages = Compiler.compile(input).diagnostics.map(\.message)
    #expect(messages.count == 1 && messages[0].hasPrefix("This is not a schema but an error of the server: 'Introspection is disabled'"))
  }
}
