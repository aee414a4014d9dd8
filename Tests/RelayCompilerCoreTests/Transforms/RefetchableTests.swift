import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("transformRefetchableFragments")
struct RefetchableTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "A fragment on a Node is found by node(id:), and selects its id",
        """
        fragment F on User @refetchable(queryName: "Again") { name }
        """,
        becomes: """
          query Again(
            $id: ID!
          ) {
            node(id: $id) {
              ...F
            }
          }

          fragment F on User @refetchable(queryName: "Again") {
            name
            id
          }
          """),
      PassCase(
        "So is one on an abstract type whose objects are Nodes",
        """
        fragment F on Actor @refetchable(queryName: "Again") { name }
        """,
        becomes: """
          query Again(
            $id: ID!
          ) {
            node(id: $id) {
              ...F
            }
          }

          fragment F on Actor @refetchable(queryName: "Again") {
            name
            ... on Node {
              id
            }
          }
          """),
      PassCase(
        "A fragment on the query type or on the viewer needs no id",
        """
        fragment F on Query @refetchable(queryName: "QueryAgain") { me { name } }
        fragment G on Viewer @refetchable(queryName: "ViewerAgain") { user { name } }
        """,
        becomes: """
          query QueryAgain {
            ...F
          }

          query ViewerAgain {
            viewer {
              ...G
            }
          }

          fragment F on Query @refetchable(queryName: "QueryAgain") {
            me {
              name
            }
          }

          fragment G on Viewer @refetchable(queryName: "ViewerAgain") {
            user {
              name
            }
          }
          """),
      PassCase(
        "A fragment on a @fetchable type is found by a field of its own",
        """
        fragment F on Ticket @refetchable(queryName: "Again") { title }
        """,
        becomes: """
          query Again(
            $id: ID!
          ) {
            fetch__Ticket(id: $id) {
              ...F
            }
          }

          fragment F on Ticket @refetchable(queryName: "Again") {
            title
            number
          }
          """),
      PassCase(
        "Variables are the own ones and the globals that it reaches, sorted, then the id; own ones are passed on",
        """
        fragment F on User @refetchable(queryName: "Again") @argumentDefinitions(times: {type: "Int", defaultValue: 2}) { id name(times: $times, upper: $upper) ...G }
        fragment G on User { picture(size: $size) { url } }
        """,
        becomes: """
          query Again(
            $size: Int
            $times: Int = 2
            $upper: Boolean
            $id: ID!
          ) {
            node(id: $id) {
              ...F @arguments(times: $times)
            }
          }

          fragment F on User @argumentDefinitions(
            times: {type: "Int", defaultValue: 2}
          ) @refetchable(queryName: "Again") {
            id
            name(times: $times, upper: $upper)
            ...G
          }

          fragment G on User {
            picture(size: $size) {
              url
            }
          }
          """),
      PassCase(
        "The query carries the directives that are asked for",
        #"""
        fragment F on User @refetchable(queryName: "Again", directives: ["@traced(by: \"team\")", "@preloadable"]) { id }
        """#,
        becomes: #"""
          query Again(
            $id: ID!
          ) @traced(by: "team") @preloadable {
            node(id: $id) {
              ...F
            }
          }

          fragment F on User @refetchable(queryName: "Again", directives: ["@traced(by: \"team\")", "@preloadable"]) {
            id
          }
          """#),
      PassCase(
        "Generated queries are sorted among the others",
        """
        query B { me { ...F } }
        query D { me { id } }
        fragment F on User @refetchable(queryName: "C") { id }
        fragment G on User @refetchable(queryName: "A") { id }
        """,
        becomes: """
          query A(
            $id: ID!
          ) {
            node(id: $id) {
              ...G
            }
          }

          query B {
            me {
              ...F
            }
          }

          query C(
            $id: ID!
          ) {
            node(id: $id) {
              ...F
            }
          }

          query D {
            me {
              id
            }
          }

          fragment F on User @refetchable(queryName: "C") {
            id
          }

          fragment G on User @refetchable(queryName: "A") {
            id
          }
          """),
      PassCase(
        "Documents without @refetchable stay",
        unchanged: """
          query Q { me { ...F } } fragment F on User { name }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { transformRefetchableFragments($0, options: CompilerOptions(), diagnostics: &$1) }
  }

  @Test("Mistakes with @refetchable", .cases)
  func problems() {
    eachCase(of: [
      PassCase(
        "The type cannot be found again",
        unchanged: """
          fragment ⟦F⟧ on Address @refetchable(queryName: "Again") { city }
          """, reporting: "refetchable-type"),
      PassCase(
        "The query is not a name",
        unchanged: """
          fragment F on User @refetchable(queryName: ⟦"a b"⟧) { id }
          """, reporting: "invalid-name"),
      PassCase(
        "The name of the query is taken",
        unchanged: """
          query Q { me { id } } fragment F on User @refetchable(queryName: ⟦"Q"⟧) { id }
          """, reporting: "duplicate-refetchable-query"),
      PassCase(
        "The fragment is plural",
        unchanged: """
          fragment F on User @refetchable(queryName: "Again") ⟦@relay(plural: true)⟧ { id }
          """, reporting: "refetchable-plural"),
      PassCase(
        "A directive is not one",
        """
        fragment F on User @refetchable(queryName: "Again", directives: ⟦["traced"]⟧) { id }
        """,
        becomes: """
          query Again(
            $id: ID!
          ) {
            node(id: $id) {
              ...F
            }
          }

          fragment F on User @refetchable(queryName: "Again", directives: ["traced"]) {
            id
          }
          """, reporting: "refetchable-directives"),
    ]) { try problems($0) }
  }

  func problems(_ test: PassCase) throws {
    try test.check { transformRefetchableFragments($0, options: CompilerOptions(), diagnostics: &$1) }
  }

  @Test("The metadata contains the fragment's path in the result, and the variables for refetching and paging")
  func metadata() throws {
    let program = try Program.lowered(
      from: """
        fragment F on User @refetchable(queryName: "Again") @argumentDefinitions(n: {type: "Int"}, cursor: {type: "String"}) {
          stories(first: $n, after: $cursor) @connection(key: "F_stories") { edges { cursor } }
        }
        """, schema: PassSchema.schema)
    var diagnostics: [Diagnostic] = []
    let result = transformRefetchableFragments(
      transformConnections(program, options: CompilerOptions()), options: CompilerOptions(), diagnostics: &diagnostics)
    #expect(diagnostics.map(\.id) == [])
    #expect(result.operations.map(\.refetchedFragment) == ["F"])
    let refetch = try #require(result.fragments[0].refetch)
    #expect(refetch.operation == "Again")
    #expect(refetch.fragmentPathInResult == ["node"])
    #expect(refetch.identifier == RefetchMetadata.Identifier(field: "id", queryVariable: "id", variable: "id"))
    #expect(refetch.connection?.forward == RefetchMetadata.Variables(count: "n", cursor: "cursor"))
    #expect(refetch.connection?.backward == nil)
    #expect(refetch.connection?.path == ["stories"])
    #expect(refetch.edgesFragment == nil)
  }
}
