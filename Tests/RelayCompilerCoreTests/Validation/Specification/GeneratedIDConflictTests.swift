import TestSupport
import Testing

@testable import RelayCompilerCore

/// The ids that Relay adds under unions and interfaces must be of one type, as everything that has one name in a response.
@Suite("Conflicts of added ids")
struct GeneratedIDConflictTests {
  private static func problems(_ document: String) -> [String] {
    var input = CompilerInput()
    let schema = """
      type Query { search: [Result!]! named: Named nodes: [Mixed!] lists: Lists same: Same }
      union Result = A | B | C
      union Mixed = N | B
      union Lists = A | D
      union Same = B | G | N
      type A { id: ID! a: String }
      type B implements Named { id: ID b: String name: String }
      type C implements Named { id: Int c: String name: String }
      type D { id: [ID!] d: Int }
      type E implements Named { id: ID! name: String }
      type G { id: ID g: [Same] }
      interface Named { name: String }
      interface Node { id: ID! }
      type N implements Node { id: ID! n: String }
      """
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "D.graphql", text: document)], as: .document)
    return Compiler.compile(input).diagnostics.map { "\($0.severity) \($0.id): \($0.message)" }
  }

  @Test("Ids of two types under a union or an interface are an error", .cases)
  func conflicts() {
    eachCase(
      of: [
        ("query Q { search { ... on A { a } } }", "'A.id' (ID!) and 'B.id' (ID) identify objects"),
        ("query Q { named { name } }", "'B.id' (ID) and 'E.id' (ID!) identify objects"),
        ("query Q { lists { ... on A { a } } }", "'A.id' (ID!) and 'D.id' ([ID!]) identify objects"),
        ("query Q { ...F } fragment F on Query { lists { ... on A { aID: id } } }", "'A.id' (ID!) and 'D.id' ([ID!]) identify objects"),
        ("query Q { named { ... on C { id } } }", "'id' cannot be 'C.id' (Int): 'B.id' (ID) identifies objects and is selected beside it"),
      ] as [(String, String)]
    ) { document, message in
      let problems = Self.problems(document)
      #expect(problems.count == 1 && problems.first?.hasPrefix("error field-conflict: \(message)") == true, "\(problems)")
    }
  }

  @Test("Other ids are not", .cases)
  func others() {
    eachCase(of: [
      "query Q { same { ... on B { id b } ... on G { id g { __typename } } } }", "query Q { nodes { ... on N { n } } }",
      "query Q { nodes { ... on Node { id } } }", "query Q { named { ... on C { cID: id } __typename } same { __typename } }",
    ]) { document in
      let problems = Self.problems(document).filter { !$0.contains("'B.id' (ID) and 'E.id' (ID!)") }
      #expect(problems == [])
    }
    // Nothing is sent.
    #expect(Self.problems("fragment F on Query { search { ... on A { a } } }") == [])
    // Another rule's error, once.
    #expect(Self.problems("query Q { search { ... on A { id: a } } }").filter { $0.contains("'a'") || $0.contains("alias") }.count <= 1)
  }
}
