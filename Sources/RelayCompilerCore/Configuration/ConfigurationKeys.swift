/// A key of `relay.config.json`: its path, and how it is treated.
struct ConfigurationKey: Sendable {
  /// The keys that lead to it, separated by dots. `*` stands for any name that the author of the configuration chooses.
  let path: String
  let outcome: FeatureOutcome
  /// The path of a key whose diagnostic covers this one if both are present.
  let toldWith: String?
  /// Whether Relay's own configuration has the key.
  let isOfRelay: Bool

  private init(_ path: String, _ outcome: FeatureOutcome, toldWith: String? = nil, isOfRelay: Bool = true) {
    self.path = path
    self.outcome = outcome
    self.toldWith = toldWith
    self.isOfRelay = isOfRelay
  }

  static func at(_ path: String) -> ConfigurationKey? { byPath[path] }

  /// The keys to suggest for the object at the path; nil means the whole configuration.
  static func names(in path: String?) -> [String] {
    if path == FeatureFlagKey.object { return FeatureFlagKey.all.map(\.name) }
    let prefix = path.map { $0 + "." } ?? ""
    return all.compactMap { key in
      if case .refused = key.outcome { return nil }
      guard key.path.hasPrefix(prefix) else { return nil }
      let name = key.path.dropFirst(prefix.count)
      return name.contains(".") || name == "*" ? nil : String(name)
    }
  }

  /// Objects in which Relay ignores unknown keys.
  static let lenientObjects: Set<String> = ["schemaConfig", "customScalarTypes.*", "featureFlags.*", "featureFlags.*.rollout"]

  private static let byPath: [String: ConfigurationKey] = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

  // MARK: - The table

  /// Every key of Relay 21's configuration, and the keys for Swift only.
  static let all: [ConfigurationKey] =
    files + types + ofSchema + persisting + ofJavaScript + withoutMeaning + flagForms + ofSeveralProjects + ofOneProject + swiftsOwn

  private static let files: [ConfigurationKey] = [
    ConfigurationKey(
      "schema", .worksDifferently(how: "files or folders, SDL or introspection JSON; without it the type definitions among the documents")),
    ConfigurationKey("schemaExtensions", .works),
    ConfigurationKey("src", .worksDifferently(how: "a build takes the target's files in it; elsewhere it is the folder of the documents")),
    ConfigurationKey("excludes", .works),
    ConfigurationKey(
      "artifactDirectory", .worksDifferently(how: "a build writes into the build folder; elsewhere it is the folder of the Swift files")),
    ConfigurationKey("codegenCommand", .works),
  ]

  private static let types: [ConfigurationKey] = [
    ConfigurationKey(
      "customScalarTypes", .worksDifferently(how: "types are those of Swift, unless 'swift.customScalarTypes' is there")),
    ConfigurationKey("customScalarTypes.*.name", .worksDifferently(how: "the name of a Swift type")),
    ConfigurationKey("customScalarTypes.*.path", .worksDifferently(how: "the module that declares the type")),
    ConfigurationKey("requireCustomScalarTypes", .works),
    ConfigurationKey("optionalInputFields", .works),
    ConfigurationKey("featureFlags", .works),
  ]

  private static let ofSchema: [ConfigurationKey] =
    [
      "schemaConfig", "schemaConfig.nodeInterfaceIdField", "schemaConfig.nodeInterfaceIdVariableName", "schemaConfig.nonNodeIdFields",
      "schemaConfig.unselectableDirectiveName", "schemaConfig.enableTokenField",
      "schemaConfig.connectionInterface", "schemaConfig.connectionInterface.cursor", "schemaConfig.connectionInterface.edges",
      "schemaConfig.connectionInterface.endCursor", "schemaConfig.connectionInterface.hasNextPage",
      "schemaConfig.connectionInterface.hasPreviousPage", "schemaConfig.connectionInterface.node",
      "schemaConfig.connectionInterface.pageInfo", "schemaConfig.connectionInterface.startCursor", "schemaConfig.deferStreamInterface",
      "schemaConfig.deferStreamInterface.streamName",
      "schemaConfig.deferStreamInterface.ifArg", "schemaConfig.deferStreamInterface.labelArg",
      "schemaConfig.deferStreamInterface.initialCountArg", "schemaConfig.deferStreamInterface.useCustomizedBatchArg",
    ].map { ConfigurationKey($0, .works) } + [
      ConfigurationKey(
        "schemaConfig.nonNodeIdFields.allowedIdTypes",
        .worksDifferently(how: "'Int', 'Float' and 'Boolean' may be listed too, which Relay refuses in any case")),
      ConfigurationKey(
        "schemaConfig.deferStreamInterface.deferName",
        .worksDifferently(how: "artifacts have deferred parts under this name too; Relay's have them under 'defer' only")),
    ]

  private static let persisting: [ConfigurationKey] = [
    ConfigurationKey("persistConfig", .works),
    ConfigurationKey("persistConfig.file", .worksDifferently(how: "a build leaves it alone; the tool makes it where it is missing")),
    ConfigurationKey("persistConfig.algorithm", .works),
    ConfigurationKey("persistConfig.include_query_text", .works),
    ConfigurationKey("persistConfig.includeQueryText", .works),
    ConfigurationKey(
      "persistConfig.url",
      .refused(
        instead: "a build has no network. Persist to a 'file', and send what is new with 'relay persist --persist-command'")
    ),
    ConfigurationKey(
      "persistConfig.params", .refused(instead: "the command of '--persist-command' sends what the server needs"),
      toldWith: "persistConfig.url"),
    ConfigurationKey(
      "persistConfig.headers", .refused(instead: "the command of '--persist-command' sends what the server needs"),
      toldWith: "persistConfig.url"),
    ConfigurationKey(
      "persistConfig.concurrency",
      .refused(instead: "the command of '--persist-command' receives all queries at once, and decides how many to send in parallel"),
      toldWith: "persistConfig.url"),
  ]

  private static let ofJavaScript: [ConfigurationKey] =
    [
      "$schema", "language", "eagerEsModules", "jsModuleFormat", "relativizeJsModulePaths", "useImportTypeSyntax",
      "typescriptExcludeUndefinedFromNullableUnion", "enumModuleSuffix", "isDevVariableName", "noSourceControl",
    ].map { ConfigurationKey($0, .silent) } + [ConfigurationKey("extra", .worksDifferently(how: "only 'extra.swift' is read"))]

  private static let withoutMeaning: [ConfigurationKey] = {
    let resolvers = FeatureOutcome.withoutMeaning(because: "there are no Relay Resolvers")
    let modules = FeatureOutcome.withoutMeaning(because: "'@module' is about modules of JavaScript")
    let errors = FeatureOutcome.withoutMeaning(because: "what '@catch' catches is always a 'FieldError'")
    return [
      ConfigurationKey(
        "noFutureProofEnums",
        .withoutMeaning(because: "enums keep 'unknown', because an app that is installed meets values that the server gets later")),
      ConfigurationKey(
        "oneOfType", .withoutMeaning(because: "a '@oneOf' input object is always an enum, which the server's rule of one field asks for")),
      ConfigurationKey("customErrorType", errors),
      ConfigurationKey("customErrorType.name", errors),
      ConfigurationKey("customErrorType.path", errors),
      ConfigurationKey("moduleImportConfig", modules),
      ConfigurationKey("moduleImportConfig.dynamicModuleProvider", modules),
      ConfigurationKey("moduleImportConfig.dynamicModuleProvider.mode", modules),
      ConfigurationKey("moduleImportConfig.dynamicModuleProvider.statement", modules),
      ConfigurationKey("moduleImportConfig.operationModuleProvider", modules),
      ConfigurationKey("moduleImportConfig.operationModuleProvider.mode", modules),
      ConfigurationKey("moduleImportConfig.operationModuleProvider.statement", modules),
      ConfigurationKey("moduleImportConfig.surface", modules),
      ConfigurationKey("resolverContextType", resolvers),
      ConfigurationKey("resolverContextType.name", resolvers),
      ConfigurationKey("resolverContextType.path", resolvers),
      ConfigurationKey("resolverContextType.package", resolvers),
      ConfigurationKey("resolversSchemaModule", resolvers),
      ConfigurationKey("resolversSchemaModule.applyToNormalizationAst", resolvers),
      ConfigurationKey("resolversSchemaModule.path", resolvers),
    ]
  }()

  private static let flagForms: [ConfigurationKey] =
    [
      "featureFlags.*.kind", "featureFlags.*.allowlist", "featureFlags.*.rollout", "featureFlags.*.rollout.start",
      "featureFlags.*.rollout.end",
    ].map { ConfigurationKey($0, .works) }

  /// The keys of a configuration with several projects. It is rejected as a whole, with one error at `projects`.
  private static let ofSeveralProjects: [ConfigurationKey] = {
    let whole = FeatureOutcome.refused(
      instead: "a Swift target has a configuration of its own. "
        + "Write the keys of one project into a relay.config.json in the target's folder")
    let savedState = FeatureOutcome.refused(instead: "there is no Watchman; what changed is found without it. Leave it out")
    return [
      ConfigurationKey("projects", whole),
      ConfigurationKey("sources", .refused(instead: "'src' has the one folder of the target's documents"), toldWith: "projects"),
      ConfigurationKey(
        "generatedSources", .refused(instead: "'excludes' says which files under 'src' are left out, and no other is"),
        toldWith: "projects"),
      ConfigurationKey("root", .refused(instead: "paths are relative to the configuration's folder"), toldWith: "projects"),
      ConfigurationKey("name", .refused(instead: "it names a configuration of several projects; leave it out"), toldWith: "projects"),
      ConfigurationKey("header", .refused(instead: "generated files have a header of their own; leave it out"), toldWith: "projects"),
    ]
      + [
        "savedStateConfig", "savedStateConfig.mergebase", "savedStateConfig.mergebase-with", "savedStateConfig.saved-state",
        "savedStateConfig.saved-state.commit-id", "savedStateConfig.saved-state.config", "savedStateConfig.saved-state.storage",
      ].map { ConfigurationKey($0, savedState, toldWith: "projects") }
  }()

  /// What to write in a configuration with one project instead of a key for several projects.
  private static let ofOneProject: [ConfigurationKey] = {
    let same = [
      "codegenCommand", "customErrorType", "customScalarTypes", "eagerEsModules", "enumModuleSuffix", "extra", "featureFlags",
      "jsModuleFormat", "language", "moduleImportConfig", "noFutureProofEnums", "oneOfType", "optionalInputFields",
      "relativizeJsModulePaths", "requireCustomScalarTypes", "resolverContextType", "resolversSchemaModule", "schema", "schemaConfig",
      "schemaExtensions", "typescriptExcludeUndefinedFromNullableUnion", "useImportTypeSyntax",
    ]
    let others = [
      ("output", "'artifactDirectory' is the folder of the generated files"),
      ("persist", "the key is 'persistConfig'"),
      ("schemaDir", "'schema' may be a folder"),
      ("schemaCompact", "'schema' is SDL or introspection JSON"),
      ("schemaName", "'schema' names the files"),
      ("base", "a target that depends on another takes its schema and its fragments"),
      ("excludesExtensions", "'excludes' has globs, such as '**/*.generated.swift'"),
      ("extraArtifactsOutput", "there are no extra artifacts; leave it out"),
      ("shardOutput", "each document has a file of its own, named by its folder; leave it out"),
      ("shardStripRegex", "each document has a file of its own, named by its folder; leave it out"),
      ("testPathRegex", "'@relay_test_operation' may stand in any file; leave it out"),
      ("rollout", "'featureFlags' has a rollout for each flag"),
      ("variableNamesComment", "the operation's type in Swift names its variables; leave it out"),
      ("diagnosticReportConfig", "an error ends the run, and nothing else does; leave it out"),
      ("diagnosticReportConfig.criticalLevel", "an error ends the run, and nothing else does; leave it out"),
    ]
    return same.map { ConfigurationKey("projects.*." + $0, .refused(instead: "set it at the top level instead"), toldWith: "projects") }
      + others.map { ConfigurationKey("projects.*." + $0, .refused(instead: $1), toldWith: "projects") }
  }()

  private static let swiftsOwn: [ConfigurationKey] =
    [
      "persistConfig.format", "swift", "swift.accessLevel", "swift.acronyms", "swift.customScalarTypes", "swift.fragmentAccessors",
      "swift.imports", "swift.mutationCoverage", "swift.payloads", "swift.schemaModule", "swift.budgets", "swift.budgets.fields",
      "swift.budgets.depth", "swift.budgets.cost", "swift.budgets.listSize",
    ].map { ConfigurationKey($0, .works, isOfRelay: false) } + [
      ConfigurationKey(
        "extra.swift", .worksDifferently(how: "it is 'swift', in a file that Relay's compiler reads too: that refuses a key 'swift'"),
        isOfRelay: false)
    ]
}
