internal import RelayCompilerCore

/// Completion of arguments and input fields, and of their values.
extension TextQuery {
  private func given(in list: Int, _ kind: Outline.Kind, at offset: Int) -> Set<Name> {
    Set(
      outline.children(of: list).filter { outline.nodes[$0].kind == kind && !outline.nodes[$0].isNamed(at: offset) }.compactMap {
        outline.nodes[$0].name
      })
  }

  func argumentItems(in list: Int, at offset: Int) -> [CompletionItem] {
    let given = given(in: list, .argument, at: offset)
    switch scope.owner(ofArguments: list) {
    case .field(let field)?: return schema[field].arguments.filter { !given.contains($0.name) }.map(input)
    case .directive(let name)?: return schema.directives[name]?.arguments.filter { !given.contains($0.name) }.map(input) ?? []
    case .fragment(let fragment)?:
      return project.fragmentArguments(of: fragment).filter { !given.contains($0.name) }.map { argument in
        CompletionItem(label: argument.name.string, kind: .argument, detail: argument.type, insertText: argument.name.string + ": ")
      }
    case .argumentDefinitions?, nil: return []
    }
  }

  private func input(_ definition: InputValueDefinition) -> CompletionItem {
    let value = definition.defaultValue.map { " = " + $0.graphQL } ?? ""
    var item = CompletionItem(
      label: definition.name.string, kind: .argument, detail: schema.description(of: definition.type) + value,
      documentation: definition.description, insertText: definition.name.string + ": ")
    item.deprecation = definition.deprecation
    return item
  }

  func inputFieldItems(in object: Int, at offset: Int) -> [CompletionItem] {
    if isArgumentDefinition(object) {
      return ["type", "defaultValue", "provider"].map { CompletionItem(label: $0, kind: .argument, insertText: $0 + ": ") }
    }
    guard let type = scope.expectedType(at: object) else { return [] }
    let given = given(in: object, .objectField, at: offset)
    return schema[type].inputFields.filter { !given.contains($0.name) }.map(input)
  }

  private func isArgumentDefinition(_ object: Int) -> Bool {
    guard let argument = outline.parent(object), outline.nodes[argument].kind == .argument else { return false }
    if case .argumentDefinitions? = scope.owner(ofArguments: argument) { return true }
    return false
  }

  // MARK: - Values

  func valueItems(at node: Int, offset: Int) -> [CompletionItem] {
    guard let type = scope.expectedType(at: node) else { return variableItems(at: node).map(withDollar) }
    var items = schema[type].values.map { value in
      var item = CompletionItem(
        label: value.name.string, kind: .enumValue, detail: schema[type].name.string, documentation: value.description)
      item.deprecation = value.deprecation
      return item
    }
    if schema[type].name == .boolean { items += ["true", "false"].map { CompletionItem(label: $0, kind: .keyword) } }
    return variableItems(at: node).map(withDollar) + items
  }

  private func withDollar(_ item: CompletionItem) -> CompletionItem {
    var item = item
    item.insertText = item.label
    return item
  }

  /// The variables whose type fits, or else the one that would have to be declared.
  func variableItems(at node: Int) -> [CompletionItem] {
    let definition = outline.definition(of: node)
    let place = Place(text: index, node: definition)
    let expected = scope.expectedType(at: node)
    var known: [(name: Name, type: String)] = []
    if outline.nodes[definition].kind == .operation {
      let list = outline.child(of: definition, .variableDefinitions)
      // A default value is constant.
      if let list, outline.descendants(of: list).contains(node) { return [] }
      known = (list.map(outline.children(of:)) ?? []).compactMap { index in
        outline.nodes[index].name.map { ($0, scope.typeText(of: index) ?? "") }
      }
    } else if let fragment = outline.nodes[definition].name, outline.nodes[definition].kind == .fragment {
      known = project.fragmentArguments(of: fragment).map { ($0.name, $0.type) }
    }
    let fitting = known.filter { variable in
      guard let expected else { return true }
      return variable.type.filter { $0 != "[" && $0 != "]" && $0 != "!" } == schema[expected].name.string
    }
    // After `$`, the client replaces the word, and the dollar sign stays.
    let isAfterDollar = outline.nodes[node].kind == .variable
    var items = fitting.map { variable in
      CompletionItem(
        label: "$\(variable.name)", kind: .variable, detail: variable.type, insertText: isAfterDollar ? variable.name.string : nil,
        filterText: isAfterDollar ? variable.name.string : nil)
    }
    if items.isEmpty, let new = VariableDeclaration(self, at: node, in: place), !known.contains(where: { $0.name == new.name }) {
      var item = CompletionItem(label: "$\(new.name)", kind: .variable, detail: "\(new.type) (declares the variable)")
      item.insertText = isAfterDollar ? new.name.string : "$\(new.name)"
      item.filterText = isAfterDollar ? new.name.string : nil
      item.additionalEdits = [["range": range(new.offset..<new.offset), "newText": .string(new.text)]]
      items.append(item)
    }
    return items
  }
}
