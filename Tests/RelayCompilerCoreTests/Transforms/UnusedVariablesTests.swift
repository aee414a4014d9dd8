import Testing

@testable import RelayCompilerCore

@Suite("skipUnusedVariables and checkUndefinedVariables")
struct UnusedVariablesTests {
  @Test(
    "Removal",
    arguments: [
      PassCase(
        "Variables that nothing reachable uses are not declared",
        """
        query Q($used: Int, $unused: Int, $inFragment: Boolean, $elsewhere: Int) { me { name(times: $used) ...F } }
        fragment F on User { name(upper: $inFragment) }
        fragment G on User { name(times: $elsewhere) }
        """,
        becomes: """
          query Q(
            $used: Int
            $inFragment: Boolean
          ) {
            me {
              name(times: $used)
              ...F
            }
          }

          fragment F on User {
            name(upper: $inFragment)
          }

          fragment G on User {
            name(times: $elsewhere)
          }
          """),
      PassCase(
        "Uses in conditions, directives, lists and objects count",
        """
        query Q($a: Boolean!, $b: String, $c: String, $d: String, $e: Int) @traced(by: $d) {
          me @include(if: $a) { name @traced(by: $b) }
          search(filter: {tags: [$c]}) { __typename }
        }
        """,
        becomes: """
          query Q(
            $a: Boolean!
            $b: String
            $c: String
            $d: String
          ) @traced(by: $d) {
            me @include(if: $a) {
              name @traced(by: $b)
            }
            search(filter: {tags: [$c]}) {
              __typename
            }
          }
          """),
      PassCase(
        "Operations that use all of theirs stay",
        unchanged: """
          query Q($n: Int) { me { name(times: $n) } } query R { me { id } }
          """),
    ])
  func removal(_ test: PassCase) throws {
    try test.check { program, _ in skipUnusedVariables(program) }
  }

  @Test(
    "Variables that an operation uses without declaring them",
    arguments: [
      PassCase(
        "They are reported where they are used",
        unchanged: """
          query Q { me { ...F } }
          query R($size: Int) { me { ...F } }
          fragment F on User { picture(size: ⟦$size⟧) { url } }
          """, reporting: "undefined-variable")
    ])
  func undeclared(_ test: PassCase) throws {
    try test.check { program, diagnostics in
      checkUndefinedVariables(program, diagnostics: &diagnostics); return program
    }
  }
}
