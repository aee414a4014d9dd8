import TestSupport
import Testing

@testable import RelayCompilerCore

/// The rules of `@required` and `@catch`.
@Suite("Rules of the handling of null and errors by readers")
struct ReadTimeRuleTests {
  @Test("Rules", .cases)
  func rules() {
    eachCase(of: [
      RuleCase(
        "@required", "Actions",
        broken: [
          ("mutation M { rename { name ⟦@required(action: THROW)⟧ } }", "required-in-mutation"),
          ("query Q { me { id @required(action: ⟦DANGEROUSLY_THROW_ON_SEMANTICALLY_NULLABLE_FIELD⟧) } }", "required-action"),
          ("query Q { me { name @required(action: ⟦LOG⟧) ... on User { name @required(action: NONE) } } }", "required-action-mismatch"),
          ("query Q { me { boss @required(action: ⟦THROW⟧) { name @required(action: NONE) } } }", "required-nesting"),
        ],
        kept: [
          "mutation M { rename { name @required(action: LOG) } }",
          "query Q { me { boss @required(action: LOG) { name @required(action: THROW) } } }",
          "query Q { me { name @required(action: LOG) ... on User { name @required(action: LOG) } } }",
        ]),
      RuleCase(
        "@required", "Every selection of the object agrees",
        broken: [
          ("query Q { me { boss { ⟦name⟧ @required(action: LOG) } ... on User { boss { id } } } }", "required-missing"),
          ("query Q { me { name ... on User { ⟦name⟧ @required(action: LOG) } } }", "required-mismatch"),
          (
            "query Q { me { name ...F @relay(mask: false) } } fragment F on User { ⟦name⟧ @required(action: LOG) }",
            "required-mismatch"
          ),
          ("query Q { me { boss { ⟦name⟧ @required(action: THROW) } ... on User { boss { id } } } }", "required-missing"),
        ],
        kept: [
          "query Q { me { boss { name @required(action: LOG) } ... on User { boss { name @required(action: LOG) id } } } }",
          "query Q { me { boss { name @required(action: THROW) } ... on User { boss { name @required(action: THROW) id } } } }",
        ]),
      RuleCase(
        "@required", "An alias is one object wherever its parent is selected",
        broken: [
          (
            "query Q { me { ... on User @alias(as: \"a\") { ⟦name⟧ @required(action: LOG) } } me { ... on User @alias(as: \"a\") { name } } }",
            "required-mismatch"
          ),
          (
            "query Q { me { ... on User @alias { ⟦name⟧ @required(action: LOG) } } me { ... on Named @alias(as: \"User\") { name } } }",
            "required-mismatch"
          ),
          (
            "query Q { me { ... @alias(as: \"a\") { name @required(action: ⟦NONE⟧) } } me { ... @alias(as: \"a\") { name @required(action: LOG) } } }",
            "required-action-mismatch"
          ),
          (
            "query Q { me { ... @alias(as: \"a\") { boss { ⟦name⟧ @required(action: LOG) } } } me { ... @alias(as: \"a\") { boss { id } } } }",
            "required-missing"
          ),
          (
            "query Q { me { boss { ... @alias(as: \"a\") { ⟦name⟧ @required(action: LOG) } } ...F @relay(mask: false) } } "
              + "fragment F on User { boss { ... @alias(as: \"a\") { name } } }", "required-mismatch"
          ),
        ],
        kept: [
          "query Q { me { ... @alias(as: \"a\") { name @required(action: LOG) } } me { ... @alias(as: \"b\") { name } name } }",
          "query Q { me { ... @alias(as: \"a\") { name @required(action: LOG) } } me { ... @alias(as: \"a\") { id } } }",
          "query Q { me { name ... @alias(as: \"a\") { name @required(action: LOG) } ...F @relay(mask: false) } } fragment F on User { id }",
          "query Q { node(id: 1) { ... on Named @alias { name @required(action: LOG) } ...F @relay(mask: false) } } fragment F on Node { id }",
        ]),
      RuleCase(
        "@required", "Where it cannot stand",
        broken: [
          ("query Q { node(id: 1) { ... on Named { name ⟦@required(action: LOG)⟧ } } }", "required-in-abstract"),
          ("fragment F on User @inline { name ⟦@required(action: LOG)⟧ }", "required-in-inline"),
          ("query Q($a: RequiredFieldAction!) { me { name @required(action: ⟦$a⟧) } }", "dynamic-argument"),
        ], kept: ["query Q { node(id: 1) { ... on Named @alias { name @required(action: LOG) } } }"]),
      RuleCase(
        "@catch", "and what excludes it",
        broken: [
          ("query Q { me { name @catch ⟦@required(action: LOG)⟧ } }", "catch-and-required"),
          ("query Q { me { ... ⟦@catch⟧ { name } } }", "catch-without-alias"),
          ("query Q @throwOnFieldError { me { ⟦draft⟧ } }", "client-field-without-catch"),
        ],
        kept: [
          "query Q { me { name @catch ... @catch @alias(as: \"a\") { email } } }", "query Q @throwOnFieldError { me { draft @catch } }",
          "query Q @throwOnFieldError { me @catch { draft } }",
        ]),
    ]) { rule in rule.check { RelayRuleTests.diagnose($0) } }
  }
}
