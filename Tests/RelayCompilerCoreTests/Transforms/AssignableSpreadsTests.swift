import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("transformAssignableSpreads")
struct AssignableSpreadsTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "Beside a spread on an object type stand __typename and __id",
        """
        query Q { me { ...F } }
        fragment F on User @assignable { __typename }
        """,
        becomes: """
          query Q {
            me {
              ...F
              __typename
              __id @__hidden
            }
          }

          fragment F on User @assignable {
            __typename
          }
          """),
      PassCase(
        "An abstract type is proved under a refinement",
        """
        query Q { node(id: 1) { ...F } }
        fragment F on Actor @assignable { __typename }
        """,
        becomes: """
          query Q {
            node(id: 1) {
              ...F
              ... on Actor {
                __isF: __typename @__hidden
              }
              __id @__hidden
            }
          }

          fragment F on Actor @assignable {
            __typename
          }
          """),
      PassCase(
        "Updatable documents read nothing, so nothing is added there",
        unchanged: """
          query Q @updatable { me { ...F } }
          fragment F on User @assignable { __typename }
          fragment G on User @updatable { best { ...F } }
          """),
      PassCase(
        "Spreads of other fragments stay",
        unchanged: """
          query Q { me { ...F } }
          fragment F on User { name }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { program, _ in transformAssignableSpreads(program) }
  }
}
