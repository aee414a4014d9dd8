import Testing

@testable import RelayCompilerCore

@Suite("ClientAbstractTypes")
struct ClientAbstractTypesTests {
  /// For each operation, the keys of abstract client types with their member types.
  private func types(in document: String, client: String) throws -> [String] {
    let schema = try Schema.built(
      from:
        "interface Node { id: ID! } type User implements Node { id: ID! } type Page implements Node { id: ID! } type Query { me: User node: Node }",
      clientExtension: client)
    let program = try Program.lowered(from: document, schema: schema)
    var types = ClientAbstractTypes(program)
    return program.operations.map { operation in
      types.types(in: operation).map { "\($0.key): \($0.types.map(\.string).joined(separator: " "))" }.joined(separator: ", ")
    }
  }

  private let client = """
    interface Marked { mark: String }
    interface Noted { note: String }
    extend type User implements Marked & Noted { mark: String note: String }
    extend type Page implements Marked { mark: String }
    """

  @Test("Refinements in the operation and in spread fragments count; keys and types are sorted")
  func refinements() throws {
    let document = """
      query A { node { ... on Noted { note } ...F } }
      query B { me { ...G } }
      query C { me { id } }
      fragment F on Marked { mark }
      fragment G on User { ...F }
      """
    #expect(try types(in: document, client: client) == ["__isMarked: Page User, __isNoted: User", "__isMarked: Page User", ""])
  }

  @Test("The server's abstract types do not count, and neither do the client's object types")
  func others() throws {
    #expect(try types(in: "query A { me { ... on Node { id } ... on User { mark } } }", client: client) == [""])
    #expect(
      try types(
        in: "query A { me { draft { ... on Draft { text } } } }", client: "type Draft { text: String } extend type User { draft: Draft }")
        == [""])
  }
}
