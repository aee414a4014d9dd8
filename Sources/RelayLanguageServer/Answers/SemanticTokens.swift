internal import RelayCompilerCore

/// The kinds of tokens, in the order of the legend. The names are the protocol's.
enum SemanticTokenType: String, CaseIterable {
  case keyword, type, interface, `enum`, enumMember, function, `class`, property, parameter, variable, decorator, string, number
}

/// `textDocument/semanticTokens/full`. There are none for Swift files: a client shows those of one server, and that is the language's.
extension TextQuery {
  func semanticTokens() -> JSON {
    guard !text.isSwift else { return .null }
    var data: [JSON] = []
    var last = Position(line: 0, character: 0)
    var tokens: [(range: Range<Int>, type: SemanticTokenType, isDeprecated: Bool)] = []
    let scope = scope
    for (index, node) in outline.nodes.enumerated() {
      if node.kind == .literal || node.kind == .description {
        guard let first = text.bytes.indices.contains(Int(node.start)) ? text.bytes[Int(node.start)] : nil else { continue }
        tokens.append((node.range, first == UInt8(ascii: "\"") ? .string : node.hasName ? .keyword : .number, false))
      } else if node.hasName, outline.parent(index).map({ outline.nodes[$0].kind }) != .literal, let type = type(of: index) {
        // What is in a string has the string's token: tokens must not overlap.
        tokens.append((node.nameRange, type, node.kind == .field && isDeprecated(scope, index)))
      }
    }
    for token in tokens.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let start = text.position(token.range.lowerBound, client.encoding)
      let end = text.position(token.range.upperBound, client.encoding)
      // A token of several lines is not part of the protocol.
      guard start.line == end.line, start >= last else { continue }
      let line = start.line - last.line
      let character = line == 0 ? start.character - last.character : start.character
      let type = SemanticTokenType.allCases.firstIndex(of: token.type) ?? 0
      data += [.int(line), .int(character), .int(end.character - start.character), .int(type), .int(token.isDeprecated ? 1 : 0)]
      last = start
    }
    return ["data": .array(data)]
  }

  private func type(of index: Int) -> SemanticTokenType? {
    switch outline.nodes[index].kind {
    case .operation: .function
    case .fragment, .spread: .class
    case .field, .fieldDefinition, .alias, .objectField: .property
    case .argument, .inputValue: .parameter
    case .variable, .variableDefinition: .variable
    case .directive, .directiveDefinition: .decorator
    case .enumValue, .enumValueDefinition: .enumMember
    case .location, .rootOperation: .keyword
    case .typeDefinition, .typeName:
      switch outline.nodes[index].name.flatMap({ schema.type(named: $0) }).map({ schema[$0].kind }) {
      case .interface?, .union?: .interface
      case .enum?: .enum
      default: .type
      }
    default: nil
    }
  }

  private func isDeprecated(_ scope: Scope, _ index: Int) -> Bool {
    guard let name = outline.nodes[index].name, let parent = scope.parentType(of: index), let field = schema.field(name, on: parent)
    else { return false }
    return schema[field].deprecation != nil
  }
}
