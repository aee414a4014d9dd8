import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("transformFragmentAliases and removeFragmentAliases")
struct FragmentAliasTests {
  @Test("Aliases", .cases)
  func aliases() {
    eachCase(of: [
      PassCase(
        "An aliased spread is wrapped; its alias is the name of the fragment unless one is written",
        """
        query Q { me { ...F @alias ...F @alias(as: "other") } }
        fragment F on User { name }
        """,
        becomes: """
          query Q {
            me {
              ... on User @__alias(as: "F", alwaysMatches: true, isSpread: true) {
                ...F @alias
              }
              ... on User @__alias(as: "other", alwaysMatches: true, isSpread: true) {
                ...F @alias(as: "other")
              }
            }
          }

          fragment F on User {
            name
          }
          """),
      PassCase(
        "An aliased inline fragment keeps what its alias means; its alias is the name of the type unless one is written",
        """
        query Q { actor { ... on User @alias { id } ... @alias(as: "all") { name } } }
        """,
        becomes: """
          query Q {
            actor {
              ... on User @__alias(as: "User", alwaysMatches: false, isSpread: false) {
                id
              }
              ... @__alias(as: "all", alwaysMatches: true, isSpread: false) {
                name
              }
            }
          }
          """),
      PassCase(
        "A narrower type, or a condition, may not match",
        """
        query Q($a: Boolean!) { actor { ...F @alias } me { ...F @alias ...F @alias(as: "perhaps") @include(if: $a) ... @alias(as: "b") @skip(if: $a) { name } } }
        fragment F on User { name }
        """,
        becomes: """
          query Q(
            $a: Boolean!
          ) {
            actor {
              ... on User @__alias(as: "F", alwaysMatches: false, isSpread: true) {
                ...F @alias
              }
            }
            me {
              ... on User @__alias(as: "F", alwaysMatches: true, isSpread: true) {
                ...F @alias
              }
              ... on User @include(if: $a) @__alias(as: "perhaps", alwaysMatches: false, isSpread: true) {
                ...F @alias(as: "perhaps")
              }
              ... @skip(if: $a) @__alias(as: "b", alwaysMatches: false, isSpread: false) {
                name
              }
            }
          }

          fragment F on User {
            name
          }
          """),
      PassCase(
        "Below an aliased refinement the type is known; below one without alias it is not",
        """
        query Q { actor { ... on User @alias { ...F } ... on User { ...F @alias } } }
        fragment F on User { name }
        """,
        becomes: """
          query Q {
            actor {
              ... on User @__alias(as: "User", alwaysMatches: false, isSpread: false) {
                ...F
              }
              ... on User {
                ... on User @__alias(as: "F", alwaysMatches: false, isSpread: true) {
                  ...F @alias
                }
              }
            }
          }

          fragment F on User {
            name
          }
          """),
      PassCase(
        "Documents without aliases stay",
        unchanged: """
          query Q { me { ...F ...G @dangerously_unaliased_fixme } search { ...P } }
          fragment F on User { name }
          fragment G on Page { name }
          fragment P on Page @relay(plural: true) { name }
          """),
    ]) { try aliases($0) }
  }

  func aliases(_ test: PassCase) throws {
    try test.check { transformFragmentAliases($0, options: CompilerOptions(), diagnostics: &$1) }
  }

  @Test("Mistakes with @alias, and missing aliases", .cases)
  func problems() {
    eachCase(of: [
      PassCase(
        "A spread on a narrower type needs an alias",
        unchanged: """
          query Q { actor { ...⟦F⟧ } } fragment F on User { name }
          """, reporting: "alias-required"),
      PassCase(
        "A spread under a condition needs an alias",
        unchanged: """
          query Q($a: Boolean!) { me { ... @include(if: $a) { ...⟦F⟧ } } } fragment F on User { name }
          """, reporting: "alias-required"),
      PassCase(
        "An inline fragment without a type has no name to be called by",
        unchanged: """
          query Q { me { ... ⟦@alias⟧ { name } } }
          """, reporting: "alias-argument"),
      PassCase(
        "An alias that is a variable",
        unchanged: """
          query Q($v: String) { me { ...F @alias(as: ⟦$v⟧) } } fragment F on User { name }
          """, reporting: "alias-argument"),
      PassCase(
        "An empty alias",
        unchanged: """
          query Q { me { ...F @alias(as: ⟦""⟧) } } fragment F on User { name }
          """, reporting: "alias-argument"),
      PassCase(
        "An alias that is no name",
        unchanged: """
          query Q { me { ...F @alias(as: ⟦"a-b"⟧) } } fragment F on User { name }
          """, reporting: "invalid-name"),
      PassCase(
        "An alias on a plural fragment in a list",
        """
        query Q { me { friends { ...F ⟦@alias⟧ } } } fragment F on User @relay(plural: true) { name }
        """,
        becomes: """
          query Q {
            me {
              friends {
                ... on User @__alias(as: "F", alwaysMatches: true, isSpread: true) {
                  ...F @alias
                }
              }
            }
          }

          fragment F on User @relay(plural: true) {
            name
          }
          """, reporting: "alias-on-plural-fragment"),
    ]) { try problems($0) }
  }

  func problems(_ test: PassCase) throws {
    try test.check { transformFragmentAliases($0, options: CompilerOptions(), diagnostics: &$1) }
  }

  @Test(
    "Removing aliases",
    arguments: [
      PassCase(
        "A spread loses its wrapper, an inline fragment keeps its alias as a directive",
        """
        query Q { me { ...F @alias(as: "f") ... on Actor @alias(as: "a") { name ...F @alias } } }
        fragment F on User { name }
        """,
        becomes: """
          query Q {
            me {
              ...F @alias(as: "f")
              ... on Actor @alias(as: "a") {
                name
                ...F @alias
              }
            }
          }

          fragment F on User {
            name
          }
          """),
      PassCase(
        "Documents without aliases stay",
        unchanged: """
          query Q { me { ... on Actor { name } } }
          """),
    ])
  func removal(_ test: PassCase) throws {
    try test.check(after: { transformFragmentAliases($0, options: CompilerOptions(), diagnostics: &$1) }) { program, _ in
      removeFragmentAliases(program)
    }
  }
}
