import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("skipNullArguments")
struct SkipNullArgumentsTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(
      of: [
        PassCase(
          "Literal nulls go from fields and directives",
          """
          query Q { me { name(times: null, upper: true) picture(size: null) @traced(by: null) { url } ... on User @traced(by: null) { id } ...F @traced(by: null) } }
          fragment F on User { name(upper: null) }
          """,
          becomes: """
            query Q {
              me {
                name(upper: true)
                picture @traced {
                  url
                }
                ... on User @traced {
                  id
                }
                ...F @traced
              }
            }

            fragment F on User {
              name
            }
            """),
        PassCase(
          "Variables and nulls inside of a value stay",
          unchanged: """
            query Q($n: Int) { me { name(times: $n) } search(filter: {text: null}) { __typename } }
            """),
      ] as [PassCase]
    ) { test in
      try test.check { program, _ in skipNullArguments(program) }
    }
  }
}
