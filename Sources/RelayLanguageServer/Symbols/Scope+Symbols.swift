internal import RelayCompilerCore

/// The symbol of a node.
extension Scope {
  func symbol(of index: Int) -> Symbol? {
    let node = node(index)
    guard let name = node.name else { return nil }
    switch node.kind {
    case .operation: return .operation(name)
    case .fragment, .spread: return .fragment(name)
    case .typeName, .typeDefinition: return .type(name)
    case .directive, .directiveDefinition: return .directive(name)
    case .field: return fieldSymbol(index, name)
    case .alias: return .alias(Place(text: textIndex, node: index), name)
    case .argument: return argumentSymbol(index, name)
    case .objectField:
      guard let object = outline.parent(index) else { return nil }
      return expectedType(at: object).map { .inputField(type: schema[$0].name, name) }
    case .enumValue: return expectedType(at: index).map { .enumValue(type: schema[$0].name, name) }
    case .variable, .variableDefinition: return variable(name, in: outline.definition(of: index))
    case .fieldDefinition:
      return typeDefinition(around: index).map { .field(type: $0, name) }
    case .enumValueDefinition: return typeDefinition(around: index).map { .enumValue(type: $0, name) }
    case .inputValue: return inputValueSymbol(index, name)
    default: return nil
    }
  }

  private func fieldSymbol(_ index: Int, _ name: Name) -> Symbol? {
    if let parent = parentType(of: index), schema.field(name, on: parent) != nil { return .field(type: schema[parent].name, name) }
    return MetaField.type(of: name, in: schema) == nil ? nil : .metaField(name)
  }

  private func argumentSymbol(_ index: Int, _ name: Name) -> Symbol? {
    switch owner(ofArguments: index) {
    case .field(let field)?: .argument(type: schema[schema[field].parent].name, field: schema[field].name, name)
    case .directive(let directive)?: .directiveArgument(directive, name)
    case .fragment(let fragment)?, .argumentDefinitions(of: let fragment)?: .fragmentArgument(fragment: fragment, name)
    case nil: nil
    }
  }

  private func typeDefinition(around index: Int) -> Name? {
    outline.ancestor(of: index, .typeDefinition).flatMap { node($0).name }
  }

  private func inputValueSymbol(_ index: Int, _ name: Name) -> Symbol? {
    guard let list = outline.parent(index), let holder = outline.parent(list) else { return nil }
    switch node(holder).kind {
    case .directiveDefinition: return node(holder).name.map { .directiveArgument($0, name) }
    case .fieldDefinition:
      guard let field = node(holder).name, let type = typeDefinition(around: holder) else { return nil }
      return .argument(type: type, field: field, name)
    case .typeDefinition: return node(holder).name.map { .inputField(type: $0, name) }
    default: return nil
    }
  }

  /// A variable in a definition of this text.
  func variable(_ name: Name, in definition: Int) -> Symbol? {
    switch node(definition).kind {
    case .operation: .variable(Place(text: textIndex, node: definition), name)
    case .fragment:
      if let fragment = node(definition).name, project.fragmentArguments(of: fragment).contains(where: { $0.name == name }) {
        .fragmentArgument(fragment: fragment, name)
      } else {
        .globalVariable(name)
      }
    default: nil
    }
  }

  /// Whether the node is where the symbol is declared.
  func isDeclaration(_ index: Int) -> Bool {
    switch node(index).kind {
    case .operation, .fragment, .typeDefinition, .directiveDefinition, .variableDefinition, .fieldDefinition, .inputValue,
      .enumValueDefinition, .alias:
      true
    case .argument: if case .argumentDefinitions? = owner(ofArguments: index) { true } else { false }
    default: false
    }
  }
}
