/// Diagnostics for the declarative mutation directives.
extension Diagnostic {
  static func declarativeConnectionInFragment(_ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection", "'@\(directive.name)' has no effect in a fragment. Put it into the mutation itself", at: directive.range,
      severity: .warning)
  }

  static func insertionOnScalar(_ field: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection", "'\(field)' is a scalar; '@\(directive.name)' goes on the field with the new object", at: directive.range)
  }

  static func deletionOfOtherType(_ field: Name, type: String, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection",
      "'@\(directive.name)' goes on a field with the id of what is gone; '\(field)' is of type '\(type)', not 'ID'", at: directive.range)
  }

  static func recordDeletionOnObject(_ field: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection", "'@\(directive.name)' goes on a field with an id; '\(field)' is an object", at: directive.range)
  }

  static func edgeDeletionOnObject(_ field: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection",
      "'@\(directive.name)' has no effect here: '\(field)' is an object. Put it on the field with the id of what was deleted",
      at: directive.range, severity: .warning)
  }

  static func edgeAndNode(_ field: Name, edge: Directive, node: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection", "'\(field)' is an edge or a node: '@\(edge.name)' and '@\(node.name)' exclude each other", at: edge.range,
      notes: [.init("'@\(node.name)' stands here", at: node.range)])
  }

  static func notAnEdge(_ field: Name, _ names: ConnectionInterface, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection",
      "'\(field)' is no edge, which has '\(names.cursor)' and '\(names.node)'. For an object itself there are '@appendNode' and "
        + "'@prependNode'", at: directive.range)
  }

  static func missingEdgeTypeName(_ field: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "declarative-connection",
      "'@\(directive.name)' makes an edge around '\(field)' and must know its type: add 'edgeTypeName'", at: directive.range)
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
      "declarative-connection", "'@\(directive.name)' needs to know which connections to change: add 'connections'", at: directive.range)
  }
}
