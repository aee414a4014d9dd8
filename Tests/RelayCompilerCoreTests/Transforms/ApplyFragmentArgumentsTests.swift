import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("applyFragmentArguments")
struct ApplyFragmentArgumentsTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "A spread with arguments gets a copy of the fragment with the values in their places",
        """
        query Q($size: Int) { me { ...F @arguments(size: $size, upper: true) } }
        fragment F on User @argumentDefinitions(size: {type: "Int"}, upper: {type: "Boolean"}) { name(upper: $upper) picture(size: $size) { url } }
        """,
        becomes: """
          query Q(
            $size: Int
          ) {
            me {
              ...F_3iPrIK
            }
          }

          fragment F_3iPrIK on User {
            name(upper: true)
            picture(size: $size) {
              url
            }
          }
          """),
      PassCase(
        "Equal arguments share a copy, others get one of their own",
        """
        query Q { me { ...F @arguments(size: 1) best { ...F @arguments(size: 1) } friends { ...F @arguments(size: 2) } } }
        fragment F on Actor @argumentDefinitions(size: {type: "Int"}) { picture(size: $size) { url } }
        """,
        becomes: """
          query Q {
            me {
              ...F_p4ohB
              best {
                ...F_p4ohB
              }
              friends {
                ...F_iM3J2
              }
            }
          }

          fragment F_iM3J2 on Actor {
            picture(size: 2) {
              url
            }
          }

          fragment F_p4ohB on Actor {
            picture(size: 1) {
              url
            }
          }
          """),
      PassCase(
        "What is not passed, or passed as null, is the default, or else null",
        """
        query Q { me { ...F @arguments(times: null) } }
        fragment F on User @argumentDefinitions(times: {type: "Int", defaultValue: 3}, size: {type: "Int"}) { name(times: $times) picture(size: $size) { url } }
        """,
        becomes: """
          query Q {
            me {
              ...F_teosL
            }
          }

          fragment F_teosL on User {
            name(times: 3)
            picture(size: null) {
              url
            }
          }
          """),
      PassCase(
        "A fragment that declares arguments loses them where none is passed",
        """
        query Q { me { ...F } }
        fragment F on User @argumentDefinitions(times: {type: "Int", defaultValue: 3}) { name(times: $times) }
        """,
        becomes: """
          query Q {
            me {
              ...F
            }
          }

          fragment F on User {
            name(times: 3)
          }
          """),
      PassCase(
        "Values reach lists, objects, directives and inner spreads; what a fragment does not declare stays the variable of the operation",
        """
        query Q($global: Int) { ...F @arguments(tag: "x", size: $global) }
        fragment F on Query @argumentDefinitions(tag: {type: "String"}, size: {type: "Int"}) {
          search(filter: {tags: ["a", $tag], text: $tag}) @traced(by: $tag) { ...G @arguments(size: $size) }
        }
        fragment G on Match @argumentDefinitions(size: {type: "Int"}) { ... on User { picture(size: $size) { url } name(times: $global) } }
        """,
        becomes: """
          query Q(
            $global: Int
          ) {
            ...F_409LUI
          }

          fragment F_409LUI on Query {
            search(filter: {tags: ["a", "x"], text: "x"}) @traced(by: "x") {
              ...G_qVXFc
            }
          }

          fragment G_qVXFc on Match {
            ... on User {
              picture(size: $global) {
                url
              }
              name(times: $global)
            }
          }
          """),
      PassCase(
        "A condition on a constant is decided, and what it leaves empty goes",
        """
        query Q { me { id ...F @arguments(yes: true, no: false) address { ...G @arguments(no: false) } } }
        fragment F on User @argumentDefinitions(yes: {type: "Boolean"}, no: {type: "Boolean"}) {
          name @include(if: $yes)
          best @include(if: $no) { name }
          address { city @skip(if: $yes) }
        }
        fragment G on Address @argumentDefinitions(no: {type: "Boolean"}) { city @include(if: $no) }
        """,
        becomes: """
          query Q {
            me {
              id
              ...F_3bYrdg
            }
          }

          fragment F_3bYrdg on User {
            name
          }
          """),
      PassCase(
        "A condition on a variable stays, under the name of the variable that is passed",
        """
        query Q($v: Boolean!) { me { ...F @arguments(if: $v) } }
        fragment F on User @argumentDefinitions(if: {type: "Boolean!"}) { name @include(if: $if) }
        """,
        becomes: """
          query Q(
            $v: Boolean!
          ) {
            me {
              ...F_1twoss
            }
          }

          fragment F_1twoss on User {
            name @include(if: $v)
          }
          """),
      PassCase(
        "Fragments that no operation reaches are left out",
        """
        query Q { me { ...F } }
        fragment F on User { name }
        fragment Unused on User { id }
        """,
        becomes: """
          query Q {
            me {
              ...F
            }
          }

          fragment F on User {
            name
          }
          """),
      PassCase(
        "Without arguments, the fragments that are spread stay what they are",
        unchanged: """
          query Q($size: Int) { me { ...F } }
          fragment F on User { picture(size: $size) { url } ...G }
          fragment G on User { name }
          """),
      PassCase(
        "A fragment that spreads itself is reported and ends there",
        """
        query Q { me { ...F @arguments(size: 1) } }
        fragment ⟦F⟧ on User @argumentDefinitions(size: {type: "Int"}) { id friends { ...F @arguments(size: $size) } }
        """,
        becomes: """
          query Q {
            me {
              ...F_p4ohB
            }
          }

          fragment F_p4ohB on User {
            id
          }
          """, reporting: "fragment-cycle"),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { applyFragmentArguments($0, diagnostics: &$1) }
  }
}
