/// The diagnostic for Apollo's directives for ages in schemas, where they are in a document.
extension Diagnostic {
  static func cacheControlInDocument(_ directive: DirectiveSyntax, at location: Name) -> Diagnostic {
    let seconds: String? =
      switch directive.arguments.first(where: { $0.name.name == .maxAge })?.value {
      case .int(let text, _)?: text
      default: nil
      }
    let replacement = "@maxAge(seconds: \(shortened(seconds ?? "60")))"
    let isAllowed = location == DirectiveLocation.field || location == DirectiveLocation.query
    return Diagnostic(
      "cache-control-in-document",
      "'@\(directive.name.name)' is for schemas. In a document, '\(replacement)' on a field or a query says how old its data may be",
      at: directive.range, fixIts: isAllowed && seconds != nil ? [.init(replace: directive.range, with: replacement)] : [])
  }
}

extension DirectiveSyntax {
  /// Whether the name is that of Apollo's directives for ages in schemas.
  var isCacheControl: Bool { name.name == .cacheControl || name.name == .cacheControlField }
}
