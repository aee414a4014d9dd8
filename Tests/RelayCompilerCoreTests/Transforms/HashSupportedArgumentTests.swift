import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("hashSupportedArgument")
struct HashSupportedArgumentTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "The list of type names becomes one string",
        """
        query Q { me { media(supported: ["Image", "Video"]) { __typename } } }
        """,
        becomes: """
          query Q {
            me {
              media(supported: "3sz6HQ") {
                __typename
              }
            }
          }
          """),
      PassCase(
        "Its order counts",
        """
        query Q { me { media(supported: ["Video", "Image"]) { __typename } } }
        """,
        becomes: """
          query Q {
            me {
              media(supported: "yefn6") {
                __typename
              }
            }
          }
          """),
      PassCase(
        "A variable is reported",
        unchanged: """
          query Q($s: [String]) { me { media(supported: ⟦$s⟧) { __typename } } }
          """, reporting: "supported-argument"),
      PassCase(
        "Without the argument, the field stays",
        unchanged: """
          query Q { me { media { __typename } } }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { hashSupportedArgument($0, diagnostics: &$1) }
  }
}
