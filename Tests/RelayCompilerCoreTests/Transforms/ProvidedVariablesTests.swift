import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("transformProvidedVariables")
struct ProvidedVariablesTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "A provided variable becomes a variable of every operation that reaches the fragment",
        """
        query Q { me { ...F } }
        query R { me { ...G } }
        query S { me { name } }
        fragment F on User { ...G }
        fragment G on User @argumentDefinitions(times: {type: "Int", provider: "HowOften"}, upper: {type: "Boolean"}) { name(times: $times, upper: $upper) }
        """,
        becomes: """
          query Q(
            $__relay_internal__pv__HowOften: Int
          ) {
            me {
              ...F
            }
          }

          query R(
            $__relay_internal__pv__HowOften: Int
          ) {
            me {
              ...G
            }
          }

          query S {
            me {
              name
            }
          }

          fragment F on User {
            ...G
          }

          fragment G on User @argumentDefinitions(
            upper: {type: "Boolean"}
          ) {
            name(times: $__relay_internal__pv__HowOften, upper: $upper)
          }
          """),
      PassCase(
        "It is renamed wherever it is used",
        """
        fragment F on Query @argumentDefinitions(on: {type: "Boolean!", provider: "Switch"}, text: {type: "String", provider: "./Text"}) {
          me @include(if: $on) { ...G @arguments(text: $text) ... on User @traced(by: $text) { stories(first: 1) @__clientField(handle: "h") { edges { cursor } } } }
          search(filter: {tags: [$text]}) { __typename }
        }
        fragment G on User @argumentDefinitions(text: {type: "String"}) { name }
        """,
        becomes: """
          fragment F on Query {
            me @include(if: $__relay_internal__pv__Switch) {
              ...G @arguments(text: $__relay_internal__pv__Text)
              ... on User @traced(by: $__relay_internal__pv__Text) {
                stories(first: 1) @__clientField(handle: "h") {
                  edges {
                    cursor
                  }
                }
              }
            }
            search(filter: {tags: [$__relay_internal__pv__Text]}) {
              __typename
            }
          }

          fragment G on User @argumentDefinitions(
            text: {type: "String"}
          ) {
            name
          }
          """),
      PassCase(
        "One module cannot provide two types",
        """
        fragment F on User @argumentDefinitions(a: {type: "Int", provider: "P"}) { name(times: $a) }
        fragment G on User @argumentDefinitions(⟦b⟧: {type: "Boolean", provider: "P"}) { name(upper: $b) }
        """,
        becomes: """
          fragment F on User {
            name(times: $__relay_internal__pv__P)
          }

          fragment G on User {
            name(upper: $__relay_internal__pv__P)
          }
          """, reporting: "provided-variable-types"),
      PassCase(
        "Documents without provided variables stay",
        unchanged: """
          query Q { me { ...F } }
          fragment F on User @argumentDefinitions(a: {type: "Int"}) { name(times: $a) }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { transformProvidedVariables($0, diagnostics: &$1) }
  }
}
