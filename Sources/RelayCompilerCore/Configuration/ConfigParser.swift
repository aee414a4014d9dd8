/// `relay.config.json` to `RelayConfig`. Every key that is not known and every value of a wrong type is a diagnostic at its place.
package struct ConfigParser {
  private var diagnostics: [Diagnostic] = []

  package static func parse(_ source: SourceFile, file: FileID) -> (RelayConfig, [Diagnostic]) {
    var parser = ConfigParser()
    do throws(JSONSyntaxError) {
      let config = parser.config(try JSONSyntax.parse(source, file: file))
      return (config, parser.diagnostics)
    } catch {
      return (RelayConfig(), [error.diagnostic])
    }
  }

  // MARK: - Objects

  private mutating func config(_ json: JSONSyntax) -> RelayConfig {
    var config = RelayConfig()
    if let projects = json["projects"] {
      diagnostics.append(.severalProjects(at: projects.range))
      return config
    }
    object(json, name: nil, keys: Self.keys) { parser, key, value in
      switch key {
      case "schema": config.schema = parser.paths(value, key)
      case "schemaExtensions": config.schemaExtensions = parser.paths(value, key)
      case "src": config.src = parser.path(value, key)
      case "excludes": if let excludes = parser.strings(value, key) { config.excludes = excludes }
      case "artifactDirectory": config.artifactDirectory = parser.path(value, key)
      case "persistConfig": config.options.persist = parser.persistConfig(value)
      case "customScalarTypes": config.options.customScalarTypes = parser.customScalars(value)
      case "requireCustomScalarTypes": parser.boolean(value, key, into: &config.options.requireCustomScalarTypes)
      case "schemaConfig": parser.schemaConfig(value, into: &config.options.schema)
      case "featureFlags": parser.featureFlags(value, into: &config.options.featureFlags)
      case "swift": parser.swiftOptions(value, into: &config.options.swift)
      default: break
      }
    }
    return config
  }

  /// Keys of a single project's configuration, those without effect here last.
  private static let keys = [
    "src", "schema", "schemaExtensions", "excludes", "artifactDirectory", "persistConfig", "customScalarTypes", "requireCustomScalarTypes",
    "schemaConfig", "featureFlags", "swift",
    "$schema", "language", "eagerEsModules", "jsModuleFormat", "relativizeJsModulePaths", "useImportTypeSyntax",
    "typescriptExcludeUndefinedFromNullableUnion", "noFutureProofEnums", "customErrorType", "optionalInputFields", "oneOfType",
    "enumModuleSuffix", "moduleImportConfig", "resolverContextType", "resolversSchemaModule", "isDevVariableName", "codegenCommand",
    "noSourceControl", "extra",
  ]

  private mutating func persistConfig(_ json: JSONSyntax) -> PersistConfig? {
    var file: String?
    var result = PersistConfig(file: "")
    object(
      json, name: "persistConfig",
      keys: ["file", "algorithm", "includeQueryText", "include_query_text", "format", "url", "params", "headers", "concurrency"]
    ) { parser, key, value in
      switch key {
      case "file": file = parser.string(value, key)
      case "algorithm":
        if let algorithm = parser.choice(value, key, PersistConfig.Algorithm.init(rawValue:), ["MD5", "SHA1", "SHA256"]) {
          result.algorithm = algorithm
        }
      case "includeQueryText", "include_query_text": parser.boolean(value, key, into: &result.includeQueryText)
      case "format":
        if let format = parser.choice(value, key, PersistConfig.Format.init(rawValue:), ["relay", "apollo"]) { result.format = format }
      case "url":
        parser.diagnostics.append(.remotePersisting(at: value.range))
      default: break
      }
    }
    guard let file else {
      if json["url"] == nil, case .object = json.value {
        diagnostics.append(.configurationValue("persistConfig", expected: "the key 'file'", found: "none", at: json.range))
      }
      return nil
    }
    result.file = file
    return result
  }

  private mutating func customScalars(_ json: JSONSyntax) -> [Name: CustomScalarType] {
    var result: [Name: CustomScalarType] = [:]
    guard case .object(let members) = json.value else {
      expected("an object", json, "customScalarTypes")
      return result
    }
    for member in members {
      guard checkName(member.key, "customScalarTypes", at: member.keyRange) else { continue }
      switch member.value.value {
      case .string: if let name = swiftType(member.value, member.key) { result[Name(member.key)] = CustomScalarType(typeName: name) }
      case .object:
        var name: String?
        var module: String?
        // A module's name stands in front of a type's name only.
        let hasModule = member.value["path"]?.string != nil
        object(member.value, name: "customScalarTypes.\(member.key)", keys: ["name", "path"]) { parser, key, value in
          if key == "name" {
            name = parser.swiftType(value, key, isQualified: hasModule)
          } else {
            module = parser.module(value, key)
          }
        }
        if let name { result[Name(member.key)] = CustomScalarType(typeName: name, module: module) }
      default: expected("the name of a Swift type, or an object with 'name' and 'path' (its module)", member.value, member.key)
      }
    }
    return result
  }

  private mutating func schemaConfig(_ json: JSONSyntax, into config: inout SchemaConfig) {
    var result = config
    object(
      json, name: "schemaConfig",
      keys: [
        "nodeInterfaceIdField", "nodeInterfaceIdVariableName", "connectionInterface", "deferStreamInterface", "nonNodeIdFields",
        "unselectableDirectiveName", "enableTokenField",
      ]
    ) { parser, key, value in
      switch key {
      case "nodeInterfaceIdField": parser.name(value, key, into: &result.nodeInterfaceIDField)
      case "nodeInterfaceIdVariableName": parser.name(value, key, into: &result.nodeInterfaceIDVariableName)
      case "connectionInterface": parser.connectionInterface(value, into: &result.connectionInterface)
      case "deferStreamInterface": parser.deferStreamInterface(value, into: &result.deferStreamInterface)
      case "nonNodeIdFields":
        parser.object(value, name: key, keys: ["allowedIdTypes"]) { parser, key, value in
          result.nonNodeIDFieldsAllowedTypes = parser.names(value, key)
        }
      case "unselectableDirectiveName": parser.name(value, key, into: &result.unselectableDirectiveName)
      default: parser.boolean(value, key, into: &result.enableTokenField)
      }
    }
    config = result
  }

  private mutating func connectionInterface(_ json: JSONSyntax, into interface: inout ConnectionInterface) {
    var result = interface
    let fields: [(String, WritableKeyPath<ConnectionInterface, Name>)] = [
      ("cursor", \.cursor), ("edges", \.edges), ("endCursor", \.endCursor), ("hasNextPage", \.hasNextPage),
      ("hasPreviousPage", \.hasPreviousPage), ("node", \.node), ("pageInfo", \.pageInfo), ("startCursor", \.startCursor),
    ]
    object(json, name: "connectionInterface", keys: fields.map(\.0)) { parser, key, value in
      if let field = fields.first(where: { $0.0 == key })?.1 { parser.name(value, key, into: &result[keyPath: field]) }
    }
    interface = result
  }

  private mutating func deferStreamInterface(_ json: JSONSyntax, into interface: inout DeferStreamInterface) {
    var result = interface
    let fields: [(String, WritableKeyPath<DeferStreamInterface, Name>)] = [
      ("deferName", \.deferName), ("streamName", \.streamName), ("ifArg", \.ifArgument), ("labelArg", \.labelArgument),
      ("initialCountArg", \.initialCountArgument), ("useCustomizedBatchArg", \.useCustomizedBatchArgument),
    ]
    object(json, name: "deferStreamInterface", keys: fields.map(\.0)) { parser, key, value in
      if let field = fields.first(where: { $0.0 == key })?.1 { parser.name(value, key, into: &result[keyPath: field]) }
    }
    interface = result
  }

  private mutating func featureFlags(_ json: JSONSyntax, into flags: inout FeatureFlags) {
    var result = flags
    let known: [(String, WritableKeyPath<FeatureFlags, FeatureFlag>)] = [
      ("enforce_fragment_alias_where_ambiguous", \.enforceFragmentAliasWhereAmbiguous), ("compact_query_text", \.compactQueryText),
      (
        "disallow_required_action_throw_on_semantically_nullable_fields",
        \.disallowRequiredActionThrowOnSemanticallyNullableFields
      ),
      ("allow_required_in_mutation_response", \.allowRequiredInMutationResponse),
      ("disable_full_argument_type_validation", \.disableFullArgumentTypeValidation),
      ("disable_schema_validation", \.disableSchemaValidation), ("enable_strict_custom_scalars", \.enableStrictCustomScalars),
      ("prefer_fetchable_in_refetch_queries", \.preferFetchableInRefetchQueries),
      ("enforce_module_name_prefix_for_non_haste", \.enforceModuleNamePrefix),
      ("disable_edge_type_name_validation_on_declerative_connection_directives", \.disableEdgeTypeNameValidation),
      ("enable_fragment_argument_transform", \.enableFragmentArgumentTransform), ("no_inline", \.noInline),
    ]
    object(json, name: "featureFlags", keys: known.map(\.0) + Self.flagsWithoutEffect) { parser, key, value in
      guard let flag = parser.featureFlag(value, key), let path = known.first(where: { $0.0 == key })?.1 else { return }
      result[keyPath: path] = flag
    }
    flags = result
  }

  /// Relay's flags about JavaScript, resolvers, and one company's own: those of today, then those of earlier versions.
  private static let flagsWithoutEffect = [
    "allow_legacy_relay_resolver_tag", "allow_output_type_resolvers", "allow_resolver_non_nullable_return_type",
    "allow_resolvers_in_mutation_response", "disable_deduping_common_structures_in_artifacts",
    "disable_more_precise_abstract_selection_raw_response_type", "disable_resolver_reader_ast", "emit_nogrep_annotation",
    "enable_3d_branch_arg_generation", "enable_exec_time_resolvers_directive",
    "enable_relay_resolver_mutations", "enable_resolver_normalization_ast", "enable_shadow_resolvers", "flow_modern_syntax",
    "legacy_include_path_in_required_reader_nodes", "omit_resolver_type_assertions_for_confirmed_types",
    "relay_resolver_enable_interface_output_type", "shard_extra_artifacts", "skip_printing_nulls", "text_artifacts",
    "use_reader_module_imports",
    "actor_change_support", "disallow_required_on_non_null_fields", "enable_catch_directive_transform", "enable_client_edges",
    "enable_custom_type_gen_field_directives", "enable_relay_resolver_transform", "enable_schema_resolvers", "node_interface_id_field",
    "relay_resolver_enable_output_type", "relay_resolver_model_syntax_enabled", "relay_resolvers_enable_strict_resolver_flavors",
  ]

  private mutating func featureFlag(_ json: JSONSyntax, _ key: String) -> FeatureFlag? {
    switch json.value {
    case .boolean(let isOn): return isOn ? .enabled : .disabled
    case .object:
      var kind: String?
      var list: [String] = []
      var rollout: JSONSyntax?
      object(json, name: key, keys: ["kind", "allowlist", "rollout"]) { parser, key, value in
        switch key {
        case "kind": kind = parser.string(value, key)
        case "allowlist": list = parser.strings(value, key) ?? []
        default: rollout = value
        }
      }
      switch kind {
      case "enabled": return .enabled
      case "disabled": return .disabled
      case "limited": return .limited(to: Set(list.map { Name($0) }))
      case "rollout":
        // Without a percentage everything is in.
        guard let rollout else { return .enabled }
        guard let end = percentage(rollout, "rollout") else { return nil }
        return end == 0 ? .disabled : .rollout(0...end - 1)
      case "rolloutrange":
        guard let rollout, let start = rollout["start"].flatMap({ percentage($0, "start") }),
          let end = rollout["end"].flatMap({ percentage($0, "end") }), start <= end
        else {
          expected("a 'rollout' with a 'start' and an 'end'", json, key)
          return nil
        }
        return .rollout(start...end)
      default:
        expected("a 'kind' of 'enabled', 'disabled', 'limited', 'rollout' or 'rolloutrange'", json, key)
        return nil
      }
    default:
      expected("a boolean, or an object with a 'kind'", json, key)
      return nil
    }
  }

  private mutating func percentage(_ json: JSONSyntax, _ key: String) -> Int? {
    if case .number(let text) = json.value, let number = Int(text), (0...100).contains(number) { return number }
    expected("a percentage from 0 to 100", json, key)
    return nil
  }

  private mutating func swiftOptions(_ json: JSONSyntax, into options: inout SwiftOptions) {
    var result = options
    object(json, name: "swift", keys: ["accessLevel", "imports", "schemaModule"]) { parser, key, value in
      switch key {
      case "accessLevel":
        if let level = parser.choice(value, key, SwiftOptions.AccessLevel.init(rawValue:), ["public", "package", "internal"]) {
          result.accessLevel = level
        }
      case "imports": if let imports = parser.list(value, key, { $0.module($1, key) }) { result.imports = imports }
      default: result.schemaModule = parser.module(value, key)
      }
    }
    options = result
  }

  // MARK: - Values

  /// Calls `body` for every known key; `null` counts as absent, as in Relay's configuration.
  private mutating func object(
    _ json: JSONSyntax, name: String?, keys: [String], _ body: (inout ConfigParser, String, JSONSyntax) -> Void
  ) {
    guard case .object(let members) = json.value else { return expected("an object", json, name ?? "the configuration") }
    for member in members {
      guard keys.contains(member.key) else {
        diagnostics.append(.unknownConfigurationKey(member.key, in: name, known: keys, at: member.keyRange))
        continue
      }
      if case .null = member.value.value { continue }
      body(&self, member.key, member.value)
    }
  }

  private mutating func expected(_ what: String, _ json: JSONSyntax, _ key: String) {
    diagnostics.append(.configurationValue(key, expected: what, found: json.kind, at: json.range))
  }

  private mutating func string(_ json: JSONSyntax, _ key: String) -> String? {
    if let string = json.string { return string }
    expected("a string", json, key)
    return nil
  }

  private mutating func name(_ json: JSONSyntax, _ key: String, into name: inout Name) {
    if let string = string(json, key), checkName(string, key, at: json.range) { name = Name(string) }
  }

  /// Whether the text is a name of GraphQL; reported otherwise.
  private mutating func checkName(_ text: String, _ key: String, at range: SourceRange) -> Bool {
    if text.isGraphQLName { return true }
    diagnostics.append(.configurationName(key, found: text, at: range))
    return false
  }

  /// - Parameter isQualified: whether the name of a module stands in front of it.
  private mutating func swiftType(_ json: JSONSyntax, _ key: String, isQualified: Bool = false) -> String? {
    guard let text = string(json, key) else { return nil }
    if isQualified ? SwiftTypeSyntax.isNominalType(text) : SwiftTypeSyntax.isType(text) { return text }
    diagnostics.append(.configurationSwiftType(key, found: text, isQualified: isQualified, at: json.range))
    return nil
  }

  private mutating func module(_ json: JSONSyntax, _ key: String) -> String? {
    guard let text = string(json, key) else { return nil }
    if SwiftTypeSyntax.isModule(text) { return text }
    diagnostics.append(.configurationModule(key, found: text, at: json.range))
    return nil
  }

  private mutating func boolean(_ json: JSONSyntax, _ key: String, into flag: inout Bool) {
    if case .boolean(let value) = json.value { flag = value } else { expected("true or false", json, key) }
  }

  private mutating func strings(_ json: JSONSyntax, _ key: String) -> [String]? { list(json, key) { $0.string($1, key) } }

  private mutating func list(
    _ json: JSONSyntax, _ key: String, _ read: (inout ConfigParser, JSONSyntax) -> String?
  ) -> [String]? {
    guard case .array(let items) = json.value else {
      expected("an array of strings", json, key)
      return nil
    }
    return items.compactMap { read(&self, $0) }
  }

  /// An object whose keys and values are names.
  private mutating func names(_ json: JSONSyntax, _ key: String) -> [Name: Name]? {
    guard case .object(let members) = json.value else {
      expected("an object of names", json, key)
      return nil
    }
    var result: [Name: Name] = [:]
    for member in members {
      guard checkName(member.key, key, at: member.keyRange), let string = string(member.value, member.key),
        checkName(string, member.key, at: member.value.range)
      else { continue }
      result[Name(member.key)] = Name(string)
    }
    return result
  }

  private mutating func choice<Value>(_ json: JSONSyntax, _ key: String, _ make: (String) -> Value?, _ names: [String]) -> Value? {
    guard let text = string(json, key) else { return nil }
    if let value = make(text) { return value }
    let choices = names.map { "'\($0)'" }.joined(separator: ", ")
    diagnostics.append(.configurationValue(key, expected: "one of \(choices)", found: "'\(text)'", at: json.range))
    return nil
  }

  private mutating func path(_ json: JSONSyntax, _ key: String) -> RelayConfig.Path? {
    string(json, key).map { RelayConfig.Path(path: $0, range: json.range) }
  }

  /// One path, or an array of them.
  private mutating func paths(_ json: JSONSyntax, _ key: String) -> [RelayConfig.Path] {
    guard case .array(let items) = json.value else { return path(json, key).map { [$0] } ?? [] }
    return items.compactMap { path($0, key) }
  }
}
