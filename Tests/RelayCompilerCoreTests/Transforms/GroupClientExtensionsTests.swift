import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("groupClientExtensions")
struct GroupClientExtensionsTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "Client fields and __id of a selection set become one group at its end",
        """
        query Q { me { isSelected name __id draft { text } address { __id city } } }
        """,
        becomes: """
          query Q {
            me {
              name
              address {
                city
                ... @__clientExtension {
                  __id
                }
              }
              ... @__clientExtension {
                isSelected
                __id
                draft {
                  text
                }
              }
            }
          }
          """),
      PassCase(
        "So do inline fragments on client types; inside of a client field nothing is grouped",
        """
        query Q { me { latest { ... on Draft { text __id } } } node(id: 1) { ... on Draft { text } id } }
        """,
        becomes: """
          query Q {
            me {
              ... @__clientExtension {
                latest {
                  ... on Draft {
                    text
                    __id
                  }
                }
              }
            }
            node(id: 1) {
              id
              ... @__clientExtension {
                ... on Draft {
                  text
                }
              }
            }
          }
          """),
      PassCase(
        "Each selection set has its own group",
        """
        query Q($a: Boolean!) { me { ... on User { isSelected id } ... @include(if: $a) { isSelected } } }
        """,
        becomes: """
          query Q(
            $a: Boolean!
          ) {
            me {
              ... on User {
                id
                ... @__clientExtension {
                  isSelected
                }
              }
              ... @include(if: $a) {
                ... @__clientExtension {
                  isSelected
                }
              }
            }
          }
          """),
      PassCase(
        "Documents without client fields stay",
        unchanged: """
          query Q { me { name } }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { program, _ in groupClientExtensions(program) }
  }
}
