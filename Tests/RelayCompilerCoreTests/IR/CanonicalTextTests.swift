import Testing

@testable import RelayCompilerCore

/// The `hash` of artifacts: independent of a definition's layout, and equal to Relay's (the `md5` of the canonical text).
@Suite("Hashes of definitions")
struct CanonicalTextTests {
  private static func hashes(_ document: String) -> [String: String?] {
    var input = CompilerInput()
    let schema = [
      SourceFile(
        path: "schema.graphql",
        text:
          "type Query { me: User users(first: Int, names: [String], at: At): [User] } input At { x: Float, y: [Int] } type User { name: String }"
      )
    ]
    input.add(schema, as: .schema)
    input.add([SourceFile(path: "document.graphql", text: document)], as: .document)
    let output = Compiler.compile(input)
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return Dictionary(
      uniqueKeysWithValues: output.artifacts.map { artifact in
        switch artifact {
        case .operation(let operation): ("\(artifact.name)", operation.sourceHash)
        case .fragment(let fragment): ("\(artifact.name)", fragment.sourceHash)
        }
      })
  }

  @Test("The hash is of the canonical text")
  func canonicalText() {
    let canonical = """
      fragment UserComponent on Query {
        me {
          name @required(action: DANGEROUSLY_THROW_ON_SEMANTICALLY_NULLABLE_FIELD)
        }
      }
      """
    #expect(MD5.hexadecimalDigest(of: canonical.utf8) == "2a578e8053d8cb91950d7cbefc3c3d2a")
    #expect(Self.hashes(canonical) == ["UserComponent": "2a578e8053d8cb91950d7cbefc3c3d2a"])
    let other = """
      # A comment
      fragment UserComponent on Query { me, { name
        @required ( action : DANGEROUSLY_THROW_ON_SEMANTICALLY_NULLABLE_FIELD ) } }
      """
    #expect(Self.hashes(other) == Self.hashes(canonical))
  }

  @Test("Every kind of syntax has a canonical form")
  func everyKindOfSyntax() {
    let canonical = #"""
      query Q($first: Int = 5, $names: [String!] = [], $if: Boolean!) {
        users(first: $first, names: $names, at: {x: 1.50, y: [1, null]}) @include(if: $if) {
          alias: name
          ... on User @skip(if: $if) {
            name
          }
          ... {
            ...F @dangerously_unaliased_fixme
          }
        }
      }
      """#
    let document = #"""
      query Q($first:Int=5 $names:[String!] = [] $if:Boolean!) { users(first:$first names:$names at:{x:1.50 y:[1 null]}) @include(if:$if) {
        alias:name ...on User @skip(if:$if) { name } ... { ...F @dangerously_unaliased_fixme } } }
      fragment F on User { name }
      """#
    #expect(Self.hashes(document)["Q"] == .some(MD5.hexadecimalDigest(of: canonical.utf8)))
  }
}
