import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("skipClientExtensions")
struct SkipClientExtensionsTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "Client fields and __id go, with what they leave empty",
        """
        query Q { me { name isSelected __id draft { text } } actor { ... on User { isSelected } name } }
        """,
        becomes: """
          query Q {
            me {
              name
            }
            actor {
              name
            }
          }
          """),
      PassCase(
        "So do fragments and inline fragments on client types",
        """
        query Q { me { id latest { ...F } ... on Draft { text } } node(id: 1) { id ...F ...G } }
        fragment F on Noted { note }
        fragment G on User { isSelected }
        """,
        becomes: """
          query Q {
            me {
              id
            }
            node(id: 1) {
              id
            }
          }
          """),
      PassCase(
        "Directives of the client go, those of the server stay",
        """
        query Q @preloadable @traced { me { name @traced @required(action: LOG) ...F @dangerously_unaliased_fixme @traced } }
        fragment F on User @relay(plural: true) @traced { name }
        """,
        becomes: """
          query Q @traced {
            me {
              name @traced
              ...F @traced
            }
          }

          fragment F on User @traced {
            name
          }
          """),
      PassCase(
        "An operation of which nothing is left disappears",
        """
        query Q { me { isSelected } }
        query R { me { id } }
        """,
        becomes: """
          query R {
            me {
              id
            }
          }
          """),
      PassCase(
        "What the server knows stays",
        unchanged: """
          query Q @traced { me { name } } fragment F on User { id }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { program, _ in skipClientExtensions(program) }
  }
}
