import Testing

@testable import RelayCompilerCore

/// The effect of each supported key and flag, from the text of a configuration to the generated code.
@Suite("Effects of configuration keys")
struct ConfigurationEffectTests {
  private struct Result {
    var errors: [String]
    var operations: [String: OperationArtifact] = [:]
    var json: [String: String] = [:]
    var swift = ""

    func text(_ name: String) -> String { operations[name]?.printedText ?? "" }
  }

  private static let schema = """
    directive @fetchable(field_name: String!) on OBJECT
    directive @defer(label: String, if: Boolean) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(label: String, initialCount: Int!, if: Boolean = true) on FIELD
    scalar Money
    interface Node { id: ID! }
    type Query { me: User node(id: ID!): Node fetch__User(id: ID!): User search(filter: Filter): Int paid(amount: Money): Int }
    type Mutation { rename: User }
    input Filter { count: Int! tags: [String!]! name: String }
    type User implements Node @fetchable(field_name: "id") {
      id: ID! name: String balance: Money friends(first: Int, after: String): UserConnection rivals: [User] token: String
    }
    type UserConnection { edges: [UserEdge] pageInfo: PageInfo }
    type UserEdge { node: User cursor: String }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }

    """

  private static func compile(_ config: String, schema: String = schema, _ documents: String...) -> Result {
    let (parsed, problems) = ConfigParser.parse(SourceFile(path: "relay.config.json", text: config), file: FileID(rawValue: 0))
    #expect(problems.map(\.message) == [])
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    if schema == Self.schema {
      input.add([SourceFile(path: "client.graphql", text: "extend type User { remembered(n: Int): Int }")], as: .clientSchema)
    }
    for (index, document) in documents.enumerated() {
      input.add([SourceFile(path: "\(index).graphql", text: document)], as: .document(output: "\(index).swift"))
    }
    input.swift = SwiftOutputs(schema: "Schema.swift")
    input.options = parsed.options
    let output = Compiler.compile(input)
    var result = Result(errors: output.diagnostics.filter { $0.severity == .error }.map { "\($0.id)" })
    guard result.errors.isEmpty else { return result }
    let skipsNulls = parsed.options.featureFlags.skipPrintingNulls.isFullyEnabled
    for artifact in output.artifacts {
      if case .operation(let operation) = artifact { result.operations["\(artifact.name)"] = operation }
      result.json["\(artifact.name)"] = String(decoding: ArtifactJSON.file(for: artifact, skipsNulls: skipsNulls), as: UTF8.self)
    }
    result.swift = output.files
      .map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
    return result
  }

  private static let enabled = "{ \"kind\": \"enabled\" }"

  private static func flags(_ flags: (String, String)...) -> String {
    "{ \"featureFlags\": { \(flags.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ")) } }"
  }

  // MARK: - Keys of the generated code

  @Test("codegenCommand")
  func codegenCommand() {
    let result = Self.compile("{ \"codegenCommand\": \"yarn relay\\nlet x = 1\" }", "query Q { me { id } }")
    #expect(result.swift.contains("Do not edit.\n// @codegen-command: yarn relay let x = 1\n"))
    #expect(!Self.compile("{}", "query Q { me { id } }").swift.contains("@codegen-command"))
  }

  @Test("optionalInputFields")
  func optionalInputFields() {
    let query = "query Q($filter: Filter) { search(filter: $filter) }"
    let result = Self.compile("{ \"optionalInputFields\": [\"tags\"] }", query)
    #expect(result.swift.contains("init(count: Int, tags: [String]? = nil, name: String? = nil)"), "\(result.swift)")
    let strict = Self.compile("{}", query)
    #expect(strict.swift.contains("init(count: Int, tags: [String], name: String? = nil)"), "\(strict.swift)")
    #expect(result.text("Q") == strict.text("Q"))
  }

  @Test("customScalarTypes")
  func customScalarTypes() {
    let query = "query Q { me { balance } }"
    #expect(Self.compile("{ \"customScalarTypes\": { \"Money\": \"Decimal\" } }", query).swift.contains("balance: Foundation.Decimal?"))
    let result = Self.compile("{ \"customScalarTypes\": { \"Money\": { \"name\": \"Amount\", \"path\": \"Bank\" } } }", query)
    #expect(result.swift.contains("import Bank") && result.swift.contains("balance: Bank.Amount?"), "\(result.swift)")
  }

  /// One file for an app on the web, whose types are those of TypeScript, and for one in Swift.
  @Test("swift.customScalarTypes and extra.swift")
  func swiftCustomScalarTypes() {
    let query = "query Q { me { balance } }"
    let ofWeb = "\"customScalarTypes\": { \"Money\": \"string\", \"Other\": { \"name\": \"Amount\", \"path\": \"./types\" } }"
    let ofSwift = "{ \"customScalarTypes\": { \"Money\": \"Decimal\" } }"
    for config in [
      "{ \(ofWeb), \"swift\": \(ofSwift) }", "{ \"swift\": \(ofSwift), \(ofWeb) }", "{ \(ofWeb), \"extra\": { \"swift\": \(ofSwift) } }",
    ] {
      #expect(Self.compile(config, query).swift.contains("balance: Foundation.Decimal?"), "\(config)")
    }
    // A scalar that only the web has a type for is JSON here.
    let empty = Self.compile("{ \(ofWeb), \"swift\": { \"customScalarTypes\": {} }, \"requireCustomScalarTypes\": false }", query)
    #expect(empty.swift.contains("balance: RelayRuntime.JSON?"))
    let strict = Self.compile("{ \(ofWeb), \"swift\": { \"customScalarTypes\": {} }, \"requireCustomScalarTypes\": true }", query)
    #expect(strict.errors == ["custom-scalar-type"])
    // `extra` is for anything else, too.
    let others = Self.compile("{ \"extra\": { \"swiftly\": 1, \"swift\": { \"accessLevel\": \"internal\" } } }", query)
    #expect(!others.swift.contains("public "))
    #expect(Self.compile("{ \"extra\": [1] }", query).swift.contains("public "))
  }

  @Test("swift.acronyms")
  func acronyms() {
    let query = "query Q($userId: ID!) { node(id: $userId) { ... on User { homeId: id } } }"
    let plain = Self.compile("{}", query)
    let result = Self.compile("{ \"swift\": { \"acronyms\": [\"ID\"] } }", query)
    #expect(plain.swift.contains("init(userId: String)") && plain.swift.contains("var homeId: String"), "\(plain.swift)")
    #expect(result.swift.contains("init(userID: String)") && result.swift.contains("var homeID: String"), "\(result.swift)")
    #expect(result.text("Q") == plain.text("Q") && result.json == plain.json)
  }

  @Test("requireCustomScalarTypes")
  func requireCustomScalarTypes() {
    #expect(Self.compile("{ \"requireCustomScalarTypes\": true }", "query Q { me { balance } }").errors == ["custom-scalar-type"])
    #expect(Self.compile("{ \"requireCustomScalarTypes\": false }", "query Q { me { balance } }").errors == [])
  }

  @Test("Swift's own keys")
  func swiftsOwnKeys() {
    let result = Self.compile(
      "{ \"swift\": { \"accessLevel\": \"internal\", \"imports\": [\"Money\"], \"schemaModule\": \"Library\" } }",
      "query Q($filter: Filter) { search(filter: $filter) }")
    #expect(!result.swift.contains("public "))
    #expect(result.swift.contains("import Library\n"), "\(result.swift)")
    #expect(!result.swift.contains("struct Filter"))
  }

  @Test("swift.fragmentAccessors")
  func fragmentAccessors() {
    let documents = "query Q { me { ...A ...B } } fragment A on User { name } fragment B on User @inline { name }"
    let accessors = ["var a: A { .init(fragmentPointer:", "var b: B { .init(data:"]
    for (config, expected) in [
      ("{}", accessors), ("{ \"swift\": { \"fragmentAccessors\": true } }", accessors),
      ("{ \"swift\": { \"fragmentAccessors\": false } }", [accessors[1]]),
    ] {
      let result = Self.compile(config, documents)
      #expect(result.errors == [] && accessors.filter { result.swift.contains($0) } == expected, "\(config)\n\(result.swift)")
    }
  }

  @Test("swift.mutationCoverage")
  func mutationCoverage() {
    let documents = "mutation M { renameUser(name: \"a\") { id } } fragment F on User { name }"
    let schema = "type Query { user(id: ID!): User } type Mutation { renameUser(name: String): User } type User { id: ID! name: String }"
    for (config, expected) in [
      ("{}", []), ("{ \"swift\": { \"mutationCoverage\": \"none\" } }", []),
      ("{ \"swift\": { \"mutationCoverage\": \"warning\" } }", []),
      ("{ \"swift\": { \"mutationCoverage\": \"error\" } }", ["mutation-coverage"]),
    ] {
      #expect(Self.compile(config, schema: schema, documents).errors == expected, "\(config)")
    }
  }

  // MARK: - persistConfig

  @Test("persistConfig")
  func persistConfig() throws {
    let query = "query Q { me { id } }"
    let text = Self.compile("{}", query).text("Q")
    for (algorithm, id) in [
      ("MD5", MD5.hexadecimalDigest(of: text.utf8)), ("SHA1", SHA1.hexadecimalDigest(of: text.utf8)),
      ("SHA256", SHA256.hexadecimalDigest(of: text.utf8)),
    ] {
      let config = "{ \"persistConfig\": { \"file\": \"queries.json\", \"algorithm\": \"\(algorithm)\" } }"
      let operation = try #require(Self.compile(config, query).operations["Q"])
      #expect(operation.id == id)
      #expect(operation.text == nil)
    }
    for key in ["include_query_text", "includeQueryText"] {
      let config = "{ \"persistConfig\": { \"file\": \"queries.json\", \"\(key)\": true } }"
      let operation = try #require(Self.compile(config, query).operations["Q"])
      #expect(operation.id == MD5.hexadecimalDigest(of: text.utf8))
      #expect(operation.text == text)
    }
  }

  // MARK: - schemaConfig

  @Test("nodeInterface")
  func nodeInterface() {
    let schema = """
      interface Node { key: ID! }
      type User implements Node { key: ID! name: String }
      type Query { node(key: ID!): Node me: User }
      """
    let config = "{ \"schemaConfig\": { \"nodeInterfaceIdField\": \"key\", \"nodeInterfaceIdVariableName\": \"ownerKey\" } }"
    let result = Self.compile(
      config, schema: schema, "query Q { me { name } }", "fragment F on User @refetchable(queryName: \"FQuery\") { name }")
    #expect(result.errors == [])
    #expect(result.text("Q") == "query Q {\n  me {\n    name\n    key\n  }\n}\n")
    #expect(result.text("FQuery").hasPrefix("query FQuery(\n  $key: ID!\n) {\n  node(key: $key) {"))
    #expect(result.json["F"]?.contains("\"identifierQueryVariableName\": \"ownerKey\"") == true)
  }

  @Test("nonNodeIDFields")
  func nonNodeIDFields() {
    let schema = "type Query { counter: Counter } type Counter { id: Int! }"
    #expect(Self.compile("{ \"schemaConfig\": { \"nonNodeIdFields\": {} } }", schema: schema, "query Q { counter { id } }").errors == [])
    for (allowed, errors) in [("{}", ["non-node-id"]), ("{ \"Counter\": \"Int\" }", [])] {
      let config = "{ \"schemaConfig\": { \"nonNodeIdFields\": { \"allowedIdTypes\": \(allowed) } } }"
      #expect(Self.compile(config, schema: schema, "query Q { counter { id } }").errors == errors)
    }
  }

  @Test("unselectableDirectiveName")
  func unselectableDirectiveName() {
    let schema = "directive @internal(reason: String) on FIELD_DEFINITION type Query { a: Int @internal(reason: \"no\") b: Int }"
    let config = "{ \"schemaConfig\": { \"unselectableDirectiveName\": \"internal\" } }"
    #expect(Self.compile(config, schema: schema, "query Q { a }").errors == ["unselectable-field"])
    #expect(Self.compile("{}", schema: schema, "query Q { a }").errors == [])
  }

  /// As in Relay: in addition to the id, in queries through `fetch__Type`.
  @Test("enableTokenField")
  func enableTokenField() {
    let fragment = "fragment F on User @refetchable(queryName: \"FQuery\", preferFetchable: true) { name }"
    let text = Self.compile("{ \"schemaConfig\": { \"enableTokenField\": true } }", fragment).text("FQuery")
    #expect(text.hasSuffix("fragment F on User {\n  name\n  id\n  __token\n}\n"), "\(text)")
    #expect(!Self.compile("{}", fragment).text("FQuery").contains("token"))
    let node = "fragment F on User @refetchable(queryName: \"FQuery\") { name }"
    #expect(!Self.compile("{ \"schemaConfig\": { \"enableTokenField\": true } }", node).text("FQuery").contains("token"))
  }

  @Test("connectionInterface")
  func connectionInterface() {
    let names = [
      ("edges", "links"), ("node", "target"), ("cursor", "mark"), ("pageInfo", "page"), ("endCursor", "last"), ("startCursor", "first"),
      ("hasNextPage", "more"), ("hasPreviousPage", "less"),
    ]
    let schema = """
      type Query { me: User }
      type User { id: ID! name: String friends(first: Int, after: String, last: Int, before: String): UserConnection }
      type UserConnection { links: [UserLink] page: Page }
      type UserLink { target: User mark: String }
      type Page { more: Boolean! less: Boolean! first: String last: String }
      """
    let interface = names.map { "\"\($0.0)\": \"\($0.1)\"" }.joined(separator: ", ")
    let config = "{ \"schemaConfig\": { \"connectionInterface\": { \(interface) } } }"
    let forward = "query Q { me { friends(first: 1) @connection(key: \"Q_friends\") { links { target { name } } } } }"
    let backward = "query R { me { friends(last: 1) @connection(key: \"R_friends\") { links { target { name } } } } }"
    let result = Self.compile(config, schema: schema, forward, backward)
    #expect(result.errors == [])
    let edges = "links {\n        target {\n          name\n          id\n          __typename\n        }\n        mark\n      }\n"
    #expect(
      result.text("Q") == """
        query Q {
          me {
            friends(first: 1) {
              \(edges)      page {
                last
                more
              }
            }
            id
          }
        }

        """)
    #expect(result.text("R").contains("page {\n        less\n        first\n      }"), "\(result.text("R"))")
    // Each name is needed: with Relay's default name in its place the connection is incomplete.
    for (key, _) in names {
      let interface = names.filter { $0.0 != key }.map { "\"\($0.0)\": \"\($0.1)\"" }.joined(separator: ", ")
      let config = "{ \"schemaConfig\": { \"connectionInterface\": { \(interface) } } }"
      #expect(Self.compile(config, schema: schema, forward).errors != [], "\(key)")
    }
  }

  /// Labels contain the names of the directives, as in Relay.
  @Test("deferStreamInterface")
  func deferStreamInterface() {
    let schema = """
      directive @later(tag: String, when: Boolean) on FRAGMENT_SPREAD | INLINE_FRAGMENT
      directive @flow(tag: String!, begin: Int!, when: Boolean, batch: Boolean) on FIELD
      type Query { me: User }
      type User { id: ID! name: String rivals: [User] }
      """
    let config = """
      { "schemaConfig": { "deferStreamInterface": {
        "deferName": "later", "streamName": "flow", "ifArg": "when", "labelArg": "tag", "initialCountArg": "begin",
        "useCustomizedBatchArg": "batch"
      } } }
      """
    let result = Self.compile(
      config, schema: schema,
      "query Q($on: Boolean) { me { rivals @flow(tag: \"b\", begin: 2, when: $on, batch: true) { ...F @later(when: $on) } } }",
      "fragment F on User { name }")
    #expect(result.errors == [])
    #expect(
      result.text("Q").contains(
        "rivals @flow(tag: \"Q$flow$b\", when: $on, begin: 2, batch: true) {\n      ...F @later(tag: \"Q$later$F\", when: $on)"),
      "\(result.text("Q"))")
    let json = result.json["Q"] ?? ""
    for label in ["Q$later$F", "Q$flow$b"] { #expect(json.contains("\"label\": \"\(label)\""), "\(json)") }
    #expect(Self.compile("{}", schema: schema, "query Q { me { ...F @defer } }", "fragment F on User { name }").errors != [])
  }

  // MARK: - Flags

  @Test("enforceFragmentAliasWhereAmbiguous")
  func enforceFragmentAliasWhereAmbiguous() {
    let documents = ["query Q { node(id: 1) { ...F } }", "fragment F on User { name }"]
    #expect(Self.compile("{}", documents[0], documents[1]).errors != [])
    let name = "enforce_fragment_alias_where_ambiguous"
    for (value, isRefused) in [
      ("{ \"kind\": \"disabled\" }", false), ("{ \"kind\": \"limited\", \"allowlist\": [\"Q\"] }", true),
      ("{ \"kind\": \"limited\", \"allowlist\": [\"F\"] }", false),
    ] { #expect(Self.compile(Self.flags((name, value)), documents[0], documents[1]).errors.isEmpty != isRefused, "\(value)") }
  }

  /// All or nothing, as in Relay: a list of names has no effect.
  @Test("compactQueryText")
  func compactQueryText() {
    let query = "query Q { me { id name } }"
    #expect(Self.compile(Self.flags(("compact_query_text", Self.enabled)), query).text("Q") == "query Q{me{id,name}}")
    let limited = Self.flags(("compact_query_text", "{ \"kind\": \"limited\", \"allowlist\": [\"Q\"] }"))
    #expect(Self.compile(limited, query).text("Q") == Self.compile("{}", query).text("Q"))
  }

  @Test("skipPrintingNulls")
  func skipPrintingNulls() {
    let query = "query Q($n: Int = null) { me { id friends(first: $n) { edges { cursor } } } }"
    let with = Self.compile("{}", query)
    let without = Self.compile(Self.flags(("skip_printing_nulls", Self.enabled)), query)
    let json = without.json["Q"] ?? ""
    for key in ["alias", "args", "storageKey", "metadata", "abstractKey"] {
      #expect(with.json["Q"]?.contains("\"\(key)\": null") == true)
      #expect(!json.contains("\"\(key)\": null"), "\(json)")
    }
    // The runtime distinguishes these from absent ones.
    for key in ["defaultValue", "id"] { #expect(json.contains("\"\(key)\": null"), "\(json)") }
    #expect(!json.contains(",\n}"))
    #expect(!json.contains("{,"))
    #expect(!json.contains(",,"))
    #expect(without.swift == with.swift)
    let limited = Self.flags(("skip_printing_nulls", "{ \"kind\": \"limited\", \"allowlist\": [\"Q\"] }"))
    #expect(Self.compile(limited, query).json == with.json)
  }

  @Test("Required actions")
  func requiredActions() {
    let query = "query Q { me { name @required(action: THROW) } }"
    #expect(Self.compile("{}", query).errors == [])
    let name = "disallow_required_action_throw_on_semantically_nullable_fields"
    #expect(Self.compile(Self.flags((name, Self.enabled)), query).errors == ["required-action"])
    #expect(Self.compile(Self.flags((name, "{ \"kind\": \"limited\", \"allowlist\": [\"Q\"] }")), query).errors == ["required-action"])
    #expect(Self.compile(Self.flags((name, "{ \"kind\": \"limited\", \"allowlist\": [\"R\"] }")), query).errors == [])
  }

  @Test("Required in mutations")
  func requiredInMutations() {
    let mutation = "mutation M { rename { name @required(action: THROW) } }"
    #expect(Self.compile("{}", mutation).errors != [])
    #expect(Self.compile(Self.flags(("allow_required_in_mutation_response", Self.enabled)), mutation).errors == [])
    let limited = "{ \"kind\": \"limited\", \"allowlist\": [\"M\"] }"
    #expect(Self.compile(Self.flags(("allow_required_in_mutation_response", limited)), mutation).errors == [])
  }

  /// As in Relay, the flag exempts arguments that fragments pass to client fields, but nothing that is sent to the
  /// server.
  @Test("disableFullArgumentTypeValidation")
  func disableFullArgumentTypeValidation() {
    let name = "disable_full_argument_type_validation"
    let query = "query Q($n: String) { me { ...F } }"
    let client = "fragment F on User { remembered(n: $n) }"
    let sent = "fragment F on User { friends(first: $n) { edges { cursor } } }"
    for (fragment, with) in [(client, []), (sent, ["variable-of-wrong-type"])] {
      #expect(Self.compile("{}", query, fragment).errors == ["variable-of-wrong-type"])
      #expect(Self.compile(Self.flags((name, Self.enabled)), query, fragment).errors == with, "\(fragment)")
      #expect(Self.compile(Self.flags((name, "{ \"kind\": \"limited\", \"allowlist\": [\"Q\"] }")), query, fragment).errors == with)
    }
    let own = "query Q($n: String) { me { remembered(n: $n) } }"
    #expect(Self.compile(Self.flags((name, Self.enabled)), own).errors == ["variable-of-wrong-type"])
  }

  /// `B` lacks a field of its interface, which Relay reports as an error. Here only the reserved name is an error, and the rest is a
  /// warning.
  @Test("disableSchemaValidation")
  func disableSchemaValidation() {
    let schema = "type Query { a(__x: Int): B } type B implements I { b: Int } interface I { c: Int }"
    #expect(Self.compile("{}", schema: schema, "query Q { a { b } }").errors != [])
    #expect(Self.compile(Self.flags(("disable_schema_validation", "true")), schema: schema, "query Q { a { b } }").errors == [])
  }

  @Test("enableStrictCustomScalars")
  func enableStrictCustomScalars() {
    let query = "query Q { paid(amount: 3) }"
    #expect(Self.compile("{}", query).errors == [])
    #expect(Self.compile(Self.flags(("enable_strict_custom_scalars", "true")), query).errors == ["literal-for-custom-scalar"])
  }

  @Test("preferFetchableInRefetchQueries")
  func preferFetchableInRefetchQueries() {
    let fragment = "fragment F on User @refetchable(queryName: \"FQuery\") { name }"
    #expect(Self.compile("{}", fragment).text("FQuery").contains("  node(id: $id) {"))
    let text = Self.compile(Self.flags(("prefer_fetchable_in_refetch_queries", "true")), fragment).text("FQuery")
    #expect(text.contains("  fetch__User(id: $id) {"), "\(text)")
    let argument = "fragment F on User @refetchable(queryName: \"FQuery\", preferFetchable: true) { name }"
    #expect(Self.compile("{}", argument).text("FQuery") == text)
  }

  @Test("enforceModuleNamePrefix")
  func enforceModuleNamePrefix() {
    let config = Self.flags(("enforce_module_name_prefix_for_non_haste", "true"))
    #expect(Self.compile(config, "query Q { me { id } }").errors == ["module-name"])
    #expect(Self.compile("{}", "query Q { me { id } }").errors == [])
  }

  @Test("Edge type names")
  func edgeTypeNames() {
    let mutation = "mutation M($c: [ID!]!) { rename @appendNode(connections: $c, edgeTypeName: \"Nothing\") { id } }"
    let name = "disable_edge_type_name_validation_on_declerative_connection_directives"
    #expect(Self.compile("{}", mutation).errors != [])
    #expect(Self.compile(Self.flags((name, Self.enabled)), mutation).errors == [])
    #expect(Self.compile(Self.flags((name, "{ \"kind\": \"limited\", \"allowlist\": [\"M\"] }")), mutation).errors != [])
  }

  @Test("The syntax of fragment arguments")
  func fragmentArguments() {
    let documents = ["query Q { me { ...F(n: 3) } }", "fragment F($n: Int) on User { friends(first: $n) { edges { cursor } } }"]
    #expect(Self.compile("{}", documents[0], documents[1]).errors != [])
    let result = Self.compile(Self.flags(("enable_fragment_argument_transform", "true")), documents[0], documents[1])
    #expect(result.errors == [])
    #expect(result.text("Q").contains("friends(first: 3)"), "\(result.text("Q"))")
  }

  @Test("noInline")
  func noInline() {
    let documents = ["query Q { me { ...F } }", "fragment F on User @no_inline { name }"]
    #expect(Self.compile("{}", documents[0], documents[1]).errors != [])
    for value in [Self.enabled, "{ \"kind\": \"limited\", \"allowlist\": [\"F\"] }"] {
      let result = Self.compile(Self.flags(("no_inline", value)), documents[0], documents[1])
      #expect(result.errors == [])
      #expect(result.text("Q").contains("...F"))
    }
    let limited = Self.flags(("no_inline", "{ \"kind\": \"limited\", \"allowlist\": [\"G\"] }"))
    #expect(Self.compile(limited, documents[0], documents[1]).errors != [])
  }
}
