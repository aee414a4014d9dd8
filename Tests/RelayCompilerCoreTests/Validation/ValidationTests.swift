import Testing
@testable import RelayCompilerCore

@Suite("Validation of documents")
struct ValidationTests {
  static let schema = """
    directive @once on FIELD | QUERY
    directive @many(n: Int!) repeatable on FIELD
    scalar Date
    enum Color { RED GREEN }
    interface Node { id: ID! }
    type User implements Node { id: ID! name: String friends(first: Int = 3, tags: [String!]!): [User!] pet: Pet color: Color }
    type Dog implements Node { id: ID! name: String! owner: User }
    type Cat { name: String lives: Int }
    union Pet = Dog | Cat
    input Range { from: Int! to: Int }
    input Key @oneOf { id: ID name: String }
    type Query { node(id: ID!): Node user(key: Key): User pets(range: Range, color: Color, at: Date): [Pet] count(n: Int, f: Float, s: String, b: Boolean): Int }
    type Subscription { a: Int b: Int }
    """

  /// `line:column id` of everything that is found.
  static func validate(_ text: String, schema: String = schema, profile: ValidationProfile = .relay) throws -> [String] {
    let schemaDocument = Parser.parse(SourceFile(path: "schema.graphql", text: schema), file: FileID(rawValue: 1))
    #expect(schemaDocument.1.isEmpty)
    let (built, problems) = SchemaBuilder.build(
      server: [schemaDocument.0], clientExtensions: [], options: CompilerOptions(), profile: profile)
    try #require(problems.isEmpty, "\(problems.map(\.message))")
    let parsed = Parsed(text)
    #expect(parsed.diagnostics.isEmpty, "\(parsed.places)")
    let index = LineIndex(Array(text.utf8))
    return Validator.validate(documents: [parsed.document], schema: built, options: CompilerOptions(), profile: profile, threads: 2)
      .diagnostics.map { diagnostic in
        let (line, column) = index.position(of: Int(diagnostic.range.start))
        return "\(line):\(column) \(diagnostic.id)"
      }
  }

  @Test(
    "One mistake, one error, at its place",
    arguments: [
      ("{ node(id: 1) { id } }", "1:1 anonymous-operation"), ("mutation M { a }", "1:1 unsupported-operation"),
      ("query Q { usr { id } }", "1:11 unknown-field"), ("query Q { user { pet { lives } } }", "1:24 unknown-field"),
      ("query Q { user }", "1:11 missing-selections"), ("query Q { count { a } }", "1:17 selections-on-leaf"),
      ("query Q { node { id } }", "1:11 missing-argument"), ("query Q { node(id: 1, ids: 2) { id } }", "1:23 unknown-argument"),
      ("query Q { node(id: 1, id: 1) { id } }", "1:23 repeated-argument"), ("query Q { node(id: null) { id } }", "1:20 wrong-value"),
      ("query Q { count(n: \"1\") }", "1:20 wrong-value"), ("query Q { count(n: 2147483648) }", "1:20 number-out-of-range"),
      ("query Q { count(f: 1e999) }", "1:20 number-out-of-range"), ("query Q { count(s: 1) }", "1:20 wrong-value"),
      ("query Q { count(b: [true]) }", "1:20 wrong-value"), ("query Q { pets(color: BLUE) { __typename } }", "1:23 unknown-enum-value"),
      ("query Q { pets(color: \"RED\") { __typename } }", "1:23 wrong-value"), ("query Q { pets(at: RED) { __typename } }", "1:20 wrong-value"),
      ("query Q { pets(range: {to: 1}) { __typename } }", "1:23 missing-input-field"),
      ("query Q { pets(range: {from: 1, too: 2}) { __typename } }", "1:33 unknown-input-field"),
      ("query Q { pets(range: {from: 1, from: 2}) { __typename } }", "1:33 repeated-input-field"),
      ("query Q { user(key: {}) { id } }", "1:21 one-of-input"), ("query Q { user(key: {id: null}) { id } }", "1:26 one-of-input"),
      ("query Q($n: ID) { user(key: {id: $n}) { id } }", "1:34 one-of-input"), ("query Q { user { ...F } }", "1:21 unknown-fragment"),
      ("fragment F on Usr { id }", "1:15 unknown-type"), ("fragment F on Color { id }", "1:15 fragment-on-non-composite"),
      ("query Q { user { ... on Cat { name } } }", "1:25 impossible-fragment"),
      ("fragment C on Cat { name } query Q { user { ...C } }", "1:48 impossible-fragment"),
      ("fragment F on User { friends(tags: []) { ...F } }", "1:45 fragment-cycle"), ("query Q { count @one }", "1:17 unknown-directive"),
      ("query Q { count @deprecated }", "1:17 misplaced-directive"), ("query Q { count @once @once }", "1:23 repeated-directive"),
      ("query Q { count @many }", "1:17 missing-argument"), ("query Q($a: Int, $a: Int) { count(n: $a) }", "1:18 duplicate-variable"),
      ("query Q($u: User) { count }", "1:13 variable-of-output-type"), ("query Q { count(n: $n) }", "1:20 undefined-variable"),
      ("query Q($n: Int! = 1) { count(n: $n) }", "1:20 default-of-non-null-variable"),
      ("query Q($n: String) { count(n: $n) }", "1:32 variable-of-wrong-type"), ("query Q { count } query Q { count }", "1:25 duplicate-definition"),
      ("query Q { a: count(n: 1) a: count(n: 2) }", "1:11 field-conflict"), ("query Q { user { x: id x: name } }", "1:18 field-conflict"),
      ("query Q { pets { ... on Dog { name } ... on Cat { name } } }", "1:31 field-conflict"),
      ("query Q { user { ...F @arguments(a: 1) } } fragment F on User { id }", "1:34 unknown-argument"),
      ("query Q { user { ...F } } fragment F on User @argumentDefinitions(a: {type: \"Int!\"}) { id }", "1:21 missing-argument"),
      ("fragment F on User @argumentDefinitions(a: {type: \"Intt\"}) { id }", "1:52 unknown-type"),
      ("fragment F on User @argumentDefinitions(a: 1) { id }", "1:44 argument-definition"),
      ("fragment F on User @argumentDefinitions(a: {type: \"Int\", defaultValue: \"x\"}) { id }", "1:72 wrong-value"),
      ("query Q { count @arguments(a: 1) }", "1:17 misplaced-directive"), ("subscription S { a b }", "1:20 subscription-root-field"),
    ])
  func mistakes(_ text: String, _ expected: String) throws {
    #expect(try Self.validate(text) == [expected])
  }

  @Test(
    "What Relay accepts",
    arguments: [
      "fragment F on User { name } query Q { count }", "fragment F on User { friends(tags: $tags) { id } }",
      "query Q { count(f: 1, n: null) a: count @many(n: 1) @many(n: 2) }", "query Q { pets(at: {any: [1, \"x\"]}) { __typename } }",
      "query Q { node(id: 4) { ... on User { id ... on Node { id } } } }", "query Q { pets { ... on Dog { d: name } ... on Cat { name } } }",
      "query Q { user { ...F @arguments(n: 1) } user { ...F @arguments(n: 1) } } fragment F on User @argumentDefinitions(n: {type: \"Int\"}) { friends(first: $n, tags: []) { id } }",
      "query Q($n: [String!]!) { user { friends(tags: $n) { id } f: friends(tags: \"one\") { id } } }",
    ])
  func accepted(_ text: String) throws {
    #expect(try Self.validate(text) == [])
  }

  @Test("A directive that only the server can declare comes with its declaration")
  func incrementalDelivery() throws {
    for (text, declaration) in [
      ("query Q { user { ...F @defer } } fragment F on User { id }", "directive @defer(label: String"),
      ("query Q { pets @stream { __typename } }", "directive @stream(label: String"),
    ] {
      let schema = SchemaBuilder.build(
        server: [Parsed(Self.schema).document], clientExtensions: [], options: CompilerOptions()
      ).0
      let found = Validator.validate(documents: [Parsed(text).document], schema: schema, options: CompilerOptions(), profile: .relay)
      #expect(found.diagnostics.count == 1)
      #expect(found.diagnostics.first?.message.contains(declaration) == true)
    }
  }

  @Test("A variable of the wrong type is the operation's mistake where a fragment is spread without a mask")
  func unmasked() throws {
    let fragments = " fragment F on Query { ...G @relay(mask: false) } fragment G on Query { count(n: $n) }"
    #expect(try Self.validate("query Q($n: String) { ...F @relay(mask: false) }" + fragments) == ["1:9 variable-of-wrong-type"])
    #expect(try Self.validate("query Q($n: String) { ...F }" + fragments) == ["1:110 variable-of-wrong-type"])
  }

  @Test("Fragment arguments are applied before selections are compared")
  func fragmentArguments() throws {
    let fragment = "fragment F on User @argumentDefinitions(n: {type: \"Int\"}) { friends(first: $n, tags: []) { id } }"
    #expect(try Self.validate("query Q { user { ...F @arguments(n: 1) ...F @arguments(n: 2) } } " + fragment) == ["1:126 field-conflict"])
    #expect(try Self.validate("query Q { user { ...F @arguments(n: 1) friends(first: 1, tags: []) { name } } } " + fragment) == [])
  }

  @Test("Definitions with errors, and what spreads them, are kept from later stages")
  func validPart() throws {
    let schema = SchemaBuilder.build(
      server: [Parsed(Self.schema).document], clientExtensions: [], options: CompilerOptions()
    ).0
    let text = "query A { ...F } query B { count } fragment F on Query { count ...G } fragment G on Query { nothing }"
    let result = Validator.validate(documents: [Parsed(text).document], schema: schema, options: CompilerOptions(), profile: .relay)
    #expect(result.diagnostics.count == 1)
    #expect(result.valid[0].definitions.count == 1)
  }

  @Test(
    "Rules of the specification alone",
    arguments: [
      ("{ count } query Q { count }", "1:1 anonymous-operation"), ("fragment F on User { id } { count }", "1:10 unused-fragment"),
      ("query Q($a: Int) { count }", "1:9 unused-variable"), ("{ __schema { types { nam } } }", "1:22 unknown-field"),
      ("{ __type { name } }", "1:3 missing-argument"), ("{ ...F } fragment F on Query { count(n: $x) }", "1:41 undefined-variable"),
    ])
  func specification(_ text: String, _ expected: String) throws {
    #expect(try Self.validate(text, profile: .specification) == [expected])
  }
}
