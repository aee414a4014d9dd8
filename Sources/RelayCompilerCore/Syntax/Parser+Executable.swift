/// Operations, fragments and selections (specification, sections 2.3 to 2.8 and 2.13).
extension Parser {
  mutating func operation(_ start: Int, description: StringSyntax?) throws(Failure) -> OperationDefinitionSyntax {
    let kindRange = tokenRange
    if token.kind == .leftBrace {
      let selections = try selectionSet()
      return OperationDefinitionSyntax(
        range: range(from: start), description: nil, kind: .query, kindRange: kindRange, name: nil, variables: [], directives: [],
        selectionSet: selections)
    }
    let kind: OperationKind = isKeyword("query") ? .query : isKeyword("mutation") ? .mutation : .subscription
    advance()
    let operationName = token.kind == .name ? try name("the operation's name") : nil
    let variables = try variableDefinitions()
    let directives = try directives(isConstant: false)
    let selections = try selectionSet()
    return OperationDefinitionSyntax(
      range: range(from: start), description: description, kind: kind, kindRange: kindRange, name: operationName,
      variables: variables, directives: directives, selectionSet: selections)
  }

  mutating func fragmentDefinition(_ start: Int, description: StringSyntax?) throws(Failure) -> FragmentDefinitionSyntax {
    advance()
    if isKeyword("on") { throw fail(.expected("the fragment's name", found: "'on', which cannot be one", at: tokenRange)) }
    let fragmentName = try name("the fragment's name")
    let variables = try fragmentVariables(of: fragmentName)
    guard isKeyword("on") else {
      throw fail(.expected("'on' and a type after the fragment's name", found: found, at: tokenRange))
    }
    advance()
    let typeCondition = try name("the type that the fragment is on")
    let directives = try variables + directives(isConstant: false)
    let selections = try selectionSet()
    return FragmentDefinitionSyntax(
      range: range(from: start), description: description, name: fragmentName, typeCondition: typeCondition, directives: directives,
      selectionSet: selections)
  }

  mutating func variableDefinitions() throws(Failure) -> [VariableDefinitionSyntax] {
    guard token.kind == .leftParenthesis else { return [] }
    advance()
    var variables: [VariableDefinitionSyntax] = []
    while true {
      guard token.kind == .dollar || token.kind == .string || token.kind == .blockString else {
        if !variables.isEmpty { break }
        throw fail(.expectedVariable(found: found, name: nameText, at: tokenRange))
      }
      let start = token.start
      let description = optionalDescription()
      let variable = try name(after: .dollar, "the variable's name")
      guard skip(.colon) else {
        throw fail(.expected("':' and a type after the variable '$\(variable.name)'", found: found, at: tokenRange))
      }
      let type = try typeReference()
      let defaultValue = skip(.equals) ? try value(isConstant: true) : nil
      let directives = try directives(isConstant: true)
      variables.append(
        VariableDefinitionSyntax(
          range: range(from: start), description: description, variable: variable, type: type, defaultValue: defaultValue,
          directives: directives))
    }
    if token.kind == .name { throw fail(.expectedVariable(found: found, name: nameText, at: tokenRange)) }
    try expectClosing(.rightParenthesis, or: "a variable")
    return variables
  }

  /// The text of the current token where it is a name.
  private var nameText: String? { token.kind == .name ? lexer.text(token.start, token.end) : nil }

  // MARK: - Selections

  mutating func selectionSet() throws(Failure) -> SelectionSetSyntax {
    guard token.kind == .leftBrace else { throw fail(.expected("'{'", found: found, at: tokenRange)) }
    try enter()
    let start = token.start
    advance()
    let height = open.count
    let level = depth
    var selections: [SelectionSyntax] = []
    if token.kind == .rightBrace { diagnostics.append(.emptySelectionSet(at: lexer.range(start, token.end))) }
    while token.kind != .rightBrace {
      if definitionsEndBlocks, beginsDefinition(token) { throw endOfBlock() }
      let first = token
      do throws(Failure) {
        switch token.kind {
        case .name: selections.append(.field(try field()))
        case .spread: selections.append(try fragmentSelection())
        default: throw expectedSelection()
        }
      } catch {
        depth = level
        try skipToItem(from: first, height: height, error)
      }
    }
    advance()
    depth -= 1
    return SelectionSetSyntax(range: range(from: start), selections: selections)
  }

  /// Ends an open block at a definition in the first column, after a missing brace was found before.
  mutating func endOfBlock() -> Failure {
    let opening = open.last.map { lexer.range($0.start, $0.end) } ?? tokenRange
    if !reportedEnd {
      diagnostics.append(
        .missingClosingBrace(at: tokenRange, opening: opening, nextDefinition: lexer.text(token.start, token.end)))
    }
    return Failure(endsDefinition: true)
  }

  private mutating func expectedSelection() -> Failure {
    if token.kind == .endOfFile {
      let opening = open.last.map { lexer.range($0.start, $0.end) }
      return fail(.unclosed(item: "a field", closing: "}", found: found, at: tokenRange, opening: opening))
    }
    return fail(.expected("a field, '...' or '}'", found: found, at: tokenRange))
  }

  private mutating func field() throws(Failure) -> FieldSyntax {
    let start = token.start
    var fieldName = try name("a field")
    var alias: NameSyntax?
    if skip(.colon) {
      alias = fieldName
      fieldName = try name("the name of the field that '\(fieldName.name)' is an alias of")
    }
    let arguments = try arguments(isConstant: false)
    let directives = try directives(isConstant: false)
    let selections = token.kind == .leftBrace ? try selectionSet() : nil
    return FieldSyntax(
      range: range(from: start), alias: alias, name: fieldName, arguments: arguments, directives: directives,
      selectionSet: selections)
  }

  /// A fragment spread or an inline fragment.
  private mutating func fragmentSelection() throws(Failure) -> SelectionSyntax {
    let start = token.start
    advance()
    let hasCondition = isKeyword("on")
    if token.kind == .name, !hasCondition {
      let fragmentName = try name("a fragment's name")
      let directives = try spreadArguments(of: fragmentName) + directives(isConstant: false)
      return .fragmentSpread(FragmentSpreadSyntax(range: range(from: start), name: fragmentName, directives: directives))
    }
    if !hasCondition, token.kind != .at, token.kind != .leftBrace {
      throw fail(.expected("a fragment's name, 'on' or '{' after '...'", found: found, at: tokenRange))
    }
    var typeCondition: NameSyntax?
    if hasCondition {
      advance()
      typeCondition = try name("a type after 'on'")
    }
    let directives = try directives(isConstant: false)
    let selections = try selectionSet()
    return .inlineFragment(
      InlineFragmentSyntax(range: range(from: start), typeCondition: typeCondition, directives: directives, selectionSet: selections))
  }
}
