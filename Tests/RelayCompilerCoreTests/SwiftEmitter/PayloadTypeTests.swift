import Foundation
@testable import RelayCompilerCore
import Testing

/// Payload types for deeply nested type cases.
@Suite("Payload types")
struct PayloadTypeTests {
  private func swift(_ documents: String) throws -> String {
    let schema = """
      type Query { start: Thing }
      interface Linked { next: Thing }
      union Thing = Ant | Bee | Cat
      type Ant implements Linked { next: Thing a: Int! owner: Owner }
      type Bee implements Linked { next: Thing b: Int! owner: Owner }
      type Cat { c: Int! owner: Owner }
      type Owner { name: String! age: Int! }

      """
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "Query.graphql", text: documents)], as: .document(output: "Query.graphql.swift"))
    input.swift = SwiftOutputs(schema: "Types.graphql.swift")
    let output = Compiler.compile(input)
    try #require(output.diagnostics.map(\.message) == [])
    return try String(decoding: #require(output.files.first).bytes, as: UTF8.self)
  }

  private func payload(depth: Int) throws -> Int {
    let opening = "... on Ant { a } ... on Bee { b } ... on Linked { next { "
    let query =
      "query Q @raw_response_type { start { " + String(repeating: opening, count: depth) + "... on Cat { c }"
      + String(repeating: " } }", count: depth) + " } }"
    let swift = try swift(query)
    return try swift.utf8.count - #require(swift.range(of: "struct Payload")).lowerBound.utf16Offset(in: swift)
  }

  @Test("Shared parts of cases are generated once, however deeply the cases are nested")
  func sharedTypesAreThereOnce() throws {
    let (short, long) = (try payload(depth: 3), try payload(depth: 6))
    // Lines are indented, so twice the depth results in slightly more than twice the text.
    #expect(long < 3 * short, "\(short), \(long)")
  }

  @Test("A type shared by some cases coexists with types of the same name in other cases")
  func aTypeThatSomeCasesShare() throws {
    let swift = try swift(
      """
      query Q @raw_response_type {
        start { ... on Linked { ... on Ant { owner { name } } ... on Bee { owner { name } } } ... on Cat { owner { age } } }
      }
      """)
    let payload = try swift[#require(swift.range(of: "struct Payload")).lowerBound...]
    for function in ["ant", "bee"] { #expect(payload.contains("static func \(function)(owner: Owner_owner? = nil)")) }
    #expect(payload.contains("static func cat(owner: AsCat.Owner_owner? = nil)") && payload.contains("enum AsCat {"))
    #expect(payload.split(separator: "struct Owner_owner").count == 3)
    // It is not a property of all cases.
    #expect(!payload.contains("var owner:"))
  }

  @Test("The type of an object of an interface or union is a parameter without a default")
  func theTypeOfAnAbstractObjectIsRequired() throws {
    let swift = try swift("query Q @raw_response_type { start { ... on Linked { next { __typename } } ... on Cat { c } } }")
    #expect(swift.contains("public init(__typename: String)"), "no case")
    #expect(swift.contains("public static func linked(__typename: String, next: AsLinked.Thing_next? = nil)"), "a case of two types")
    #expect(swift.contains("public static func cat(c: Int)"), "a case of one type")
    #expect(swift.contains("public static func other(__typename: String)"), "any other type")
  }
}
