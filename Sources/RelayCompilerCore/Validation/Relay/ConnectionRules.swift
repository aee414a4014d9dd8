/// The requirements of `@connection` and `@stream_connection` on the field, its selections, the schema and their own arguments.
extension RelayRule {
  static let connections = RelayRule(annotatedLinkedField: { $0.checkConnection($1) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkConnection(_ field: LinkedField) {
    for directive in field.head.directives where directive.name == .connection || directive.name == .streamConnection {
      // If the field is not a connection, the rules on its use do not apply.
      guard checkConnectionType(field, directive), checkConnectionSchema(field, directive) else { continue }
      let head = field.head
      if head.arguments.named(.first) == nil && head.arguments.named(.last) == nil {
        report(.connectionWithoutCount(head.name, at: head.nameRange))
      }
      checkEdgesSelection(field, directive)
      checkConnectionKey(field, directive)
      checkConnectionFilters(field, directive)
      checkConnectionHandler(field, directive)
      if directive.arguments.named(.prefetchablePagination)?.value.booleanLiteral == true { checkEdgesFragment(directive) }
    }
  }

  private mutating func checkConnectionType(_ field: LinkedField, _ directive: Directive) -> Bool {
    let type = field.head.type
    let kind = schema[type.named].kind
    if type.nullable.item == nil, kind == .object || kind == .interface { return true }
    report(.connectionType(field.head.name, schema.description(of: type), directive: directive))
    return false
  }

  private mutating func checkEdgesSelection(_ field: LinkedField, _ directive: Directive) {
    let names = options.schema.connectionInterface
    var hasEdges = false
    for case .linkedField(let inner) in field.selections {
      if inner.head.name == names.edges { hasEdges = true }
      if directive.name == .streamConnection, inner.head.alias != nil,
        inner.head.name == names.edges || inner.head.name == names.pageInfo
      {
        report(.aliasInStreamConnection(inner.head.name, at: inner.head.nameRange))
      }
    }
    // If only the generated edges are read here, a spread may also select the edges.
    if !hasEdges { report(.connectionWithoutEdges(field.head.name, names, at: field.head.nameRange)) }
  }

  private mutating func checkConnectionSchema(_ field: LinkedField, _ directive: Directive) -> Bool {
    let missing = missingParts(of: field.head.type.named)
    if missing.isEmpty { return true }
    report(.connectionSchema(field.head.name, type: schema[field.head.type.named].name, lacks: missing, at: directive.range))
    return false
  }

  /// The parts of a connection that the type lacks.
  private func missingParts(of type: TypeID) -> [ConnectionPart] {
    let names = options.schema.connectionInterface
    var missing: [ConnectionPart] = []
    guard let edges = schema.field(names.edges, on: type), schema[edges].type.isList,
      schema[schema[edges].type.named].kind == .object || schema[schema[edges].type.named].kind == .interface
    else { return [.edges(names.edges)] }
    let edgeType = schema[edges].type.named
    if let node = schema.field(names.node, on: edgeType), !schema[node].type.isList, schema.isComposite(schema[node].type.named) {
    } else {
      missing.append(.node(names.node))
    }
    if !isScalar(schema.field(names.cursor, on: edgeType)) { missing.append(.cursor(names.cursor)) }
    guard let pageInfo = schema.field(names.pageInfo, on: type), !schema[pageInfo].type.isList,
      schema[schema[pageInfo].type.named].kind == .object
    else { return missing + [.pageInfo(names.pageInfo)] }
    for name in [names.endCursor, names.hasNextPage, names.hasPreviousPage, names.startCursor]
    where !isScalar(schema.field(name, on: schema[pageInfo].type.named)) {
      missing.append(.pageInfoField(name, pageInfo: names.pageInfo))
    }
    return missing
  }

  private func isScalar(_ field: FieldID?) -> Bool {
    guard let field else { return false }
    return schema[field].type.nullable.item == nil && schema[schema[field].type.named].kind == .scalar
  }

  private mutating func checkConnectionKey(_ field: LinkedField, _ directive: Directive) {
    guard let argument = directive.arguments.named(.key) else { return }
    guard let key = argument.value.stringLiteral else {
      return report(.connectionKeyNotLiteral(field.head.name, at: argument.valueRange))
    }
    let postfix = "_" + field.head.responseKey.string
    if !key.utf8.hasSuffix(postfix.utf8) {
      report(.connectionKey(key, expectedSuffix: postfix, at: argument.valueRange))
    } else if !key.isGraphQLName {
      report(.notAName(key, .connectionKey(suffix: postfix), at: argument.valueRange))
    }
  }

  private mutating func checkConnectionHandler(_ field: LinkedField, _ directive: Directive) {
    guard let argument = directive.arguments.named(.handler) else { return }
    guard let handler = argument.value.stringLiteral else {
      return report(.connectionHandlerNotLiteral(field.head.name, at: argument.valueRange))
    }
    if !handler.isGraphQLName { report(.notAName(handler, .connectionHandler, at: argument.valueRange)) }
  }

  /// The generated fragment of edges must be the only definition with its name.
  private mutating func checkEdgesFragment(_ directive: Directive) {
    let name = Name.edgesFragment(of: definition.name)
    if let other = prefetchableConnection { report(.secondEdgesFragment(name, at: directive.range, other: other)) }
    prefetchableConnection = prefetchableConnection ?? directive.range
    if let other = program.fragment(name)?.nameRange ?? program.operations.first(where: { $0.name == name })?.nameRange {
      report(.edgesFragmentNameTaken(name, at: directive.range, other: other))
    }
  }

  private mutating func checkConnectionFilters(_ field: LinkedField, _ directive: Directive) {
    guard let argument = directive.arguments.named(.filters) else { return }
    guard case .constant(.list(let items)) = argument.value else {
      return report(.connectionFiltersNotLiteral(field.head.name, at: argument.valueRange))
    }
    for item in items {
      guard case .string(let filter) = item else {
        report(.connectionFiltersNotLiteral(field.head.name, at: argument.valueRange))
        continue
      }
      if field.head.arguments.named(Name(filter)) == nil {
        report(.unknownConnectionFilter(filter, among: field.head.arguments.map(\.name), at: argument.valueRange))
      }
    }
  }
}

extension String.UTF8View {
  fileprivate func hasSuffix(_ other: String.UTF8View) -> Bool { count >= other.count && suffix(other.count).elementsEqual(other) }
}
