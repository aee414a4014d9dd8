import TestSupport
import Testing

@testable import RelayCompilerCore

/// All of Relay's own rules.
@Suite("Rules of Relay")
struct RelayRuleTests {
  static let schema = """
    directive @defer(label: String, if: Boolean = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(label: String, initialCount: Int!, if: Boolean = true) on FIELD
    directive @unselectable(reason: String) on FIELD_DEFINITION
    scalar Date
    type Query { node(id: ID!): Node me: User users: [User] counter: Counter allowed: Allowed since(at: Date): User }
    type Counter { id: Int }
    type Allowed { id: Int }
    type Mutation { rename(name: String): RenamePayload }
    type RenamePayload { user: User edge: FriendEdge deleted: ID name: String }
    type Subscription { renamed: User }
    interface Node { id: ID! }
    interface Named { name: String }
    type User implements Node & Named {
      id: ID! name: String email: String secret: String @unselectable(reason: "private")
      friends(first: Int, after: String, last: Int, topic: String): Friends
      boss: User tags: [String!] odd(first: Int): Odd part(supported: [String!]): Named
    }
    type Odd { edges: [User] }
    type Friends { edges: [FriendEdge] pageInfo: PageInfo! }
    type FriendEdge { cursor: String node: User }
    type PageInfo { endCursor: String hasNextPage: Boolean hasPreviousPage: Boolean startCursor: String }
    """

  static func diagnose(
    _ document: String, schema: String = Self.schema, extensions: String = "extend type User { draft: String }",
    options: CompilerOptions = CompilerOptions()
  ) -> [Diagnostic] {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "client.graphql", text: extensions)], as: .clientSchema)
    input.add([SourceFile(path: "Profile.graphql", text: document)], as: .document)
    input.options = options
    let output = Compiler.compile(input)
    if output.diagnostics.hasErrors { #expect(output.artifacts.isEmpty) }
    return output.diagnostics
  }

  /// The errors of a document, as `line id`.
  static func errors(_ document: String, options: CompilerOptions = CompilerOptions()) -> [String] {
    let lines = LineIndex(Array(document.utf8))
    return diagnose(document, options: options).filter { $0.severity == .error }
      .map { "\(lines.position(of: Int($0.range.start)).line) \($0.id)" }
  }

  @Test("Rules", .cases)
  func rules() {
    eachCase(of: [
      // MARK: Names, fields, variables
      RuleCase(
        "Names", "Aliases that the store needs",
        broken: [
          ("query Q { me { ⟦id⟧: name } }", "reserved-alias"), ("query Q { me { ⟦__typename⟧: name } }", "reserved-alias"),
          ("query Q { me { ⟦__id⟧: name } }", "reserved-alias"), ("query Q { ⟦id⟧: me { name } }", "reserved-alias"),
          ("query Q { me { ⟦__x⟧: name } }", "double-underscore-alias"),
        ], kept: ["query Q { me { name: email _x: name id } }"]),
      RuleCase(
        "Names", "Variables of the compiler",
        broken: [("query Q(⟦$__relay_internal_a⟧: ID!) { node(id: $__relay_internal_a) { id } }", "reserved-variable")],
        kept: ["query Q($relay_internal_a: ID!) { node(id: $relay_internal_a) { id } }"]),
      RuleCase(
        "Names", "Definitions need names of their own, operations names at all",
        broken: [
          ("⟦{⟧ me { id } }", "anonymous-operation"), ("query ⟦Q⟧ { me { id } } fragment Q on User { id }", "duplicate-definition"),
        ],
        kept: ["query Q { me { id } }"]),
      RuleCase(
        "Fields", "Unselectable fields", broken: [("query Q { me { ⟦a⟧: secret } }", "unselectable-field")],
        kept: ["query Q { me { email } }"]),
      RuleCase(
        "Fields", "__typename at a root",
        broken: [
          ("query Q { ⟦__typename⟧ me { id } }", "typename-on-root"), ("mutation M { ⟦__typename⟧ rename { name } }", "typename-on-root"),
          ("subscription S { ⟦__typename⟧ }", "subscription-root-field"), ("fragment F on Query { ⟦__typename⟧ }", "typename-on-root"),
        ], kept: ["query Q { me { __typename } }", "fragment F on User { __typename }"]),
      RuleCase(
        "Variables", "Operations use theirs",
        broken: [
          ("query Q($a: ID!, ⟦$b⟧: ID) { node(id: $a) { id } }", "unused-variable"),
          (
            "query Q($a: ID!) ⟦@DEPRECATED__relay_ignore_unused_variables_error⟧ { node(id: $a) { id } }", "useless-unused-variables-marker"
          ),
          (
            "query Q(⟦$a⟧: Int) { me { ...F } } fragment F on User @argumentDefinitions(a: {type: \"Int\"}) { friends(first: $a) { __typename } }",
            "unused-variable"
          ),
        ],
        kept: [
          "query Q($a: ID) @DEPRECATED__relay_ignore_unused_variables_error { me { id } }",
          "query Q($a: Int) { me { ...F } } fragment F on User { friends(first: $a) { __typename } }",
        ]),
      RuleCase(
        "Variables", "Operations define what their fragments use",
        broken: [("query Q { me { ...F } } fragment F on User { boss { ... @include(if: ⟦$a⟧) { name } } }", "undefined-variable")],
        kept: ["query Q($a: Boolean!) { me { ...F } } fragment F on User { boss { ... @include(if: $a) { name } } }"]),
      RuleCase(
        "Variables", "A fragment uses a variable as one type",
        broken: [("fragment F on User { friends(first: $a) { __typename } boss { name @include(if: ⟦$a⟧) } }", "variable-of-wrong-type")],
        kept: ["fragment F on Query { node(id: $a) { id } n: node(id: $a) { id } }"]),
      RuleCase(
        "Variables", "A non-null variable has no default value",
        broken: [
          ("query Q($a: Int! = ⟦1⟧) { me { friends(first: $a) { __typename } } }", "default-of-non-null-variable"),
          (
            "fragment F on User @refetchable(queryName: \"FQuery\") @argumentDefinitions(a: {type: \"Int!\", defaultValue: ⟦1⟧}) "
              + "{ friends(first: $a) { __typename } }", "default-of-non-null-variable"
          ),
        ],
        kept: [
          "query Q($a: Int = 1) { me { friends(first: $a) { __typename } } }",
          "fragment F on User @argumentDefinitions(a: {type: \"Int!\", defaultValue: 1}) { friends(first: $a) { __typename } }",
          "fragment F on User @refetchable(queryName: \"FQuery\") @argumentDefinitions(a: {type: \"Int!\"}) "
            + "{ friends(first: $a) { __typename } }",
          "fragment F on User @refetchable(queryName: \"FQuery\") @argumentDefinitions(a: {type: \"Int\", defaultValue: 1}) "
            + "{ friends(first: $a) { __typename } }",
        ]),
      // MARK: Arguments of fragments
      RuleCase(
        "@argumentDefinitions", "Declarations",
        broken: [
          ("fragment F on User @argumentDefinitions(a: ⟦1⟧) { id }", "argument-definition"),
          ("fragment F on User @argumentDefinitions(a: {type: \"⟦Intt⟧\"}) { id }", "unknown-type"),
          ("fragment F on User @argumentDefinitions(a: {type: \"Int\", defaultValue: ⟦\"x\"⟧}) { id }", "wrong-value"),
          ("fragment F on User @argumentDefinitions(a: {type: \"Int\", defaultValue: ⟦1⟧, provider: \"P\"}) { id }", "argument-definition"),
        ],
        kept: ["fragment F on User @argumentDefinitions(a: {type: \"Int\", defaultValue: 1}) { friends(first: $a) { __typename } }"]),
      RuleCase(
        "@argumentDefinitions", "Fragments use theirs",
        broken: [
          ("fragment F on User @argumentDefinitions(⟦a⟧: {type: \"Int\"}) { name }", "unused-fragment-variable"),
          (
            "fragment F on User @argumentDefinitions(⟦a⟧: {type: \"Int\", unusedLocalVariable_DEPRECATED: true}) { friends(first: $a) { __typename } }",
            "unused-fragment-variable"
          ),
        ], kept: ["fragment F on User @argumentDefinitions(a: {type: \"Int\", unusedLocalVariable_DEPRECATED: true}) { name }"]),
      RuleCase(
        "@arguments", "What is passed is declared, and what is required is passed",
        broken: [
          ("query Q { me { ...F @arguments(⟦a⟧: 1) } } fragment F on User { id }", "unknown-argument"),
          (
            "query Q { me { ...⟦F⟧ } } fragment F on User @argumentDefinitions(a: {type: \"Int!\"}) { friends(first: $a) { __typename } }",
            "missing-argument"
          ),
          (
            "query Q { me { ...F @arguments(⟦a⟧: 1) } } "
              + "fragment F on User @argumentDefinitions(a: {type: \"Int\", provider: \"P\"}) { friends(first: $a) { __typename } }",
            "passed-provided-argument"
          ),
        ],
        kept: [
          "query Q { me { ...F @arguments(a: 1) } } fragment F on User @argumentDefinitions(a: {type: \"Int!\"}) { friends(first: $a) { __typename } }"
        ]),
      RuleCase(
        "Provided variables", "One provider is of one type, and providers have distinct names",
        broken: [
          (
            "fragment F on User @argumentDefinitions(a: {type: \"Int\", provider: \"P.x\"}, ⟦b⟧: {type: \"Int\", provider: \"P-x\"}) "
              + "{ a: friends(first: $a) { __typename } b: friends(first: $b) { __typename } }", "provided-variable-names"
          ),
          (
            "fragment F on User @argumentDefinitions(a: {type: \"Int\", provider: \"P\"}, ⟦b⟧: {type: \"String\", provider: \"P\"}) "
              + "{ friends(first: $a, after: $b) { __typename } }", "provided-variable-types"
          ),
        ],
        kept: [
          "fragment F on User @argumentDefinitions(a: {type: \"Int\", provider: \"P\"}, b: {type: \"Int\", provider: \"P\"}) "
            + "{ a: friends(first: $a) { __typename } b: friends(first: $b) { __typename } }"
        ]),
      // MARK: Connections
      RuleCase(
        "@connection", "goes on a connection",
        broken: [
          ("query Q { users ⟦@connection(key: \"Q_users\")⟧ { id } }", "connection-type"),
          ("query Q { me { boss ⟦@connection(key: \"Q_boss\")⟧ { id } } }", "connection-schema"),
          ("query Q { me { odd(first: 1) ⟦@connection(key: \"Q_odd\")⟧ { edges { __typename } } } }", "connection-schema"),
        ], kept: ["query Q { me { friends(first: 1) @connection(key: \"Q_friends\") { edges { cursor } } } }"]),
      RuleCase(
        "@connection", "is used like one",
        broken: [
          ("query Q { me { ⟦friends⟧ @connection(key: \"Q_friends\") { edges { cursor } } } }", "connection-arguments"),
          ("query Q { me { ⟦friends⟧(first: 1) @connection(key: \"Q_friends\") { pageInfo { endCursor } } } }", "connection-edges"),
          (
            "query Q { me { friends(first: 1) @stream_connection(key: \"Q_friends\", initial_count: 1) { ⟦e⟧: edges { cursor } } } }",
            "stream-connection-alias"
          ),
        ], kept: ["query Q { me { friends(first: null, last: 1) @connection(key: \"Q_friends\") { edges { cursor } } } }"]),
      RuleCase(
        "@connection", "Arguments",
        broken: [
          ("query Q { me { friends(first: 1) @connection(key: ⟦\"Q_others\"⟧) { edges { cursor } } } }", "connection-key"),
          ("query Q($k: String!) { me { friends(first: 1) @connection(key: ⟦$k⟧) { edges { cursor } } } }", "connection-key"),
          (
            "query Q { me { friends(first: 1) @connection(key: \"Q_friends\", filters: ⟦[\"topic\"]⟧) { edges { cursor } } } }",
            "connection-filters"
          ),
          (
            "query Q($f: [String]) { me { friends(first: 1) @connection(key: \"Q_friends\", filters: ⟦$f⟧) { edges { cursor } } } }",
            "connection-filters"
          ),
          (
            "query Q($h: String) { me { friends(first: 1) @connection(key: \"Q_friends\", handler: ⟦$h⟧) { edges { cursor } } } }",
            "connection-handler"
          ),
        ],
        kept: [
          "query Q { me { f: friends(first: 1, topic: \"a\") @connection(key: \"Q_f\", filters: [\"topic\"], handler: \"mine\") { edges { cursor } } } }",
          "query Q { me { friends(first: 1) @connection(key: \"Q_friends\", filters: []) { edges { cursor } } } }",
        ]),
      RuleCase(
        "Declarative mutations", "stand where they can do something",
        broken: [
          ("mutation M { rename { name ⟦@appendEdge(connections: [])⟧ } }", "declarative-connection"),
          ("mutation M { rename { user { boss ⟦@appendEdge(connections: [])⟧ { id } } } }", "declarative-connection"),
          ("mutation M { rename { user @appendNode(connections: [], edgeTypeName: ⟦\"Nope\"⟧) { id } } }", "declarative-connection"),
          ("mutation M { rename { user @appendNode(connections: [], edgeTypeName: ⟦\"Node\"⟧) { id } } }", "declarative-connection"),
          ("mutation M { rename { name ⟦@deleteRecord⟧ } }", "declarative-connection"),
          ("mutation M { rename { user ⟦@deleteEdge(connections: [])⟧ { id } } }", "declarative-connection"),
          ("fragment F on RenamePayload { deleted ⟦@deleteRecord⟧ }", "declarative-connection"),
        ],
        kept: [
          "mutation M($c: [ID!]!) { rename { edge @prependEdge(connections: $c) { node { id } } deleted @deleteEdge(connections: $c) } }",
          "mutation M($c: [ID!]!) { rename { user @appendNode(connections: $c, edgeTypeName: \"FriendEdge\") { id } deleted @deleteRecord } }",
        ]),
      // MARK: Aliases of fragments
      RuleCase(
        "@alias", "Names",
        broken: [
          ("query Q { me { name ... on User @alias(as: ⟦\"name\"⟧) { id } } }", "alias-conflict"),
          ("query Q { me { ... on User @alias(as: \"a\") { id } ... on User @alias(as: ⟦\"a\"⟧) { name } } }", "alias-conflict"),
          ("query Q { me { ... ⟦@alias⟧ { name } } }", "alias-argument"),
          ("query Q { me { ...F @alias(as: ⟦\"\"⟧) } } fragment F on User { id }", "alias-argument"),
          ("query Q($a: String) { me { ...F @alias(as: ⟦$a⟧) } } fragment F on User { id }", "alias-argument"),
          ("query Q { users { ...F ⟦@alias⟧ } } fragment F on User @relay(plural: true) { name }", "alias-on-plural-fragment"),
        ], kept: ["query Q { me { name ... on User @alias(as: \"a\") { id } ...F @alias } } fragment F on User { id }"]),
      RuleCase(
        "@alias", "is demanded where a spread may not match",
        broken: [
          ("query Q { node(id: 1) { ...⟦F⟧ } } fragment F on User { name }", "alias-required"),
          ("query Q { node(id: 1) { ...⟦F⟧ @relay(mask: false) } } fragment F on User { name }", "alias-required"),
          ("query Q { node(id: 1) { ... on User { ... @alias(as: \"a\") { ...⟦F⟧ } } } } fragment F on User { name }", "alias-required"),
          ("query Q($a: Boolean!) { me { ...⟦F⟧ @include(if: $a) } } fragment F on User { name }", "alias-required"),
        ],
        kept: [
          "query Q { users { ...F } } fragment F on User @relay(plural: true) { name }",
          "query Q { node(id: 1) { ... on User @alias(as: \"u\") { ... @alias(as: \"v\") { ...F } } } } fragment F on User { name }",
          "query Q { node(id: 1) { ...F @dangerously_unaliased_fixme } } fragment F on User { name }",
        ]),
      // MARK: Masks
      RuleCase(
        "@relay", "Arguments are literals",
        broken: [("query Q($a: Boolean) { me { ...F @relay(mask: ⟦$a⟧) } } fragment F on User { id }", "relay-argument")],
        kept: ["query Q { me { ...F @relay(mask: false) } } fragment F on User { id }"]),
      RuleCase(
        "@relay(mask: false)", "on plain fragments, whose variables agree",
        broken: [
          ("query Q { me { ...⟦F⟧ @relay(mask: false) } } fragment F on User @inline { name }", "unmasked-fragment-with-directives"),
          (
            "fragment F on User @argumentDefinitions(⟦a⟧: {type: \"Int\"}) { friends(first: $a) { __typename } ...G @relay(mask: false) } "
              + "fragment G on User { boss { friends(first: $a) { __typename } } }", "unmasked-variable-conflict"
          ),
        ], kept: ["fragment F on User { ...G @relay(mask: false) } fragment G on User { friends(first: $a) { __typename } }"]),
      RuleCase(
        "@inline", "Spreads",
        broken: [("query Q { me { ...F ⟦@relay(mask: true)⟧ } } fragment F on User @inline { name }", "inline-fragment-directive")],
        kept: ["query Q { me { ...F } } fragment F on User @inline { name }"]),
      // MARK: Incremental delivery
      RuleCase(
        "@defer, @stream", "Where they stand",
        broken: [
          ("query Q { me { ... ⟦@defer⟧ { name } } }", "defer-on-inline-fragment"),
          ("query Q { me { boss ⟦@stream(initialCount: 1)⟧ { id } } }", "stream-on-single-field"),
          ("query Q { me { tags ⟦@stream(initialCount: 1)⟧ } }", "stream-on-scalar"),
          ("query Q { ⟦users⟧ @stream(initialCount: 1) { id } users { id } }", "field-conflict"),
        ], kept: ["query Q { me { ...F @defer } users @stream(initialCount: 1) { id } } fragment F on User { name }"]),
      RuleCase(
        "@defer, @stream", "Labels",
        broken: [
          (
            "query Q { me { ...F ⟦@defer(label: \"x\")⟧ ...G @defer(label: \"x\") } } fragment F on User { id } fragment G on User { name }",
            "incremental-label"
          ),
          ("query Q($l: String) { me { ...F @defer(label: ⟦$l⟧) } } fragment F on User { id }", "incremental-label"),
        ],
        kept: [
          "query Q { me { ...F @defer(label: \"x\") ...G @defer(label: \"y\") } } fragment F on User { id } fragment G on User { name }"
        ]
      ),
      // MARK: Refetching
      RuleCase(
        "@refetchable", "Types",
        broken: [
          ("fragment ⟦F⟧ on PageInfo @refetchable(queryName: \"FQuery\") { endCursor }", "refetchable-type"),
          ("fragment F on User ⟦@relay(plural: true)⟧ @refetchable(queryName: \"FQuery\") { name }", "refetchable-plural"),
        ],
        kept: [
          "fragment F on User @refetchable(queryName: \"FQuery\") { name }",
          "fragment F on Named @refetchable(queryName: \"FQuery\") { name }",
          "fragment F on Node @refetchable(queryName: \"FQuery\") { id }",
          "fragment F on Query @refetchable(queryName: \"FQuery\") { me { id } }",
        ]),
      RuleCase(
        "@refetchable", "Names and directives of the query",
        broken: [
          ("fragment F on User ⟦@refetchable(queryName: $q)⟧ { name } query Q($q: String!) { me { ...F } }", "refetchable-query-name"),
          (
            "fragment ⟦F⟧ on User @refetchable(queryName: \"FQuery\") { name } fragment G on User @refetchable(queryName: \"FQuery\") { name }",
            "duplicate-refetchable-query"
          ),
          ("query Q { me { id } } fragment F on User @refetchable(queryName: ⟦\"Q\"⟧) { name }", "duplicate-refetchable-query"),
          ("fragment F on User @refetchable(queryName: \"FQuery\", directives: ⟦[\"nope\"]⟧) { name }", "refetchable-directives"),
          ("fragment F on User @refetchable(queryName: \"FQuery\", directives: ⟦[\"@arguments\"]⟧) { name }", "refetchable-directives"),
          ("fragment F on User @refetchable(queryName: \"FQuery\", directives: ⟦[\"@skip(if: true)\"]⟧) { name }", "misplaced-directive"),
          ("fragment F on User @refetchable(queryName: \"FQuery\", directives: ⟦[\"@inline\"]⟧) { name }", "misplaced-directive"),
        ], kept: ["fragment F on User @refetchable(queryName: \"FQuery\", directives: [\"@raw_response_type\"]) { name }"]),
      RuleCase(
        "@refetchable", "Variables of the query",
        broken: [
          (
            "fragment F on User @refetchable(queryName: \"FQuery\") @argumentDefinitions(⟦id⟧: {type: \"Int\"}) { friends(first: $id) { __typename } }",
            "refetchable-id-variable"
          ),
          (
            "fragment F on User @refetchable(queryName: \"FQuery\") @argumentDefinitions(⟦a⟧: {type: \"Int\"}) "
              + "{ friends(first: $a) { __typename } boss { ...G } } fragment G on User { friends(first: $a) { __typename } }",
            "refetchable-variable-conflict"
          ),
        ],
        kept: [
          "fragment F on User @refetchable(queryName: \"FQuery\") @argumentDefinitions(a: {type: \"Int\"}) { friends(first: $a) { __typename } }"
        ]),
      RuleCase(
        "@refetchable", "Connections",
        broken: [
          (
            "fragment ⟦F⟧ on User @refetchable(queryName: \"FQuery\") { friends(first: 1) @connection(key: \"F_friends\") { edges { cursor } } }",
            "refetchable-connection"
          ),
          (
            "fragment ⟦F⟧ on User @refetchable(queryName: \"FQuery\") { a: friends(first: $n, after: $c) @connection(key: \"F_a\") { edges { cursor } } "
              + "b: friends(first: $n, after: $c) @connection(key: \"F_b\") { edges { cursor } } }", "refetchable-connection"
          ),
          (
            "fragment ⟦F⟧ on Query @refetchable(queryName: \"FQuery\") { users { friends(first: $n, after: $c) @connection(key: \"F_friends\") "
              + "{ edges { cursor } } } }", "refetchable-connection"
          ),
        ],
        kept: [
          "fragment F on User @refetchable(queryName: \"FQuery\") "
            + "{ friends(first: $n, after: $c) @connection(key: \"F_friends\") { edges { cursor } } }"
        ]),
      // MARK: Updaters
      RuleCase(
        "@assignable", "Fragments hold an identity",
        broken: [
          ("fragment F on User @assignable { ⟦name⟧ }", "assignable-fragment"),
          ("fragment F on User @assignable ⟦@inline⟧ { __typename }", "assignable-fragment"),
          ("fragment F on User @assignable { __typename ⟦id⟧ }", "assignable-fragment"),
        ], kept: ["fragment F on User @assignable { __typename }"]),
      RuleCase(
        "@updatable", "Selections",
        broken: [
          ("query Q @updatable { me { ...⟦F⟧ } } fragment F on User { name }", "updatable-spread"),
          ("query Q @updatable { me { name ⟦@required(action: LOG)⟧ } }", "updatable-directive"),
          ("query Q($a: Boolean!) @updatable { me { name ⟦@include(if: $a)⟧ } }", "updatable-condition"),
          ("query Q @updatable { ⟦node⟧(id: 1) { ... on User { name } } }", "updatable-inline-fragment"),
          ("query Q @updatable { ⟦node⟧(id: 1) { id ... on User { __typename name } } }", "updatable-inline-fragment"),
        ],
        kept: [
          "query Q @updatable { me { name ...F } } fragment F on User @assignable { __typename }",
          "query Q @updatable { node(id: 1) { ... on User { __typename name } } }",
        ]),
      RuleCase(
        "@updatable", "Spreads in documents that are read",
        broken: [
          ("query Q { me { ...F ⟦@alias⟧ } } fragment F on User @updatable { name }", "updatable-or-assignable-spread"),
          (
            "query Q($a: Boolean!) { me { ...⟦F⟧ @include(if: $a) @dangerously_unaliased_fixme } } fragment F on User @assignable { __typename }",
            "updatable-or-assignable-spread"
          ),
          ("fragment G on User { ...⟦F⟧ } fragment F on User @assignable { __typename }", "updatable-or-assignable-spread"),
          ("fragment G on User { ... on User { ...⟦F⟧ } } fragment F on User @updatable { name }", "updatable-or-assignable-spread"),
          (
            "query Q { node(id: 1) { ...⟦F⟧ @dangerously_unaliased_fixme } } fragment F on User @updatable { name }",
            "updatable-or-assignable-spread"
          ),
          (
            "query Q { ⟦node⟧(id: 1) { ... on User { ...F @dangerously_unaliased_fixme } } } fragment F on User @updatable { name }",
            "updatable-or-assignable-spread"
          ),
          (
            "query Q { ⟦node⟧(id: 1) { id ... on User { __typename ...F @dangerously_unaliased_fixme } } } fragment F on User @assignable { __typename }",
            "updatable-or-assignable-spread"
          ),
          ("query Q { ⟦me⟧ { ... on User { __typename ...F } } } fragment F on User @updatable { name }", "updatable-or-assignable-spread"),
        ],
        kept: [
          "query Q { node(id: 1) { ... on User @alias { ...F } } } fragment F on User @updatable { name }",
          "query Q { node(id: 1) { ... on User { __typename ...F @dangerously_unaliased_fixme } } } fragment F on User @updatable { name }",
          "query Q { me { ...F } } fragment F on Node @updatable { id }",
          "fragment G on User { ...F } fragment F on Node @updatable { id }",
        ]),
      RuleCase(
        "Conditions", "Something is left",
        broken: [
          ("query ⟦Q⟧ { me @skip(if: true) { name } }", "empty-selections"),
          ("fragment ⟦F⟧ on User { name @include(if: false) }", "empty-selections"),
          (
            "query ⟦Q⟧ { me { ...F @arguments(on: false) } } "
              + "fragment F on User @argumentDefinitions(on: {type: \"Boolean!\"}) { name @include(if: $on) }",
            "empty-selections"
          ),
        ],
        kept: [
          "query Q { me { name @skip(if: true) email } }", "query Q { me { id name @skip(if: true) } }",
          "mutation M { rename { user { ...F @arguments(on: false) } } } "
            + "fragment F on User @argumentDefinitions(on: {type: \"Boolean!\"}) { name @include(if: $on) }",
        ]),
      RuleCase(
        "Data by type", "Supported types are literals",
        broken: [("query Q($t: [String!]) { me { part(supported: ⟦$t⟧) { name } } }", "supported-argument")],
        kept: ["query Q { me { part(supported: [\"User\"]) { name } } }"]),
    ]) { rules($0) }
  }

  func rules(_ rule: RuleCase) { rule.check { Self.diagnose($0) } }

  @Test("Rules that a configuration enables")
  func configured() {
    var options = CompilerOptions()
    options.featureFlags.enforceModuleNamePrefix = .enabled
    RuleCase(
      "Names", "Definitions are called after their file",
      broken: [
        ("query ⟦UserQuery⟧ { me { id } }", "module-name"), ("query ⟦ProfileData⟧ { me { id } }", "module-name"),
        ("fragment ⟦User_user⟧ on User { id }", "module-name"),
      ], kept: ["query ProfileQuery { me { id } } fragment Profile_user on User { id }"]
    ).check { Self.diagnose($0, options: options) }

    options = CompilerOptions()
    options.schema.nonNodeIDFieldsAllowedTypes = ["Allowed": "Int"]
    RuleCase(
      "Fields", "The id field is the identity", broken: [("query Q { counter { ⟦id⟧ } }", "non-node-id")],
      kept: ["query Q { me { id } allowed { id } }"]
    ).check { Self.diagnose($0, options: options) }

    options = CompilerOptions()
    options.featureFlags.disallowRequiredActionThrowOnSemanticallyNullableFields = .enabled
    RuleCase(
      "@required", "THROW where null is no error", broken: [("query Q { me { name @required(action: ⟦THROW⟧) } }", "required-action")],
      kept: ["query Q { me { name @required(action: LOG) } }"]
    ).check { Self.diagnose($0, options: options) }

    options = CompilerOptions()
    options.featureFlags.enableStrictCustomScalars = .enabled
    RuleCase(
      "Values", "Custom scalars come from variables", broken: [("query Q { since(at: ⟦\"2025\"⟧) { id } }", "literal-for-custom-scalar")],
      kept: ["query Q($at: Date) { since(at: $at) { id } }"]
    ).check { Self.diagnose($0, options: options) }
  }

  @Test("Custom scalars need types where configured")
  func customScalarsNeedTypesWhereConfigured() {
    let schema = """
      scalar Date
      input Range { from: Date! inner: Range }
      type Query { today: Date count(in: Range): Int }
      """
    func errors(_ document: String, _ types: [Name: CustomScalarType] = [:]) -> [String] {
      var input = CompilerInput()
      input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
      input.add([SourceFile(path: "document.graphql", text: document)], as: .document)
      input.options.requireCustomScalarTypes = true
      input.options.customScalarTypes = types
      return Compiler.compile(input).diagnostics.filter { $0.severity == .error }.map { "\($0.id)" }
    }
    #expect(errors("query Q { today }") == ["custom-scalar-type"])
    #expect(errors("query Q($range: Range) { count(in: $range) }") == ["custom-scalar-type"])
    #expect(errors("query Q($range: Range) { today count(in: $range) }", ["Date": CustomScalarType(typeName: "Date")]) == [])
  }

  @Test("Nodes are found by the configured id field")
  func nodesAreFoundByWhateverTheirIDIs() {
    let schema = """
      scalar GlobalID
      interface Node { id: GlobalID! }
      type User implements Node { id: GlobalID! name: String }
      type Query { node(id: GlobalID!): Node }
      """
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add(
      [SourceFile(path: "document.graphql", text: "fragment F on User @refetchable(queryName: \"FQuery\") { name }")], as: .document)
    let output = Compiler.compile(input)
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    #expect(output.artifacts.map { "\($0.name)" } == ["F", "FQuery"])
    guard case .operation(let query) = output.artifacts.last else { return #expect(Bool(false)) }
    #expect(query.text?.contains("query FQuery(\n  $id: GlobalID!\n)") == true)
  }

  @Test("Flags disable rules")
  func flagsSwitchRulesOff() {
    var options = CompilerOptions()
    options.featureFlags.enforceFragmentAliasWhereAmbiguous = .disabled
    options.featureFlags.allowRequiredInMutationResponse = .enabled
    #expect(Self.errors("query Q { node(id: 1) { ...F } }\nfragment F on User { name }", options: options) == [])
    #expect(Self.errors("mutation M { rename { name @required(action: THROW) } }", options: options) == [])
  }

  /// One run reports the mistakes of every document.
  @Test("Every error in one run")
  func everyErrorInOneRun() {
    let errors = Self.errors(
      "query A { me {\n id: name } }\nquery B { me {\n ...F @relay(mask: false) } }\nfragment F on User @inline { name }")
    #expect(errors == ["2 reserved-alias", "4 unmasked-fragment-with-directives"])
  }

  /// Documents with exponentially multiplying spreads are rejected quickly.
  @Test(
    "Explosions",
    arguments: [
      "a: boss { ...F# } b: boss { ...F# }",
      "a: boss { ...F# @relay(mask: false) } b: boss { ...F# @relay(mask: false) }",
      "a: boss { ...F# ... on User { boss { ...F# } } } b: boss { ...F# }",
    ])
  func explosions(_ body: String) {
    var document = "query Q { me { ...F0 } }\n"
    for level in 0..<40 {
      document += "fragment F\(level) on User { \(body.split(separator: "#").joined(separator: "\(level + 1)")) }\n"
    }
    document += "fragment F40 on User { id }\n"
    #expect(Self.errors(document).first?.hasSuffix("too-many-selections") == true)
  }

  @Test("Deep chains of fragments")
  func deepChains() {
    var document = "query Q { me { ...F0 } }\n"
    for level in 0..<3000 { document += "fragment F\(level) on User { boss { ...F\(level + 1) } }\n" }
    document += "fragment F3000 on User { id }\n"
    #expect(Self.errors(document).first == "1 nesting-depth")
  }
}
