@testable import RelayCompilerCore
import Testing

@Suite("Literals in Swift")
struct GraphQLLiteralsTests {
  @Test(
    "What a literal can hold is what leaves it a literal",
    arguments: [
      ("graphql(\"a\")", [true, false, false, false, false]),
      ("graphql(\"\")", [true, false, false, false, false]),
      ("graphql(#\"a\"#)", [true, true, true, false, false]),
      ("graphql(##\"a\"##)", [true, true, true, false, true]),
      ("graphql(\"\"\"\n  a\n  \"\"\")", [true, true, true, true, true]),
    ])
  func contents(swift: String, expected: [Bool]) throws {
    let literal = try #require(GraphQLLiterals.find(in: SourceFile(path: "/View.swift", text: swift)).literals.first)
    #expect(["@alias", "\"b\"", "\\n", "a\r\nb", "\"#"].map(literal.canHold) == expected)
    #expect(literal.canHold("\"\"\"") == swift.hasPrefix("graphql(#"))
  }

  @Test("A document can hold anything")
  func document() {
    #expect(SourceFile(path: "/a.graphql", text: "\"\"").canHold("\"\n\\"))
    #expect(SourceFile(path: "/a.swift", text: "\"\"").canHold("\"\n\\"))
  }
}
