import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("mask")
struct MaskTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "An unmasked spread becomes the selections of the fragment",
        """
        query Q { me { ...F @relay(mask: false) ...G } }
        fragment F on User { name ...G @relay(mask: false) }
        fragment G on Actor { best { name } }
        """,
        becomes: """
          query Q {
            me {
              ... on User {
                name
                ... on Actor {
                  best {
                    name
                  }
                }
              }
              ...G
            }
          }

          fragment F on User {
            name
            ... on Actor {
              best {
                name
              }
            }
          }

          fragment G on Actor {
            best {
              name
            }
          }
          """),
      PassCase(
        "A fragment that spreads itself unmasked keeps the inner spread",
        """
        fragment F on User { id friends { ...F @relay(mask: false) } }
        """,
        becomes: """
          fragment F on User {
            id
            friends {
              ... on User {
                id
                friends {
                  ...F @relay(mask: false)
                }
              }
            }
          }
          """),
      PassCase(
        "A fragment with arguments of its own cannot be unmasked",
        """
        query Q { me { ...⟦F⟧ @relay(mask: false) } }
        fragment F on User @argumentDefinitions(size: {type: "Int"}) { name }
        """,
        becomes: """
          query Q {
            me {
              ... on User {
                name
              }
            }
          }

          fragment F on User @argumentDefinitions(
            size: {type: "Int"}
          ) {
            name
          }
          """, reporting: "unmasked-fragment-with-directives"),
      PassCase(
        "Nor can one with directives",
        """
        query Q { me { ...⟦F⟧ @relay(mask: false) } }
        fragment F on User @inline { name }
        """,
        becomes: """
          query Q {
            me {
              ... on User {
                name
              }
            }
          }

          fragment F on User @inline {
            name
          }
          """, reporting: "unmasked-fragment-with-directives"),
      PassCase(
        "Masked spreads stay",
        unchanged: """
          query Q { me { ...F ...F @relay(mask: true) } } fragment F on User { name }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { mask($0, diagnostics: &$1) }
  }

  @Test("The variables of an inlined fragment become those of the enclosing fragment")
  func variables() throws {
    let program = try Program.lowered(
      from: """
        fragment F on User { name(times: $times) ...G @relay(mask: false) }
        fragment G on User { picture(size: $size) { url } name(times: $times) }
        """, schema: PassSchema.schema)
    var diagnostics: [Diagnostic] = []
    let masked = mask(program, diagnostics: &diagnostics)
    #expect(diagnostics.map(\.id) == [])
    #expect(program.fragments[0].usedGlobalVariables.map(\.name) == ["times"])
    #expect(masked.fragments[0].usedGlobalVariables.map(\.name) == ["times", "size"])
  }
}
