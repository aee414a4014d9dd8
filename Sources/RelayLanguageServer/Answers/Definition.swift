internal import RelayCompilerCore

/// `textDocument/definition`, `typeDefinition`, `implementation`: from a name to where it is declared, to its type, to what implements it.
extension TextQuery {
  func definition(_ params: JSON) throws(InvalidParameters) -> JSON {
    let named = try symbol(params)
    guard let (node, symbol) = try named == nil ? receiver(params) : named else { return .null }
    if outline.nodes[node].kind == .operation { return locations([Place(text: index, node: node)], from: node) }
    let places = project.declarations(of: symbol)
    if !places.isEmpty { return locations(places, from: node) }
    return tools.builtInFile?.locations(of: symbol, from: node, in: self) ?? generatedDefinition(of: symbol)
  }

  /// The node of a value that is no name, such as a number, and the argument or input field that gets it.
  private func receiver(_ params: JSON) throws(InvalidParameters) -> (node: Int, symbol: Symbol)? {
    guard let node = outline.node(at: try offset(params)), outline.nodes[node].kind == .literal else { return nil }
    return outline.ancestor(of: node, .argument, .objectField).flatMap { scope.symbol(of: $0) }.map { (node, $0) }
  }

  /// A declaration that no text has: that of a schema from introspection.
  private func generatedDefinition(of symbol: Symbol) -> JSON {
    guard let file = project.texts.first(where: { $0.role == .schema && $0.isJSON }) else { return .null }
    let start = Position(line: 0, character: 0)
    switch symbol {
    case .type, .field, .argument, .inputField, .enumValue:
      return .array([["uri": .string(uri(file)), "range": TextRange(start, start).json]])
    default: return .null
    }
  }

  func typeDefinition(_ params: JSON) throws(InvalidParameters) -> JSON {
    guard let (node, symbol) = try symbol(params), let type = project.type(of: symbol) else { return .null }
    return locations(project.definitions(ofType: type), from: node)
  }

  /// The objects of an abstract type, or the fields of these; the spreads' fragment for a fragment; and the Swift that is generated.
  func implementation(_ params: JSON) throws(InvalidParameters) -> JSON {
    guard let (node, symbol) = try symbol(params) else { return .null }
    let declared = declaredImplementation(of: symbol, at: node)
    let swift = swiftDefinitions(of: symbol, at: node)
    if swift.isEmpty { return declared }
    // A client takes locations or links, and not both.
    let links =
      client.hasDefinitionLinks
      ? swift.map { ["targetUri": $0["uri"] ?? .null, "targetRange": $0["range"] ?? .null, "targetSelectionRange": $0["range"] ?? .null] }
      : swift
    return .array((declared.array ?? []) + links)
  }

  private func declaredImplementation(of symbol: Symbol, at node: Int) -> JSON {
    switch symbol {
    case .type(let name):
      guard let type = schema.type(named: name) else { return .null }
      let types = schema.isAbstract(type) ? schema.possibleTypes(of: type).map { schema[$0].name } : [name]
      return locations(types.flatMap { project.definitions(ofType: $0).prefix(1) }, from: node)
    case .field(let parent, let field):
      guard let type = schema.type(named: parent) else { return .null }
      let places = schema.possibleTypes(of: type).flatMap { project.declarations(of: .field(type: schema[$0].name, field)) }
      return locations(places, from: node)
    default: return locations(project.declarations(of: symbol), from: node)
    }
  }
}

extension Project {
  /// The named type of what a symbol is.
  func type(of symbol: Symbol) -> Name? {
    switch symbol {
    case .type(let name): return name
    case .fragment(let name):
      return fragments[name]?.first.flatMap { Scope(self, $0.text).condition(of: $0.node) }
    case .field(let type, let name):
      return schema.type(named: type).flatMap { schema.field(name, on: $0) }.map { schema[schema[$0].type.named].name }
    case .metaField(let name): return MetaField.type(of: name, in: schema).map { schema[$0.named].name }
    case .argument(let type, let field, let name):
      let owner = schema.type(named: type).flatMap { schema.field(field, on: $0) }
      return owner.flatMap { schema[$0].arguments.named(name) }.map { schema[$0.type.named].name }
    case .inputField(let type, let name):
      return schema.type(named: type).flatMap { schema[$0].inputFields.named(name) }.map { schema[$0.type.named].name }
    case .enumValue(let type, _): return type
    case .directiveArgument(let directive, let name):
      return schema.directives[directive]?.arguments.named(name).map { schema[$0.type.named].name }
    case .fragmentArgument(let fragment, let name): return fragmentArguments(of: fragment).first { $0.name == name }?.namedType
    case .variable(let operation, let name):
      guard let place = variableDefinition(name, of: operation) else { return nil }
      let outline = texts[place.text].outline
      return outline.child(of: place.node, .typeName).flatMap { outline.nodes[$0].name }
    case .alias(let place, _):
      let scope = Scope(self, place.text)
      return scope.outline.parent(place.node).flatMap { scope.symbol(of: $0) }.flatMap { type(of: $0) }
    case .operation, .directive, .globalVariable: return nil
    }
  }
}
