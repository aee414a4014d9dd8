import TestSupport
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

  static func diagnose(_ text: String, schema: String = schema, profile: ValidationProfile = .relay) throws -> [Diagnostic] {
    let built = try Schema.built(from: schema, profile: profile)
    let parsed = Parsed(text)
    #expect(parsed.places == [])
    return Validator.validate(documents: [parsed.document], schema: built, options: CompilerOptions(), profile: profile, threads: 2)
      .diagnostics
  }

  /// All diagnostics, as `line:column id`.
  static func validate(_ text: String, schema: String = schema, profile: ValidationProfile = .relay) throws -> [String] {
    let index = LineIndex(Array(text.utf8))
    return try diagnose(text, schema: schema, profile: profile).map { index.line(of: $0) }
  }

  /// Expects a diagnostic at each `⟦…⟧` mark of a text, and no others.
  private static func expect(_ id: String, in text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let marked = MarkedText(text)
    let index = LineIndex(Array(marked.text.utf8))
    #expect(
      try diagnose(marked.text).map { "\(index.place(of: $0.range)) \($0.id)" } == marked.ranges.map { "\(index.place(of: $0)) \(id)" },
      sourceLocation: sourceLocation)
  }

  @Test("What Relay accepts", .cases)
  func accepted() {
    eachCase(of: [
      "fragment F on User { name } query Q { count }", "fragment F on User { friends(tags: $tags) { id } }",
      "query Q { count(f: 1, n: null) a: count @many(n: 1) @many(n: 2) }", "query Q { pets(at: {any: [1, \"x\"]}) { __typename } }",
      "query Q { node(id: 4) { ... on User { id ... on Node { id } } } }",
      "query Q { pets { ... on Dog { d: name } ... on Cat { name } } }",
      "query Q { user { ...F @arguments(n: 1) } user { ...F @arguments(n: 1) } } fragment F on User @argumentDefinitions(n: {type: \"Int\"}) { friends(first: $n, tags: []) { id } }",
      "query Q($n: [String!]!) { user { friends(tags: $n) { id } f: friends(tags: \"one\") { id } } }",
    ]) { try accepted($0) }
  }

  func accepted(_ text: String) throws {
    #expect(try Self.validate(text) == [])
  }

  @Test("A diagnostic about a directive that only the server can declare contains the declaration")
  func incrementalDelivery() throws {
    for (text, declaration) in [
      ("query Q { user { ...F @defer } } fragment F on User { id }", "directive @defer(label: String"),
      ("query Q { pets @stream { __typename } }", "directive @stream(label: String"),
    ] {
      let schema = try Schema.built(from: Self.schema)
      let found = Validator.validate(documents: [Parsed(text).document], schema: schema, options: CompilerOptions(), profile: .relay)
      #expect(found.diagnostics.count == 1)
      #expect(found.diagnostics.first?.message.contains(declaration) == true)
    }
  }

  @Test("With an unmasked fragment, a variable of the wrong type is reported at the operation")
  func unmasked() throws {
    try Self.expect(
      "variable-of-wrong-type",
      in: """
        query Q(⟦$n⟧: String) { ...F @relay(mask: false) }
        fragment F on Query { ...G @relay(mask: false) }
        fragment G on Query { count(n: $n) }
        """)
    try Self.expect(
      "variable-of-wrong-type",
      in: """
        query Q($n: String) { ...F }
        fragment F on Query { ...G @relay(mask: false) }
        fragment G on Query { count(n: ⟦$n⟧) }
        """)
  }

  @Test("Fragment arguments are applied before selections are compared")
  func fragmentArguments() throws {
    let fragment = #"fragment F on User @argumentDefinitions(n: {type: "Int"}) { friends(first: $n, tags: []) { id } }"#
    try Self.expect(
      "field-conflict",
      in: "query Q { user { ...F @arguments(n: 1) ...F @arguments(n: 2) } } "
        + fragment.replacing("friends(", with: "⟦friends⟧("))
    #expect(try Self.validate("query Q { user { ...F @arguments(n: 1) friends(first: 1, tags: []) { name } } } " + fragment) == [])
  }

  @Test("A fragment's default value does not stand for a variable that is null")
  func nullableArguments() throws {
    let fragment = #" fragment F on Query @argumentDefinitions(n: {type: "ID!", defaultValue: "4"}) { node(id: $n) { id } }"#
    try Self.expect("variable-of-wrong-type", in: "query Q($v: ID) { ...F @arguments(n: ⟦$v⟧) }" + fragment)
    try Self.expect("variable-of-wrong-type", in: "query Q($v: ID) { ...F @uncheckedArguments_DEPRECATED(n: ⟦$v⟧) }" + fragment)
    try Self.expect(
      "variable-of-wrong-type",
      in: #"fragment G on Query @argumentDefinitions(v: {type: "ID"}) { ...F @arguments(n: ⟦$v⟧) }"# + fragment)
    let list = #" fragment F on User @argumentDefinitions(n: {type: "[String!]!", defaultValue: []}) { friends(tags: $n) { id } }"#
    try Self.expect("variable-of-wrong-type", in: "query Q($v: [String!]) { user { ...F @arguments(n: ⟦$v⟧) } }" + list)
    for text in [
      #"query Q($v: ID = "1") { ...F @arguments(n: $v) }"#, "query Q($v: ID!) { ...F @arguments(n: $v) }", "query Q { ...F }",
      "query Q { ...F @arguments(n: null) }",
      #"fragment G on Query @argumentDefinitions(v: {type: "ID", defaultValue: "3"}) { ...F @arguments(n: $v) }"#,
    ] { #expect(try Self.validate(text + fragment) == []) }
  }

  @Test("A fragment's argument for a field of a OneOf input object is not null")
  func oneOfArguments() throws {
    func fragment(_ declaration: String) -> String {
      "fragment F on Query @argumentDefinitions(n: {\(declaration)}) { user(key: {name: ⟦$n⟧}) { id } }"
    }
    try Self.expect("one-of-input", in: fragment(#"type: "String""#))
    try Self.expect("one-of-input", in: fragment(#"type: "String", defaultValue: "a""#))
    for declaration in [#"type: "String!""#, #"type: "String!", defaultValue: "a""#] {
      #expect(try Self.validate(MarkedText(fragment(declaration)).text) == [])
    }
  }

  @Test("Definitions with errors, and definitions that spread them, are not passed to later stages")
  func validPart() throws {
    let schema = try Schema.built(from: Self.schema)
    let text = "query A { ...F } query B { count } fragment F on Query { count ...G } fragment G on Query { nothing }"
    let result = Validator.validate(documents: [Parsed(text).document], schema: schema, options: CompilerOptions(), profile: .relay)
    #expect(result.diagnostics.count == 1)
    #expect(result.valid[0].definitions.count == 1)
  }
}
