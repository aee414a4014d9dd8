/// Diagnostics for `relay.config.json`.
extension Diagnostic {
  static func unknownConfigurationKey(
    _ key: String, in object: String?, known: [String], isError: Bool, at range: SourceRange
  ) -> Diagnostic {
    if object == nil, let cure = apolloConfigurationKeys[key] {
      return Diagnostic("unknown-configuration-key", "Unknown key '\(key)', which is Apollo's. \(cure)", at: range)
    }
    let place = object.map { " in '\($0)'" } ?? ""
    let close = Suggestions.closest(to: key, among: known.filter { !$0.hasPrefix("$") })
    let fix = close.isEmpty ? ". See the configuration's documentation for the keys" : Suggestions.sentence(close)
    return Diagnostic(
      "unknown-configuration-key", "Unknown key '\(key)'\(place)\(fix)",
      at: range, severity: isError ? .error : .warning, fixIts: close.first.map { [.init(replace: range, with: "\"\($0)\"")] } ?? [])
  }

  /// A path of keys in place of the objects that it leads through.
  static func configurationKeyWithDots(_ key: String, in object: String?, at range: SourceRange) -> Diagnostic {
    let place = object.map { " in '\($0)'" } ?? ""
    let parts = key.split(separator: ".")
    let written = parts.dropLast().reversed().reduce("\"\(parts.last ?? "")\": …") { inner, name in "\"\(name)\": {\(inner)}" }
    return Diagnostic("unknown-configuration-key", "Unknown key '\(key)'\(place). Write an object: \(written)", at: range)
  }

  /// The keys of Apollo iOS's configuration, with what to do here.
  private static let apolloConfigurationKeys = [
    "experimentalFeatures": "Remove it",
    "input": "Use 'schema', 'src' and 'excludes'",
    "operationManifest": "Use 'persistConfig'",
    "options": "Use 'customScalarTypes' and 'swift'",
    "output": "The build plugin needs no folder; others use 'artifactDirectory'",
    "schemaDownload": "Save the schema as a file, and name it as 'schema'",
    "schemaDownloadConfiguration": "Save the schema as a file, and name it as 'schema'",
    "schemaName": "Remove it: generated types belong to their module",
    "schemaNamespace": "Remove it: generated types belong to their module",
  ]

  static func configurationValue(_ key: String, expected: String, found: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-configuration-value", "Expected \(expected) for '\(key)', found \(found)", at: range)
  }

  static func configurationName(_ key: String, found text: String, at range: SourceRange) -> Diagnostic {
    let close = text.closestGraphQLName.map { [$0] } ?? []
    return Diagnostic(
      "invalid-configuration-value",
      "Expected a GraphQL name in '\(shortened(key))', found '\(shortened(text))'\(Suggestions.sentence(close))",
      at: range, fixIts: FixIt.replacing(range, with: close.map { "\"\($0)\"" }))
  }

  static func configurationSwiftType(_ key: String, found text: String, isQualified: Bool, at range: SourceRange) -> Diagnostic {
    let expected = isQualified ? "the name of a Swift type such as 'Date', without its module" : "a Swift type such as 'Date' or '[Double]'"
    return configurationValue(shortened(key), expected: expected, found: "'\(shortened(text))'", at: range)
  }

  /// - Parameter mayBeForWeb: whether an app on the web may read the same key.
  static func configurationTypeOfTypeScript(
    _ key: String, found text: String, mayBeForWeb: Bool, at range: SourceRange
  ) -> Diagnostic {
    let types = ["string": "String", "number": "Double", "boolean": "Bool"]
    let close = types[text].map { [$0] } ?? []
    return Diagnostic(
      "invalid-configuration-value",
      "Expected a Swift type for '\(shortened(key))', found '\(text)', a type of TypeScript or Flow" + Suggestions.sentence(close)
        + (mayBeForWeb
          ? (close.isEmpty ? ". " : " ") + "If an app on the web has this type, name Swift's in 'swift.customScalarTypes'" : ""),
      at: range, fixIts: FixIt.replacing(range, with: close.map { "\"\($0)\"" }))
  }

  static func configurationModule(_ key: String, found text: String, at range: SourceRange) -> Diagnostic {
    configurationValue(
      shortened(key), expected: "the name of a Swift module such as 'Foundation'", found: "'\(shortened(text))'", at: range)
  }

  static func configurationAcronym(_ key: String, found text: String, at range: SourceRange) -> Diagnostic {
    let upper = text.uppercased()
    let close = Acronyms.isAcronym(upper) ? [upper] : []
    return Diagnostic(
      "invalid-configuration-value",
      "Expected an acronym as it is written inside a name, such as 'URL', in '\(key)', found '\(shortened(text))'"
        + Suggestions.sentence(close), at: range, fixIts: FixIt.replacing(range, with: close.map { "\"\($0)\"" }))
  }

  static func repeatedSwiftOptions(at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-configuration-value", "The options are in 'swift' already. Keep one of 'swift' and 'extra.swift'", at: range)
  }

  /// - Parameter known: the modules whose definitions the build has; nil without a build.
  package static func unknownPayloadModule(_ module: RelayConfig.Module, known: [String]?) -> Diagnostic {
    let name = shortened(module.name)
    guard let known else {
      return configurationValue(
        "payloads", expected: "'marked' or 'all'", found: "the module '\(name)', which only a build with the plugin can know",
        at: module.range)
    }
    let suggestion = Suggestions.sentence(Suggestions.closest(to: module.name, among: known))
    return configurationValue(
      "payloads", expected: "this module or one that it depends on, with GraphQL", found: "'\(name)'\(suggestion)", at: module.range)
  }

  /// - Parameter scalars: the custom scalars of the schema.
  package static func unknownCustomScalar(_ name: NameSyntax, among scalars: [Name]) -> Diagnostic {
    let close = Suggestions.closest(to: name.name, among: scalars)
    return Diagnostic(
      "unknown-custom-scalar",
      "The schema has no scalar '\(shortened(name.name.string))'"
        + Suggestions.sentence(close), at: name.range, severity: .warning,
      fixIts: FixIt.replacing(name.range, with: close.map { "\"\($0)\"" }))
  }

  static func refusedConfigurationKey(_ key: String, instead: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("refused-configuration-key", "'\(key)' is not supported: \(instead)", at: range)
  }

  static func configurationKeyWithoutMeaning(_ key: String, because reason: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("configuration-key-without-meaning", "'\(key)' has no meaning for Swift: \(reason)", at: range, severity: .warning)
  }

  /// - Parameter resolved: the path at which the file was expected.
  package static func missingConfiguredPath(_ key: String, path: String, resolved: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "invalid-configuration-value", "'\(key)' names '\(path)', but there is no such file or folder ('\(resolved)')", at: range)
  }
}
