import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// `Plugins/relay.config.schema.json`, the JSON Schema for editors, has the keys of the compiler's table, and accepts and rejects the types of
/// values that the parser accepts and rejects. `UPDATE_FIXTURES=1` writes it.
@Suite("The JSON Schema of the configuration")
struct ConfigurationSchemaTests {
  /// What a key takes. The sample is a value that the parser accepts.
  private enum Kind {
    case text, texts, paths, boolean, number, count, object, names, scalars, scalar, payloads
    case choice([String])

    var schema: [String: Any] {
      switch self {
      case .text: ["type": "string"]
      case .texts: ["type": "array", "items": ["type": "string"]]
      case .paths: ["oneOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]]
      case .boolean: ["type": "boolean"]
      case .number: ["type": "integer", "minimum": 0, "maximum": 100]
      case .count: ["type": "integer", "minimum": 1]
      case .object, .scalars: ["type": "object"]
      case .names: ["type": "object", "additionalProperties": ["type": "string"]]
      case .scalar: ["type": "string"]
      case .payloads: ["oneOf": [["enum": ["marked", "all"]], ["type": "array", "items": ["type": "string"]]]]
      case .choice(let values): ["enum": values]
      }
    }

    var sample: String {
      switch self {
      case .text, .paths, .scalar: #""Name""#
      case .texts, .payloads: #"["Name"]"#
      case .boolean: "true"
      case .number, .count: "50"
      case .object, .names, .scalars: "{}"
      case .choice(let values): "\"\(values[0])\""
      }
    }

    /// A value of another type.
    var wrong: String { if case .boolean = self { "\"yes\"" } else { "true" } }
  }

  /// The keys that are strings, unless they are here.
  private static let kinds: [String: Kind] = [
    "schema": .paths, "schemaExtensions": .paths, "excludes": .texts, "customScalarTypes": .scalars, "requireCustomScalarTypes": .boolean,
    "optionalInputFields": .texts, "featureFlags": .object, "schemaConfig": .object, "schemaConfig.nonNodeIdFields": .object,
    "schemaConfig.nonNodeIdFields.allowedIdTypes": .names, "schemaConfig.enableTokenField": .boolean,
    "schemaConfig.connectionInterface": .object, "schemaConfig.deferStreamInterface": .object, "persistConfig": .object,
    "persistConfig.algorithm": .choice(["MD5", "SHA1", "SHA256"]), "persistConfig.format": .choice(["relay", "apollo"]),
    "persistConfig.includeQueryText": .boolean, "persistConfig.include_query_text": .boolean, "swift": .object,
    "swift.accessLevel": .choice(["public", "package", "internal"]), "swift.acronyms": .texts, "swift.customScalarTypes": .scalars,
    "swift.fragmentAccessors": .boolean, "swift.imports": .texts, "swift.mutationCoverage": .choice(["none", "warning", "error"]),
    "swift.payloads": .payloads, "extra": .object, "extra.swift": .object,
    "swift.budgets": .object, "swift.budgets.fields": .count, "swift.budgets.depth": .count, "swift.budgets.cost": .count,
    "swift.budgets.listSize": .count,
  ]

  private static func kind(of path: String) -> Kind { kinds[path] ?? .text }

  /// The keys that an editor offers: those with an effect.
  private static let keys = ConfigurationKey.all.filter { key in
    switch key.outcome {
    case .works, .worksDifferently: !key.path.contains("*")
    case .refused, .withoutMeaning, .silent: false
    }
  }

  // MARK: - The schema

  private static func object(at path: String?) -> [String: Any] {
    let prefix = path.map { $0 + "." } ?? ""
    var properties: [String: Any] = [:]
    for key in ConfigurationKey.all where key.path.hasPrefix(prefix) && !key.path.contains("*") {
      let name = String(key.path.dropFirst(prefix.count))
      guard !name.isEmpty, !name.contains(".") else { continue }
      switch key.outcome {
      case .works, .worksDifferently: properties[name] = property(key)
      case .withoutMeaning(let reason):
        properties[name] = ["description": "No effect in Swift: \(reason)", "deprecated": true] as [String: Any]
      case .silent: properties[name] = name == "$schema" ? ["type": "string"] : ["description": "No effect in Swift."]
      case .refused: continue
      }
    }
    // Relay ignores unknown keys in some objects; in `extra`, everything but `swift` is for others.
    let isOpen = path.map { ConfigurationKey.lenientObjects.contains($0) || $0 == "extra" } ?? false
    return ["type": "object", "properties": properties, "additionalProperties": isOpen]
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private static func property(_ key: ConfigurationKey) -> [String: Any] {
    var result: [String: Any]
    switch (key.path, kind(of: key.path)) {
    case ("featureFlags", _): result = ["type": "object", "properties": flags, "additionalProperties": false]
    case ("extra.swift", _): result = ["$ref": "#/properties/swift"]
    case (_, .scalars): result = ["type": "object", "additionalProperties": ["$ref": "#/definitions/scalar"]]
    case (let path, .object): result = object(at: path)
    case (_, let kind): result = kind.schema
    }
    if case .worksDifferently(let how) = key.outcome { result["description"] = sentence(how) }
    return result
  }

  private static var flags: [String: Any] {
    let pairs = FeatureFlagKey.all.map { flag -> (String, [String: Any]) in
      switch flag.outcome {
      case .works: (flag.name, ["$ref": "#/definitions/flag"] as [String: Any])
      case .worksDifferently(let how):
        (flag.name, ["allOf": [["$ref": "#/definitions/flag"]], "description": sentence(how)])
      default: (flag.name, ["description": "No effect in Swift.", "deprecated": true])
      }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private static var schema: [String: Any] {
    var result = object(at: nil)
    result["$schema"] = "http://json-schema.org/draft-07/schema#"
    result["title"] = "relay.config.json"
    result["definitions"] = [
      "scalar": [
        "oneOf": [
          ["type": "string"],
          [
            "type": "object", "properties": ["name": ["type": "string"], "path": ["type": "string"]], "required": ["name"],
            "additionalProperties": true,
          ] as [String: Any],
        ]
      ],
      "flag": [
        "oneOf": [
          ["type": "boolean"],
          [
            "type": "object",
            "properties": [
              "kind": ["enum": ["enabled", "disabled", "limited", "rollout", "rolloutrange"]], "allowlist": Kind.texts.schema,
              "rollout": ["type": ["integer", "object"]],
            ],
            "required": ["kind"],
          ] as [String: Any],
        ]
      ],
    ]
    return result
  }

  @Test("the file has the keys of the compiler")
  func file() throws {
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: Self.schema, options: options) + Data("\n".utf8)
    let url = Repository.url("Plugins/relay.config.schema.json")
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil { try data.write(to: url) }
    #expect(try Data(contentsOf: url) == data, "UPDATE_FIXTURES=1 writes Plugins/relay.config.schema.json")
  }

  @Test("a key takes a value of the schema's type, and no other")
  func types() {
    #expect(Self.keys.count > 40)
    for key in Self.keys where key.path != "extra.swift" {
      let kind = Self.kind(of: key.path)
      #expect(Self.complaints(about: key.path, kind.sample) == [], "\(key.path): \(kind.sample)")
      #expect(key.path == "extra" || Self.complaints(about: key.path, kind.wrong) != [], "\(key.path): \(kind.wrong)")
    }
  }

  @Test("the key $schema is accepted")
  func schemaKey() {
    #expect(Self.complaints(about: "$schema", #"".build/checkouts/relay-swift/Plugins/relay.config.schema.json""#) == [])
  }

  /// The errors of a configuration that has only this key, and what it requires.
  private static func complaints(about path: String, _ value: String) -> [String] {
    var text = value
    for (index, name) in path.split(separator: ".").enumerated().reversed() {
      let isInPersisting = index == 1 && path.hasPrefix("persistConfig.") && name != "file"
      text = "{\(isInPersisting ? #""file": "a.json", "# : "")\"\(name)\": \(text)}"
    }
    if path == "persistConfig", value == "{}" { text = #"{"persistConfig": {"file": "a.json"}}"# }
    let (_, diagnostics) = ConfigParser.parse(SourceFile(path: "relay.config.json", text: text), file: FileID(rawValue: 0))
    return diagnostics.filter { $0.severity == .error }.map { "\($0.message)" }
  }
}
