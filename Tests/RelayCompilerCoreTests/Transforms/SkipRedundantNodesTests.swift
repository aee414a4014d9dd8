import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("skipRedundantNodes")
struct SkipRedundantNodesTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "What the enclosing set selects goes from a refinement",
        """
        query Q { actor { name ... on User { name id address { city } } ... on Page { name } } }
        """,
        becomes: """
          query Q {
            actor {
              name
              ... on User {
                id
                address {
                  city
                }
              }
            }
          }
          """),
      PassCase(
        "Fields are looked at before branches, and stand first where something goes",
        """
        query Q { actor { ... on User { name id } name } }
        """,
        becomes: """
          query Q {
            actor {
              name
              ... on User {
                id
              }
            }
          }
          """),
      PassCase(
        "A nested field loses what is redundant, and goes when nothing is left",
        """
        query Q { actor { picture { url } ... on User { picture { url width } } ... on Page { picture { url } } } }
        """,
        becomes: """
          query Q {
            actor {
              picture {
                url
              }
              ... on User {
                picture {
                  width
                }
              }
            }
          }
          """),
      PassCase(
        "A condition sees what stands around it, and nothing of another condition",
        """
        query Q($a: Boolean!, $b: Boolean!) { me { id ... @include(if: $a) { id name } ... @include(if: $b) { name } } }
        """,
        becomes: """
          query Q(
            $a: Boolean!
            $b: Boolean!
          ) {
            me {
              id
              ... @include(if: $a) {
                name
              }
              ... @include(if: $b) {
                name
              }
            }
          }
          """),
      PassCase(
        "What one refinement adds, another one does not have",
        unchanged: """
          query Q { actor { ... on User { name } ... on Page { name } } }
          """),
      PassCase(
        "A deferred fragment keeps everything",
        unchanged: """
          query Q { me { id name ... @defer(label: "a") { id name } } }
          """),
      PassCase(
        "A set in which nothing goes keeps its order",
        unchanged: """
          query Q { actor { ... on User { id } name } }
          """),
      PassCase(
        "A streamed field counts as a branch",
        """
        query Q { me { id friends @stream(label: "a", initialCount: 1) { id } ... on User { id friends @stream(label: "a", initialCount: 1) { id } } } }
        """,
        becomes: """
          query Q {
            me {
              id
              friends @stream(label: "a", initialCount: 1) {
                id
              }
            }
          }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { program, _ in skipRedundantNodes(program, options: CompilerOptions()) }
  }
}
