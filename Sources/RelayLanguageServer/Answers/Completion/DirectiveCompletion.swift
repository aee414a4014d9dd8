internal import RelayCompilerCore

/// Completion of directives, by the places at which they can stand.
extension TextQuery {
  func directiveItems(on holder: Int, at offset: Int) -> [CompletionItem] {
    guard let location = location(of: holder) else { return [] }
    let used = Set(
      outline.headChildren(of: holder).filter { outline.nodes[$0].kind == .directive && !outline.nodes[$0].isNamed(at: offset) }.compactMap
      { outline.nodes[$0].name })
    var items = schema.directives.values.filter { $0.locations.contains(location) && ($0.isRepeatable || !used.contains($0.name)) }
      .sorted { $0.name < $1.name }.map { directive -> CompletionItem in
        var item = CompletionItem(
          label: directive.name.string, kind: .directive, detail: "@\(directive.name)",
          documentation: BuiltInDescriptions.description(of: directive))
        let required = directive.arguments.required.enumerated().map { "\($0.element.name): ${\($0.offset + 1)}" }
        if !required.isEmpty {
          item.insertText = "\(directive.name)(\(required.joined(separator: ", ")))"
          item.isSnippet = true
        }
        return item
      }
    let own: Name? =
      location == DirectiveLocation.fragmentSpread
      ? .arguments : location == DirectiveLocation.fragmentDefinition ? .argumentDefinitions : nil
    if let own, !used.contains(own) {
      items.append(CompletionItem(label: own.string, kind: .directive, detail: "@\(own)", insertText: "\(own)($1)", isSnippet: true))
    }
    return items
  }

  private func location(of holder: Int) -> Name? {
    let node = outline.nodes[holder]
    switch node.kind {
    case .operation:
      switch node.operationKind {
      case .query: return DirectiveLocation.query
      case .mutation: return DirectiveLocation.mutation
      case .subscription: return DirectiveLocation.subscription
      }
    case .fragment: return DirectiveLocation.fragmentDefinition
    case .field: return DirectiveLocation.field
    case .spread: return DirectiveLocation.fragmentSpread
    case .inlineFragment: return DirectiveLocation.inlineFragment
    case .variableDefinition: return DirectiveLocation.variableDefinition
    case .schemaDefinition: return DirectiveLocation.schema
    case .fieldDefinition: return DirectiveLocation.fieldDefinition
    case .enumValueDefinition: return DirectiveLocation.enumValue
    case .inputValue:
      let isField = outline.parent(holder).map { outline.nodes[$0].kind == .fields } ?? false
      return isField ? DirectiveLocation.inputFieldDefinition : DirectiveLocation.argumentDefinition
    case .typeDefinition:
      switch node.typeKind {
      case .scalar: return DirectiveLocation.scalar
      case .object: return DirectiveLocation.object
      case .interface: return DirectiveLocation.interface
      case .union: return DirectiveLocation.union
      case .enum: return DirectiveLocation.enum
      case .inputObject: return DirectiveLocation.inputObject
      }
    default: return nil
    }
  }
}
