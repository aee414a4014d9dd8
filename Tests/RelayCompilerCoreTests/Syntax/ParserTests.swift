import TestSupport
import Testing
@testable import RelayCompilerCore

@Suite("Parser")
struct ParserTests {
  @Test("Executable definitions keep names, arguments, directives and ranges")
  func executable() throws {
    let parsed = Parsed(
      """
      "Finds a user" query Find("who" $id: ID! = "4" @deprecated, $sizes: [[Int!]]) @live {
        user: node(id: $id, at: {x: 1.5e3, y: [RED, null, true]}) @include(if: true) { ...F @arguments(a: 1) ... on User { id } ... { id } }
      }
      fragment F on User @relay(plural: true) { name }
      subscription { a }
      """)
    #expect(parsed.places == [])
    #expect(parsed.document.definitions.count == 3)
    guard case .operation(let find)? = parsed.document.definitions.first else {
      Issue.record("expected an operation")
      return
    }
    #expect(find.description?.value == "Finds a user")
    #expect(find.name?.name == "Find")
    #expect(find.variables.map(\.variable.name) == ["id", "sizes"])
    #expect(find.variables[0].description?.value == "who")
    guard case .field(let user)? = find.selectionSet.selections.first else {
      Issue.record("expected a field")
      return
    }
    #expect(user.alias?.name == "user")
    #expect(user.arguments.count == 2)
    #expect(user.selectionSet?.selections.count == 3)
  }

  @Test("Every kind of type system definition and extension")
  func typeSystem() {
    let parsed = Parsed(
      """
      "d" schema @a { query: Q mutation: M }
      extend schema @b
      extend schema { subscription: S }
      "s" scalar Date @specifiedBy(url: "x")
      type A implements & B & C @d { "f" f("a" x: Int = 1 @e, y: [ID!]!): String! @g }
      type Empty
      interface B implements C { f: Int }
      union U @x = | A | B
      union None
      enum E { "v" V @deprecated W }
      input I @oneOf { a: Int = 3 b: String }
      directive @a(x: Int) repeatable on | FIELD | QUERY
      extend scalar Date @x
      extend type A implements D
      extend interface B { g: Int }
      extend union U = Z
      extend enum E { X }
      extend input I { c: Int }
      """)
    #expect(parsed.places == [])
    #expect(
      parsed.document.definitions.map(\.outline) == [
        #""d" schema @a { query: Q mutation: M }"#,
        "extend schema @b",
        "extend schema { subscription: S }",
        #""s" scalar Date @specifiedBy"#,
        #"type A implements B C @d { "f" f("a" x: Int = … @e y: [ID!]!): String! @g }"#,
        "type Empty",
        "interface B implements C { f: Int }",
        "union U @x = A B",
        "union None",
        #"enum E { "v" V @deprecated W }"#,
        "input I @oneOf { a: Int = … b: String }",
        "directive @a(x: Int) repeatable on FIELD QUERY",
        "extend scalar Date @x",
        "extend type A implements D",
        "extend interface B { g: Int }",
        "extend union U = Z",
        "extend enum E { X }",
        "extend input I { c: Int }",
      ])
  }

  @Test("All independent errors of a file are reported, each once")
  func recovery() {
    let parsed = Parsed(
      """
      query A {
        a(x: ) { b }
        c: : d
        e
      }
      foobar
      fragment F User { a }
      query B { a { b @ } c(1) }
      type T { a Int b: String }
      query Good { ok }
      """)
    #expect(
      parsed.places == [
        "2:8 unexpected-token", "3:6 unexpected-token", "6:1 unknown-definition", "7:12 unexpected-token", "8:19 unexpected-token",
        "8:23 unexpected-token", "9:12 unexpected-token",
      ])
  }

  @Test("A missing brace is reported where it is missing, and the rest is parsed")
  func missingBrace() {
    let parsed = Parsed(
      """
      query A {
        user {
          name
      }

      query B {
        user { name }
      }

      query C {
        a: 1
      }
      """)
    #expect(parsed.places == ["6:1 missing-closing-brace", "11:6 unexpected-token"])
    #expect(parsed.diagnostics.first { $0.id == "missing-closing-brace" }?.notes.first?.range.start == 17)
  }

  @Test("A missing part of an argument is reported at its line, and the next argument is parsed", .cases)
  func incompleteArguments() {
    eachCase(of: [
      ("{\n a(\n  x:\n  y: 1\n )\n b(z: 00)\n}", ["3:3 unexpected-token", "6:7 invalid-number"]),
      ("{\n a(\n  x\n  y: 1\n )\n b(z: 00)\n}", ["3:3 unexpected-token", "6:7 invalid-number"]),
      ("{ a(x: 1, : 2) }", ["1:11 unexpected-token"]), ("{ a(x: 1, 2, y: 3) }", ["1:11 unexpected-token"]),
    ]) { incompleteArguments($0.0, $0.1) }
  }

  func incompleteArguments(_ text: String, _ expected: [String]) {
    #expect(Parsed(text).places == expected)
  }

  @Test(
    "An unterminated string is the only error, despite the braces that it swallows",
    arguments: [
      ("query A { a(x: \"1) { b } }", ["1:16 unterminated-string"]),
      ("query A {\n  a(x: \"1) { b }\n}\nquery B { a }", ["2:8 unterminated-string"]),
      ("query A {\n  a(x: \"1) {\n    b\n  }\n}\nquery B { a(x: 01) }", ["2:8 unterminated-string", "6:16 invalid-number"]),
    ])
  func swallowedBraces(_ text: String, _ expected: [String]) {
    #expect(Parsed(text).places == expected)
  }

  @Test("A definition with an error is not passed to later stages")
  func brokenDefinitions() {
    let parsed = Parsed("query A { a(x: ) } query B { b } query C { c % } query D { d } % query E { e(n: 01) }")
    let names = parsed.document.definitions.map { definition -> Name? in
      guard case .operation(let operation) = definition else { return nil }
      return operation.name?.name
    }
    #expect(names == ["B", "D"])
  }

  @Test("Nesting is limited and reported once", arguments: ["{a", "{a(x:[", "query($a:["])
  func nesting(_ opening: String) {
    let parsed = Parsed(String(repeating: "{a", count: 10) + "(x:" + String(repeating: "[{a:", count: 100_000))
    #expect(parsed.diagnostics.count == 1)
    #expect(parsed.diagnostics.first?.id == "nested-too-deeply")
    #expect(Parsed(String(repeating: opening, count: 200_000)).diagnostics.count == 1)
  }
}
