import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("generateTypename")
struct GenerateTypenameTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "Fields of an abstract type begin with __typename unless it is selected",
        """
        query Q { node(id: 1) { id } actor { name __typename } search { kind: __typename } me { id } }
        """,
        becomes: """
          query Q {
            node(id: 1) {
              __typename
              id
            }
            actor {
              name
              __typename
            }
            search {
              __typename
              kind: __typename
            }
            me {
              id
            }
          }
          """),
      PassCase(
        "Refinements of an abstract type begin with its discriminator",
        """
        query Q { me { ... on Node { id } ... on User { name } } }
        """,
        becomes: """
          query Q {
            me {
              ... on Node {
                __isNode: __typename @__discriminator
                id
              }
              ... on User {
                name
              }
            }
          }
          """),
      PassCase(
        "So do fragments on an abstract type",
        """
        query Q { actor { __typename ...F ...G } }
        fragment F on Actor { name }
        fragment G on User { name }
        """,
        becomes: """
          query Q {
            actor {
              __typename
              ...F
              ...G
            }
          }

          fragment F on Actor {
            __isActor: __typename @__discriminator
            name
          }

          fragment G on User {
            name
          }
          """),
      PassCase(
        "An inline fragment without a type refines the type that it stands on; one for @defer refines nothing",
        """
        query Q { actor { __typename ... { name } ... @defer(label: "a") { name } } }
        """,
        becomes: """
          query Q {
            actor {
              __typename
              ... {
                __isActor: __typename @__discriminator
                name
              }
              ... @defer(label: "a") {
                name
              }
            }
          }
          """),
      PassCase(
        "An abstract type of the client has no discriminator",
        """
        query Q { me { latest { ... on Noted { note } } } }
        """,
        becomes: """
          query Q {
            me {
              latest {
                __typename
                ... on Noted {
                  note
                }
              }
            }
          }
          """),
      PassCase(
        "Concrete types stay",
        unchanged: """
          query Q { me { name ... on User { id } } }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { program, _ in generateTypename(program, options: CompilerOptions()) }
  }
}
