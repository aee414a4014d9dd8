/// Takes our own directives, `@maxAge` and `@invalidates`, out of documents, so that no later stage can send or print them. A server's
/// directive of one of these names cannot be used: ours replaces its definition (`BuiltInDefinitions`).
extension DefinitionBuilder {
  /// The directives that are taken out.
  static func isOfFreshness(_ directive: DirectiveSyntax) -> Bool {
    directive.name.name == .maxAge || directive.name.name == .invalidates
  }

  /// nil without such a directive.
  static func freshness(of directives: [DirectiveSyntax]) -> Freshness? {
    let own = directives.filter(isOfFreshness)
    if own.isEmpty { return nil }
    let invalidations = own.filter { $0.name.name == .invalidates }.map { directive in
      InvalidationDirective(types: directive.texts(of: .types).map(\.value), fields: directive.texts(of: .fields).map(\.value))
    }
    return Freshness(age: age(in: own), invalidations: invalidations, directives: own)
  }

  /// What `@maxAge` says; nil without one, and for values that a rule rejects.
  static func age(in directives: [DirectiveSyntax]) -> AgeDirective? {
    guard let directive = directives.first(where: { $0.name.name == .maxAge }), let seconds = directive.number(of: .seconds) else {
      return nil
    }
    return AgeDirective(seconds: seconds, staleWhileRevalidate: directive.number(of: .staleWhileRevalidate))
  }
}

extension DirectiveSyntax {
  fileprivate func number(of name: Name) -> Int32? {
    guard case .int(let text, _)? = arguments.first(where: { $0.name.name == name })?.value, let number = Int32(text), number >= 0 else {
      return nil
    }
    return number
  }

  /// The strings of a list, or of a single string, which GraphQL accepts in place of a list.
  func texts(of name: Name) -> [StringSyntax] {
    switch arguments.first(where: { $0.name.name == name })?.value {
    case .string(let string)?: [string]
    case .list(let items, _)?: items.compactMap { if case .string(let string) = $0 { string } else { nil } }
    default: []
    }
  }
}
