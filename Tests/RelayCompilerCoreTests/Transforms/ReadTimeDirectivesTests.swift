import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("applyReadTimeDirectives")
struct ReadTimeDirectivesTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "@required and @catch of fields become part of them",
        """
        query Q { me @required(action: THROW) { name @required(action: LOG) @catch(to: NULL) id @required(action: NONE) address @catch { city } } }
        """,
        becomes: """
          query Q {
            me @__required(action: THROW) {
              name @__required(action: LOG) @__catch(to: NULL)
              id @__required(action: NONE)
              address @__catch(to: RESULT) {
                city
              }
            }
          }
          """),
      PassCase(
        "@catch of an aliased inline fragment becomes part of its alias",
        """
        query Q { actor { ... on User @alias(as: "u") @catch { name } ... on Page @alias(as: "p") @catch(to: NULL) { name } } }
        """,
        becomes: """
          query Q {
            actor {
              ... on User @__alias(as: "u", alwaysMatches: false, isSpread: false, catch: RESULT) {
                name
              }
              ... on Page @__alias(as: "p", alwaysMatches: false, isSpread: false, catch: NULL) {
                name
              }
            }
          }
          """),
      PassCase(
        "Other directives stay where they are",
        """
        query Q { me { name @traced @required(action: LOG) } }
        """,
        becomes: """
          query Q {
            me {
              name @traced @__required(action: LOG)
            }
          }
          """),
      PassCase(
        "Documents without either stay",
        unchanged: """
          query Q { me { name @traced } }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check(after: { transformFragmentAliases($0, options: CompilerOptions(), diagnostics: &$1) }) { program, _ in
      applyReadTimeDirectives(program)
    }
  }
}
