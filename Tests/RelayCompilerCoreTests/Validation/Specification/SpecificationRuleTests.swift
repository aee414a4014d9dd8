import TestSupport
import Testing

@testable import RelayCompilerCore

/// Every rule of the specification's section 5 (September 2025), in the order of the specification.
@Suite("Rules of the specification, section 5")
struct SpecificationRuleTests {
  static let schema = """
    directive @once on FIELD | QUERY
    directive @many(n: Int!) repeatable on FIELD
    directive @mark on VARIABLE_DEFINITION | FRAGMENT_SPREAD
    scalar Date
    enum Color { RED GREEN }
    interface Node { id: ID! }
    interface Named { name: String }
    type User implements Node & Named {
      id: ID! name: String friends(first: Int = 3, tags: [String!]!): [User!] pet: Pet color: Color best: User
    }
    type Dog implements Node & Named { id: ID! name: String! owner: User likes(what: Date, how: Color = RED): Boolean }
    type Cat { name: String lives: Int }
    union Pet = Dog | Cat
    union Wild = Cat
    input Range { from: Int! to: Int next: Range colors: [Color!] }
    input Key @oneOf { id: ID name: String }
    type Query {
      node(id: ID!): Node named: Named user(key: Key): User wild: Wild
      pets(range: Range, color: Color, at: Date): [Pet] count(n: Int, f: Float, s: String, b: Boolean, l: [Int!]): Int
      must(n: Int! = 1): Int
    }
    type Subscription { a: Int b: Int user: User }
    """

  /// The diagnostics of the whole compiler. A violation of one rule must not cause a second diagnostic in a later
  /// stage.
  static func compile(_ document: String) -> [Diagnostic] {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "document.graphql", text: document)], as: .document)
    input.threads = 1
    return Compiler.compile(input).diagnostics
  }

  static func judgeBySpecification(_ text: String) -> [Diagnostic] {
    let schema = SchemaBuilder.build(
      server: [Parsed(Self.schema).document], clientExtensions: [], options: CompilerOptions(), profile: .specification
    ).0
    let parsed = Parsed(text)
    return parsed.diagnostics
      + Validator.validate(documents: [parsed.document], schema: schema, options: CompilerOptions(), profile: .specification, threads: 1)
      .diagnostics
  }

  @Test("Relay", .cases)
  func relay() {
    eachCase(of: [
      // MARK: 5.2 Operations
      RuleCase(
        "5.2.1.1", "Operation Type Existence", broken: [("⟦mutation⟧ M { a }", "unsupported-operation")], kept: ["subscription S { a }"]),
      RuleCase(
        "5.2.2.1", "Operation Name Uniqueness",
        broken: [
          ("query Q { count } query ⟦Q⟧ { count }", "duplicate-definition"),
          ("query S { count } subscription ⟦S⟧ { a }", "duplicate-definition"),
        ], kept: ["query Q { count } query R { count }"]),
      RuleCase(
        "5.2.4.1", "Single Root Field",
        broken: [
          ("subscription S { a ⟦b⟧ }", "subscription-root-field"),
          ("subscription S { ...F } fragment F on Subscription { a ⟦b⟧ }", "subscription-root-field"),
          ("subscription S { ⟦__typename⟧ }", "subscription-root-field"),
        ], kept: ["subscription S { a a }", "subscription S { user { id name } }"]),
      // MARK: 5.3 Fields
      RuleCase(
        "5.3.1", "Field Selections",
        broken: [
          ("query Q { ⟦usr⟧ { id } }", "unknown-field"), ("query Q { user { pet { ⟦lives⟧ } } }", "unknown-field"),
          ("fragment F on Node { ⟦name⟧ }", "unknown-field"), ("query Q { user { n: ⟦nam⟧ } }", "unknown-field"),
        ], kept: ["query Q { user { pet { __typename ... on Cat { lives } } } }"]),
      RuleCase(
        "5.3.2", "Field Selection Merging",
        broken: [
          ("query Q { ⟦a⟧: count(n: 1) a: count(n: 2) }", "field-conflict"), ("query Q { user { ⟦x⟧: id x: name } }", "field-conflict"),
          ("query Q { pets { ... on Dog { ⟦name⟧ } ... on Cat { name } } }", "field-conflict"),
          ("query Q { user { best { ⟦x⟧: id } best { x: name } } }", "field-conflict"),
          ("query Q { user { ⟦x⟧: id ...F } } fragment F on User { x: name }", "field-conflict"),
          ("query Q { ⟦count⟧ count(n: 1) }", "field-conflict"),
          ("query Q($a: Int, $b: Int) { ⟦count⟧(n: $a) count(n: $b) }", "field-conflict"),
          ("query Q { pets { ... on Dog { ⟦x⟧: owner { id } } ... on Cat { x: lives } } }", "field-conflict"),
          ("query Q { named { ... on User { ⟦x⟧: id } ... on Dog { x: name } } }", "field-conflict"),
        ],
        kept: [
          "query Q { a: count(n: 1) b: count(n: 2) }", "query Q { count(n: 1) count(n: 1) }",
          "query Q { pets { ... on Dog { d: name } ... on Cat { name } } }",
          "query Q { named { ... on User { x: name } ... on Dog { y: name } } }",
          "query Q($a: Int) { count(n: $a, s: null) count(s: null, n: $a) }",
          "query Q { pets { ... on Dog { x: owner { a: id } } ... on Cat { y: lives } } }",
        ]),
      RuleCase(
        "5.3.3", "Leaf Field Selections",
        broken: [
          ("query Q { ⟦user⟧ }", "missing-selections"), ("query Q { pets(color: RED) { ... on Dog { ⟦owner⟧ } } }", "missing-selections"),
          ("query Q { count ⟦{ a }⟧ }", "selections-on-leaf"), ("query Q { user { color ⟦{ a }⟧ } }", "selections-on-leaf"),
        ], kept: ["query Q { count user { color } }"]),
      // MARK: 5.4 Arguments
      RuleCase(
        "5.4.1", "Argument Names",
        broken: [
          ("query Q { node(id: 1, ⟦ids⟧: 2) { id } }", "unknown-argument"),
          ("query Q { count @include(if: true, ⟦of⟧: 1) }", "unknown-argument"),
          ("query Q { __typename(⟦a⟧: 1) user { id } }", "unknown-argument"),
          ("query Q { user { __typename(⟦a⟧: 1) } }", "unknown-argument"),
        ], kept: ["query Q { node(id: 1) { id } }"]),
      RuleCase(
        "5.4.2", "Argument Uniqueness",
        broken: [
          ("query Q { node(id: 1, ⟦id⟧: 1) { id } }", "repeated-argument"), ("query Q { count @many(n: 1, ⟦n⟧: 1) }", "repeated-argument"),
        ], kept: ["query Q { count(n: 1, f: 1) }"]),
      RuleCase(
        "5.4.3", "Required Arguments",
        broken: [
          ("query Q { ⟦node⟧ { id } }", "missing-argument"), ("query Q { count ⟦@many⟧ }", "missing-argument"),
          ("query Q { user { ⟦friends⟧(first: 1) { id } } }", "missing-argument"), ("query Q { node(id: ⟦null⟧) { id } }", "wrong-value"),
        ], kept: ["query Q { must user { friends(tags: []) { id } } }"]),
      // MARK: 5.5 Fragments
      RuleCase(
        "5.5.1.1", "Fragment Name Uniqueness",
        broken: [("fragment F on User { id } fragment ⟦F⟧ on User { name }", "duplicate-definition")],
        kept: ["fragment F on User { id } fragment G on User { name }"]),
      RuleCase(
        "5.5.1.2", "Fragment Spread Type Existence",
        broken: [("fragment F on ⟦Usr⟧ { id }", "unknown-type"), ("query Q { user { ... on ⟦Usr⟧ { id } } }", "unknown-type")],
        kept: ["fragment F on User { ... on User { id } }"]),
      RuleCase(
        "5.5.1.3", "Fragments on Object, Interface or Union Types",
        broken: [
          ("fragment F on ⟦Color⟧ { id }", "fragment-on-non-composite"), ("fragment F on ⟦Range⟧ { id }", "fragment-on-non-composite"),
          ("query Q { user { ... on ⟦Date⟧ { id } } }", "fragment-on-non-composite"),
        ], kept: ["fragment F on Node { id } fragment G on User { id } fragment H on Pet { __typename }"]),
      RuleCase(
        "5.5.2.1", "Fragment Spread Target Defined", broken: [("query Q { user { ...⟦F⟧ } }", "unknown-fragment")],
        kept: ["query Q { user { ...F } } fragment F on User { id }"]),
      RuleCase(
        "5.5.2.2", "Fragment Spreads Must Not Form Cycles",
        broken: [
          ("fragment F on User { best { ...⟦F⟧ } }", "fragment-cycle"),
          ("fragment F on User { ...G } fragment G on User { best { ...H } } fragment H on User { ...⟦F⟧ }", "fragment-cycle"),
        ], kept: ["fragment F on User { best { ...G } ...G } fragment G on User { id }"]),
      RuleCase(
        "5.5.2.3", "Fragment Spread Is Possible",
        broken: [
          ("query Q { user { ... on ⟦Cat⟧ { name } } }", "impossible-fragment"),
          ("fragment C on Cat { name } query Q { user { ...⟦C⟧ } }", "impossible-fragment"),
          ("fragment F on Named { ... on ⟦Cat⟧ { lives } }", "impossible-fragment"),
          ("fragment F on Cat { ... on ⟦Node⟧ { id } }", "impossible-fragment"),
          ("fragment F on Wild { ... on ⟦Named⟧ { name } }", "impossible-fragment"),
        ],
        kept: [
          "query Q { user { ... on User { id } ... on Node { id } } }", "fragment F on Node { ... on User { name } ... on Named { name } }",
          "fragment F on Pet { ... on Wild { __typename } ... on Named { name } ... on Cat { lives } }",
        ]),
      // MARK: 5.6 Values
      RuleCase(
        "5.6.1", "Values of Correct Type",
        broken: [
          ("query Q { node(id: ⟦null⟧) { id } }", "wrong-value"), ("query Q { node(id: ⟦1.5⟧) { id } }", "wrong-value"),
          ("query Q { count(n: ⟦\"1\"⟧) }", "wrong-value"), ("query Q { count(n: ⟦1.0⟧) }", "wrong-value"),
          ("query Q { count(n: ⟦2147483648⟧) }", "number-out-of-range"), ("query Q { count(f: ⟦1e999⟧) }", "number-out-of-range"),
          ("query Q { count(f: ⟦\"1\"⟧) }", "wrong-value"), ("query Q { count(s: ⟦1⟧) }", "wrong-value"),
          ("query Q { count(s: ⟦A⟧) }", "wrong-value"),
          ("query Q { count(b: ⟦[true]⟧) }", "wrong-value"), ("query Q { count(b: ⟦1⟧) }", "wrong-value"),
          ("query Q { count(l: [1, ⟦null⟧]) }", "wrong-value"), ("query Q { count(l: [1, ⟦[2]⟧]) }", "wrong-value"),
          ("query Q { pets(color: ⟦BLUE⟧) { __typename } }", "unknown-enum-value"),
          ("query Q { pets(color: ⟦\"RED\"⟧) { __typename } }", "wrong-value"),
          ("query Q { pets(color: ⟦1⟧) { __typename } }", "wrong-value"), ("query Q { pets(at: ⟦RED⟧) { __typename } }", "wrong-value"),
          ("query Q { pets(range: ⟦1⟧) { __typename } }", "wrong-value"),
          ("query Q { pets(range: {from: 1, colors: [RED, ⟦BLU⟧]}) { __typename } }", "unknown-enum-value"),
          ("query Q($r: Range = {from: ⟦true⟧}) { pets(range: $r) { __typename } }", "wrong-value"),
          ("query Q { user(key: ⟦{}⟧) { id } }", "one-of-input"), ("query Q { user(key: {id: ⟦null⟧}) { id } }", "one-of-input"),
          ("query Q { user(key: ⟦{id: 1, name: \"A\"}⟧) { id } }", "one-of-input"),
          ("query Q($n: ID) { user(key: {id: ⟦$n⟧}) { id } }", "one-of-input"),
        ],
        kept: [
          "query Q { node(id: 1) { id } a: node(id: \"1\") { id } count(n: -1, f: 1, s: \"\", b: false, l: 1) c: count(n: null, f: 1e3, l: [1]) }",
          "query Q { pets(range: {from: 1, next: {from: 2, colors: RED}}, color: RED, at: {any: [1, \"x\", true]}) { __typename } }",
          "query Q($id: ID!, $r: Range = {from: 1}) { user(key: {id: $id}) { id } pets(range: $r) { __typename } }",
        ]),
      RuleCase(
        "5.6.2", "Input Object Field Names",
        broken: [("query Q { pets(range: {from: 1, ⟦too⟧: 2}) { __typename } }", "unknown-input-field")],
        kept: ["query Q { pets(range: {from: 1, to: 2}) { __typename } }"]),
      RuleCase(
        "5.6.3", "Input Object Field Uniqueness",
        broken: [("query Q { pets(range: {from: 1, ⟦from⟧: 2}) { __typename } }", "repeated-input-field")],
        kept: ["query Q { pets(range: {from: 1, next: {from: 1}}) { __typename } }"]),
      RuleCase(
        "5.6.4", "Input Object Required Fields",
        broken: [
          ("query Q { pets(range: ⟦{to: 1}⟧) { __typename } }", "missing-input-field"),
          ("query Q { pets(range: {from: 1, next: ⟦{}⟧}) { __typename } }", "missing-input-field"),
        ], kept: ["query Q { pets(range: {from: 1}) { __typename } }"]),
      // MARK: 5.7 Directives
      RuleCase(
        "5.7.1", "Directives Are Defined",
        broken: [("query Q { count ⟦@one⟧ }", "unknown-directive"), ("query Q ⟦@one⟧ { count }", "unknown-directive")],
        kept: ["query Q @once { count }"]),
      RuleCase(
        "5.7.2", "Directives Are in Valid Locations",
        broken: [
          ("query Q { count ⟦@deprecated⟧ }", "misplaced-directive"), ("query Q ⟦@include⟧(if: true) { count }", "misplaced-directive"),
          ("query Q($n: Int ⟦@once⟧) { count(n: $n) }", "misplaced-directive"),
          ("fragment F on User ⟦@once⟧ { id }", "misplaced-directive"),
        ], kept: ["query Q($n: Int @mark) @once { count(n: $n) @once user { ...F @mark } } fragment F on User { id }"]),
      RuleCase(
        "5.7.3", "Directives Are Unique per Location", broken: [("query Q { count @once ⟦@once⟧ }", "repeated-directive")],
        kept: ["query Q @once { count @once @many(n: 1) @many(n: 2) }"]),
      // MARK: 5.8 Variables
      RuleCase(
        "5.8.1", "Variable Uniqueness", broken: [("query Q($a: Int, ⟦$a⟧: Int) { count(n: $a) }", "duplicate-variable")],
        kept: ["query Q($a: Int, $b: Int) { count(n: $a) b: count(n: $b) }"]),
      RuleCase(
        "5.8.2", "Variables Are Input Types",
        broken: [
          ("query Q($u: ⟦User⟧) { count }", "variable-of-output-type"), ("query Q($u: [⟦Pet⟧!]) { count }", "variable-of-output-type"),
          ("query Q($u: ⟦Colr⟧) { count }", "unknown-type"),
        ], kept: ["query Q($r: Range, $c: Color, $d: Date) { pets(range: $r, color: $c, at: $d) { __typename } }"]),
      RuleCase(
        "5.8.3", "All Variable Uses Defined",
        broken: [
          ("query Q { count(n: ⟦$n⟧) }", "undefined-variable"),
          ("query Q { pets(range: {from: ⟦$n⟧}) { __typename } }", "undefined-variable"),
          ("query Q { count @include(if: ⟦$n⟧) }", "undefined-variable"),
          ("query Q { ...F } fragment F on Query { ...G } fragment G on Query { count(n: ⟦$n⟧) }", "undefined-variable"),
        ], kept: ["query Q($n: Int) { ...F } fragment F on Query { ...G } fragment G on Query { count(n: $n) }"]),
      RuleCase(
        "5.8.4", "All Variables Used",
        broken: [
          ("query Q(⟦$n⟧: Int) { count }", "unused-variable"),
          ("query Q(⟦$n⟧: Int) { count } query R($n: Int) { count(n: $n) }", "unused-variable"),
        ],
        kept: [
          "query Q($n: Int) { ...F } fragment F on Query { count(n: $n) }", "query Q($n: Int!) { pets(range: {from: $n}) { __typename } }",
        ]),
      RuleCase(
        "5.8.5", "All Variable Usages Are Allowed",
        broken: [
          ("query Q($n: String) { count(n: ⟦$n⟧) }", "variable-of-wrong-type"),
          ("query Q($n: ID) { node(id: ⟦$n⟧) { id } }", "variable-of-wrong-type"),
          ("query Q($n: [Int]) { count(l: ⟦$n⟧) }", "variable-of-wrong-type"),
          ("query Q($n: Int) { count(l: ⟦$n⟧) }", "variable-of-wrong-type"),
          ("query Q($n: Int) { pets(range: {from: ⟦$n⟧}) { __typename } }", "variable-of-wrong-type"),
          ("query Q($n: Boolean) { count @include(if: ⟦$n⟧) }", "variable-of-wrong-type"),
        ],
        kept: [
          "query Q($n: Int! ) { count(n: $n) must(n: $n) }", "query Q($n: Int) { must(n: $n) }",
          "query Q($n: Int = 1) { pets(range: {from: $n}) { __typename } }",
          "query Q($n: [Int!]!) { count(l: $n) }",
        ]),
    ]) { relay($0) }
  }

  func relay(_ rule: RuleCase) { rule.check(Self.compile) }

  @Test("Specification only", .cases)
  func specificationAlone() {
    eachCase(of: [
      RuleCase(
        "5.1.1", "Executable Definitions",
        broken: [
          ("{ count } ⟦extend schema @once⟧", "not-executable"), ("{ count } type ⟦T⟧ { a: Int }", "not-executable"),
          ("{ count } directive ⟦@a⟧ on FIELD", "not-executable"),
        ], kept: ["{ count }"]),
      RuleCase(
        "5.2.3.1", "Lone Anonymous Operation", broken: [("⟦{⟧ count } query Q { count }", "anonymous-operation")],
        kept: ["{ count }", "query { count }"]),
      RuleCase(
        "5.2.4.1", "Single Root Field", broken: [("subscription S($x: Boolean!) { a ⟦@skip⟧(if: $x) }", "subscription-root-field")],
        kept: ["subscription S { a }"]),
      RuleCase(
        "5.5.1.4", "Fragments Must Be Used", broken: [("fragment ⟦F⟧ on User { id } { count }", "unused-fragment")],
        kept: ["fragment F on User { id } { user { ...G } } fragment G on User { ...F }"]),
      RuleCase(
        "5.8.4", "All Variables Used", broken: [("query Q(⟦$a⟧: Int) { count }", "unused-variable")],
        kept: ["query Q($a: Int) { count(n: $a) }"]),
      RuleCase(
        "5.8.3", "All Variable Uses Defined", broken: [("{ ...F } fragment F on Query { count(n: ⟦$x⟧) }", "undefined-variable")],
        kept: ["query Q($x: Int) { ...F } fragment F on Query { count(n: $x) }"]),
      RuleCase(
        "4", "Introspection",
        broken: [("{ __schema { types { ⟦nam⟧ } } }", "unknown-field"), ("{ ⟦__type⟧ { name } }", "missing-argument")],
        kept: ["{ __schema { types { name } } __type(name: \"User\") { kind } }"]),
    ]) { specificationAlone($0) }
  }

  func specificationAlone(_ rule: RuleCase) { rule.check(Self.judgeBySpecification) }
}
