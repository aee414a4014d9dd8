/// Where the declarative mutation directives make sense: edge directives on edges, node directives on objects, delete directives on ids.
/// In fragments they have no effect, as in Relay, which a warning says.
extension RelayRuleWalker {
  mutating func checkDeclarativeConnections(on field: ScalarField) {
    if warnsOfDeclarativeConnections(on: field.head) { return }
    for directive in field.head.directives {
      switch directive.name {
      case .appendEdge, .prependEdge, .appendNode, .prependNode:
        report(
          "declarative-connection", "'\(field.head.name)' is a scalar; '@\(directive.name)' goes on the field with the new object",
          at: directive.range)
      case .deleteRecord, .deleteEdge:
        if schema[field.head.type.named].name != .idType {
          report(
            "declarative-connection",
            "'@\(directive.name)' goes on a field with the id of what is gone; '\(field.head.name)' is of type "
              + "'\(schema.description(of: field.head.type))', not 'ID'", at: directive.range)
        }
      default: continue
      }
    }
  }

  mutating func checkDeclarativeConnections(on field: LinkedField) {
    let head = field.head
    if warnsOfDeclarativeConnections(on: head) { return }
    let edge = head.directives.first { $0.name == .appendEdge || $0.name == .prependEdge }
    let node = head.directives.first { $0.name == .appendNode || $0.name == .prependNode }
    if let edge, let node {
      report(
        "declarative-connection",
        "'\(head.name)' is an edge or a node: '@\(edge.name)' and '@\(node.name)' exclude each other", at: edge.range)
      return
    }
    if let edge { checkEdge(edge, on: head) }
    if let node { checkNode(node, on: head) }
    for directive in head.directives where directive.name == .deleteRecord || directive.name == .deleteEdge {
      report("declarative-connection", "'@\(directive.name)' goes on a field with an id; '\(head.name)' is an object", at: directive.range)
    }
  }

  /// Whether this is a fragment.
  private mutating func warnsOfDeclarativeConnections(on head: FieldHead) -> Bool {
    guard case .fragment = definition else { return false }
    for directive in head.directives where Name.declarativeConnections.contains(directive.name) {
      diagnostics.append(.declarativeConnectionInFragment(directive.name, at: directive.range))
    }
    return true
  }

  private mutating func checkEdge(_ directive: Directive, on head: FieldHead) {
    let names = options.schema.connectionInterface
    checkConnectionsArgument(directive)
    let type = head.type.named
    if schema.field(names.cursor, on: type) == nil || schema.field(names.node, on: type) == nil {
      report(
        "declarative-connection",
        "'\(head.name)' is no edge, which has '\(names.cursor)' and '\(names.node)'. For an object itself there are '@appendNode' and "
          + "'@prependNode'", at: directive.range)
    }
  }

  private mutating func checkNode(_ directive: Directive, on head: FieldHead) {
    checkConnectionsArgument(directive)
    guard let argument = directive.arguments.named(.edgeTypeName) else {
      report(
        "declarative-connection",
        "'@\(directive.name)' makes an edge around '\(head.name)' and must know its type: add 'edgeTypeName'", at: directive.range)
      return
    }
    guard !options.featureFlags.disableEdgeTypeNameValidation.isFullyEnabled, let name = argument.value.stringLiteral else { return }
    if let type = schema.type(named: Name(name)), schema[type].kind == .object { return }
    report(
      "declarative-connection",
      "The schema has no object type '\(name)', which 'edgeTypeName' of '@\(directive.name)' names", at: argument.valueRange)
  }

  private mutating func checkConnectionsArgument(_ directive: Directive) {
    if directive.arguments.named(.connections) == nil {
      report(
        "declarative-connection", "'@\(directive.name)' needs to know which connections to change: add 'connections'",
        at: directive.range)
    }
  }
}
