/// Where the declarative mutation directives make sense: edge directives on edges, node directives on objects, delete directives on ids.
extension RelayRuleWalker {
  mutating func checkDeclarativeConnections(on field: ScalarField) {
    for directive in field.head.directives {
      switch directive.name {
      case .appendEdge, .prependEdge, .appendNode, .prependNode:
        report(
          "declarative-connection", "Invalid use of @\(directive.name) on scalar field '\(field.head.name)'", at: directive.range)
      case .deleteRecord, .deleteEdge:
        if schema[field.head.type.named].name != .idType {
          report(
            "declarative-connection",
            "Invalid use of @\(directive.name) on field '\(field.head.name)'. Expected field type 'ID', got "
              + "'\(schema.description(of: field.head.type))'", at: directive.range)
        }
      default: continue
      }
    }
  }

  mutating func checkDeclarativeConnections(on field: LinkedField) {
    let head = field.head
    let edge = head.directives.first { $0.name == .appendEdge || $0.name == .prependEdge }
    let node = head.directives.first { $0.name == .appendNode || $0.name == .prependNode }
    if let edge, let node {
      report(
        "declarative-connection",
        "Invalid use of @\(edge.name) and @\(node.name) on field '\(head.name)' - these directives cannot be used together", at: edge.range)
      return
    }
    if let edge { checkEdge(edge, on: head) }
    if let node { checkNode(node, on: head) }
    for directive in head.directives where directive.name == .deleteRecord || directive.name == .deleteEdge {
      report("declarative-connection", "Invalid use of @\(directive.name) on linked field '\(head.name)'", at: directive.range)
    }
  }

  private mutating func checkEdge(_ directive: Directive, on head: FieldHead) {
    let names = options.schema.connectionInterface
    checkConnectionsArgument(directive)
    let type = head.type.named
    if schema.field(names.cursor, on: type) == nil || schema.field(names.node, on: type) == nil {
      report(
        "declarative-connection",
        "Unsupported use of @\(directive.name) on field '\(head.name)', expected an edge field (a field with '\(names.cursor)' and "
          + "'\(names.node)' selection)", at: directive.range)
    }
  }

  private mutating func checkNode(_ directive: Directive, on head: FieldHead) {
    checkConnectionsArgument(directive)
    guard let argument = directive.arguments.named(.edgeTypeName) else {
      report(
        "declarative-connection",
        "Unsupported use of @\(directive.name) on field '\(head.name)', 'edgeTypeName' argument must be provided", at: directive.range)
      return
    }
    guard options.featureFlags.disableEdgeTypeNameValidation != .enabled, let name = argument.value.stringLiteral else { return }
    if let type = schema.type(named: Name(name)), schema[type].kind == .object { return }
    report(
      "declarative-connection",
      "Expected the 'edgeTypeName' argument value on @\(directive.name) to be the name of an object type. '\(name)' does not refer to a "
        + "known object type", at: argument.valueRange)
  }

  private mutating func checkConnectionsArgument(_ directive: Directive) {
    if directive.arguments.named(.connections) == nil {
      report("declarative-connection", "Expected the 'connections' argument to be defined on @\(directive.name)", at: directive.range)
    }
  }
}
