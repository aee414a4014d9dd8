/// Type system definitions and extensions (specification, section 3).
extension Parser {
  mutating func schemaDefinition(_ start: Int, description: StringSyntax?, isExtension: Bool) throws(Failure) -> SchemaDefinitionSyntax {
    advance()
    let directives = try directives(isConstant: true)
    var operationTypes: [(kind: OperationKind, kindRange: SourceRange, type: NameSyntax)] = []
    if token.kind == .leftBrace {
      operationTypes = try braced(.emptyBlock("'query', 'mutation' or 'subscription' and its type")) { parser throws(Failure) in
        let kindRange = parser.tokenRange
        let kind: OperationKind
        switch parser.keyword() {
        case .query: kind = .query
        case .mutation: kind = .mutation
        case .subscription: kind = .subscription
        default: throw parser.fail(.expected("'query', 'mutation' or 'subscription'", found: parser.found, at: parser.tokenRange))
        }
        parser.advance()
        try parser.expect(.colon)
        return (kind, kindRange, try parser.name("the root type's name"))
      }
    } else if !isExtension || directives.isEmpty {
      throw fail(.expected("'{'", found: found, at: tokenRange))
    }
    return SchemaDefinitionSyntax(
      range: range(from: start), description: description, isExtension: isExtension, directives: directives,
      operationTypes: operationTypes)
  }

  mutating func typeDefinition(
    _ start: Int, _ kind: TypeKind, description: StringSyntax?, isExtension: Bool
  ) throws(Failure) -> TypeDefinitionSyntax {
    advance()
    let typeName = try name("the type's name")
    let interfaces = kind == .object || kind == .interface ? try implementedInterfaces() : []
    let directives = try directives(isConstant: true)
    var definition = TypeDefinitionSyntax(
      range: tokenRange, description: description, isExtension: isExtension, kind: kind, name: typeName, directives: directives,
      interfaces: interfaces)
    switch kind {
    case .scalar:
      break
    case .object, .interface:
      if token.kind == .leftBrace {
        definition.fields = try braced(.emptyBlock("a field")) { parser throws(Failure) in try parser.fieldDefinition() }
      }
    case .union:
      definition.memberTypes = try memberTypes()
    case .enum:
      if token.kind == .leftBrace {
        definition.values = try braced(.emptyBlock("a value")) { parser throws(Failure) in
          try parser.enumValueDefinition(of: typeName)
        }
      }
    case .inputObject:
      if token.kind == .leftBrace {
        definition.inputFields = try braced(.emptyBlock("an input field")) { parser throws(Failure) in
          try parser.inputValueDefinition("an input field's name")
        }
      }
    }
    definition.range = range(from: start)
    if isExtension, directives.isEmpty, interfaces.isEmpty, definition.fields.isEmpty, definition.memberTypes.isEmpty,
      definition.values.isEmpty, definition.inputFields.isEmpty, previousEnd == Int(typeName.range.end)
    {
      throw fail(.emptyExtension(typeName.name, at: definition.range))
    }
    return definition
  }

  private mutating func implementedInterfaces() throws(Failure) -> [NameSyntax] {
    guard isKeyword("implements") else { return [] }
    advance()
    _ = skip(.ampersand)
    var interfaces = [try name("an interface's name")]
    while true {
      if skip(.ampersand) {
        interfaces.append(try name("an interface's name"))
      } else if token.kind == .name, !startsLine(token), keyword() == nil {
        // The separators of GraphQL before 2018. What is meant is clear, so the rest can be read.
        diagnostics.append(.interfacesWithoutAmpersand(between: lexer.range(previousEnd, token.start)))
        interfaces.append(try name("an interface's name"))
      } else {
        return interfaces
      }
    }
  }

  private mutating func memberTypes() throws(Failure) -> [NameSyntax] {
    guard skip(.equals) else { return [] }
    _ = skip(.pipe)
    var members = [try name("a member type's name")]
    while skip(.pipe) { members.append(try name("a member type's name")) }
    return members
  }

  private mutating func fieldDefinition() throws(Failure) -> FieldDefinitionSyntax {
    let start = token.start
    let description = optionalDescription()
    let fieldName = try name("a field's name")
    let arguments = try argumentDefinitions()
    try expect(.colon)
    let type = try typeReference()
    let directives = try directives(isConstant: true)
    return FieldDefinitionSyntax(
      range: range(from: start), description: description, name: fieldName, arguments: arguments, type: type, directives: directives)
  }

  private mutating func argumentDefinitions() throws(Failure) -> [InputValueDefinitionSyntax] {
    guard token.kind == .leftParenthesis else { return [] }
    let opening = token
    advance()
    if token.kind == .rightParenthesis {
      diagnostics.append(.emptyArguments(at: lexer.range(opening.start, token.end)))
      advance()
      return []
    }
    var arguments: [InputValueDefinitionSyntax] = []
    while token.kind == .name || token.kind == .string || token.kind == .blockString {
      arguments.append(try inputValueDefinition("an argument's name"))
    }
    try expectClosing(.rightParenthesis, or: "an argument")
    return arguments
  }

  private mutating func inputValueDefinition(_ what: String) throws(Failure) -> InputValueDefinitionSyntax {
    let start = token.start
    let description = optionalDescription()
    let valueName = try name(what)
    try expect(.colon)
    let type = try typeReference()
    let defaultValue = skip(.equals) ? try value(isConstant: true) : nil
    let directives = try directives(isConstant: true)
    return InputValueDefinitionSyntax(
      range: range(from: start), description: description, name: valueName, type: type, defaultValue: defaultValue,
      directives: directives)
  }

  private mutating func enumValueDefinition(of type: NameSyntax) throws(Failure) -> EnumValueDefinitionSyntax {
    let start = token.start
    let description = optionalDescription()
    if isKeyword("true") || isKeyword("false") || isKeyword("null") {
      diagnostics.append(.reservedEnumValue(lexer.text(token.start, token.end), of: type, at: tokenRange))
    }
    let valueName = try name("a value's name")
    let directives = try directives(isConstant: true)
    return EnumValueDefinitionSyntax(range: range(from: start), description: description, name: valueName, directives: directives)
  }

  mutating func directiveDefinition(_ start: Int, description: StringSyntax?) throws(Failure) -> DirectiveDefinitionSyntax {
    advance()
    let directiveName = try name(after: .at, "the directive's name")
    let arguments = try argumentDefinitions()
    let isRepeatable = isKeyword("repeatable")
    if isRepeatable { advance() }
    guard isKeyword("on") else { throw fail(.expected("'on' and the directive's locations", found: found, at: tokenRange)) }
    advance()
    _ = skip(.pipe)
    var locations = [try directiveLocation()]
    while skip(.pipe) { locations.append(try directiveLocation()) }
    return DirectiveDefinitionSyntax(
      range: range(from: start), description: description, name: directiveName, arguments: arguments, isRepeatable: isRepeatable,
      locations: locations)
  }

  private mutating func directiveLocation() throws(Failure) -> NameSyntax {
    let location = try name("a directive location")
    if !DirectiveLocation.all.contains(location.name) {
      diagnostics.append(.unknownDirectiveLocation(location.name, at: location.range))
    }
    return location
  }

  /// Items between braces, at least one.
  private mutating func braced<Item>(
    _ empty: Diagnostic.EmptyBlock, _ item: (inout Parser) throws(Failure) -> Item
  ) throws(Failure) -> [Item] {
    let opening = token
    advance()
    let height = open.count
    if token.kind == .rightBrace {
      diagnostics.append(.empty(empty, at: lexer.range(opening.start, token.end)))
      advance()
      return []
    }
    var items: [Item] = []
    while token.kind != .rightBrace {
      if definitionsEndBlocks, beginsDefinition(token) { throw endOfBlock() }
      if token.kind == .endOfFile {
        throw fail(
          .unclosed(item: empty.item, closing: "}", found: found, at: tokenRange, opening: lexer.range(opening.start, opening.end)))
      }
      let first = token
      let outer = depth
      do throws(Failure) {
        items.append(try item(&self))
      } catch {
        depth = outer
        try skipToItem(from: first, height: height, error)
      }
    }
    advance()
    return items
  }
}
