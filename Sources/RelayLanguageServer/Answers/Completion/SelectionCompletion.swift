internal import RelayCompilerCore

/// Completion of selections: fields, inline fragments and spreads.
extension TextQuery {
  func selectionItems(in owner: Int, _ set: Int, afterDots: Bool, at offset: Int) -> [CompletionItem] {
    let scope = scope
    guard let parent = scope.selectionType(in: owner) else { return [] }
    let definition = outline.definition(of: owner)
    let children = outline.children(of: set)
    let selected = Set(
      children.filter { outline.nodes[$0].kind == .field && !outline.nodes[$0].isNamed(at: offset) }.compactMap { outline.nodes[$0].name })
    var items: [CompletionItem] = []
    if !afterDots {
      // What is selected already is rarely wanted again.
      let fields = schema[parent].fieldList
      items += (fields.filter { !selected.contains(schema[$0].name) } + fields.filter { selected.contains(schema[$0].name) }).map {
        field($0)
      }
      let isRoot = [schema.queryType, schema.mutationType, schema.subscriptionType].contains(parent)
      let isOperation = outline.nodes[definition].kind == .operation
      if !isRoot || isOperation { items.append(metaField(.typename)) }
      if isOperation, parent == schema.queryType { items += [metaField(.schemaField), metaField(.typeField)] }
      let conditions = narrower(than: parent)
      let objects = conditions.filter { schema[$0].kind == .object }
      items += (objects + conditions.filter { schema[$0].kind != .object }).map { id in
        var item = typeItem(id)
        item.label = "... on \(schema[id].name)"
        item.filterText = schema[id].name.string
        item.insertText = "... on \(schema[id].name) {\n  $0\n}"
        item.isSnippet = true
        return item
      }
    }
    let spread = Set(
      children.filter { outline.nodes[$0].kind == .spread && !outline.nodes[$0].isNamed(at: offset) }.compactMap { outline.nodes[$0].name })
    let own = outline.nodes[definition].kind == .fragment ? outline.nodes[definition].name : nil
    // A fragment that reaches this one would make a cycle.
    let cyclic = own.map(project.fragmentsReaching) ?? []
    // Filtered before they are sorted: a project has thousands.
    let fitting = project.fragmentConditions.filter { name, condition in
      guard let type = schema.type(named: condition) else { return false }
      return schema.doTypesOverlap(type, parent) && !cyclic.contains(name)
    }.sorted { $0.key < $1.key }
    var again: [CompletionItem] = []
    for (name, condition) in fitting {
      let item = fragment(name, on: condition, afterDots: afterDots)
      if spread.contains(name) { again.append(item) } else { items.append(item) }
    }
    return items + again
  }

  private func field(_ id: FieldID) -> CompletionItem {
    let field = schema[id]
    var item = CompletionItem(label: field.name.string, kind: .field, detail: schema.description(of: field.type))
    // A type may have hundreds of fields with long descriptions, of which the client shows one.
    if field.descriptionSyntax != nil { item.owner = schema[field.parent].name }
    item.deprecation = field.deprecation
    let required = field.arguments.required.enumerated().map { "\($0.element.name): ${\($0.offset + 1)}" }
    let arguments = required.isEmpty ? "" : "(" + required.joined(separator: ", ") + ")"
    let braces = schema.isComposite(field.type.named) ? " {\n  $0\n}" : ""
    if !arguments.isEmpty || !braces.isEmpty {
      item.insertText = field.name.string + arguments + braces
      item.isSnippet = true
    }
    return item
  }

  private func metaField(_ name: Name) -> CompletionItem {
    var item = CompletionItem(label: name.string, kind: .field, documentation: MetaField.description(of: name))
    item.detail = MetaField.type(of: name, in: schema).map(schema.description(of:))
    return item
  }

  private func fragment(_ name: Name, on type: Name, afterDots: Bool) -> CompletionItem {
    var item = CompletionItem(label: afterDots ? name.string : "...\(name)", kind: .fragment, detail: "on \(type)")
    let required = project.fragmentArguments(of: name).filter { $0.type.hasSuffix("!") && $0.defaultValue == nil }
    let arguments = required.enumerated().map { "\($0.element.name): ${\($0.offset + 1)}" }.joined(separator: ", ")
    item.insertText = item.label + (required.isEmpty ? "" : " @arguments(\(arguments))")
    item.isSnippet = !required.isEmpty
    item.filterText = afterDots ? nil : name.string
    return item
  }
}
