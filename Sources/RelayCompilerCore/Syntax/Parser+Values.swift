/// Arguments, directives, values and type references (specification, sections 2.7, 2.9 to 2.12).
extension Parser {
  ///     Arguments[Const] : ( Argument[?Const]+ )
  ///     Argument[Const] : Name : Value[?Const]
  mutating func parseArguments(isConstant: Bool) throws(SyntaxError) -> [ArgumentSyntax] {
    guard token.kind == .leftParenthesis else { return [] }
    let opening = token
    advance()
    if token.kind == .rightParenthesis {
      diagnostics.append(.emptyArguments(at: lexer.range(opening.start, token.end)))
      advance()
      return []
    }
    var arguments: [ArgumentSyntax] = []
    // The name of the next argument, if it was first parsed as a value.
    var taken: NameSyntax?
    while taken != nil || token.kind == .name {
      let argumentName = if let taken { taken } else { try parseName("an argument's name") }
      taken = nil
      guard token.kind == .colon else {
        let what = "':' and a value after the argument '\(argumentName.name)'"
        guard token.kind == .name else { throw report(.expected(what, found: found, at: tokenRange)) }
        // The next argument follows, so the missing value is reported here.
        report(.expected(what, found: found, at: argumentName.range))
        continue
      }
      advance()
      let value = try parseValue(isConstant: isConstant)
      if case .enum(let next) = value, token.kind == .colon {
        report(.expected("a value after '\(argumentName.name):'", found: "the argument '\(next.name)'", at: argumentName.range))
        taken = next
        continue
      }
      arguments.append(ArgumentSyntax(range: range(from: Int(argumentName.range.start)), name: argumentName, value: value))
    }
    if let value = valueWithoutName { throw report(.unnamedArgument(value, at: tokenRange)) }
    try expectClosing(.rightParenthesis, or: "an argument")
    return arguments
  }

  /// The current token, if it is a value where an argument's name is expected: `user("me")`.
  private var valueWithoutName: String? {
    switch token.kind {
    case .int, .float, .string: return lexer.text(token.start, token.end)
    case .dollar:
      var ahead = lexer.ahead
      let name = ahead.next()
      return name.kind == .name ? lexer.text(token.start, name.end) : nil
    default: return nil
    }
  }

  ///     Directives[Const] : Directive[?Const]+
  ///     Directive[Const] : @ Name Arguments[?Const]?
  mutating func parseDirectives(isConstant: Bool) throws(SyntaxError) -> [DirectiveSyntax] {
    guard token.kind == .at else { return [] }
    var directives: [DirectiveSyntax] = []
    while token.kind == .at {
      let start = token.start
      let directiveName = try parseName(after: .at, "the directive's name")
      let arguments = try parseArguments(isConstant: isConstant)
      directives.append(DirectiveSyntax(range: range(from: start), name: directiveName, arguments: arguments))
    }
    return directives
  }

  ///     Value[Const] : [~Const] Variable | IntValue | FloatValue | StringValue | BooleanValue | NullValue | EnumValue | ListValue | ObjectValue
  mutating func parseValue(isConstant: Bool) throws(SyntaxError) -> ValueSyntax {
    let range = tokenRange
    switch token.kind {
    case .dollar:
      let variable = try parseName(after: .dollar, "the variable's name")
      // The value is well-formed. Continuing with it avoids a second error.
      if isConstant { diagnostics.append(.variableInConstant(variable.name, at: variable.range)) }
      return .variable(variable)
    case .int, .float:
      let text = lexer.text(token.start, token.end)
      let isInt = token.kind == .int
      advance()
      return isInt ? .int(text, range) : .float(text, range)
    case .string, .blockString:
      return .string(parseString())
    case .name:
      if isKeyword("true") || isKeyword("false") {
        let isTrue = isKeyword("true")
        advance()
        return .boolean(isTrue, range)
      }
      if isKeyword("null") {
        advance()
        return .null(range)
      }
      return .enum(try parseName("a value"))
    case .leftBracket:
      return try parseList(isConstant: isConstant)
    case .leftBrace:
      return try parseObject(isConstant: isConstant)
    default:
      throw report(.expected("a value", found: found, at: range))
    }
  }

  ///     ListValue[Const] : [ ] | [ Value[?Const]+ ]
  private mutating func parseList(isConstant: Bool) throws(SyntaxError) -> ValueSyntax {
    let start = token.start
    try enter()
    advance()
    var items: [ValueSyntax] = []
    while token.kind != .rightBracket {
      switch token.kind {
      case .dollar, .int, .float, .string, .blockString, .name, .leftBracket, .leftBrace:
        items.append(try parseValue(isConstant: isConstant))
      default:
        try expectClosing(.rightBracket, or: "a value")
      }
    }
    advance()
    depth -= 1
    return .list(items, range(from: start))
  }

  ///     ObjectValue[Const] : { } | { ObjectField[?Const]+ }
  ///     ObjectField[Const] : Name : Value[?Const]
  private mutating func parseObject(isConstant: Bool) throws(SyntaxError) -> ValueSyntax {
    let start = token.start
    try enter()
    advance()
    var fields: [ArgumentSyntax] = []
    while token.kind == .name {
      let fieldStart = token.start
      let fieldName = try parseName("a field's name")
      guard token.kind == .colon else {
        throw report(.expected("':' and a value after the input field '\(fieldName.name)'", found: found, at: tokenRange))
      }
      advance()
      let value = try parseValue(isConstant: isConstant)
      fields.append(ArgumentSyntax(range: range(from: fieldStart), name: fieldName, value: value))
    }
    try expectClosing(.rightBrace, or: "an input field")
    depth -= 1
    return .object(fields, range(from: start))
  }

  // MARK: - Types

  ///     Type : NamedType | ListType | NonNullType
  ///     ListType : [ Type ]
  ///     NonNullType : NamedType ! | ListType !
  mutating func parseTypeReference() throws(SyntaxError) -> TypeSyntax {
    let start = token.start
    var type: TypeSyntax
    if token.kind == .leftBracket {
      // Each level may be non-null as well.
      try enter(limit: Parser.maximumTypeDepth / 2)
      advance()
      let item = try parseTypeReference()
      depth -= 1
      try expectClosing(.rightBracket, or: "'!'")
      type = .list(item, range(from: start))
    } else {
      type = .named(try parseName("a type"))
    }
    if token.kind == .bang {
      advance()
      type = .nonNull(type, range(from: start))
    }
    return type
  }
}
