internal import RelayCompilerCore

/// Operations, fragments, selections and values.
extension OutlineReader {
  mutating func readOperation(_ kind: OperationKind) {
    let node = open(.operation, in: nil)
    nodes[node].operationKind = kind
    if token.kind == .name {
      advance()
      markMissingName(node)
      if token.kind == .name, !beginsDefinition { takeName(node) }
    }
    if token.kind == .leftParenthesis { readVariableDefinitions(in: node) }
    readDirectives(in: node)
    finishDefinition(node)
  }

  mutating func readFragment() {
    let node = open(.fragment, in: nil)
    advance()
    if isWord("on") { markMissingName(node) } else { takeName(node) }
    // Experimental: `fragment F($x: Int) on User`.
    if token.kind == .leftParenthesis { readVariableDefinitions(in: node) }
    if isWord("on") {
      advance()
      readName(.typeName, in: node)
    }
    readDirectives(in: node)
    finishDefinition(node)
  }

  private mutating func finishDefinition(_ node: Int) {
    if token.kind == .leftBrace {
      readSelectionSet(in: node)
      close(node)
    } else {
      leaveOpen(node)
    }
  }

  private mutating func readVariableDefinitions(in parent: Int) {
    let stops: [Token.Kind] = [.leftBrace, .rightBrace, .spread]
    readBrackets(.variableDefinitions, to: .rightParenthesis, stops: stops, in: parent) { reader, list in
      if reader.token.kind == .dollar { reader.readVariableDefinition(in: list) } else { reader.advance() }
    }
  }

  private mutating func readVariableDefinition(in parent: Int) {
    let node = open(.variableDefinition, in: parent)
    advance()
    takeName(node)
    if takeColon(node) { readType(in: node) }
    if skip(.equals) { readValue(in: node) }
    readDirectives(in: node)
    if token.kind == .rightParenthesis || token.kind == .dollar { close(node) } else { leaveOpen(node) }
  }

  /// The name in a type reference.
  mutating func readType(in parent: Int) {
    while skip(.leftBracket) {}
    readName(.typeName, in: parent)
    while token.kind == .rightBracket || token.kind == .bang { advance() }
  }

  // MARK: - Selections

  mutating func readSelectionSet(in parent: Int) {
    guard depth < Self.maximumDepth else { return skipBraces() }
    depth += 1
    defer { depth -= 1 }
    readBrackets(.selectionSet, to: .rightBrace, in: parent) { reader, node in
      switch reader.token.kind {
      case .name: reader.readField(in: node)
      case .spread: reader.readFragmentSelection(in: node)
      default: reader.advance()
      }
    }
  }

  private mutating func skipBraces() {
    var open = 0
    repeat {
      if token.kind == .leftBrace { open += 1 }
      if token.kind == .rightBrace { open -= 1 }
      advance()
    } while open > 0 && token.kind != .endOfFile
  }

  private mutating func readField(in parent: Int) {
    let node = open(.field, in: parent)
    if ahead.kind == .colon {
      let alias = open(.alias, in: node)
      takeName(alias)
      _ = takeColon(node)
    }
    takeName(node)
    if token.kind == .leftParenthesis { readArguments(in: node) }
    readDirectives(in: node)
    if token.kind == .leftBrace { readSelectionSet(in: node) }
    if nodes[node].hasName { close(node) }
  }

  private mutating func readFragmentSelection(in parent: Int) {
    let start = token
    if ahead.kind == .name, !(ahead.end - ahead.start == 2 && lexer.bytes[ahead.start..<ahead.end].elementsEqual("on".utf8)) {
      let node = open(.spread, in: parent)
      advance()
      if beginsDefinition {
        markMissingName(node)
        return leaveOpen(node)
      }
      takeName(node)
      if token.kind == .leftParenthesis { readArguments(in: node) }
      readDirectives(in: node)
      return close(node)
    }
    if ahead.kind != .name, ahead.kind != .leftBrace, ahead.kind != .at {
      let node = open(.spread, in: parent)
      advance()
      return takeName(node)
    }
    let node = open(.inlineFragment, in: parent)
    nodes[node].start = UInt32(start.start)
    advance()
    if isWord("on") {
      advance()
      readName(.typeName, in: node)
    }
    readDirectives(in: node)
    if token.kind == .leftBrace {
      readSelectionSet(in: node)
      close(node)
    } else {
      leaveOpen(node)
    }
  }

  // MARK: - Directives and arguments

  mutating func readDirectives(in parent: Int) {
    while token.kind == .at {
      let node = open(.directive, in: parent)
      advance()
      takeName(node)
      if token.kind == .leftParenthesis {
        readArguments(in: node)
        close(node)
      }
    }
  }

  private mutating func readArguments(in parent: Int) {
    let stops: [Token.Kind] = [.leftBrace, .rightBrace, .spread, .at]
    readBrackets(.arguments, to: .rightParenthesis, stops: stops, in: parent) { reader, node in
      switch reader.token.kind {
      case .name: reader.readArgument(.argument, in: node)
      case .rightBracket: reader.advance()
      default:
        // A value without a name.
        reader.readValue(in: node)
      }
    }
  }

  /// An argument, or a field of an object.
  private mutating func readArgument(_ kind: Outline.Kind, in parent: Int) {
    let node = open(kind, in: parent)
    takeName(node)
    guard takeColon(node) else { return }
    // `a: , b: 1`: the name belongs to the next argument.
    if token.kind == .name, ahead.kind == .colon { return leaveOpen(node) }
    if readValue(in: node) { close(node) } else { leaveOpen(node) }
  }

  /// Returns whether there is a value. What cannot be one is skipped, unless it closes something.
  @discardableResult
  mutating func readValue(in parent: Int) -> Bool {
    switch token.kind {
    case .dollar:
      let node = open(.variable, in: parent)
      advance()
      takeName(node)
      return true
    case .name:
      if beginsDefinition { return false }
      let isLiteral = isWord("true") || isWord("false") || isWord("null")
      let node = open(isLiteral ? .literal : .enumValue, in: parent)
      takeName(node)
      return true
    case .int, .float, .string, .blockString:
      let node = open(.literal, in: parent)
      if token.kind == .string, isTypeOfFragmentArgument(parent) { readTypeName(in: node) }
      advance()
      close(node)
      return true
    case .leftBracket, .leftBrace:
      guard depth < Self.maximumDepth else {
        advance()
        return false
      }
      depth += 1
      defer { depth -= 1 }
      if token.kind == .leftBracket { readList(in: parent) } else { readObject(in: parent) }
      return true
    case .rightParenthesis, .rightBrace, .rightBracket, .endOfFile, .spread, .at: return false
    default:
      advance()
      return false
    }
  }

  /// Whether a value is that of `type` in `@argumentDefinitions(name: {type: "…"})`.
  private func isTypeOfFragmentArgument(_ field: Int) -> Bool {
    guard nodes[field].kind == .objectField, nodes[field].name == .type else { return false }
    let holders: [Outline.Kind] = [.object, .argument, .arguments, .directive]
    var index = field
    for kind in holders {
      index = Int(nodes[index].parent)
      guard index >= 0, nodes[index].kind == kind else { return false }
    }
    return nodes[index].name == .argumentDefinitions
  }

  /// The name of the type in a string. It is empty if the string has none.
  private mutating func readTypeName(in literal: Int) {
    let node = open(.typeName, in: literal)
    var start = token.start + 1
    while start < token.end, "[ ".utf8.contains(lexer.bytes[start]) { start += 1 }
    var end = start
    while end < token.end, Lexer.continuesName(lexer.bytes[end]) { end += 1 }
    (nodes[node].start, nodes[node].end) = (UInt32(start), UInt32(end))
    (nodes[node].nameStart, nodes[node].nameEnd) = (UInt32(start), UInt32(end))
    if start < end { nodes[node].name = Name(lexer.bytes[start..<end]) }
  }

  private mutating func readList(in parent: Int) {
    let stops: [Token.Kind] = [.rightParenthesis, .rightBrace, .spread, .at]
    readBrackets(.list, to: .rightBracket, stops: stops, in: parent) { reader, node in reader.readValue(in: node) }
  }

  private mutating func readObject(in parent: Int) {
    let stops: [Token.Kind] = [.rightParenthesis, .rightBracket, .spread, .at]
    readBrackets(.object, to: .rightBrace, stops: stops, in: parent) { reader, node in
      if reader.token.kind == .name { reader.readArgument(.objectField, in: node) } else { reader.readValue(in: node) }
    }
  }
}
