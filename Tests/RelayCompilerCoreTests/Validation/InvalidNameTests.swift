import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// Strings that become names, from every kind of input: only valid names reach GraphQL, Swift or file names.
@Suite("Strings that become names")
struct InvalidNameTests {
  /// Characters that a name must not contain, with the effect that each would have.
  static let hostile = [
    "../../../x", "/etc/x", "x y", "x { id } evil", "X: Y { } struct Z", "1", "é", "a\\\"b", "a\\nb", "\\u0061", "a.b", "a-b", "a$b", "`a`",
    "x/* */", "x//", "x\u{2028}y", "\u{202E}x",
  ]

  @Test("In documents", .cases)
  func documents() {
    eachCase(of: Self.hostile) { documents($0) }
  }

  func documents(_ text: String) {
    RuleCase(
      "Names", "Strings of directives",
      broken: [
        ("fragment F on User @refetchable(queryName: ⟦\"\(text)\"⟧) { name }", "invalid-name"),
        ("query Q { me { ...F @alias(as: ⟦\"\(text)\"⟧) } } fragment F on User { name }", "invalid-name"),
        ("query Q { me { ... on User @alias(as: ⟦\"\(text)\"⟧) { name } } }", "invalid-name"),
        ("query Q { me { friends(first: 1) @connection(key: ⟦\"\(text)_friends\"⟧) { edges { node { id } } } } }", "invalid-name"),
        (
          "query Q { me { friends(first: 1) @connection(key: \"a_friends\", handler: ⟦\"\(text)\"⟧) { edges { node { id } } } } }",
          "invalid-name"
        ),
        ("query Q { me { ...F @defer(label: ⟦\"\(text)\"⟧) } } fragment F on User { name }", "invalid-name"),
        ("query Q { users @stream(initialCount: 1, label: ⟦\"\(text)\"⟧) { name } }", "invalid-name"),
        ("query Q { me { name @__clientField(handle: ⟦\"\(text)\"⟧) } }", "invalid-name"),
        ("query Q { me { name @__clientField(handle: \"h\", key: ⟦\"\(text)\"⟧) } }", "invalid-name"),
        ("query Q { me { boss @__clientField(handle: \"h\", filters: ⟦[\"a\", \"\(text)\"]⟧) { id } } }", "invalid-name"),
        (
          "mutation M { rename { user @appendNode(connections: [\"c\"], edgeTypeName: ⟦\"\(text)\"⟧) { id } } }",
          "invalid-name"
        ),
      ], kept: []
    ).check { RelayRuleTests.diagnose($0) }
    var options = CompilerOptions()
    options.featureFlags.disableEdgeTypeNameValidation = .enabled
    RuleCase(
      "Names", "Edge types that are not looked up",
      broken: [
        ("mutation M { rename { user @appendNode(connections: [\"c\"], edgeTypeName: ⟦\"\(text)\"⟧) { id } } }", "invalid-name")
      ], kept: ["mutation M { rename { user @appendNode(connections: [\"c\"], edgeTypeName: \"Edge\") { id } } }"]
    ).check { RelayRuleTests.diagnose($0, options: options) }
  }

  @Test("Names are kept")
  func namesAreKept() {
    for name in ["a", "_", "A1", "__x", "class", "\"\"a\"\""] {
      for document in [
        "fragment F on User @refetchable(queryName: \"\(name)\") { name }",
        "query Q { me { ...F @alias(as: \"\(name)\") } } fragment F on User { name }",
        "query Q { me { friends(first: 1) @connection(key: \"\(name)_friends\", handler: \"h\") { edges { node { id } } } } }",
        "query Q { me { ...F @defer(label: \"\(name)\") } } fragment F on User { name }",
        "query Q { me { name @__clientField(handle: \"h\", key: \"\", filters: [\"\(name)\"]) } }",
      ] where name != "\"\"a\"\"" || document.contains("\"\(name)\"") && !document.contains("a\"\"_") {
        #expect(RelayRuleTests.diagnose(document).filter { $0.severity == .error }.map(\.message) == [], "\(document)")
      }
    }
  }

  @Test("A provider names a type")
  func aProviderNamesAType() {
    func document(_ provider: String) -> String {
      "fragment F on User @argumentDefinitions(n: {type: \"Int\", provider: ⟦\"\(provider)\"⟧}) { friends(first: $n) { edges { node { id } } } }"
    }
    RuleCase(
      "Names", "Providers",
      broken: ["", "../..", "a/.b", "é", "/", "${}"].map { (document($0), "argument-definition") },
      kept: ["Provider", "../a/b.c", "a-b", "1"].map { document($0).filter { $0 != "⟦" && $0 != "⟧" } }
    ).check { RelayRuleTests.diagnose($0) }
  }

  @Test("A valid name is suggested")
  func suggestions() {
    #expect("../../../x".closestGraphQLName == "x")
    #expect("1".closestGraphQLName == "_1")
    #expect("a - b".closestGraphQLName == "a_b")
    #expect("é".closestGraphQLName == nil)
    #expect("".closestGraphQLName == nil)
    let fixIts = RelayRuleTests.diagnose("query Q { me { ...F @alias(as: \"1\") } } fragment F on User { name }").flatMap(\.fixIts)
    #expect(fixIts.map(\.replacement) == ["\"_1\""])
  }

  /// Two definitions with one name would share an artifact file, and the operation's text would contain the wrong one.
  @Test("The edges of a connection are a separate fragment")
  func theEdgesOfAConnectionAreAFragmentOfTheirOwn() {
    let connection = "friends(first: 1) @connection(key: \"a_friends\", prefetchable_pagination: true) { edges { node { id } } }"
    let marked = connection.replacing(/@connection.*?true\)/) { "⟦\($0.output)⟧" }
    let other = "other: friends(first: 1) @connection(key: \"a_other\", prefetchable_pagination: true) { edges { node { name } } }"
    let markedOther = other.replacing(/@connection.*?true\)/) { "⟦\($0.output)⟧" }
    RuleCase(
      "Names", "Fragments of edges",
      broken: [
        ("query Q { me { \(marked) ...Q__edges } } fragment Q__edges on User { name }", "duplicate-definition"),
        ("query Q { me { \(marked) } } query Q__edges { me { name } }", "duplicate-definition"),
        ("query Q { me { \(connection) \(markedOther) } }", "duplicate-definition"),
      ],
      kept: [
        "query Q { me { \(connection) other: friends(first: 1) @connection(key: \"a_other\") { edges { node { name } } } } }",
        "query Q { me { \(connection) } } query R { me { \(connection) } }",
      ]
    ).check { RelayRuleTests.diagnose($0) }
  }

  /// Names in introspection results.
  @Test("In introspection results", .cases)
  func introspection() {
    eachCase(of: Self.hostile + ["", "__proto__ x"]) { try introspection($0) }
  }

  func introspection(_ text: String) throws {
    let name = try #require(String(data: JSONEncoder().encode(text), encoding: .utf8))
    for part in [
      "{\"kind\": \"SCALAR\", \"name\": #}", "{\"kind\": \"ENUM\", \"name\": \"E\", \"enumValues\": [{\"name\": #}]}",
      "{\"kind\": \"OBJECT\", \"name\": \"A\", \"fields\": [{\"name\": #, \"type\": {\"kind\": \"SCALAR\", \"name\": \"Int\"}}]}",
      "{\"kind\": \"OBJECT\", \"name\": \"A\", \"fields\": [{\"name\": \"a\", \"type\": {\"kind\": \"SCALAR\", \"name\": #}}]}",
      "{\"kind\": \"OBJECT\", \"name\": \"A\", \"interfaces\": [{\"name\": #}]}",
      "{\"kind\": \"UNION\", \"name\": \"U\", \"possibleTypes\": [{\"name\": #}]}",
      "{\"kind\": \"INPUT_OBJECT\", \"name\": \"I\", \"inputFields\": [{\"name\": #, \"type\": {\"kind\": \"SCALAR\", \"name\": \"Int\"}}]}",
    ] {
      let json = "{\"__schema\": {\"types\": [\(part.replacing("#", with: name))]}}"
      let (_, problems) = IntrospectionReader.parseSchema(SourceFile(path: "s.json", text: json), file: FileID(rawValue: 0))
      #expect(problems.map(\.id.rawValue) == ["invalid-introspection"], "\(json): \(problems.map(\.message))")
    }
    for key in ["\"queryType\": {\"name\": #}, \"directives\": []", "\"directives\": [{\"name\": #, \"locations\": [\"FIELD\"]}]"] {
      let json = "{\"__schema\": {\"types\": [], \(key.replacing("#", with: name))}}"
      let (_, problems) = IntrospectionReader.parseSchema(SourceFile(path: "s.json", text: json), file: FileID(rawValue: 0))
      #expect(problems.map(\.id.rawValue) == ["invalid-introspection"], "\(json): \(problems.map(\.message))")
    }
  }

  /// `true` as an enum value would be a boolean wherever it is printed.
  @Test("Enum values in introspection results are not other literals")
  func valuesOfEnumsInIntrospectionAreNoOtherLiterals() {
    for name in ["true", "false", "null"] {
      let json = "{\"__schema\": {\"types\": [{\"kind\": \"ENUM\", \"name\": \"E\", \"enumValues\": [{\"name\": \"\(name)\"}]}]}}"
      let (_, problems) = IntrospectionReader.parseSchema(SourceFile(path: "s.json", text: json), file: FileID(rawValue: 0))
      #expect(problems.map(\.id.rawValue) == ["reserved-enum-value"])
    }
  }

  // MARK: - Configuration

  private static func problems(_ json: String) -> [String] {
    let source = SourceFile(path: "relay.config.json", text: json)
    let lines = LineIndex(Array(json.utf8))
    return ConfigParser.parse(source, file: FileID(rawValue: 0)).1.map {
      "\(lines.position(of: Int($0.range.start)).column) \($0.id)"
    }
  }

  /// The column of `#` in a text.
  private static func column(_ text: String) -> Int { text.prefix { $0 != "#" }.count + 1 }

  @Test("Names in the configuration", .cases)
  func namesInTheConfiguration() {
    eachCase(of: Self.hostile + [""]) { try namesInTheConfiguration($0) }
  }

  func namesInTheConfiguration(_ text: String) throws {
    let name = try #require(String(data: JSONEncoder().encode(text), encoding: .utf8))
    for json in [
      "{\"schemaConfig\": {\"nodeInterfaceIdField\": #}}", "{\"schemaConfig\": {\"nodeInterfaceIdVariableName\": #}}",
      "{\"schemaConfig\": {\"unselectableDirectiveName\": #}}",
      "{\"schemaConfig\": {\"connectionInterface\": {\"edges\": #}}}",
      "{\"schemaConfig\": {\"deferStreamInterface\": {\"deferName\": #}}}",
      "{\"schemaConfig\": {\"deferStreamInterface\": {\"labelArg\": #}}}",
      "{\"schemaConfig\": {\"nonNodeIdFields\": {\"allowedIdTypes\": {\"A\": #}}}}",
      "{\"schemaConfig\": {\"nonNodeIdFields\": {\"allowedIdTypes\": {#: \"A\"}}}}",
      "{\"customScalarTypes\": {#: \"Date\"}}",
    ] {
      #expect(Self.problems(json.replacing("#", with: name)) == ["\(Self.column(json)) invalid-configuration-value"], "\(json)")
    }
  }

  static let types = [
    "Date", "Foundation.Date", "Outer.Inner.Type", "[Double]", "[String: [Int]]", "[ String : Int ]", "Date?", "[Int?]?", "Box<Int>",
    "Map<String, [Int]>", "Outer<Int>.Inner", "`class`", "Größe", "_Private", "A1",
  ]
  static let otherThanTypes = [
    "", " ", "Date ", " Date", "1", "Date; import Darwin", "Date\nstruct X {}", "Date { }", "Date //", "Date /* */", "Date = 1",
    "Date\u{2028}",
    "[Int", "Int]", "[Int:", "Box<", "Box<>", "Box<Int", "A..B", ".A", "A.", "()", "(Int) -> Void", "any Sendable", "class", "_", "`", "``",
    "`a b`", "A!", "A\"", "A\\(1)", "../types", "@escaping A", "A & B", "é\u{0}", String(repeating: "[", count: 100_000), "A<B>>",
  ]

  @Test("Swift types in the configuration")
  func swiftTypesInTheConfiguration() throws {
    for type in Self.types {
      let text = try #require(String(data: JSONEncoder().encode(type), encoding: .utf8))
      #expect(Self.problems("{\"customScalarTypes\": {\"A\": \(text)}}") == [], "\(type)")
      #expect(Self.problems("{\"customScalarTypes\": {\"A\": {\"name\": \(text)}}}") == [], "\(type)")
    }
    for type in Self.otherThanTypes {
      let text = try #require(String(data: JSONEncoder().encode(type), encoding: .utf8))
      #expect(Self.problems("{\"customScalarTypes\": {\"A\": \(text)}}") == ["29 invalid-configuration-value"], "\(type.prefix(40))")
      #expect(
        Self.problems("{\"customScalarTypes\": {\"A\": {\"name\": \(text)}}}") == ["38 invalid-configuration-value"], "\(type.prefix(40))")
    }
    // `Foundation.[Date]` is not a type.
    #expect(
      Self.problems("{\"customScalarTypes\": {\"A\": {\"path\": \"Foundation\", \"name\": \"[Date]\"}}}") == [
        "60 invalid-configuration-value"
      ])
    #expect(Self.problems("{\"customScalarTypes\": {\"A\": {\"path\": \"Model\", \"name\": \"Outer.Inner<Int>\"}}}") == [])
  }

  @Test("Modules in the configuration")
  func modulesInTheConfiguration() throws {
    for module in ["Foundation", "My_Module1", "`class`", "Größe"] {
      let text = try #require(String(data: JSONEncoder().encode(module), encoding: .utf8))
      for json in [
        "{\"swift\": {\"imports\": [#]}}", "{\"swift\": {\"schemaModule\": #}}",
        "{\"customScalarTypes\": {\"A\": {\"name\": \"B\", \"path\": #}}}",
      ] {
        #expect(Self.problems(json.replacing("#", with: text)) == [], "\(json) \(module)")
      }
    }
    for module in Self.otherThanTypes + ["struct Foo.Bar", "Foo.Bar", "Foo<Int>", "[Foo]", "Foo?", "@testable Foo"] {
      let text = try #require(String(data: JSONEncoder().encode(module), encoding: .utf8))
      for json in [
        "{\"swift\": {\"imports\": [\"Foundation\", #]}}", "{\"swift\": {\"schemaModule\": #}}",
        "{\"customScalarTypes\": {\"A\": {\"name\": \"B\", \"path\": #}}}",
      ] {
        #expect(
          Self.problems(json.replacing("#", with: text)) == ["\(Self.column(json)) invalid-configuration-value"],
          "\(json) \(module.prefix(40))")
      }
    }
  }
}
