/// An option that a command declares. Parsing, help and the completion of shells all read it.
struct Option: Sendable {
  /// With its dashes, such as `--schema`.
  let name: String
  /// The placeholder of its value, such as `FILE`; nil for a flag.
  let value: String?
  let isRepeatable: Bool
  /// The only values, if it has a fixed set.
  let choices: [String]
  /// What it does, in sentences.
  let help: String

  static func flag(_ name: String, _ help: String) -> Option {
    Option(name: name, value: nil, isRepeatable: false, choices: [], help: help)
  }

  static func value(_ name: String, _ placeholder: String, repeatable: Bool = false, choices: [String] = [], _ help: String) -> Option {
    Option(name: name, value: placeholder, isRepeatable: repeatable, choices: choices, help: help)
  }

  // MARK: - Options of several commands

  static let json = flag("--json", "Prints the result as JSON.")
  static let output = value("--output", "FILE", "Writes the result to FILE instead of standard output.")
  static let config = value("--config", "FILE", "Reads the configuration FILE. Default: relay.config.json in the current folder.")
  static let schema = value(
    "--schema", "PATH", repeatable: true,
    "Reads the server's schema, SDL or introspection JSON, from a file or a folder. May be repeated. Default: schema of the configuration.")
  static let schemaExtension = value(
    "--schema-extension", "PATH", repeatable: true,
    "Reads SDL that only the client knows from a file or a folder. May be repeated. Default: schemaExtensions of the configuration.")
  static let documents = value(
    "--documents", "PATH", repeatable: true,
    "Reads documents from a file or a folder. May be repeated. Default: those that the configuration selects.")
}
