/// Parses `relay.config.json`. `ConfigurationKey` and `FeatureFlagKey` define how each key is treated. An unknown key or a value of the
/// wrong type is reported at its position.
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
    if let projects = json.member("projects"), !projects.value.isNull,
      case .refused(let instead)? = ConfigurationKey.at("projects")?.outcome
    {
      // All other keys belong to projects too.
      diagnostics.append(.refusedConfigurationKey("projects", instead: instead, at: projects.keyRange))
      return config
    }
    let hasSwiftScalars = Self.swiftObjects(json).contains { $0["customScalarTypes"].map { !$0.isNull } ?? false }
    object(json, at: nil) { parser, key, value in
      switch key {
      case "schema": config.schema = parser.paths(value, key)
      case "schemaExtensions": config.schemaExtensions = parser.paths(value, key)
      case "src": config.src = parser.path(value, key)
      case "excludes": if let excludes = parser.strings(value, key) { config.excludes = excludes }
      case "artifactDirectory": config.artifactDirectory = parser.path(value, key)
      case "codegenCommand": config.options.codegenCommand = parser.string(value, key)
      case "persistConfig": config.options.persist = parser.persistConfig(value)
      case "customScalarTypes": if !hasSwiftScalars { parser.customScalars(value, key, into: &config) }
      case "requireCustomScalarTypes": parser.boolean(value, key, into: &config.options.requireCustomScalarTypes)
      case "optionalInputFields":
        config.options.optionalInputFields = Set((parser.strings(value, key) ?? []).map { Name($0) })
      case "schemaConfig": parser.schemaConfig(value, into: &config.options.schema)
      case "featureFlags": parser.featureFlags(value, into: &config.options.featureFlags)
      case "swift": parser.swiftOptions(value, called: key, into: &config)
      case "extra": parser.extra(value, beside: json["swift"], into: &config)
      default: break
      }
    }
    return config
  }

  /// The objects with the keys for Swift.
  private static func swiftObjects(_ json: JSONSyntax) -> [JSONSyntax] { [json["swift"], json["extra"]?["swift"]].compactMap { $0 } }

  /// Relay's own compiler refuses a key `swift`, but leaves `extra` alone. Everything else in it is for others.
  private mutating func extra(_ json: JSONSyntax, beside other: JSONSyntax?, into config: inout RelayConfig) {
    guard case .object(let members) = json.value, let member = members.first(where: { $0.key == "swift" }), !member.value.isNull
    else { return }
    if let other, !other.isNull {
      diagnostics.append(.repeatedSwiftOptions(at: member.keyRange))
    } else {
      swiftOptions(member.value, called: "extra.swift", into: &config)
    }
  }

  private mutating func persistConfig(_ json: JSONSyntax) -> PersistConfig? {
    var file: String?
    var result = PersistConfig(file: "")
    object(json, at: "persistConfig") { parser, key, value in
      switch key {
      case "file": file = parser.string(value, key)
      case "algorithm":
        if let algorithm = parser.choice(value, key, of: PersistConfig.Algorithm.self) {
          result.algorithm = algorithm
        }
      case "includeQueryText", "include_query_text": parser.boolean(value, key, into: &result.includeQueryText)
      case "format":
        if let format = parser.choice(value, key, of: PersistConfig.Format.self) { result.format = format }
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

  private mutating func customScalars(_ json: JSONSyntax, _ path: String, into config: inout RelayConfig) {
    guard case .object(let members) = json.value else { return expected("an object", found: json, for: path) }
    let mayBeForWeb = path == "customScalarTypes"
    var result: [Name: CustomScalarType] = [:]
    for member in members {
      guard checkName(member.key, path, at: member.keyRange) else { continue }
      config.customScalars.append(NameSyntax(Name(member.key), at: member.keyRange))
      switch member.value.value {
      case .string:
        if let name = swiftType(member.value, member.key, mayBeForWeb: mayBeForWeb) {
          result[Name(member.key)] = CustomScalarType(typeName: name)
        }
      case .object:
        var name: String?
        var module: String?
        // Only a named type can be qualified with a module.
        let hasModule = member.value["path"]?.string != nil
        object(member.value, at: "customScalarTypes.*", called: "\(path).\(member.key)") { parser, key, value in
          switch key {
          case "name": name = parser.swiftType(value, key, isQualified: hasModule, mayBeForWeb: mayBeForWeb)
          case "path": module = parser.module(value, key)
          default: break
          }
        }
        if let name { result[Name(member.key)] = CustomScalarType(typeName: name, module: module) }
      default: expected("the name of a Swift type, or an object with 'name' and 'path' (its module)", found: member.value, for: member.key)
      }
    }
    config.options.customScalarTypes = result
    config.options.customScalarTypesKey = path
  }

  private mutating func schemaConfig(_ json: JSONSyntax, into config: inout SchemaConfig) {
    var result = config
    object(json, at: "schemaConfig") { parser, key, value in
      switch key {
      case "nodeInterfaceIdField": parser.name(value, key, into: &result.nodeInterfaceIDField)
      case "nodeInterfaceIdVariableName": parser.name(value, key, into: &result.nodeInterfaceIDVariableName)
      case "connectionInterface": parser.connectionInterface(value, into: &result.connectionInterface)
      case "deferStreamInterface": parser.deferStreamInterface(value, into: &result.deferStreamInterface)
      case "nonNodeIdFields":
        parser.object(value, at: "schemaConfig.nonNodeIdFields", called: key) { parser, key, value in
          result.nonNodeIDFieldsAllowedTypes = parser.names(value, key)
        }
      case "unselectableDirectiveName": parser.name(value, key, into: &result.unselectableDirectiveName)
      case "enableTokenField": parser.boolean(value, key, into: &result.enableTokenField)
      default: break
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
    object(json, at: "schemaConfig.connectionInterface", called: "connectionInterface") { parser, key, value in
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
    object(json, at: "schemaConfig.deferStreamInterface", called: "deferStreamInterface") { parser, key, value in
      if let field = fields.first(where: { $0.0 == key })?.1 { parser.name(value, key, into: &result[keyPath: field]) }
    }
    interface = result
  }

  private mutating func featureFlags(_ json: JSONSyntax, into flags: inout FeatureFlags) {
    var result = flags
    object(json, at: FeatureFlagKey.object) { parser, key, value in
      guard let flag = parser.featureFlag(value, key), let option = FeatureFlagKey.named(key)?.option else { return }
      result[keyPath: option] = flag
    }
    flags = result
  }

  private mutating func featureFlag(_ json: JSONSyntax, _ key: String) -> FeatureFlag? {
    switch json.value {
    case .boolean(let isOn): return isOn ? .enabled : .disabled
    case .object:
      var kind: String?
      var list: [String]?
      var rollout: JSONSyntax?
      object(json, at: "featureFlags.*", called: key) { parser, key, value in
        switch key {
        case "kind": kind = parser.string(value, key)
        case "allowlist": list = parser.strings(value, key) ?? []
        case "rollout": rollout = value
        default: break
        }
      }
      switch kind {
      case "enabled": return .enabled
      case "disabled": return .disabled
      case "limited":
        guard let list else { return expected("an 'allowlist'", found: json, for: key) }
        return .limited(to: Set(list.map { Name($0) }))
      case "rollout":
        // Without a percentage, the flag is on for all definitions.
        guard let rollout else { return .enabled }
        guard let end = percentage(rollout, "rollout") else { return nil }
        return end == 0 ? .disabled : .rollout(0...end - 1)
      case "rolloutrange":
        if let rollout, case .object = rollout.value {
          object(rollout, at: "featureFlags.*.rollout", called: "rollout") { _, _, _ in }
          if let start = rollout["start"].flatMap({ percentage($0, "start") }),
            let end = rollout["end"].flatMap({ percentage($0, "end") }), start <= end
          {
            return .rollout(start...end)
          }
        }
        return expected("a 'rollout' with a 'start' and an 'end'", found: json, for: key)
      default:
        return expected("a 'kind' of 'enabled', 'disabled', 'limited', 'rollout' or 'rolloutrange'", found: json, for: key)
      }
    default: return expected("a boolean, or an object with a 'kind'", found: json, for: key)
    }
  }

  private mutating func percentage(_ json: JSONSyntax, _ key: String) -> Int? {
    // Relay accepts any byte, although no name maps to more than 99.
    if case .number(let text) = json.value, let number = Int(text), (0...255).contains(number) { return number }
    return expected("a percentage from 0 to 100", found: json, for: key)
  }

  private mutating func swiftOptions(_ json: JSONSyntax, called name: String, into config: inout RelayConfig) {
    var result = config
    object(json, at: "swift", called: name) { parser, key, value in
      switch key {
      case "accessLevel":
        if let level = parser.choice(value, key, of: SwiftOptions.AccessLevel.self) {
          result.options.swift.configuredAccessLevel = level
        }
      case "acronyms":
        if let acronyms = parser.list(value, key, { $0.acronym($1, key) }) { result.options.swift.acronyms = .init(acronyms) }
      case "customScalarTypes": parser.customScalars(value, "\(name).\(key)", into: &result)
      case "imports": if let imports = parser.list(value, key, { $0.module($1, key) }) { result.options.swift.imports = imports }
      case "schemaModule": result.options.swift.schemaModule = parser.module(value, key)
      case "payloads": result.payloadModules = parser.payloads(value, key, into: &result.options.swift.payloads)
      case "mutationCoverage":
        if let level = parser.choice(value, key, of: MutationCoverageLevel.self) { result.options.swift.mutationCoverage = level }
      case "fragmentAccessors": parser.boolean(value, key, into: &result.options.swift.fragmentAccessors)
      case "budgets": parser.budgets(value, called: "\(name).\(key)", into: &result.options.swift.budgets)
      default: break
      }
    }
    config = result
  }

  private mutating func budgets(_ json: JSONSyntax, called name: String, into budgets: inout OperationBudgets) {
    var result = budgets
    object(json, at: "swift.budgets", called: name) { parser, key, value in
      switch key {
      case "fields": result.fields = parser.positiveNumber(value, key)
      case "depth": result.depth = parser.positiveNumber(value, key)
      case "cost": result.cost = parser.positiveNumber(value, key)
      case "listSize": result.listSize = parser.positiveNumber(value, key)
      default: break
      }
    }
    budgets = result
  }

  /// `"marked"`, `"all"`, or the names of modules, which are returned.
  private mutating func payloads(_ json: JSONSyntax, _ key: String, into payloads: inout SwiftOptions.Payloads) -> [RelayConfig.Module] {
    switch json.value {
    case .array(let items):
      return items.compactMap { item in module(item, key).map { RelayConfig.Module(name: $0, range: item.range) } }
    case .string("all"): payloads.isForModule = true
    case .string("marked"): payloads.isForModule = false
    default: expected("'marked', 'all' or an array of modules", found: json, for: key)
    }
    return []
  }

  // MARK: - Values

  /// Calls `body` for every supported key, and reports the others. `null` counts as absent, as it does for Relay.
  ///
  /// - Parameters:
  ///   - path: the path of the object in `ConfigurationKey`; nil for the whole configuration.
  ///   - name: how messages refer to the object, if not by its path.
  private mutating func object(
    _ json: JSONSyntax, at path: String?, called name: String? = nil, _ body: (inout ConfigParser, String, JSONSyntax) -> Void
  ) {
    let name = name ?? path
    guard case .object(let members) = json.value else { return expected("an object", found: json, for: name ?? "the configuration") }
    for member in members {
      guard let key = Key(member.key, in: path) else {
        diagnostics.append(unknownKey(member, in: path, called: name))
        continue
      }
      if case .null = member.value.value { continue }
      switch key.outcome {
      case .works, .worksDifferently: body(&self, member.key, member.value)
      case .refused(let instead):
        if let other = key.toldWith, json[other] != nil { continue }
        diagnostics.append(.refusedConfigurationKey(key.shown, instead: instead, at: member.keyRange))
      case .withoutMeaning(let reason):
        if asksForSomething(member, in: path) {
          diagnostics.append(.configurationKeyWithoutMeaning(key.shown, because: reason, at: member.keyRange))
        }
      case .silent: break
      }
    }
  }

  /// The entry of a key in the tables.
  private struct Key {
    var outcome: FeatureOutcome
    /// A sibling key whose diagnostic covers this one as well.
    var toldWith: String?
    var shown: String

    init?(_ name: String, in path: String?) {
      shown = name
      if path == FeatureFlagKey.object {
        guard let flag = FeatureFlagKey.named(name) else { return nil }
        outcome = flag.outcome
        return
      }
      // Paths in the table have dots and asterisks where a file has none.
      guard name != "*", !name.contains("."), let key = ConfigurationKey.at(path.map { "\($0).\(name)" } ?? name) else { return nil }
      outcome = key.outcome
      toldWith = key.toldWith?.split(separator: ".").last.map(String.init)
      shown = key.path
    }
  }

  private func unknownKey(_ member: JSONSyntax.Member, in path: String?, called name: String?) -> Diagnostic {
    if path == nil, case .refused(let instead)? = ConfigurationKey.at("projects.*.\(member.key)")?.outcome {
      return .refusedConfigurationKey(member.key, instead: instead, at: member.keyRange)
    }
    if member.key.contains("."), ConfigurationKey.at(path.map { "\($0).\(member.key)" } ?? member.key) != nil {
      return .configurationKeyWithDots(member.key, in: name, at: member.keyRange)
    }
    return .unknownConfigurationKey(
      member.key, in: name, known: ConfigurationKey.names(in: path),
      isError: path.map { !ConfigurationKey.lenientObjects.contains($0) } ?? true, at: member.keyRange)
  }

  /// Whether a key without effect asks for something other than the default.
  private mutating func asksForSomething(_ member: JSONSyntax.Member, in path: String?) -> Bool {
    if path == FeatureFlagKey.object {
      guard let flag = featureFlag(member.value, member.key) else { return false }
      return flag != .disabled && flag != .limited(to: [])
    }
    switch member.value.value {
    case .null, .boolean(false): return false
    case .array(let items): return !items.isEmpty
    case .object(let members): return !members.isEmpty
    case .string(let text): return !(member.key == "oneOfType" && text == "strict")
    case .boolean, .number: return true
    }
  }

  private mutating func expected(_ what: String, found json: JSONSyntax, for key: String) {
    diagnostics.append(.configurationValue(key, expected: what, found: json.kind, at: json.range))
  }

  private mutating func expected<Value>(_ what: String, found json: JSONSyntax, for key: String) -> Value? {
    expected(what, found: json, for: key)
    return nil
  }

  private mutating func string(_ json: JSONSyntax, _ key: String) -> String? {
    json.string ?? expected("a string", found: json, for: key)
  }

  private mutating func name(_ json: JSONSyntax, _ key: String, into name: inout Name) {
    if let string = string(json, key), checkName(string, key, at: json.range) { name = Name(string) }
  }

  /// Whether the text is a GraphQL name. If not, reports it.
  private mutating func checkName(_ text: String, _ key: String, at range: SourceRange) -> Bool {
    if text.isGraphQLName { return true }
    diagnostics.append(.configurationName(key, found: text, at: range))
    return false
  }

  /// - Parameters:
  ///   - isQualified: whether the type is qualified with a module.
  ///   - mayBeForWeb: whether an app on the web may read the same key.
  private mutating func swiftType(_ json: JSONSyntax, _ key: String, isQualified: Bool = false, mayBeForWeb: Bool) -> String? {
    guard let text = string(json, key) else { return nil }
    if SwiftTypeSyntax.namesOfTypeScript.contains(text) {
      diagnostics.append(.configurationTypeOfTypeScript(key, found: text, mayBeForWeb: mayBeForWeb, at: json.range))
      return nil
    }
    if isQualified ? SwiftTypeSyntax.isNominalType(text) : SwiftTypeSyntax.isType(text) { return text }
    diagnostics.append(.configurationSwiftType(key, found: text, isQualified: isQualified, at: json.range))
    return nil
  }

  private mutating func module(_ json: JSONSyntax, _ key: String) -> String? {
    string(json, key, where: SwiftTypeSyntax.isModule) { .configurationModule(key, found: $0, at: json.range) }
  }

  private mutating func acronym(_ json: JSONSyntax, _ key: String) -> String? {
    string(json, key, where: Acronyms.isAcronym) { .configurationAcronym(key, found: $0, at: json.range) }
  }

  private mutating func string(
    _ json: JSONSyntax, _ key: String, where isValid: (String) -> Bool, otherwise problem: (String) -> Diagnostic
  ) -> String? {
    guard let text = string(json, key), !isValid(text) else { return json.string }
    diagnostics.append(problem(text))
    return nil
  }

  private mutating func boolean(_ json: JSONSyntax, _ key: String, into flag: inout Bool) {
    if case .boolean(let value) = json.value { flag = value } else { expected("true or false", found: json, for: key) }
  }

  private mutating func positiveNumber(_ json: JSONSyntax, _ key: String) -> Int? {
    if case .number(let text) = json.value, let number = Int(text), number > 0 { return number }
    return expected("a whole number from 1", found: json, for: key)
  }

  private mutating func strings(_ json: JSONSyntax, _ key: String) -> [String]? { list(json, key) { $0.string($1, key) } }

  private mutating func list(
    _ json: JSONSyntax, _ key: String, _ read: (inout ConfigParser, JSONSyntax) -> String?
  ) -> [String]? {
    guard case .array(let items) = json.value else { return expected("an array of strings", found: json, for: key) }
    return items.compactMap { read(&self, $0) }
  }

  /// An object with names as keys and values.
  private mutating func names(_ json: JSONSyntax, _ key: String) -> [Name: Name]? {
    guard case .object(let members) = json.value else { return expected("an object of names", found: json, for: key) }
    var result: [Name: Name] = [:]
    for member in members {
      guard checkName(member.key, key, at: member.keyRange), let string = string(member.value, member.key),
        checkName(string, member.key, at: member.value.range)
      else { continue }
      result[Name(member.key)] = Name(string)
    }
    return result
  }

  /// A case of an enum, by its raw value.
  private mutating func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ json: JSONSyntax, _ key: String, of type: Value.Type
  ) -> Value? {
    guard let text = string(json, key) else { return nil }
    if let value = Value(rawValue: text) { return value }
    let choices = type.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
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
