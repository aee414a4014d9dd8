/// What `@connection` and `@stream_connection` demand of the field, of its selections, of the schema and of their own arguments.
extension RelayRuleWalker {
  mutating func checkConnection(_ field: LinkedField) {
    for directive in field.head.directives where directive.name == .connection || directive.name == .streamConnection {
      guard checkConnectionType(field, directive) else { continue }
      let head = field.head
      if head.arguments.named(.first) == nil && head.arguments.named(.last) == nil {
        report("connection-arguments", "A connection is paged by a count: pass 'first' or 'last' to '\(head.name)'", at: head.nameRange)
      }
      checkEdgesSelection(field, directive)
      checkConnectionSchema(field, directive)
      checkConnectionKey(field, directive)
      checkConnectionFilters(field, directive)
      if let handler = directive.arguments.named(.handler), handler.value.stringLiteral == nil, !handler.value.isNull {
        report(
          "connection-handler", "The handler of the connection '\(head.name)' must be a string literal",
          at: handler.valueRange)
      }
    }
  }

  private mutating func checkConnectionType(_ field: LinkedField, _ directive: Directive) -> Bool {
    let type = field.head.type
    let kind = schema[type.named].kind
    if type.nullable.item == nil, kind == .object || kind == .interface { return true }
    report(
      "connection-type",
      "'\(field.head.name)' is no connection: '@\(directive.name)' goes on a field of a single object, not of type "
        + "'\(schema.description(of: type))'", at: directive.range)
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
        report(
          "stream-connection-alias", "Under '@stream_connection' the field '\(inner.head.name)' keeps its own name. Remove the alias",
          at: inner.head.nameRange)
      }
    }
    // A spread may select the edges just as well where only the generated ones are read.
    if !hasEdges {
      report(
        "connection-edges",
        "A connection needs '\(names.edges)' among its own selections: add "
          + "'\(names.edges) { \(names.node) { … } }' to '\(field.head.name)'",
        at: field.head.nameRange)
    }
  }

  private mutating func checkConnectionSchema(_ field: LinkedField, _ directive: Directive) {
    let names = options.schema.connectionInterface
    let type = field.head.type.named
    func expose(_ what: String) {
      report(
        "connection-schema",
        "'\(field.head.name)' is no connection: its type '\(schema[type].name)' lacks \(what)",
        at: directive.range)
    }
    guard let edges = schema.field(names.edges, on: type), schema[edges].type.isList,
      schema[schema[edges].type.named].kind == .object || schema[schema[edges].type.named].kind == .interface
    else { return expose("'\(names.edges)' with a list of objects") }
    let edgeType = schema[edges].type.named
    if let node = schema.field(names.node, on: edgeType), !schema[node].type.isList, schema.isComposite(schema[node].type.named) {
    } else {
      expose("'\(names.node)' of its edges, with an object, interface or union")
    }
    if !isScalar(schema.field(names.cursor, on: edgeType)) {
      expose("'\(names.cursor)' of its edges, with a scalar")
    }
    guard let pageInfo = schema.field(names.pageInfo, on: type), !schema[pageInfo].type.isList,
      schema[schema[pageInfo].type.named].kind == .object
    else { return expose("'\(names.pageInfo)' with an object") }
    for name in [names.endCursor, names.hasNextPage, names.hasPreviousPage, names.startCursor]
    where !isScalar(schema.field(name, on: schema[pageInfo].type.named)) {
      expose("'\(name)' in '\(names.pageInfo)', with a scalar")
    }
  }

  private func isScalar(_ field: FieldID?) -> Bool {
    guard let field else { return false }
    return schema[field].type.nullable.item == nil && schema[schema[field].type.named].kind == .scalar
  }

  private mutating func checkConnectionKey(_ field: LinkedField, _ directive: Directive) {
    guard let argument = directive.arguments.named(.key) else { return }
    guard let key = argument.value.stringLiteral else {
      report(
        "connection-key", "The key of the connection '\(field.head.name)' must be a string literal",
        at: argument.valueRange)
      return
    }
    let postfix = "_" + field.head.responseKey.string
    if !key.utf8.hasSuffix(postfix.utf8) {
      report(
        "connection-key",
        "A connection's key ends in the name of its field: 'SomeName\(postfix)', not '\(key)'", at: argument.valueRange)
    }
  }

  private mutating func checkConnectionFilters(_ field: LinkedField, _ directive: Directive) {
    guard let argument = directive.arguments.named(.filters), !argument.value.isNull else { return }
    guard case .constant(.list(let items)) = argument.value else {
      report(
        "connection-filters",
        "The filters of the connection '\(field.head.name)' must be a list of string literals",
        at: argument.valueRange)
      return
    }
    for item in items {
      guard case .string(let filter) = item else {
        report(
          "connection-filters",
          "The filters of the connection '\(field.head.name)' must be a list of string literals",
          at: argument.valueRange)
        continue
      }
      if field.head.arguments.named(Name(filter)) == nil {
        report(
          "connection-filters",
          "'\(filter)' is no argument of the connection here. Filters name the arguments that tell one list from another; without "
            + "'filters' all of them do",
          at: argument.valueRange)
      }
    }
  }
}

extension String.UTF8View {
  fileprivate func hasSuffix(_ other: String.UTF8View) -> Bool { count >= other.count && suffix(other.count).elementsEqual(other) }
}
