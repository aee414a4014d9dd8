import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("flatten")
struct FlattenTests {
  @Test("For artifacts", .cases)
  func artifacts() {
    eachCase(of: [
      PassCase(
        "Inline fragments that refine nothing dissolve, with their directives",
        """
        query Q { me { ... { name } ... on User { id } ... on User @traced { address { city } } } }
        """,
        becomes: """
          query Q {
            me {
              name
              id
              address {
                city
              }
            }
          }
          """),
      PassCase(
        "Refinements of an abstract type stay, and those of one type become one",
        """
        query Q { actor { ... on User { id } ... on Page { id } ... on User { name } ... on Node { id } ... on Actor { name } } }
        """,
        becomes: """
          query Q {
            actor {
              ... on User {
                id
                name
              }
              ... on Page {
                id
              }
              ... on Node {
                id
              }
              name
            }
          }
          """),
      PassCase(
        "Fields of one response key become one, with the selections of all",
        """
        query Q { me { name address { city } name address { street city } other: address { city } } }
        """,
        becomes: """
          query Q {
            me {
              name
              address {
                city
                street
              }
              other: address {
                city
              }
            }
          }
          """),
      PassCase(
        "Deep selections merge from the outside in",
        """
        query Q { me { best { best { name } } } ... on Query { me { best { best { picture { url } } name } } } }
        """,
        becomes: """
          query Q {
            me {
              best {
                best {
                  name
                  picture {
                    url
                  }
                }
                name
              }
            }
          }
          """),
      PassCase(
        "Conditions of one variable and polarity become one",
        """
        query Q($a: Boolean!) { me { name @include(if: $a) ... @include(if: $a) { id name } address @skip(if: $a) { city } } }
        """,
        becomes: """
          query Q(
            $a: Boolean!
          ) {
            me {
              name @include(if: $a)
              id @include(if: $a)
              address @skip(if: $a) {
                city
              }
            }
          }
          """),
      PassCase(
        "Spreads of one name, arguments and directives become one",
        """
        query Q { me { ...F @arguments(size: 1) ...F @arguments(size: 1) ...F @arguments(size: 2) ...F @arguments(size: 2) @dangerously_unaliased_fixme } }
        fragment F on User @argumentDefinitions(size: {type: "Int"}) { picture(size: $size) { url } }
        """,
        becomes: """
          query Q {
            me {
              ...F @arguments(size: 1)
              ...F @arguments(size: 2)
            }
          }

          fragment F on User @argumentDefinitions(
            size: {type: "Int"}
          ) {
            picture(size: $size) {
              url
            }
          }
          """),
      PassCase(
        "Fields with other directives are other fields",
        """
        query Q { me { name name @traced(by: "a") name @traced(by: "b") } }
        """,
        becomes: """
          query Q {
            me {
              name
              name @traced(by: "a")
              name @traced(by: "b")
            }
          }
          """),
      PassCase(
        "A deferred fragment does not dissolve",
        """
        query Q { me { ... @defer(label: "a") { name } ... on User @defer(label: "a") { id } name } }
        """,
        becomes: """
          query Q {
            me {
              ... @defer(label: "a") {
                name
              }
              ... on User @defer(label: "a") {
                id
              }
              name
            }
          }
          """),
      PassCase(
        "What is merged already stays",
        unchanged: """
          query Q { me { id name ... on Actor { best { name } } } }
          fragment F on User { name }
          """),
    ]) { try artifacts($0) }
  }

  func artifacts(_ test: PassCase) throws {
    try test.check { flatten($0, for: .artifacts, options: CompilerOptions(), diagnostics: &$1) }
  }

  @Test(
    "For operation text",
    arguments: [
      PassCase(
        "An inline fragment with directives stays",
        """
        query Q { me { ... { name } ... on User @traced { id } ... on User @traced { name } } }
        """,
        becomes: """
          query Q {
            me {
              name
              ... on User @traced {
                id
                name
              }
            }
          }
          """)
    ])
  func text(_ test: PassCase) throws {
    try test.check { flatten($0, for: .text, options: CompilerOptions(), diagnostics: &$1) }
  }

  @Test(
    "Selections added by passes",
    arguments: [
      PassCase(
        "A hidden field that is also written is shown, and handles and connections of all are kept",
        """
        query Q { me {
          stories(first: 1) { edges { cursor } }
          stories(first: 1) @connection(key: "Q_stories") { edges { node { __typename title } } }
        } }
        """,
        becomes: """
          query Q {
            me {
              stories(first: 1) @__handle(key: "Q_stories", handle: "connection") @__connection {
                edges {
                  cursor
                  node {
                    __typename
                    title
                  }
                }
                pageInfo @__hidden {
                  endCursor @__hidden
                  hasNextPage @__hidden
                }
              }
            }
          }
          """)
    ])
  func additions(_ test: PassCase) throws {
    try test.check(after: { program, _ in transformConnections(program, options: CompilerOptions()) }) {
      flatten($0, for: .artifacts, options: CompilerOptions(), diagnostics: &$1)
    }
  }
}
