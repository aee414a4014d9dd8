/// Diagnostics for the declarative mutation directives.
extension Diagnostic {
  static func declarativeConnectionInFragment(_ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection", "'@\(directive.name)' has no effect in a fragment. Move it to the mutation itself", at: directive.range,
      severity: .warning)
  }

  static func insertionOnScalar(_ field: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection",
      "'@\(directive.name)' must be on the field with the new object, but '\(field)' is a scalar", at: directive.range)
  }

  static func deletionOfOtherType(_ field: Name, type: String, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection",
      "'@\(directive.name)' must be on a field with the deleted id, but '\(field)' has the type '\(type)', not 'ID'", at: directive.range)
  }

  static func recordDeletionOnObject(_ field: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection", "'@\(directive.name)' must be on a field with an id, but '\(field)' is an object", at: directive.range)
  }

  static func edgeDeletionOnObject(_ field: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection",
      "'@\(directive.name)' has no effect on '\(field)', which is an object. Put it on the field with the deleted id",
      at: directive.range, severity: .warning)
  }

  static func edgeAndNode(_ field: Name, edge: Directive, node: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection", "'\(field)' cannot be both an edge and a node. Remove '@\(edge.name)' or '@\(node.name)'", at: edge.range,
      notes: [.init("'@\(node.name)' is here", at: node.range)])
  }

  static func notAnEdge(_ field: Name, _ names: ConnectionInterface, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection",
      "'\(field)' is not an edge, which would have '\(names.cursor)' and '\(names.node)'. For an object itself, use '@appendNode' or "
        + "'@prependNode'", at: directive.range)
  }

  static func missingEdgeTypeName(_ field: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection",
      "'@\(directive.name)' creates an edge around '\(field)' and needs its type. Add 'edgeTypeName'", at: directive.range)
  }

  static func unknownEdgeType(_ name: String, _ directive: Name, in schema: Schema, at range: SourceRange) -> Diagnostic {
    let objects = schema.types.lazy.filter { $0.kind == .object && !$0.name.hasPrefix("__") }.map(\.name.string)
    let close = Suggestions.closest(to: name, among: objects)
    return Diagnostic(
      "declarative-connection",
      "The schema has no object type '\(shortened(name))', which 'edgeTypeName' of '@\(directive)' names"
        + Suggestions.sentence(close),
      at: range, fixIts: FixIt.replacing(range, with: close.map { "\"\($0)\"" }))
  }

  static func missingConnections(_ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection", "'@\(directive.name)' does not say which connections to change. Add 'connections'", at: directive.range)
  }
}
