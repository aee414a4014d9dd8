/// Everything that a configuration can change about a compilation. Names are those of Relay's `relay.config.json` if the meaning is the
/// same. `ConfigParser` fills it from the file; the defaults are those of an empty configuration.
package struct CompilerOptions: Sendable {
  package var schema = SchemaConfig()
  package var featureFlags = FeatureFlags()
  package var swift = SwiftOptions()
  package var persist: PersistConfig?
  /// The Swift types of custom scalars: `swift.customScalarTypes`, or `customScalarTypes` without that.
  var customScalarTypes: [Name: CustomScalarType] = [:]
  /// The path of the key that they come from.
  var customScalarTypesKey = "customScalarTypes"
  /// Whether a custom scalar without a Swift type is an error.
  var requireCustomScalarTypes = false
  /// Names of input fields that may be omitted even though their type is non-null.
  var optionalInputFields: Set<Name> = []
  /// The command that regenerates the files, for the header of each file.
  var codegenCommand: String?

  package init() {}

  /// Whether fields that a mutation may change and does not select are reported.
  package var checksMutationCoverage: Bool { swift.mutationCoverage != .none }
}

/// `schemaConfig`
package struct SchemaConfig: Sendable {
  var nodeInterfaceIDField: Name = "id"
  var nodeInterfaceIDVariableName: Name = "id"
  var connectionInterface = ConnectionInterface()
  var deferStreamInterface = DeferStreamInterface()
  /// nil disables the check. Otherwise, the types other than `ID` that a field named `id` may have, by its parent type.
  var nonNodeIDFieldsAllowedTypes: [Name: Name]?
  var unselectableDirectiveName: Name = "unselectable"
  var enableTokenField = false
}

/// The names used by the server's connections (`schemaConfig.connectionInterface`).
struct ConnectionInterface: Hashable, Sendable {
  /// The names in Relay's specification.
  static let standard = ConnectionInterface()

  var cursor: Name = "cursor"
  var edges: Name = "edges"
  var endCursor: Name = "endCursor"
  var hasNextPage: Name = "hasNextPage"
  var hasPreviousPage: Name = "hasPreviousPage"
  var node: Name = "node"
  var pageInfo: Name = "pageInfo"
  var startCursor: Name = "startCursor"

  /// The fields of the page info that paging in these directions needs.
  func pageInfoFields(isForward: Bool, isBackward: Bool) -> [Name] {
    (isForward ? [endCursor, hasNextPage] : []) + (isBackward ? [hasPreviousPage, startCursor] : [])
  }
}

/// The names of the server's directives for incremental delivery, and of their arguments (`schemaConfig.deferStreamInterface`).
struct DeferStreamInterface: Sendable {
  var deferName: Name = "defer"
  var streamName: Name = "stream"
  var ifArgument: Name = "if"
  var labelArgument: Name = "label"
  var initialCountArgument: Name = "initialCount"
  var useCustomizedBatchArgument: Name = "useCustomizedBatch"
}

/// A feature flag: on, off, or on for some definitions.
package enum FeatureFlag: Sendable, Hashable {
  case enabled
  case disabled
  case limited(to: Set<Name>)
  /// On for the definitions whose names map to a range of percentages. The same names are selected on every run.
  case rollout(ClosedRange<Int>)

  func isEnabled(for name: Name) -> Bool {
    switch self {
    case .enabled: true
    case .disabled: false
    case .limited(let names): names.contains(name)
    case .rollout(let range): range.contains(Self.percent(of: name))
    }
  }

  package var isFullyEnabled: Bool { self == .enabled }

  /// Maps a name to a number below 100 as Relay does: by the first two bytes of its MD5.
  private static func percent(of name: Name) -> Int {
    let digest = MD5.digest(of: name.bytes)
    return (Int(digest[1]) << 8 | Int(digest[0])) % 100
  }
}

/// `featureFlags`: the flags of Relay that affect a Swift app. Each is one property.
package struct FeatureFlags: Sendable {
  var enforceFragmentAliasWhereAmbiguous: FeatureFlag = .enabled
  var compactQueryText: FeatureFlag = .disabled
  var disallowRequiredActionThrowOnSemanticallyNullableFields: FeatureFlag = .disabled
  var allowRequiredInMutationResponse: FeatureFlag = .disabled
  var disableFullArgumentTypeValidation: FeatureFlag = .disabled
  package var disableSchemaValidation: FeatureFlag = .disabled
  var enableStrictCustomScalars: FeatureFlag = .disabled
  var preferFetchableInRefetchQueries: FeatureFlag = .disabled
  var enforceModuleNamePrefix: FeatureFlag = .disabled
  var disableEdgeTypeNameValidation: FeatureFlag = .disabled
  var enableFragmentArgumentTransform: FeatureFlag = .disabled
  var noInline: FeatureFlag = .disabled
  package var skipPrintingNulls: FeatureFlag = .disabled
}

/// `persistConfig`
package struct PersistConfig: Sendable {
  /// The digest of a text that becomes its id.
  enum Algorithm: String, Sendable, CaseIterable { case md5 = "MD5", sha1 = "SHA1", sha256 = "SHA256" }
  /// The format of the file: Relay's map from ids to texts, or Apollo's persisted query manifest.
  package enum Format: String, Sendable, CaseIterable { case relay, apollo }
  package var file: String
  var algorithm: Algorithm
  var includeQueryText: Bool
  package var format: Format

  init(file: String, algorithm: Algorithm = .md5, includeQueryText: Bool = false, format: Format = .relay) {
    self.file = file
    self.algorithm = algorithm
    self.includeQueryText = includeQueryText
    self.format = format
  }
}

/// The Swift type of a custom scalar, and the module that declares it.
struct CustomScalarType: Sendable, Hashable {
  var typeName: String
  var module: String?
}

/// `swift.mutationCoverage`
package enum MutationCoverageLevel: String, Sendable, CaseIterable {
  case none, warning, error

  /// nil to report nothing.
  var severity: Diagnostic.Severity? {
    switch self {
    case .none: nil
    case .warning: .warning
    case .error: .error
    }
  }
}

/// Options for Swift only, which Relay's configuration does not have.
package struct SwiftOptions: Sendable {
  /// The access level of generated declarations.
  package enum AccessLevel: String, Sendable, CaseIterable { case `public`, `package`, `internal` }

  /// The definitions with a type for their payloads, in addition to operations of the module that are marked with `@raw_response_type`.
  package struct Payloads: Sendable, Hashable {
    /// Whether this includes all definitions of the module.
    package var isForModule = false
    /// The modules below for which it includes all definitions.
    package var imported: Set<String> = []

    package init() {}
  }

  /// The access level from the configuration; nil if it does not set one.
  package var configuredAccessLevel: AccessLevel?
  /// The access level if the configuration does not set one: internal for a module that only tests can import.
  package var defaultAccessLevel: AccessLevel = .public
  var accessLevel: AccessLevel { configuredAccessLevel ?? defaultAccessLevel }
  /// Modules whose internal types generated code uses, in a test target.
  package var testableModules: Set<String> = []
  /// Modules that every generated file imports, in addition to `RelayRuntime`.
  package var imports: [String] = []
  /// The module that declares the schema's enums and input objects; nil if this target generates them itself.
  package var schemaModule: String?
  package var payloads = Payloads()
  /// Acronyms in the names of properties, parameters and cases.
  var acronyms = Acronyms()
  /// How to report fields that a mutation may change and that its answer does not select.
  package var mutationCoverage = MutationCoverageLevel.none
  /// Whether data has a property `fragments.name` for each of the module's fragments that is spread in it.
  var fragmentAccessors = true
  package var budgets = OperationBudgets()
}

/// `swift.budgets`: what an operation may ask of the server at most. A build does not compare; `relay check` does.
package struct OperationBudgets: Sendable, Hashable {
  package var fields: Int?
  package var depth: Int?
  package var cost: Int?
  /// The number of items in a list of which the schema and the operation say nothing.
  package var listSize: Int?

  package init() {}
}
