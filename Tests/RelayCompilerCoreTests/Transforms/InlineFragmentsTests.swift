import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("inlineFragments")
struct InlineFragmentsTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(
      of: [
        PassCase(
          "A spread becomes an inline fragment on the type of the fragment, with the directives of the spread",
          """
          query Q { me { ...F @traced(by: "a") best { ...G } } }
          fragment F on User { name ...G }
          fragment G on Actor { name }
          """,
          becomes: """
            query Q {
              me {
                ... on User @traced(by: "a") {
                  name
                  ... on Actor {
                    name
                  }
                }
                best {
                  ... on Actor {
                    name
                  }
                }
              }
            }
            """),
        PassCase(
          "One that spreads itself ends there",
          """
          query Q { me { ...F } }
          fragment F on User { id friends { ...F } }
          """,
          becomes: """
            query Q {
              me {
                ... on User {
                  id
                  friends {
                    ... on User {
                    }
                  }
                }
              }
            }
            """),
        PassCase(
          "Operations without spreads stay",
          unchanged: """
            query Q { me { name } }
            """),
      ] as [PassCase]
    ) { test in
      try test.check { program, _ in inlineFragments(program) }
    }
  }

  @Test("A fragment is inlined once, and all its spreads share the result")
  func sharing() throws {
    let program = try Program.lowered(
      from: "query Q { me { ...F best { ...F } } } query R { me { ...F } } fragment F on Actor { name }", schema: PassSchema.schema)
    let inlined = inlineFragments(program).operations.compactMap { operation -> InlineFragment? in
      guard case .linkedField(let me) = operation.selections[0], case .inlineFragment(let fragment) = me.selections[0] else { return nil }
      return fragment
    }
    #expect(inlined.count == 2)
    #expect(inlined.first === inlined.last)
  }

  @Test("A spread of a fragment that an earlier pass removed is removed, along with selections that become empty")
  func missing() throws {
    let program = try Program.lowered(
      from: "query Q { me { id address { ...F } } } fragment F on Address { city }", schema: PassSchema.schema)
    #expect(inlineFragments(program.with(fragments: [])).text == "query Q {\n  me {\n    id\n  }\n}\n")
  }
}
