import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("inlineDataFragments")
struct InlineDataFragmentsTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "A spread of an @inline fragment becomes its selections, in a node that says whose they are",
        """
        query Q { me { ...F @arguments(size: 1) } }
        fragment F on Actor @inline @argumentDefinitions(size: {type: "Int"}) { name picture(size: $size) { url } }
        """,
        becomes: """
          query Q {
            me {
              ... @__inlineData(of: "F", size: 1) {
                ... on Actor {
                  name
                  picture(size: $size) {
                    url
                  }
                }
              }
            }
          }

          fragment F on Actor @argumentDefinitions(
            size: {type: "Int"}
          ) @inline {
            name
            picture(size: $size) {
              url
            }
          }
          """),
      PassCase(
        "@inline fragments in @inline fragments too",
        """
        query Q { me { ...F } }
        fragment F on User @inline { name ...G }
        fragment G on User @inline { id }
        """,
        becomes: """
          query Q {
            me {
              ... @__inlineData(of: "F") {
                ... on User {
                  name
                  ... @__inlineData(of: "G") {
                    ... on User {
                      id
                    }
                  }
                }
              }
            }
          }

          fragment F on User @inline {
            name
            ... @__inlineData(of: "G") {
              ... on User {
                id
              }
            }
          }

          fragment G on User @inline {
            id
          }
          """),
      PassCase(
        "Other directives on such a spread are reported",
        """
        query Q { me { ...F ⟦@defer(label: "a")⟧ } }
        fragment F on User @inline { name }
        """,
        becomes: """
          query Q {
            me {
              ... @__inlineData(of: "F") {
                ... on User {
                  name
                }
              }
            }
          }

          fragment F on User @inline {
            name
          }
          """, reporting: "inline-fragment-directive"),
      PassCase(
        "One that spreads itself is reported and ends there",
        """
        fragment ⟦F⟧ on User @inline { id friends { ...F } }
        """,
        becomes: """
          fragment F on User @inline {
            id
            friends {
              ... @__inlineData(of: "F") {
                ... on User {
                  id
                }
              }
            }
          }
          """, reporting: "fragment-cycle"),
      PassCase(
        "Other fragments stay",
        unchanged: """
          query Q { me { ...F } } fragment F on User { name }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { inlineDataFragments($0, diagnostics: &$1) }
  }
}
