import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("transformDeferStream")
struct DeferStreamTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "A deferred spread is wrapped, with a label of the document and the fragment",
        """
        query Q { me { ...F @defer } }
        fragment F on User { best { ...G @defer(label: "mine", if: $on) } }
        fragment G on Actor { name }
        """,
        becomes: """
          query Q {
            me {
              ... @defer(label: "Q$defer$F") {
                ...F
              }
            }
          }

          fragment F on User {
            best {
              ... @defer(label: "F$defer$mine", if: $on) {
                ...G
              }
            }
          }

          fragment G on Actor {
            name
          }
          """),
      PassCase(
        "The label of a spread with arguments tells them apart",
        """
        query Q { me { ...F @arguments(size: 1) @defer ...F @arguments(size: 2) @defer } }
        fragment F on User @argumentDefinitions(size: {type: "Int"}) { picture(size: $size) { url } }
        """,
        becomes: """
          query Q {
            me {
              ... @defer(label: "Q$defer$F_p4ohB") {
                ...F @arguments(size: 1)
              }
              ... @defer(label: "Q$defer$F_iM3J2") {
                ...F @arguments(size: 2)
              }
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
        "@stream gets a label of the field and its arguments in their order",
        """
        query Q($on: Boolean) { search(text: "x") @stream(initialCount: 1, if: $on) { __typename } me { all: friends @stream(useCustomizedBatch: true, initialCount: 0, label: "l") { id } } }
        """,
        becomes: """
          query Q(
            $on: Boolean
          ) {
            search(text: "x") @stream(label: "Q$stream$search_3Dwnec", if: $on, initialCount: 1) {
              __typename
            }
            me {
              all: friends @stream(label: "Q$stream$l", initialCount: 0, useCustomizedBatch: true) {
                id
              }
            }
          }
          """),
      PassCase(
        "What is never deferred or streamed loses the directive",
        """
        query Q { me { ...F @defer(if: false) friends @stream(initialCount: 1, if: false) { id } } }
        fragment F on User { name }
        """,
        becomes: """
          query Q {
            me {
              ...F
              friends {
                id
              }
            }
          }

          fragment F on User {
            name
          }
          """),
      PassCase(
        "An explicit null is no label",
        """
        query Q { me { ...F @defer(label: null) } }
        fragment F on User { name }
        """,
        becomes: """
          query Q {
            me {
              ... @defer(label: "Q$defer$F") {
                ...F
              }
            }
          }

          fragment F on User {
            name
          }
          """),
      PassCase(
        "Documents without either stay",
        unchanged: """
          query Q { me { ...F } }
          fragment F on User { name }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { transformDeferStream($0, options: CompilerOptions(), diagnostics: &$1) }
  }

  @Test("Mistakes with @defer and @stream", .cases)
  func problems() {
    eachCase(of: [
      PassCase(
        "@defer on an inline fragment",
        unchanged: """
          query Q { me { ... ⟦@defer⟧ { name } } }
          """, reporting: "defer-on-inline-fragment"),
      PassCase(
        "@stream on a scalar",
        unchanged: """
          query Q { me { nicknames ⟦@stream(initialCount: 1)⟧ } }
          """, reporting: "stream-on-scalar"),
      PassCase(
        "@stream on a single object",
        unchanged: """
          query Q { me ⟦@stream(initialCount: 1)⟧ { id } }
          """, reporting: "stream-on-single-field"),
      PassCase(
        "@stream without an initial count",
        unchanged: """
          query Q { search ⟦@stream⟧ { __typename } }
          """, reporting: "stream-initial-count"),
      PassCase(
        "A label that is a variable",
        """
        query Q($label: String) { me { ...F @defer(label: ⟦$label⟧) } }
        fragment F on User { name }
        """,
        becomes: """
          query Q(
            $label: String
          ) {
            me {
              ...F
            }
          }

          fragment F on User {
            name
          }
          """, reporting: "incremental-label"),
      PassCase(
        "A label that is not a name",
        """
        query Q { me { ...F @defer(label: ⟦"a b"⟧) } }
        fragment F on User { name }
        """,
        becomes: """
          query Q {
            me {
              ...F
            }
          }

          fragment F on User {
            name
          }
          """, reporting: "invalid-name"),
      PassCase(
        "A label twice in one document",
        """
        query Q { me { ...F ⟦@defer(label: "a")⟧ best { ...G @defer(label: "a") } } }
        fragment F on User { name }
        fragment G on Actor { name }
        """,
        becomes: """
          query Q {
            me {
              ... @defer(label: "Q$defer$a") {
                ...F
              }
              best {
                ...G
              }
            }
          }

          fragment F on User {
            name
          }

          fragment G on Actor {
            name
          }
          """, reporting: "incremental-label"),
    ]) { try problems($0) }
  }

  func problems(_ test: PassCase) throws {
    try test.check { transformDeferStream($0, options: CompilerOptions(), diagnostics: &$1) }
  }
}
