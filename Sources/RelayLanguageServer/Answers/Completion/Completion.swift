internal import RelayCompilerCore

/// `textDocument/completion`. The place decides, not whether the text is valid: see `CompletionContext`.
extension TextQuery {
  func completion(_ params: JSON) throws(InvalidParameters) -> JSON {
    let offset = try offset(params)
    guard text.isInGraphQL(offset), !isInComment(offset) else { return ["isIncomplete": false, "items": []] }
    guard let context = CompletionContext(self, offset: offset) else { return ["isIncomplete": false, "items": []] }
    var items: [CompletionItem] = []
    switch context {
    case .definition: items = definitionKeywords()
    case .selection(let owner, let set, let afterDots): items = selectionItems(in: owner, set, afterDots: afterDots, at: offset)
    case .typeCondition(let parent, let isInline, let hasBraces):
      items = typeConditionItems(parent, isInline: isInline, hasBraces: hasBraces)
    case .inputType: items = typeItems([.scalar, .enum, .inputObject], withIntrospection: true)
    case .outputType: items = typeItems([.scalar, .enum, .object, .interface, .union])
    case .interface(let definition): items = interfaceItems(of: definition)
    case .unionMember, .rootType: items = typeItems([.object])
    case .extended(let kind): items = typeItems([kind])
    case .argument(let list): items = argumentItems(in: list, at: offset)
    case .inputField(let object): items = inputFieldItems(in: object, at: offset)
    case .value(let node): items = valueItems(at: node, offset: offset)
    case .variable(let node): items = variableItems(at: node)
    case .directive(let holder): items = directiveItems(on: holder, at: offset)
    case .directiveLocation: items = DirectiveLocation.all.map { CompletionItem(label: $0.string, kind: .keyword) }
    case .newName(let definition): items = newNameItems(for: definition)
    case .newVariable(let declaration): items = newVariableItems(for: declaration)
    }
    if !text.canHold("\n", at: offset) { items = items.map(\.onOneLine) }
    return ["isIncomplete": false, "items": .array(items.enumerated().map { $1.json(order: $0, client, uri(text)) })]
  }

  private func isInComment(_ offset: Int) -> Bool {
    let start = text.lines.line(of: offset)
    let from = text.lines.offset(of: Position(line: start, character: 0), in: text.bytes, .utf8)
    // A `#` in a string is rare, and then nothing is lost but names that could not stand there either.
    return text.bytes[from..<min(offset, text.bytes.count)].contains(UInt8(ascii: "#"))
  }

  private func definitionKeywords() -> [CompletionItem] {
    if text.isSchema { return typeSystemKeywords() }
    let executable = ["query", "mutation", "subscription", "fragment"].map { CompletionItem(label: $0, kind: .keyword) }
    return executable + [CompletionItem(label: "{", kind: .keyword)] + typeSystemKeywords()
  }

  private func typeSystemKeywords() -> [CompletionItem] {
    ["type", "interface", "union", "enum", "input", "scalar", "directive", "extend", "schema"].map {
      CompletionItem(label: $0, kind: .keyword)
    }
  }
}

extension GraphQLText {
  /// Whether an offset is in a part of the file that is GraphQL.
  func isInGraphQL(_ offset: Int) -> Bool {
    !isSwift || sources.contains { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }
}
