/// Operations, fragments and selections (specification, sections 2.3 to 2.8 and 2.13).
extension Parser {
  ///     OperationDefinition : Description? OperationType Name? VariablesDefinition? Directives? SelectionSet | SelectionSet
  mutating func parseOperationDefinition(_ start: Int, description: StringSyntax?) throws(SyntaxError) -> OperationDefinitionSyntax {
    let kindRange = tokenRange
    if token.kind == .leftBrace {
      let selections = try parseSelectionSet()
      return OperationDefinitionSyntax(
        range: range(from: start), description: nil, kind: .query, kindRange: kindRange, name: nil, variables: [], directives: [],
        selectionSet: selections)
    }
    let kind: OperationKind = isKeyword("query") ? .query : isKeyword("mutation") ? .mutation : .subscription
    advance()
    let operationName = token.kind == .name ? try parseName("the operation's name") : nil
    let variables = try parseVariableDefinitions()
    let directives = try parseDirectives(isConstant: false)
    let selections = try parseSelectionSet()
    return OperationDefinitionSyntax(
      range: range(from: start), description: description, kind: kind, kindRange: kindRange, name: operationName,
      variables: variables, directives: directives, selectionSet: selections)
  }

  ///     FragmentDefinition : Description? fragment FragmentName TypeCondition Directives? SelectionSet
  mutating func parseFragmentDefinition(_ start: Int, description: StringSyntax?) throws(SyntaxError) -> FragmentDefinitionSyntax {
    advance()
    if isKeyword("on") { throw report(.expected("the fragment's name", found: "'on', which cannot be one", at: tokenRange)) }
    let fragmentName = try parseName("the fragment's name")
    let variables = try parseFragmentVariables(of: fragmentName)
    guard isKeyword("on") else {
      throw report(.expected("'on' and a type after the fragment's name", found: found, at: tokenRange))
    }
    advance()
    let typeCondition = try parseName("the type that the fragment is on")
    let directives = try variables + parseDirectives(isConstant: false)
    let selections = try parseSelectionSet()
    return FragmentDefinitionSyntax(
      range: range(from: start), description: description, name: fragmentName, typeCondition: typeCondition, directives: directives,
      selectionSet: selections)
  }

  ///     VariablesDefinition : ( VariableDefinition+ )
  ///     VariableDefinition : Description? Variable : Type DefaultValue? Directives[Const]?
  mutating func parseVariableDefinitions() throws(SyntaxError) -> [VariableDefinitionSyntax] {
    guard token.kind == .leftParenthesis else { return [] }
    advance()
    var variables: [VariableDefinitionSyntax] = []
    while true {
      guard token.kind == .dollar || token.kind == .string || token.kind == .blockString else {
        if !variables.isEmpty { break }
        throw report(.expectedVariable(found: found, name: nameText, at: tokenRange))
      }
      let start = token.start
      let description = parseDescription()
      let variable = try parseName(after: .dollar, "the variable's name")
      guard skip(.colon) else {
        throw report(.expected("':' and a type after the variable '$\(variable.name)'", found: found, at: tokenRange))
      }
      let type = try parseTypeReference()
      let defaultValue = skip(.equals) ? try parseValue(isConstant: true) : nil
      let directives = try parseDirectives(isConstant: true)
      variables.append(
        VariableDefinitionSyntax(
          range: range(from: start), description: description, variable: variable, type: type, defaultValue: defaultValue,
          directives: directives))
    }
    if token.kind == .name { throw report(.expectedVariable(found: found, name: nameText, at: tokenRange)) }
    try expectClosing(.rightParenthesis, or: "a variable")
    return variables
  }

  /// The text of the current token if it is a name.
  private var nameText: String? { token.kind == .name ? lexer.text(token.start, token.end) : nil }

  // MARK: - Selections

  ///     SelectionSet : { Selection+ }
  ///     Selection : Field | FragmentSpread | InlineFragment
  mutating func parseSelectionSet() throws(SyntaxError) -> SelectionSetSyntax {
    guard token.kind == .leftBrace else { throw report(.expected("'{'", found: found, at: tokenRange)) }
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
      do throws(SyntaxError) {
        switch token.kind {
        case .name: selections.append(.field(try parseField()))
        case .spread: selections.append(try parseFragmentSelection())
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

  /// Ends the open blocks at a definition in the first column, after a missing brace was found earlier.
  mutating func endOfBlock() -> SyntaxError {
    let opening = open.last.map { lexer.range($0.start, $0.end) } ?? tokenRange
    if !reportedEnd {
      diagnostics.append(
        .missingClosingBrace(at: tokenRange, opening: opening, nextDefinition: lexer.text(token.start, token.end)))
    }
    return SyntaxError(endsDefinition: true)
  }

  private mutating func expectedSelection() -> SyntaxError {
    if token.kind == .endOfFile {
      let opening = open.last.map { lexer.range($0.start, $0.end) }
      return report(.unclosed(item: "a field", closing: "}", found: found, at: tokenRange, opening: opening))
    }
    return report(.expected("a field, '...' or '}'", found: found, at: tokenRange))
  }

  ///     Field : Alias? Name Arguments? Directives? SelectionSet?
  private mutating func parseField() throws(SyntaxError) -> FieldSyntax {
    let start = token.start
    var fieldName = try parseName("a field")
    var alias: NameSyntax?
    if skip(.colon) {
      alias = fieldName
      fieldName = try parseName("the name of the field that '\(fieldName.name)' is an alias of")
    }
    let arguments = try parseArguments(isConstant: false)
    let directives = try parseDirectives(isConstant: false)
    let selections = token.kind == .leftBrace ? try parseSelectionSet() : nil
    return FieldSyntax(
      range: range(from: start), alias: alias, name: fieldName, arguments: arguments, directives: directives,
      selectionSet: selections)
  }

  ///     FragmentSpread : ... FragmentName Directives?
  ///     InlineFragment : ... TypeCondition? Directives? SelectionSet
  ///
  /// A fragment spread or an inline fragment.
  private mutating func parseFragmentSelection() throws(SyntaxError) -> SelectionSyntax {
    let start = token.start
    advance()
    let hasCondition = isKeyword("on")
    if token.kind == .name, !hasCondition {
      let fragmentName = try parseName("a fragment's name")
      let directives = try parseSpreadArguments(of: fragmentName) + parseDirectives(isConstant: false)
      return .fragmentSpread(FragmentSpreadSyntax(range: range(from: start), name: fragmentName, directives: directives))
    }
    if !hasCondition, token.kind != .at, token.kind != .leftBrace {
      throw report(.expected("a fragment's name, 'on' or '{' after '...'", found: found, at: tokenRange))
    }
    var typeCondition: NameSyntax?
    if hasCondition {
      advance()
      typeCondition = try parseName("a type after 'on'")
    }
    let directives = try parseDirectives(isConstant: false)
    let selections = try parseSelectionSet()
    return .inlineFragment(
      InlineFragmentSyntax(range: range(from: start), typeCondition: typeCondition, directives: directives, selectionSet: selections))
  }
}
