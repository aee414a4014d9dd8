import RelayCompilerCore
import Testing

/// Relay's own rules: one wrong document each, and the place and id of what is said.
@Suite struct RelayRuleTests {
  static let schema = """
    directive @defer(label: String, if: Boolean = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(label: String, initialCount: Int!, if: Boolean = true) on FIELD
    directive @unselectable(reason: String) on FIELD_DEFINITION
    type Query { node(id: ID!): Node me: User users: [User] }
    type Mutation { rename(name: String): RenamePayload }
    type RenamePayload { user: User deleted: ID name: String }
    interface Node { id: ID! }
    interface Named { name: String }
    type User implements Node & Named {
      id: ID! name: String email: String secret: String @unselectable(reason: "private")
      friends(first: Int, after: String, topic: String): Friends
      boss: User
    }
    type Friends { edges: [FriendEdge] pageInfo: PageInfo! }
    type FriendEdge { cursor: String node: User }
    type PageInfo { endCursor: String hasNextPage: Boolean hasPreviousPage: Boolean startCursor: String }
    """

  /// The errors of a document as `line id`.
  static func errors(_ document: String, options: CompilerOptions = CompilerOptions()) -> [String] {
    var input = Compilation.Input()
    input.schema = [SourceFile(path: "schema.graphql", text: schema)]
    input.schemaExtensions = [SourceFile(path: "client.graphql", text: "extend type User { draft: String }")]
    input.documents = [SourceFile(path: "document.graphql", text: document)]
    input.options = options
    let output = Compilation.run(input)
    let lines = LineIndex(Array(document.utf8))
    if output.diagnostics.hasErrors { #expect(output.artifacts.isEmpty) }
    return output.diagnostics.filter { $0.severity == .error }.map { "\(lines.position(of: Int($0.range.start)).line) \($0.id)" }
  }

  @Test(arguments: [
    ("query Q { me {\n id: name } }", ["2 reserved-alias"]),
    ("query Q { me {\n __x: name } }", ["2 double-underscore-alias"]),
    ("query Q { me {\n secret } }", ["2 unselectable-field"]),
    ("query Q {\n __typename me { id } }", ["2 typename-on-root"]),
    ("query Q(\n $__relay_internal_a: ID!) { node(id: $__relay_internal_a) { id } }", ["2 reserved-variable"]),
    ("query Q($a: ID!,\n $b: ID) { node(id: $a) { id } }", ["2 unused-variable"]),
    ("query Q { me { ...F } }\nfragment F on User { boss { ... @include(if: $a) { name } } }", ["2 undefined-variable"]),
    ("fragment F on User @argumentDefinitions(\n a: {type: \"Int\"}) { name }", ["2 unused-fragment-variable"]),
    ("query Q { me { friends(first: 1)\n @connection(key: \"Q_others\") { edges { cursor } } } }", ["2 connection-key"]),
    ("query Q { me {\n friends @connection(key: \"Q_friends\") { edges { cursor } } } }", ["2 connection-arguments"]),
    ("query Q { me {\n friends(first: 1) @connection(key: \"Q_friends\") { pageInfo { endCursor } } } }", ["2 connection-edges"]),
    (
      "query Q { me { friends(first: 1) @connection(key: \"Q_friends\",\n filters: [\"topic\"]) { edges { cursor } } } }",
      ["2 connection-filters"]
    ),
    ("query Q { me {\n boss @connection(key: \"Q_boss\") { id } } }", ["2 connection-schema"]),
    ("mutation M { rename { user {\n boss @appendEdge(connections: []) { id } } } }", ["2 declarative-connection"]),
    ("mutation M { rename { user\n @appendNode(connections: [], edgeTypeName: \"Nope\") { id } } }", ["2 declarative-connection"]),
    ("mutation M { rename {\n name @deleteRecord } }", ["2 declarative-connection"]),
    ("mutation M { rename {\n name @required(action: THROW) } }", ["2 required-in-mutation"]),
    ("query Q { me { boss {\n name @required(action: LOG) } ... on User { boss { id } } } }", ["2 required-missing"]),
    ("query Q { me { name\n ... on User {\n name @required(action: LOG) } } }", ["3 required-mismatch"]),
    (
      "query Q { me { name ...F @relay(mask: false) } }\nfragment F on User {\n name @required(action: LOG) }",
      ["3 required-mismatch"]
    ),
    (
      "query Q { me { name @required(action:\n LOG) ... on User { name @required(action: NONE) } } }",
      ["2 required-action-mismatch"]
    ),
    ("query Q { me { boss @required(action:\n THROW) { name @required(action: NONE) } } }", ["2 required-nesting"]),
    ("query Q { node(id: 1) { ... on Named {\n name @required(action: LOG) } } }", ["2 required-in-abstract"]),
    ("query Q { me { name @catch\n @required(action: LOG) } }", ["2 catch-and-required"]),
    ("query Q { me { ...\n @catch { name } } }", ["2 catch-without-alias"]),
    ("query Q @throwOnFieldError { me {\n draft } }", ["2 client-field-without-catch"]),
    ("query Q { me { name ... on User\n @alias(as: \"name\") { id } } }", ["2 alias-conflict"]),
    ("query Q { node(id: 1) {\n ...F } }\nfragment F on User { name }", ["2 alias-required"]),
    ("query Q { node(id: 1) {\n ...F @relay(mask: false) } }\nfragment F on User { name }", ["2 alias-required"]),
    ("query Q { node(id: 1) { ... on User { ... @alias(as: \"a\") {\n ...F } } } }\nfragment F on User { name }", ["2 alias-required"]),
    ("query Q { users {\n ...F @alias } }\nfragment F on User @relay(plural: true) { name }", ["2 alias-on-plural-fragment"]),
    ("query Q($a: Boolean!) { me {\n ...F @include(if: $a) } }\nfragment F on User { name }", ["2 alias-required"]),
    ("query Q { me { ...\n @alias { name } } }", ["2 alias-argument"]),
    ("query Q { me {\n ...F @relay(mask: false) } }\nfragment F on User @inline { name }", ["2 unmasked-fragment-with-directives"]),
    ("query Q { me { ... \n@defer { name } } }", ["2 defer-on-inline-fragment"]),
    ("query Q { me { boss\n @stream(initialCount: 1) { id } } }", ["2 stream-on-single-field"]),
    ("fragment\n F on PageInfo @refetchable(queryName: \"FQuery\") { endCursor }", ["2 refetchable-type"]),
    (
      "fragment\n F on User @refetchable(queryName: \"FQuery\") { name }\nfragment G on User @refetchable(queryName: \"FQuery\") { name }",
      ["2 duplicate-refetchable-query"]
    ),
    ("fragment F on User\n @relay(plural: true) @refetchable(queryName: \"FQuery\") { name }", ["2 refetchable-plural"]),
    (
      "fragment\n F on User @refetchable(queryName: \"FQuery\") { friends(first: 1) @connection(key: \"F_friends\") { edges { cursor } } }",
      ["2 refetchable-connection"]
    ),
    ("fragment F on User @assignable {\n name }", ["2 assignable-fragment"]),
    ("query Q @updatable { me {\n ...F } }\nfragment F on User { name }", ["2 updatable-spread"]),
    ("query Q { me {\n ...F @alias } }\nfragment F on User @updatable { name }", ["2 updatable-or-assignable-spread"]),
    (
      "query Q($a: Boolean!) { me {\n ...F @include(if: $a) @dangerously_unaliased_fixme } }\nfragment F on User @assignable { __typename }",
      ["2 updatable-or-assignable-spread"]
    ),
    ("fragment G on User {\n ...F }\nfragment F on User @assignable { __typename }", ["2 updatable-or-assignable-spread"]),
    ("fragment G on User { ... on User {\n ...F } }\nfragment F on User @updatable { name }", ["2 updatable-or-assignable-spread"]),
    (
      "query Q { node(id: 1) {\n ...F @dangerously_unaliased_fixme } }\nfragment F on User @updatable { name }",
      ["2 updatable-or-assignable-spread"]
    ),
    (
      "query Q {\n node(id: 1) { ... on User { ...F @dangerously_unaliased_fixme } } }\nfragment F on User @updatable { name }",
      ["2 updatable-or-assignable-spread"]
    ),
    (
      "query Q {\n node(id: 1) { id ... on User { __typename ...F @dangerously_unaliased_fixme } } }\n"
        + "fragment F on User @assignable { __typename }", ["2 updatable-or-assignable-spread"]
    ),
    ("query Q {\n me { ... on User { __typename ...F } } }\nfragment F on User @updatable { name }", ["2 updatable-or-assignable-spread"]),
    ("fragment F on User @updatable\n @inline { name }", ["2 updatable-directive"]),
    ("query Q @updatable { me {\n ...F } }\nfragment F on Node @assignable { __typename }", ["2 updatable-spread"]),
    (
      "query Q @updatable { node(id: 1) { ... on User { __typename boss {\n ...F } } } }\nfragment F on Node @assignable { __typename }",
      ["2 updatable-spread"]
    ),
    ("query Q { \n me @skip(if: true) { name } }", ["1 empty-selections", "1 empty-selections", "1 empty-selections"]),
  ])
  func wrong(_ document: String, _ expected: [String]) {
    var found: [String] = []
    for error in Self.errors(document) where found.last != error { found.append(error) }
    var wanted: [String] = []
    for error in expected where wanted.last != error { wanted.append(error) }
    #expect(found == wanted)
  }

  @Test(arguments: [
    // The keys of a plural fragment leave out what does not match.
    "query Q { users { ...F } }\nfragment F on User @relay(plural: true) { name }",
    "query Q { node(id: 1) { ... on User @alias { ...F } } }\nfragment F on User @updatable { name }",
    "query Q { node(id: 1) { ... on User { __typename ...F @dangerously_unaliased_fixme } } }\nfragment F on User @updatable { name }",
    // Whether an object is of an assignable fragment's type is asked of the object; an updatable one stands where that is certain.
    "query Q { node(id: 1) { ...F } }\nfragment F on User @assignable { __typename }",
    "query Q @updatable { node(id: 1) { ...F } }\nfragment F on User @assignable { __typename }",
    "query Q @updatable { node(id: 1) { ... on User { __typename ...F } } }\nfragment F on User @assignable { __typename }",
    "query Q @updatable { node(id: 1) { ... on User { __typename ...F } } }\nfragment F on Node @assignable { __typename }",
    "query Q { node(id: 1) { ... on User { __typename ...F } } }\nfragment F on User @updatable { name }",
    "query Q { me { ...F } }\nfragment F on Node @updatable { id }",
    "fragment G on User { ...F }\nfragment F on Node @updatable { id }",
    "query Q { node(id: 1) { ... on User @alias(as: \"u\") { ... @alias(as: \"v\") { ...F } } } }\nfragment F on User { name }",
  ])
  func right(_ document: String) { #expect(Self.errors(document) == []) }

  @Test func customScalarsNeedTypesWhereConfigured() {
    let schema = """
      scalar Date
      input Range { from: Date! inner: Range }
      type Query { today: Date count(in: Range): Int }
      """
    func errors(_ document: String, _ types: [Name: CustomScalarType] = [:]) -> [String] {
      var input = Compilation.Input()
      input.schema = [SourceFile(path: "schema.graphql", text: schema)]
      input.documents = [SourceFile(path: "document.graphql", text: document)]
      input.options.requireCustomScalarTypes = true
      input.options.customScalarTypes = types
      return Compilation.run(input).diagnostics.filter { $0.severity == .error }.map { "\($0.id)" }
    }
    #expect(errors("query Q { today }") == ["custom-scalar-type"])
    #expect(errors("query Q($range: Range) { count(in: $range) }") == ["custom-scalar-type"])
    #expect(errors("query Q($range: Range) { today count(in: $range) }", ["Date": CustomScalarType(typeName: "Date")]) == [])
  }

  @Test func nodesAreFoundByWhateverTheirIDIs() {
    let schema = """
      scalar GlobalID
      interface Node { id: GlobalID! }
      type User implements Node { id: GlobalID! name: String }
      type Query { node(id: GlobalID!): Node }
      """
    var input = Compilation.Input()
    input.schema = [SourceFile(path: "schema.graphql", text: schema)]
    input.documents = [SourceFile(path: "document.graphql", text: "fragment F on User @refetchable(queryName: \"FQuery\") { name }")]
    let output = Compilation.run(input)
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    #expect(output.artifacts.map { "\($0.name)" } == ["F", "FQuery"])
    guard case .operation(let query) = output.artifacts.last else { return #expect(Bool(false)) }
    #expect(query.text?.contains("query FQuery(\n  $id: GlobalID!\n)") == true)
  }

  @Test func flagsSwitchRulesOff() {
    var options = CompilerOptions()
    options.featureFlags.enforceFragmentAliasWhereAmbiguous = .disabled
    options.featureFlags.allowRequiredInMutationResponse = .enabled
    #expect(Self.errors("query Q { node(id: 1) { ...F } }\nfragment F on User { name }", options: options) == [])
    #expect(Self.errors("mutation M { rename { name @required(action: THROW) } }", options: options) == [])
  }

  /// One run reports what is wrong with each document.
  @Test func everyErrorInOneRun() {
    let errors = Self.errors("query A { me {\n id: name } }\nquery B { me {\n ...F @relay(mask: false) } }\nfragment F on User @inline { name }")
    #expect(errors == ["2 reserved-alias", "4 unmasked-fragment-with-directives"])
  }

  /// Documents whose spreads multiply are refused in no time.
  @Test(.timeLimit(.minutes(1)), arguments: [
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

  @Test func deepChains() {
    var document = "query Q { me { ...F0 } }\n"
    for level in 0..<3000 { document += "fragment F\(level) on User { boss { ...F\(level + 1) } }\n" }
    document += "fragment F3000 on User { id }\n"
    #expect(Self.errors(document).first == "1 nesting-depth")
  }
}
