internal import RelayCompilerCore

/// Where symbols are declared and used.
extension Project {
  // MARK: - Declarations

  func declarations(of symbol: Symbol) -> [Place] {
    switch symbol {
    case .operation(let name): return operations[name] ?? []
    case .fragment(let name): return fragments[name] ?? []
    case .type(let name): return definitions(ofType: name)
    case .field(let type, let name):
      // A union has no fields of its own, and an interface's field may come from an extension.
      return members(of: type, .fieldDefinition, name)
    case .enumValue(let type, let name): return members(of: type, .enumValueDefinition, name)
    case .inputField(let type, let name): return members(of: type, .inputValue, name)
    case .argument(let type, let field, let name):
      return members(of: type, .fieldDefinition, field).flatMap { argument(name, of: $0) }
    case .directive(let name): return directiveDefinitions(name)
    case .directiveArgument(let directive, let name): return directiveDefinitions(directive).flatMap { argument(name, of: $0) }
    case .fragmentArgument(let fragment, let name): return fragmentArguments(of: fragment).filter { $0.name == name }.map(\.place)
    case .variable(let operation, let name): return variableDefinition(name, of: operation).map { [$0] } ?? []
    case .globalVariable(let name): return operationsDeclaring(name)
    case .alias(let place, _): return [place]
    case .metaField: return []
    }
  }

  private func members(of type: Name, _ kind: Outline.Kind, _ name: Name) -> [Place] {
    definitions(ofType: type).flatMap { place -> [Place] in
      let outline = texts[place.text].outline
      return outline.descendants(of: place.node).filter { index in
        let node = outline.nodes[index]
        return node.kind == kind && node.name == name && outline.parent(index).flatMap(outline.parent) == place.node
      }.map { Place(text: place.text, node: $0) }
    }
  }

  private func argument(_ name: Name, of place: Place) -> [Place] {
    let outline = texts[place.text].outline
    guard let list = outline.child(of: place.node, .argumentDefinitions) else { return [] }
    return outline.children(of: list).filter { outline.nodes[$0].kind == .inputValue && outline.nodes[$0].name == name }
      .map { Place(text: place.text, node: $0) }
  }

  private func directiveDefinitions(_ name: Name) -> [Place] {
    typeSystemTexts.compactMap { index in texts[index].directives[name].map { Place(text: index, node: $0) } }
  }

  func variableDefinition(_ name: Name, of operation: Place) -> Place? {
    let outline = texts[operation.text].outline
    guard let list = outline.child(of: operation.node, .variableDefinitions) else { return nil }
    return outline.children(of: list).first { outline.nodes[$0].kind == .variableDefinition && outline.nodes[$0].name == name }
      .map { Place(text: operation.text, node: $0) }
  }

  /// The declarations of a variable in operations that reach a fragment which uses it without declaring it.
  private func operationsDeclaring(_ name: Name) -> [Place] {
    textsUsing(name).flatMap { index in
      texts[index].outline.definitions.filter { texts[index].outline.nodes[$0].kind == .operation }
        .compactMap { variableDefinition(name, of: Place(text: index, node: $0)) }
    }
  }

  // MARK: - Uses

  /// Every place of a symbol, with its declarations: by text and position.
  func places(of symbol: Symbol) -> [Place] {
    switch symbol {
    case .alias(let place, _): return [place]
    case .variable(let operation, let name): return places(ofVariable: name, of: operation)
    default: break
    }
    let name = symbol.name
    var found: [Place] = []
    for index in textsUsing(name) {
      if Cancellation.isCancelled { return [] }
      let scope = Scope(self, index)
      for node in scope.text.occurrences[name] where mayMean(symbol, scope.node(node).kind) {
        if matches(scope, node, symbol) { found.append(Place(text: index, node: node)) }
      }
    }
    return found
  }

  /// Whether a node of a kind can have the symbol, without looking at its type.
  private func mayMean(_ symbol: Symbol, _ kind: Outline.Kind) -> Bool {
    switch symbol {
    case .operation: kind == .operation
    case .fragment: kind == .fragment || kind == .spread
    case .type: kind == .typeName || kind == .typeDefinition
    case .field, .metaField: kind == .field || kind == .fieldDefinition
    case .argument, .directiveArgument: kind == .argument || kind == .inputValue
    case .inputField: kind == .objectField || kind == .inputValue
    case .enumValue: kind == .enumValue || kind == .enumValueDefinition
    case .directive: kind == .directive || kind == .directiveDefinition
    case .fragmentArgument: kind == .argument || kind == .variable || kind == .variableDefinition
    case .variable, .globalVariable: kind == .variable || kind == .variableDefinition
    case .alias: kind == .alias
    }
  }

  private func matches(_ scope: Scope, _ node: Int, _ symbol: Symbol) -> Bool {
    if case .field(let type, _) = symbol, scope.node(node).kind == .field, let wanted = schema.type(named: type) {
      // A selection on an object is also one of the interface's field; one on the interface may be of another object.
      return scope.enclosingTypes(of: node).contains { schema.isSubtype($0, of: wanted) } && scope.symbol(of: node) != nil
    }
    if case .globalVariable(let name) = symbol, scope.node(node).kind == .variableDefinition {
      return scope.node(scope.outline.definition(of: node)).kind == .operation && scope.node(node).name == name
    }
    return scope.symbol(of: node) == symbol
  }

  /// The uses of an operation's variable, also in the fragments that it reaches.
  private func places(ofVariable name: Name, of operation: Place) -> [Place] {
    variables(of: operation).filter { texts[$0.text].outline.nodes[$0.node].name == name }
  }

  /// The declarations and uses of an operation's variables: first in itself, then in the fragments that it reaches and that do not
  /// declare them.
  func variables(of operation: Place) -> [Place] {
    func variables(in definition: Place, except own: Set<Name> = []) -> [Place] {
      let outline = texts[definition.text].outline
      return outline.descendants(of: definition.node).filter { index in
        let node = outline.nodes[index]
        return (node.kind == .variable || node.kind == .variableDefinition) && !(node.name.map(own.contains) ?? false)
      }.map { Place(text: definition.text, node: $0) }
    }
    var found = variables(in: operation)
    for fragment in reachableFragments(from: operation).sorted() {
      let own = Set(fragmentArguments(of: fragment).map(\.name))
      for place in fragments[fragment] ?? [] { found += variables(in: place, except: own) }
    }
    return found
  }
}
