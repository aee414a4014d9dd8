import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// Every key and every flag of Relay 21 has an outcome, which the parser and the documentation follow.
@Suite("Configuration keys")
struct ConfigurationKeyTests {
  // MARK: - Relay's keys

  /// The names in the JSON Schema of Relay 21's configuration.
  private static let keysOfRelay = """
    $schema artifactDirectory codegenCommand customErrorType customErrorType.name customErrorType.path customScalarTypes
    customScalarTypes.*.name customScalarTypes.*.path eagerEsModules enumModuleSuffix excludes extra featureFlags
    featureFlags.*.allowlist featureFlags.*.kind featureFlags.*.rollout featureFlags.*.rollout.end featureFlags.*.rollout.start
    generatedSources header isDevVariableName jsModuleFormat language moduleImportConfig moduleImportConfig.dynamicModuleProvider
    moduleImportConfig.dynamicModuleProvider.mode moduleImportConfig.dynamicModuleProvider.statement
    moduleImportConfig.operationModuleProvider moduleImportConfig.operationModuleProvider.mode
    moduleImportConfig.operationModuleProvider.statement moduleImportConfig.surface name noFutureProofEnums noSourceControl
    oneOfType optionalInputFields persistConfig persistConfig.algorithm persistConfig.concurrency persistConfig.file
    persistConfig.headers persistConfig.includeQueryText persistConfig.include_query_text persistConfig.params persistConfig.url
    projects projects.*.base projects.*.codegenCommand projects.*.customErrorType projects.*.customScalarTypes
    projects.*.diagnosticReportConfig projects.*.diagnosticReportConfig.criticalLevel projects.*.eagerEsModules
    projects.*.enumModuleSuffix projects.*.excludesExtensions projects.*.extra projects.*.extraArtifactsOutput
    projects.*.featureFlags projects.*.jsModuleFormat projects.*.language projects.*.moduleImportConfig
    projects.*.noFutureProofEnums projects.*.oneOfType projects.*.optionalInputFields projects.*.output projects.*.persist
    projects.*.relativizeJsModulePaths projects.*.requireCustomScalarTypes projects.*.resolverContextType
    projects.*.resolversSchemaModule projects.*.rollout projects.*.schema projects.*.schemaCompact projects.*.schemaConfig
    projects.*.schemaDir projects.*.schemaExtensions projects.*.schemaName projects.*.shardOutput projects.*.shardStripRegex
    projects.*.testPathRegex projects.*.typescriptExcludeUndefinedFromNullableUnion projects.*.useImportTypeSyntax
    projects.*.variableNamesComment relativizeJsModulePaths requireCustomScalarTypes resolverContextType resolverContextType.name
    resolverContextType.package resolverContextType.path resolversSchemaModule resolversSchemaModule.applyToNormalizationAst
    resolversSchemaModule.path root savedStateConfig savedStateConfig.mergebase savedStateConfig.mergebase-with
    savedStateConfig.saved-state savedStateConfig.saved-state.commit-id savedStateConfig.saved-state.config
    savedStateConfig.saved-state.storage schema schemaConfig schemaConfig.connectionInterface
    schemaConfig.connectionInterface.cursor schemaConfig.connectionInterface.edges schemaConfig.connectionInterface.endCursor
    schemaConfig.connectionInterface.hasNextPage schemaConfig.connectionInterface.hasPreviousPage
    schemaConfig.connectionInterface.node schemaConfig.connectionInterface.pageInfo schemaConfig.connectionInterface.startCursor
    schemaConfig.deferStreamInterface schemaConfig.deferStreamInterface.deferName schemaConfig.deferStreamInterface.ifArg
    schemaConfig.deferStreamInterface.initialCountArg schemaConfig.deferStreamInterface.labelArg
    schemaConfig.deferStreamInterface.streamName schemaConfig.deferStreamInterface.useCustomizedBatchArg
    schemaConfig.enableTokenField schemaConfig.nodeInterfaceIdField schemaConfig.nodeInterfaceIdVariableName
    schemaConfig.nonNodeIdFields schemaConfig.nonNodeIdFields.allowedIdTypes schemaConfig.unselectableDirectiveName schemaExtensions
    sources src typescriptExcludeUndefinedFromNullableUnion useImportTypeSyntax
    """

  private static let flagsOfRelay = """
    allow_legacy_relay_resolver_tag allow_output_type_resolvers allow_required_in_mutation_response
    allow_resolver_non_nullable_return_type allow_resolvers_in_mutation_response compact_query_text
    disable_deduping_common_structures_in_artifacts disable_edge_type_name_validation_on_declerative_connection_directives
    disable_full_argument_type_validation disable_more_precise_abstract_selection_raw_response_type disable_resolver_reader_ast
    disable_schema_validation disallow_required_action_throw_on_semantically_nullable_fields emit_nogrep_annotation
    enable_3d_branch_arg_generation enable_exec_time_resolvers_directive enable_fragment_argument_transform
    enable_relay_resolver_mutations enable_resolver_normalization_ast enable_shadow_resolvers enable_strict_custom_scalars
    enforce_fragment_alias_where_ambiguous enforce_module_name_prefix_for_non_haste flow_modern_syntax
    legacy_include_path_in_required_reader_nodes no_inline omit_resolver_type_assertions_for_confirmed_types
    prefer_fetchable_in_refetch_queries relay_resolver_enable_interface_output_type shard_extra_artifacts skip_printing_nulls
    text_artifacts use_reader_module_imports
    """

  private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  @Test("Every key of Relay has an outcome")
  func everyKeyOfRelayHasAnOutcome() {
    let known = ConfigurationKey.all.filter(\.isOfRelay).map(\.path)
    #expect(known.sorted() == Self.words(Self.keysOfRelay))
  }

  @Test("Every flag of Relay has an outcome")
  func everyFlagOfRelayHasAnOutcome() {
    let known = FeatureFlagKey.all.filter(\.isOfRelay21).map(\.name)
    #expect(known.count >= 33)
    #expect(known.sorted() == Self.words(Self.flagsOfRelay))
    for flag in FeatureFlagKey.all {
      switch flag.outcome {
      case .works, .worksDifferently: #expect(flag.option != nil, "\(flag.name)")
      default: #expect(flag.option == nil, "\(flag.name)")
      }
    }
  }

  // MARK: - The parser

  private static func parse(_ json: String) -> (RelayConfig, [Diagnostic]) {
    ConfigParser.parse(SourceFile(path: "relay.config.json", text: json), file: FileID(rawValue: 0))
  }

  /// The texts at which diagnostics are reported.
  private static func places(_ diagnostics: [Diagnostic], in text: String) -> [String] {
    let bytes = Array(text.utf8)
    return diagnostics.map { String(decoding: bytes[Int($0.range.start)..<Int($0.range.end)], as: UTF8.self) }
  }

  /// Values of keys that are not strings.
  private static let values = [
    "excludes": "[\"**/Drafts/**\"]", "customScalarTypes": "{}", "requireCustomScalarTypes": "true", "optionalInputFields": "[\"count\"]",
    "featureFlags": "{}", "schemaConfig": "{}", "schemaConfig.nonNodeIdFields": "{}",
    "schemaConfig.nonNodeIdFields.allowedIdTypes": "{ \"User\": \"Int\" }", "schemaConfig.enableTokenField": "true",
    "schemaConfig.connectionInterface": "{}", "schemaConfig.deferStreamInterface": "{}", "persistConfig.algorithm": "\"SHA1\"",
    "persistConfig.include_query_text": "true", "persistConfig.includeQueryText": "true", "persistConfig.format": "\"apollo\"",
    "persistConfig": "{ \"file\": \"queries.json\" }", "swift": "{}", "swift.accessLevel": "\"internal\"", "swift.imports": "[\"Money\"]",
    "swift.acronyms": "[\"URL\"]", "swift.customScalarTypes": "{ \"Money\": \"Decimal\" }", "extra.swift": "{}",
    "swift.payloads": "\"all\"", "swift.fragmentAccessors": "false", "swift.mutationCoverage": "\"warning\"",
    "swift.budgets": "{}", "swift.budgets.fields": "300", "swift.budgets.depth": "12", "swift.budgets.cost": "5000",
    "swift.budgets.listSize": "20",
    "featureFlags.*.kind": "\"enabled\"", "featureFlags.*.allowlist": "[\"AQuery\"], \"kind\": \"limited\"",
    "featureFlags.*.rollout": "50, \"kind\": \"rollout\"",
    "featureFlags.*.rollout.start": "0, \"end\": 50", "featureFlags.*.rollout.end": "50, \"start\": 0",
    "customScalarTypes.*.path": "\"Bank\", \"name\": \"Money\"",
  ]

  /// A configuration with the key, and the other keys that its object must have.
  private static func configuration(with path: String) -> String {
    var value = values[path] ?? "\"value\""
    var parts = path.split(separator: ".").map(String.init)
    while let name = parts.popLast() {
      let parent = parts.joined(separator: ".")
      let key = name != "*" ? name : parent == FeatureFlagKey.object ? "compact_query_text" : "Money"
      let beside =
        switch (parent, name) {
        case ("persistConfig", "file"): ""
        case ("persistConfig", _): ", \"file\": \"queries.json\""
        case ("featureFlags.*", "rollout") where path.hasPrefix("featureFlags.*.rollout."): ", \"kind\": \"rolloutrange\""
        default: ""
        }
      value = "{ \"\(key)\": \(value)\(beside) }"
    }
    return value
  }

  @Test("The parser follows the outcome", .cases)
  func theParserGoesByTheOutcome() {
    eachCase(of: ConfigurationKey.all.map(\.path)) { try theParserGoesByTheOutcome(of: $0) }
  }

  func theParserGoesByTheOutcome(of path: String) throws {
    let key = try #require(ConfigurationKey.at(path))
    let json = Self.configuration(with: path)
    let found = Self.parse(json).1
    // The outermost key with the outcome stands for the keys inside it.
    let parts = path.split(separator: ".").map(String.init)
    let outer = try #require(
      parts.indices.lazy.map { parts[...$0].joined(separator: ".") }.first { path in
        switch ConfigurationKey.at(path)?.outcome {
        case .refused, .withoutMeaning, .silent: true
        default: path == key.path
        }
      })
    let place = "\"\(outer.split(separator: ".").last ?? "")\""
    let places = Self.places(found, in: json)
    switch key.outcome {
    case .works, .worksDifferently, .silent: #expect(found.map(\.message) == [], "\(json)")
    case .refused:
      #expect(found.map { "\($0.id) \($0.severity)" } == ["refused-configuration-key error"], "\(json)")
      #expect(places == [place], "\(json)")
      if outer == path, case .refused(let instead) = key.outcome { #expect(found.first?.message.contains(instead) == true) }
    case .withoutMeaning(let reason):
      #expect(found.map { "\($0.id) \($0.severity)" } == ["configuration-key-without-meaning warning"], "\(json)")
      #expect(places == [place], "\(json)")
      #expect(found.first?.message.contains(reason) == true)
    }
  }

  /// Values that equal the default need no warning, and `null` counts as absent.
  @Test("Default values cause no warning", .cases)
  func defaultsAreNotSpokenOf() {
    eachCase(of: ConfigurationKey.all.map(\.path).filter { !$0.contains(".") }) { try defaultsAreNotSpokenOf($0) }
  }

  func defaultsAreNotSpokenOf(_ key: String) throws {
    #expect(Self.parse("{ \"\(key)\": null }").1.map(\.message) == [])
    guard case .withoutMeaning = ConfigurationKey.at(key)?.outcome else { return }
    for value in ["false", "{}", "[]"] { #expect(Self.parse("{ \"\(key)\": \(value) }").1.map(\.message) == []) }
  }

  @Test("A @oneOf type is strict anyway")
  func aOneOfTypeIsStrictAnyway() {
    #expect(Self.parse("{ \"oneOfType\": \"strict\" }").1.isEmpty)
    #expect(Self.parse("{ \"oneOfType\": \"ignore\" }").1.map { "\($0.id)" } == ["configuration-key-without-meaning"])
  }

  /// Unknown keys with names close to known ones, at every level. Where Relay ignores unknown keys, they are not an
  /// error.
  @Test("Unknown keys", .cases)
  func unknownKeys() {
    eachCase(of: [
      ("{ \"sorce\": \"a\" }", "'src'", true), ("{ \"persistConfig\": { \"file\": \"a\", \"algoritm\": \"MD5\" } }", "'algorithm'", true),
      ("{ \"schemaConfig\": { \"nodeInterfaceIDField\": \"key\" } }", "'nodeInterfaceIdField'", false),
      ("{ \"schemaConfig\": { \"connectionInterface\": { \"edge\": \"a\" } } }", "'edges'", true),
      ("{ \"customScalarTypes\": { \"Date\": { \"name\": \"Date\", \"pth\": \"A\" } } }", "'path'", false),
      ("{ \"featureFlags\": { \"compact_query_txt\": true } }", "'compact_query_text'", true),
      ("{ \"featureFlags\": { \"no_inline\": { \"kind\": \"enabled\", \"allowList\": [] } } }", "'allowlist'", false),
      ("{ \"swift\": { \"import\": [] } }", "'imports'", true),
    ]) { unknownKeys($0.0, $0.1, isError: $0.2) }
  }

  func unknownKeys(_ json: String, _ close: String, isError: Bool) {
    let found = Self.parse(json).1
    #expect(found.map { "\($0.id)" } == ["unknown-configuration-key"])
    #expect(found.first?.message.contains("Did you mean \(close)?") == true, "\(found.map(\.message))")
    #expect(found.first?.severity == (isError ? .error : .warning))
  }

  @Test("A path is no key", .cases)
  func paths() {
    eachCase(of: [
      ("{ \"swift.accessLevel\": \"internal\" }", "Write an object: \"swift\": {\"accessLevel\": …}"),
      ("{ \"swift\": { \"budgets.fields\": 3 } }", "Write an object: \"budgets\": {\"fields\": …}"),
      ("{ \"schemaConfig.connectionInterface.edges\": \"rows\" }", "\"schemaConfig\": {\"connectionInterface\": {\"edges\": …}}"),
      ("{ \"schemaConfig\": { \"connectionInterface.edges\": \"rows\" } }", "\"connectionInterface\": {\"edges\": …}"),
      ("{ \"persistConfig.file\": \"queries.json\" }", "\"persistConfig\": {\"file\": …}"),
      ("{ \"swift.acessLevel\": \"internal\" }", "Unknown key 'swift.acessLevel'"),
    ]) { json, end in
      let (config, found) = Self.parse(json)
      #expect(found.map { "\($0.id) \($0.severity)" } == ["unknown-configuration-key error"])
      #expect(found.first?.message.contains(end) == true, "\(found.map(\.message))")
      #expect(config.options.swift.configuredAccessLevel == nil && config.options.persist == nil)
    }
  }

  /// They would become names in generated code that nothing declares.
  @Test(
    "Types of type script",
    arguments: [
      ("\"string\"", " Did you mean 'String'?"), ("{ \"name\": \"number\" }", " Did you mean 'Double'?"), ("\"any\"", "Flow"),
    ])
  func typesOfTypeScript(_ json: String, _ end: String) {
    let (config, found) = Self.parse("{ \"customScalarTypes\": { \"Money\": \(json) } }")
    #expect(found.map { "\($0.id) \($0.severity)" } == ["invalid-configuration-value error"])
    #expect(found.first?.message.contains(end) == true, "\(found.map(\.message))")
    #expect(config.options.customScalarTypes.isEmpty)
  }

  /// For a project among several, the error names the equivalent key of a single project's configuration.
  @Test(
    "A project's keys at the top level",
    arguments: [("output", "'artifactDirectory'"), ("persist", "'persistConfig'"), ("schemaDir", "'schema' may be a folder")])
  func aProjectsKeysAtTheTop(_ key: String, _ instead: String) {
    let found = Self.parse("{ \"\(key)\": \"x\" }").1
    #expect(found.map { "\($0.id)" } == ["refused-configuration-key"])
    #expect(found.first?.message.contains(instead) == true)
  }

  @Test("A configuration of several projects is refused once")
  func aConfigurationOfSeveralProjectsIsRefusedOnce() {
    let found = Self.parse(
      """
      {
        "root": "..", "sources": { "a": "web" }, "defaultProject": "web",
        "projects": { "web": { "output": "x", "persist": { "url": "https://a" } } }
      }
      """
    ).1
    #expect(found.map { "\($0.id)" } == ["refused-configuration-key"])
    #expect(found.first?.message.contains("one project") == true)
  }

  @Test("A server of persisted documents is refused once")
  func aServerOfPersistedDocumentsIsRefusedOnce() {
    let found = Self.parse("{ \"persistConfig\": { \"url\": \"https://a\", \"params\": {}, \"headers\": {}, \"concurrency\": 1 } }").1
    #expect(found.map { "\($0.id)" } == ["refused-configuration-key"])
    #expect(found.first?.message.contains("--persist-command") == true)
  }

  // MARK: - Flags

  private static let forms: [(json: String, value: FeatureFlag)] = [
    ("true", .enabled), ("false", .disabled), ("{ \"kind\": \"enabled\" }", .enabled), ("{ \"kind\": \"disabled\" }", .disabled),
    ("{ \"kind\": \"limited\", \"allowlist\": [\"AQuery\"] }", .limited(to: ["AQuery"])),
    ("{ \"kind\": \"limited\", \"allowlist\": [] }", .limited(to: [])), ("{ \"kind\": \"rollout\", \"rollout\": 40 }", .rollout(0...39)),
    ("{ \"kind\": \"rollout\", \"rollout\": null }", .enabled),
    ("{ \"kind\": \"rolloutrange\", \"rollout\": { \"start\": 5, \"end\": 9 } }", .rollout(5...9)),
  ]

  @Test("Every flag accepts every form", .cases)
  func everyFlagTakesEveryForm() {
    eachCase(of: FeatureFlagKey.all.map(\.name)) { try everyFlagTakesEveryForm($0) }
  }

  func everyFlagTakesEveryForm(_ name: String) throws {
    let flag = try #require(FeatureFlagKey.named(name))
    for (json, value) in Self.forms {
      let text = "{ \"featureFlags\": { \"\(name)\": \(json) } }"
      let (config, found) = Self.parse(text)
      switch flag.outcome {
      case .works, .worksDifferently:
        #expect(found.map(\.message) == [], "\(text)")
        let option = try #require(flag.option)
        #expect(config.options.featureFlags[keyPath: option] == value, "\(text)")
      case .silent: #expect(found.map(\.message) == [], "\(text)")
      case .refused: #expect(found.map { "\($0.id)" } == ["refused-configuration-key"], "\(text)")
      case .withoutMeaning:
        let isOff = value == .disabled || value == .limited(to: [])
        #expect(
          found.map { "\($0.id) \($0.severity)" } == (isOff ? [] : ["configuration-key-without-meaning warning"]), "\(text)")
        if !isOff {
          #expect(Self.places(found, in: text) == ["\"\(name)\""])
        }
      }
    }
  }

  // MARK: - The page

  @Test("The page has every key")
  func thePageHasEveryKey() throws {
    FeaturePage.compare(try FeaturePage.rows(under: "Configuration keys"), with: ConfigurationKey.all.map { ($0.path, $0.outcome) })
  }

  @Test("The page has every flag")
  func thePageHasEveryFlag() throws {
    FeaturePage.compare(try FeaturePage.rows(under: "Feature flags"), with: FeatureFlagKey.all.map { ($0.name, $0.outcome) })
  }
}
