/// What `@connection` and `@stream_connection` demand of the field, of its selections, of the schema and of their own arguments.
extension RelayRuleWalker {
  mutating func checkConnection(_ field: LinkedField) {
    for directive in field.head.directives where directive.name == .connection || directive.name == .streamConnection {
      guard checkConnectionType(field, directive) else { continue }
      let head = field.head
      if head.arguments.named(.first) == nil && head.arguments.named(.last) == nil {
        report("connection-arguments", "Expected field '\(head.name)' to be passed a 'first' or 'last' argument", at: head.nameRange)
      }
      checkEdgesSelection(field, directive)
      checkConnectionSchema(field, directive)
      checkConnectionKey(field, directive)
      checkConnectionFilters(field, directive)
      if let handler = directive.arguments.named(.handler), handler.value.stringLiteral == nil, !handler.value.isNull {
        report(
          "connection-handler", "Expected the handler argument to @\(directive.name) to be a string literal for field '\(head.name)'",
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
      "@\(directive.name) used on invalid field '\(field.head.name)'. Expected the return type to be a non-plural interface or object, got "
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
          "stream-connection-alias", "@stream_connection does not support aliasing the '\(inner.head.name)' field",
          at: inner.head.nameRange)
      }
    }
    // A spread may select the edges just as well where only the generated ones are read.
    if !hasEdges {
      report(
        "connection-edges", "Expected '\(field.head.name)' to be passed a '\(names.edges)' selection", at: field.head.nameRange)
    }
  }

  private mutating func checkConnectionSchema(_ field: LinkedField, _ directive: Directive) {
    let names = options.schema.connectionInterface
    let type = field.head.type.named
    func expose(_ what: String) {
      report(
        "connection-schema",
        "@\(directive.name) used on invalid field '\(field.head.name)'. Expected the field type '\(schema[type].name)' to expose a \(what)",
        at: directive.range)
    }
    guard let edges = schema.field(names.edges, on: type), schema[edges].type.isList,
      schema[schema[edges].type.named].kind == .object || schema[schema[edges].type.named].kind == .interface
    else { return expose("'\(names.edges)' field that returns a list of objects") }
    let edgeType = schema[edges].type.named
    if let node = schema.field(names.node, on: edgeType), !schema[node].type.isList, schema.isComposite(schema[node].type.named) {
    } else {
      expose("'\(names.edges) { \(names.node) }' field that returns an object, interface or union")
    }
    if !isScalar(schema.field(names.cursor, on: edgeType)) {
      expose("'\(names.edges) { \(names.cursor) }' field that returns a scalar")
    }
    guard let pageInfo = schema.field(names.pageInfo, on: type), !schema[pageInfo].type.isList,
      schema[schema[pageInfo].type.named].kind == .object
    else { return expose("'\(names.pageInfo)' field that returns an object") }
    for name in [names.endCursor, names.hasNextPage, names.hasPreviousPage, names.startCursor]
    where !isScalar(schema.field(name, on: schema[pageInfo].type.named)) {
      expose("'\(names.pageInfo) { \(name) }' field that returns a scalar")
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
        "connection-key", "Expected the key argument to @\(directive.name) to be a string literal for field '\(field.head.name)'",
        at: argument.valueRange)
      return
    }
    let postfix = "_" + field.head.responseKey.string
    if !key.utf8.hasSuffix(postfix.utf8) {
      report(
        "connection-key",
        "Expected the key argument to @\(directive.name) to be of form '<SomeName>\(postfix)', got '\(key)'. For a detailed explanation, "
          + "check out https://relay.dev/docs/tutorial/connections-pagination/", at: argument.valueRange)
    }
  }

  private mutating func checkConnectionFilters(_ field: LinkedField, _ directive: Directive) {
    guard let argument = directive.arguments.named(.filters), !argument.value.isNull else { return }
    guard case .constant(.list(let items)) = argument.value else {
      report(
        "connection-filters",
        "Expected the filters argument to @\(directive.name) to be a list of string literals for field '\(field.head.name)'",
        at: argument.valueRange)
      return
    }
    for item in items {
      guard case .string(let filter) = item else {
        report(
          "connection-filters",
          "Expected the filters argument to @\(directive.name) to be a list of string literals for field '\(field.head.name)'",
          at: argument.valueRange)
        continue
      }
      if field.head.arguments.named(Name(filter)) == nil {
        report(
          "connection-filters",
          "Expected the `filters` argument to `@\(directive.name)` to be a list of argument names to the connection field to use to identify "
            + "the connection, got `\(filter)`. Not specifying `filters` is often recommended and will use all fields",
          at: argument.valueRange)
      }
    }
  }
}

extension String.UTF8View {
  fileprivate func hasSuffix(_ other: String.UTF8View) -> Bool { count >= other.count && suffix(other.count).elementsEqual(other) }
}
