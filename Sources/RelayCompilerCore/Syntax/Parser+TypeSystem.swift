/// Type system definitions and extensions (specification, section 3).
extension Parser {
  ///     SchemaDefinition : Description? schema Directives[Const]? { RootOperationTypeDefinition+ }
  ///     SchemaExtension : extend schema Directives[Const]? { RootOperationTypeDefinition+ } | extend schema Directives[Const]
  ///     RootOperationTypeDefinition : OperationType : NamedType
  mutating func parseSchemaDefinition(
    _ start: Int, description: StringSyntax?, isExtension: Bool
  ) throws(SyntaxError) -> SchemaDefinitionSyntax {
    advance()
    let directives = try parseDirectives(isConstant: true)
    var operationTypes: [(kind: OperationKind, kindRange: SourceRange, type: NameSyntax)] = []
    if token.kind == .leftBrace {
      operationTypes = try parseBraced(.emptyBlock("'query', 'mutation' or 'subscription' and its type")) { parser throws(SyntaxError) in
        let kindRange = parser.tokenRange
        let kind: OperationKind
        switch parser.keyword() {
        case .query: kind = .query
        case .mutation: kind = .mutation
        case .subscription: kind = .subscription
        default: throw parser.report(.expected("'query', 'mutation' or 'subscription'", found: parser.found, at: parser.tokenRange))
        }
        parser.advance()
        try parser.expect(.colon)
        return (kind, kindRange, try parser.parseName("the root type's name"))
      }
    } else if !isExtension || directives.isEmpty {
      throw report(.expected("'{'", found: found, at: tokenRange))
    }
    return SchemaDefinitionSyntax(
      range: range(from: start), description: description, isExtension: isExtension, directives: directives,
      operationTypes: operationTypes)
  }

  ///     TypeDefinition : ScalarTypeDefinition | ObjectTypeDefinition | InterfaceTypeDefinition | UnionTypeDefinition |
  ///         EnumTypeDefinition | InputObjectTypeDefinition
  ///     TypeExtension : the same after extend, without a description and with something to add
  mutating func parseTypeDefinition(
    _ start: Int, _ kind: TypeKind, description: StringSyntax?, isExtension: Bool
  ) throws(SyntaxError) -> TypeDefinitionSyntax {
    advance()
    let typeName = try parseName("the type's name")
    let interfaces = kind == .object || kind == .interface ? try parseImplementsInterfaces() : []
    let directives = try parseDirectives(isConstant: true)
    var definition = TypeDefinitionSyntax(
      range: tokenRange, description: description, isExtension: isExtension, kind: kind, name: typeName, directives: directives,
      interfaces: interfaces)
    switch kind {
    case .scalar:
      break
    case .object, .interface:
      if token.kind == .leftBrace {
        definition.fields = try parseBraced(.emptyBlock("a field")) { parser throws(SyntaxError) in try parser.parseFieldDefinition() }
      }
    case .union:
      definition.memberTypes = try parseUnionMemberTypes()
    case .enum:
      if token.kind == .leftBrace {
        definition.values = try parseBraced(.emptyBlock("a value")) { parser throws(SyntaxError) in
          try parser.parseEnumValueDefinition(of: typeName)
        }
      }
    case .inputObject:
      if token.kind == .leftBrace {
        definition.inputFields = try parseBraced(.emptyBlock("an input field")) { parser throws(SyntaxError) in
          try parser.parseInputValueDefinition("an input field's name")
        }
      }
    }
    definition.range = range(from: start)
    if isExtension, directives.isEmpty, interfaces.isEmpty, definition.fields.isEmpty, definition.memberTypes.isEmpty,
      definition.values.isEmpty, definition.inputFields.isEmpty, previousEnd == Int(typeName.range.end)
    {
      throw report(.emptyExtension(typeName.name, at: definition.range))
    }
    return definition
  }

  ///     ImplementsInterfaces : ImplementsInterfaces & NamedType | implements &? NamedType
  private mutating func parseImplementsInterfaces() throws(SyntaxError) -> [NameSyntax] {
    guard isKeyword("implements") else { return [] }
    advance()
    _ = skip(.ampersand)
    var interfaces = [try parseName("an interface's name")]
    while true {
      if skip(.ampersand) {
        interfaces.append(try parseName("an interface's name"))
      } else if token.kind == .name, !startsLine(token), keyword() == nil {
        // The notation of GraphQL before 2018. Its meaning is clear, so parsing continues.
        diagnostics.append(.interfacesWithoutAmpersand(between: lexer.range(previousEnd, token.start)))
        interfaces.append(try parseName("an interface's name"))
      } else {
        return interfaces
      }
    }
  }

  ///     UnionMemberTypes : UnionMemberTypes | NamedType | = |? NamedType
  private mutating func parseUnionMemberTypes() throws(SyntaxError) -> [NameSyntax] {
    guard skip(.equals) else { return [] }
    _ = skip(.pipe)
    var members = [try parseName("a member type's name")]
    while skip(.pipe) { members.append(try parseName("a member type's name")) }
    return members
  }

  ///     FieldDefinition : Description? Name ArgumentsDefinition? : Type Directives[Const]?
  private mutating func parseFieldDefinition() throws(SyntaxError) -> FieldDefinitionSyntax {
    let start = token.start
    let description = parseDescription()
    let fieldName = try parseName("a field's name")
    let arguments = try parseArgumentsDefinition()
    try expect(.colon)
    let type = try parseTypeReference()
    let directives = try parseDirectives(isConstant: true)
    return FieldDefinitionSyntax(
      range: range(from: start), description: description, name: fieldName, arguments: arguments, type: type, directives: directives)
  }

  ///     ArgumentsDefinition : ( InputValueDefinition+ )
  private mutating func parseArgumentsDefinition() throws(SyntaxError) -> [InputValueDefinitionSyntax] {
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
      arguments.append(try parseInputValueDefinition("an argument's name"))
    }
    try expectClosing(.rightParenthesis, or: "an argument")
    return arguments
  }

  ///     InputValueDefinition : Description? Name : Type DefaultValue? Directives[Const]?
  private mutating func parseInputValueDefinition(_ what: String) throws(SyntaxError) -> InputValueDefinitionSyntax {
    let start = token.start
    let description = parseDescription()
    let valueName = try parseName(what)
    try expect(.colon)
    let type = try parseTypeReference()
    let defaultValue = skip(.equals) ? try parseValue(isConstant: true) : nil
    let directives = try parseDirectives(isConstant: true)
    return InputValueDefinitionSyntax(
      range: range(from: start), description: description, name: valueName, type: type, defaultValue: defaultValue,
      directives: directives)
  }

  ///     EnumValueDefinition : Description? EnumValue Directives[Const]?
  private mutating func parseEnumValueDefinition(of type: NameSyntax) throws(SyntaxError) -> EnumValueDefinitionSyntax {
    let start = token.start
    let description = parseDescription()
    if isKeyword("true") || isKeyword("false") || isKeyword("null") {
      diagnostics.append(.reservedEnumValue(lexer.text(token.start, token.end), of: type, at: tokenRange))
    }
    let valueName = try parseName("a value's name")
    let directives = try parseDirectives(isConstant: true)
    return EnumValueDefinitionSyntax(range: range(from: start), description: description, name: valueName, directives: directives)
  }

  ///     DirectiveDefinition : Description? directive @ Name ArgumentsDefinition? Directives[Const]? repeatable? on DirectiveLocations
  ///     DirectiveLocations : DirectiveLocations | DirectiveLocation | |? DirectiveLocation
  ///
  /// Directives on it are in the draft of 2026.
  mutating func parseDirectiveDefinition(_ start: Int, description: StringSyntax?) throws(SyntaxError) -> DirectiveDefinitionSyntax {
    advance()
    let directiveName = try parseName(after: .at, "the directive's name")
    let arguments = try parseArgumentsDefinition()
    let directives = try parseDirectives(isConstant: true)
    let isRepeatable = isKeyword("repeatable")
    if isRepeatable { advance() }
    guard isKeyword("on") else { throw report(.expected("'on' and the directive's locations", found: found, at: tokenRange)) }
    advance()
    _ = skip(.pipe)
    var locations = [try parseDirectiveLocation()]
    while skip(.pipe) { locations.append(try parseDirectiveLocation()) }
    return DirectiveDefinitionSyntax(
      range: range(from: start), description: description, name: directiveName, arguments: arguments, directives: directives,
      isRepeatable: isRepeatable, locations: locations)
  }

  ///     DirectiveExtension : extend directive @ Name Directives[Const]
  mutating func parseDirectiveExtension(_ start: Int) throws(SyntaxError) -> DirectiveDefinitionSyntax {
    advance()
    let directiveName = try parseName(after: .at, "the directive's name")
    let directives = try parseDirectives(isConstant: true)
    if directives.isEmpty { throw report(.expected("a directive to add", found: found, at: tokenRange)) }
    return DirectiveDefinitionSyntax(
      range: range(from: start), description: nil, name: directiveName, arguments: [], directives: directives, isExtension: true,
      isRepeatable: false, locations: [])
  }

  ///     DirectiveLocation : ExecutableDirectiveLocation | TypeSystemDirectiveLocation
  private mutating func parseDirectiveLocation() throws(SyntaxError) -> NameSyntax {
    let location = try parseName("a directive location")
    if !DirectiveLocation.all.contains(location.name) {
      let problem = Diagnostic.unknownDirectiveLocation(location.name, at: location.range)
      if isOfServer, problem.fixIts.isEmpty {
        skipped.append(.skippedDirectiveLocation(location.name, at: location.range))
      } else {
        diagnostics.append(problem)
      }
    }
    return location
  }

  /// Items between braces, at least one.
  private mutating func parseBraced<Item>(
    _ empty: Diagnostic.EmptyBlock, _ item: (inout Parser) throws(SyntaxError) -> Item
  ) throws(SyntaxError) -> [Item] {
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
        throw report(
          .unclosed(item: empty.item, closing: "}", found: found, at: tokenRange, opening: lexer.range(opening.start, opening.end)))
      }
      let first = token
      let outer = depth
      do throws(SyntaxError) {
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
