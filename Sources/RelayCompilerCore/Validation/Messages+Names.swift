/// Diagnostics for strings that become names or parts of names.
extension Diagnostic {
  /// - Parameter use: where the text is used, and what it becomes.
  static func notAName(_ text: String, _ use: NameUse, at range: SourceRange) -> Diagnostic {
    let close = use.suggestion(for: text).map { [$0] } ?? []
    return Diagnostic(
      "invalid-name",
      "\(use.subject) becomes \(use.result), so it must be a GraphQL name, but '\(shortened(text))' is not: a name has letters, digits "
        + "and underscores, and does not begin with a digit" + Suggestions.sentence(close),
      at: range, fixIts: FixIt.replacing(range, with: close.map { "\"\($0)\"" }))
  }

  static func providerWithoutName(_ provider: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "argument-definition",
      "'provider' must name a Swift type, but '\(shortened(provider))' contains no letter. Write the name of the type", at: range)
  }
}

/// A string in a document that becomes a name or part of one.
enum NameUse {
  /// `@refetchable(queryName:)`
  case refetchQuery
  /// `@alias(as:)`
  case alias
  /// `@connection(key:)`, with its required suffix.
  case connectionKey(suffix: String)
  /// `@connection(handler:)`
  case connectionHandler
  /// `@defer(label:)`, `@stream(label:)`
  case label(Name)
  /// An argument of `@__clientField`
  case clientField(Name)
  /// `edgeTypeName` of a declarative directive
  case edgeType(Name)

  fileprivate var subject: String {
    switch self {
    case .refetchQuery: "'queryName'"
    case .alias: "'as' of '@alias'"
    case .connectionKey: "The key of a connection"
    case .connectionHandler: "The handler of a connection"
    case .label(let directive): "The label of '@\(directive)'"
    case .clientField(let argument): "'\(argument)' of '@__clientField'"
    case .edgeType(let directive): "'edgeTypeName' of '@\(directive)'"
    }
  }

  fileprivate var result: String {
    switch self {
    case .refetchQuery: "the name of a query and of its Swift type"
    case .alias: "the name of a property"
    case .connectionKey, .connectionHandler, .clientField: "part of a field's name in the store"
    case .label: "part of a label that begins with the definition's name"
    case .edgeType: "the name of the new edge's type"
    }
  }

  fileprivate func suggestion(for text: String) -> String? {
    guard let name = text.closestGraphQLName else { return nil }
    // The part of a key that would be cut off is the field's name.
    if case .connectionKey(let suffix) = self, !name.hasSuffix(suffix) { return nil }
    return name
  }
}
