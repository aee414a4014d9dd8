import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("unwrapDefer")
struct UnwrapDeferTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(
      of: [
        PassCase(
          "@defer stands on the spread again",
          """
          query Q($a: Boolean) { me { ...F @traced @defer(if: $a) ... on Actor { best { ...G @defer } } } }
          fragment F on User { name }
          fragment G on Actor { name }
          """,
          becomes: """
            query Q(
              $a: Boolean
            ) {
              me {
                ...F @traced @defer(label: "Q$defer$F", if: $a)
                ... on Actor {
                  best {
                    ...G @defer(label: "Q$defer$G")
                  }
                }
              }
            }

            fragment F on User {
              name
            }

            fragment G on Actor {
              name
            }
            """),
        PassCase(
          "Other inline fragments stay",
          unchanged: """
            query Q { me { ... on User @traced { name } ... on Actor { ...G } } } fragment G on Actor { name }
            """),
      ] as [PassCase]
    ) { test in
      try test.check(after: { transformDeferStream($0, options: CompilerOptions(), diagnostics: &$1) }) { program, _ in
        unwrapDefer(program, options: CompilerOptions())
      }
    }
  }
}
