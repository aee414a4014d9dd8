/// What the reading of `relay.config.json` has to say.
extension Diagnostic {
  static func invalidJSON(_ message: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-json", message, at: range)
  }

  static func unknownConfigurationKey(_ key: String, in object: String?, known: [String], at range: SourceRange) -> Diagnostic {
    let place = object.map { " in '\($0)'" } ?? ""
    let close = Suggestions.closest(to: key, among: known.filter { !$0.hasPrefix("$") })
    return Diagnostic(
      "unknown-configuration-key", "Unknown key '\(key)'\(place).\(close.isEmpty ? " See the configuration's documentation for the keys" : "")\(Suggestions.text(close))",
      at: range, fixIts: close.first.map { [.init(replace: range, with: "\"\($0)\"")] } ?? [])
  }

  static func configurationValue(_ key: String, expected: String, found: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-configuration-value", "Expected \(expected) for '\(key)', found \(found)", at: range)
  }

  static func severalProjects(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unknown-configuration-key",
      "This configuration is of several projects. A Swift target has one of its own: write the keys of one project into a relay.config.json "
        + "in the target's folder", at: range)
  }

  package static func configurationPath(_ key: String, path: String, problem: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-configuration-value", "'\(key)' names '\(path)', \(problem)", at: range)
  }
}
