/// A rule that documents must follow. `SpecificationRules` and `RelayRules` list theirs in the order in which they run; a test compares
/// the lists with the folders.
struct ValidationRule: Sendable, Equatable {
  /// The file with the rule, without `.swift`.
  let name: String
  /// The sections of the specification that the rule follows; empty for Relay's own rules.
  let sections: [String]

  init(_ name: String, _ sections: String...) {
    self.name = name
    self.sections = sections
  }
}
