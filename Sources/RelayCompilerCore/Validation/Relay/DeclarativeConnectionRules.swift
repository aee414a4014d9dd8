/// Where the declarative mutation directives are allowed: edge directives on edges, node directives on objects, delete directives on ids.
/// As in Relay, they have no effect in fragments, which causes a warning; fragments that an operation spreads unmasked count as its own
/// selections.
extension RelayRule {
  static let declarativeConnections = RelayRule(
    annotatedScalarField: { $0.checkDeclarativeConnections(on: $1) },
    annotatedLinkedField: { $0.checkDeclarativeConnections(on: $1) },
    annotatedSpread: { if $1.isUnmasked { $0.checkDeclarativeConnections(inUnmasked: $1.name) } })
}

extension RelayRuleWalker {
  /// Checks the selections that an operation includes from `fragment` through `@relay(mask: false)`, without recursion: a chain of fragments
  /// can be long.
  fileprivate mutating func checkDeclarativeConnections(inUnmasked fragment: Name) {
    guard case .operation = definition else { return }
    var pending = [fragment]
    while let name = pending.popLast() {
      guard unmasked.insert(name).inserted, let fragment = program.fragment(name) else { continue }
      checkDeclarativeConnections(in: fragment.selections, unmasked: &pending)
    }
  }

  /// - Parameter unmasked: the fragments that are still to be checked.
  private mutating func checkDeclarativeConnections(in selections: [Selection], unmasked: inout [Name]) {
    for selection in selections {
      switch selection {
      case .scalarField(let field): checkDeclarativeConnections(on: field)
      case .linkedField(let field):
        checkDeclarativeConnections(on: field)
        checkDeclarativeConnections(in: field.selections, unmasked: &unmasked)
      case .fragmentSpread(let spread):
        if spread.isUnmasked { unmasked.append(spread.name) }
      case .inlineFragment(let fragment): checkDeclarativeConnections(in: fragment.selections, unmasked: &unmasked)
      case .condition(let condition): checkDeclarativeConnections(in: condition.selections, unmasked: &unmasked)
      }
    }
  }

  fileprivate mutating func checkDeclarativeConnections(on field: ScalarField) {
    if warnsOfDeclarativeConnections(on: field.head) { return }
    for directive in field.head.directives {
      switch directive.name {
      case .appendEdge, .prependEdge, .appendNode, .prependNode:
        report(.insertionOnScalar(field.head.name, directive))
      case .deleteRecord, .deleteEdge:
        if schema[field.head.type.named].name != .idType {
          report(.deletionOfOtherType(field.head.name, type: schema.description(of: field.head.type), directive))
        }
      default: continue
      }
    }
  }

  fileprivate mutating func checkDeclarativeConnections(on field: LinkedField) {
    let head = field.head
    if warnsOfDeclarativeConnections(on: head) { return }
    let edge = head.directives.first { $0.name == .appendEdge || $0.name == .prependEdge }
    let node = head.directives.first { $0.name == .appendNode || $0.name == .prependNode }
    if let edge, let node { return report(.edgeAndNode(head.name, edge: edge, node: node)) }
    if let edge { checkEdge(edge, on: head) }
    if let node { checkNode(node, on: head) }
    for directive in head.directives {
      if directive.name == .deleteRecord { report(.recordDeletionOnObject(head.name, directive)) }
      if directive.name == .deleteEdge { report(.edgeDeletionOnObject(head.name, directive)) }
    }
  }

  /// Warns about the directives in a fragment. Returns whether this is a fragment.
  private mutating func warnsOfDeclarativeConnections(on head: FieldHead) -> Bool {
    guard case .fragment = definition else { return false }
    for directive in head.directives where Name.declarativeConnections.contains(directive.name) {
      report(.declarativeConnectionInFragment(directive))
    }
    return true
  }

  private mutating func checkEdge(_ directive: Directive, on head: FieldHead) {
    let names = options.schema.connectionInterface
    checkConnectionsArgument(directive)
    let type = head.type.named
    if schema.field(names.cursor, on: type) == nil || schema.field(names.node, on: type) == nil {
      report(.notAnEdge(head.name, names, directive))
    }
  }

  private mutating func checkNode(_ directive: Directive, on head: FieldHead) {
    checkConnectionsArgument(directive)
    guard let argument = directive.arguments.named(.edgeTypeName) else {
      return report(.missingEdgeTypeName(head.name, directive))
    }
    guard let name = argument.value.stringLiteral else { return }
    guard name.isGraphQLName else { return report(.notAName(name, .edgeType(directive.name), at: argument.valueRange)) }
    if options.featureFlags.disableEdgeTypeNameValidation.isFullyEnabled { return }
    if let type = schema.type(named: Name(name)), schema[type].kind == .object { return }
    report(.unknownEdgeType(name, directive.name, in: schema, at: argument.valueRange))
  }

  private mutating func checkConnectionsArgument(_ directive: Directive) {
    if directive.arguments.named(.connections) == nil { report(.missingConnections(directive)) }
  }
}
