import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("skipUnreachableNodes")
struct SkipUnreachableNodesTests {
  @Test("Where empty definitions are errors", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "Conditions on constants are decided",
        """
        query Q { me { id @include(if: true) name @include(if: false) address @skip(if: true) { city } best @skip(if: false) { name @skip(if: true) picture { url } } } }
        """,
        becomes: """
          query Q {
            me {
              id
              best {
                picture {
                  url
                }
              }
            }
          }
          """),
      PassCase(
        "Conditions on variables stay, and go when they are empty",
        """
        query Q($a: Boolean!) { me { id ... @include(if: $a) { name @include(if: false) } ... @skip(if: $a) { name } } }
        """,
        becomes: """
          query Q(
            $a: Boolean!
          ) {
            me {
              id
              ... @skip(if: $a) {
                name
              }
            }
          }
          """),
      PassCase(
        "What is never deferred or streamed is read with the rest",
        """
        query Q { me { ... @defer(label: "a", if: false) { name } friends @stream(label: "b", initialCount: 1, if: false) { id } } }
        """,
        becomes: """
          query Q {
            me {
              name
              friends {
                id
              }
            }
          }
          """),
      PassCase(
        "A fragment of which nothing is left goes with its spreads, and a warning says so",
        """
        query Q { me { id ...F } }
        fragment ⟦F⟧ on User { name @include(if: false) ...G }
        fragment ⟦G⟧ on User { name @skip(if: true) }
        """,
        becomes: """
          query Q {
            me {
              id
            }
          }
          """, reporting: "empty-selections"),
      PassCase(
        "An operation of which nothing is left is an error",
        """
        query ⟦Q⟧ { me { id @include(if: false) } } query R { me { id } }
        """,
        becomes: """
          query R {
            me {
              id
            }
          }
          """, reporting: "empty-selections"),
      PassCase(
        "What can be sent stays",
        unchanged: """
          query Q($a: Boolean!) { me { id @include(if: $a) ...F } } fragment F on User { name }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { skipUnreachableNodes($0, emptyIsError: true, options: CompilerOptions(), diagnostics: &$1) }
  }

  @Test(
    "Where they disappear silently",
    arguments: [
      PassCase(
        "Nothing is said",
        """
        query Q { me { id @include(if: false) } } query R { me { id ...F } } fragment F on User { name @include(if: false) }
        """,
        becomes: """
          query R {
            me {
              id
            }
          }
          """)
    ])
  func silently(_ test: PassCase) throws {
    try test.check { skipUnreachableNodes($0, emptyIsError: false, options: CompilerOptions(), diagnostics: &$1) }
  }

  @Test(
    "After generateIDField",
    arguments: [
      PassCase(
        "A query that keeps nothing but generated ids is an error",
        """
        query ⟦Q⟧ { me { name @include(if: false) } } query R { me { name } }
        """,
        becomes: """
          query R {
            me {
              name
              id
            }
          }
          """, reporting: "empty-selections")
    ])
  func generatedIDs(_ test: PassCase) throws {
    try test.check(after: { generateIDField($0, options: CompilerOptions(), diagnostics: &$1) }) {
      skipUnreachableNodes($0, emptyIsError: true, options: CompilerOptions(), diagnostics: &$1)
    }
  }
}
