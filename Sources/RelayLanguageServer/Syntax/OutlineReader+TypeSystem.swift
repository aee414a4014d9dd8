internal import RelayCompilerCore

/// Definitions of types and directives.
extension OutlineReader {
  mutating func readTypeDefinition(_ kind: TypeKind) {
    let node = open(.typeDefinition, in: nil)
    nodes[node].typeKind = kind
    advance()
    if beginsDefinition {
      markMissingName(node)
      return leaveOpen(node)
    }
    takeName(node)
    if isWord("implements") { readInterfaces(in: node) }
    readDirectives(in: node)
    if kind == .union, token.kind == .equals { readNames(.members, separator: .pipe, in: node) }
    if token.kind == .leftBrace {
      switch kind {
      case .enum: readBlock(.enumValues, in: node) { $0.readEnumValue(in: $1) }
      case .inputObject: readBlock(.fields, in: node) { $0.readInputValue(in: $1) }
      default: readBlock(.fields, in: node) { $0.readFieldDefinition(in: $1) }
      }
      close(node)
    } else {
      leaveOpen(node)
    }
  }

  /// `implements A & B`; commas and nothing between names occur in old schemas.
  private mutating func readInterfaces(in parent: Int) { readNames(.interfaces, separator: .ampersand, in: parent) }

  /// Names with a separator, after a word or `=`.
  private mutating func readNames(_ kind: Outline.Kind, separator: Token.Kind, in parent: Int) {
    let node = open(kind, in: parent)
    advance()
    _ = skip(separator)
    let item: Outline.Kind = kind == .locations ? .location : .typeName
    readName(item, in: node)
    while true {
      if skip(separator) {
        readName(item, in: node)
      } else if token.kind == .name, kind == .interfaces, !beginsDefinition {
        readName(item, in: node)
      } else {
        return close(node)
      }
    }
  }

  mutating func readSchemaDefinition() {
    let node = open(.schemaDefinition, in: nil)
    advance()
    readDirectives(in: node)
    if token.kind == .leftBrace {
      readBlock(.fields, in: node) { reader, block in
        let item = reader.open(.rootOperation, in: block)
        reader.takeName(item)
        if reader.takeColon(item) { reader.readType(in: item) }
        reader.close(item)
      }
      close(node)
    } else {
      leaveOpen(node)
    }
  }

  mutating func readDirectiveDefinition() {
    let node = open(.directiveDefinition, in: nil)
    advance()
    _ = skip(.at)
    takeName(node)
    if token.kind == .leftParenthesis { readArgumentDefinitions(in: node) }
    readDirectives(in: node)
    if isWord("repeatable") { advance() }
    if isWord("on") {
      readNames(.locations, separator: .pipe, in: node)
      close(node)
    } else {
      leaveOpen(node)
    }
  }

  /// Braces and what is in them. `readItem` is called at each name.
  private mutating func readBlock(_ kind: Outline.Kind, in parent: Int, _ readItem: (inout OutlineReader, Int) -> Void) {
    readBrackets(kind, to: .rightBrace, in: parent) { reader, node in reader.readDescribed(in: node, readItem) }
  }

  /// A description, or what `readItem` reads at a name. Anything else is skipped.
  private mutating func readDescribed(in node: Int, _ readItem: (inout OutlineReader, Int) -> Void) {
    switch token.kind {
    case .name: readItem(&self, node)
    case .string, .blockString: readDescription(in: node)
    default: advance()
    }
  }

  private mutating func readDescription(in parent: Int) {
    let node = open(.description, in: parent)
    advance()
    close(node)
  }

  private mutating func readFieldDefinition(in parent: Int) {
    let node = open(.fieldDefinition, in: parent)
    takeName(node)
    if token.kind == .leftParenthesis { readArgumentDefinitions(in: node) }
    if takeColon(node) { readType(in: node) }
    readDirectives(in: node)
    close(node)
  }

  private mutating func readArgumentDefinitions(in parent: Int) {
    readBrackets(.argumentDefinitions, to: .rightParenthesis, stops: [.leftBrace, .rightBrace], in: parent) { reader, node in
      reader.readDescribed(in: node) { $0.readInputValue(in: $1) }
    }
  }

  private mutating func readInputValue(in parent: Int) {
    let node = open(.inputValue, in: parent)
    takeName(node)
    if takeColon(node) { readType(in: node) }
    if skip(.equals) { readValue(in: node) }
    readDirectives(in: node)
    close(node)
  }

  private mutating func readEnumValue(in parent: Int) {
    let node = open(.enumValueDefinition, in: parent)
    takeName(node)
    readDirectives(in: node)
    close(node)
  }
}
