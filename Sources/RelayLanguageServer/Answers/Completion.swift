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
    case .selection(let owner, let set, let afterDots): items = selections(in: owner, set, afterDots: afterDots, at: offset)
    case .typeCondition(let parent, let isInline, let hasBraces): items = typeConditions(parent, isInline: isInline, hasBraces: hasBraces)
    case .inputType: items = types([.scalar, .enum, .inputObject], withIntrospection: true)
    case .outputType: items = types([.scalar, .enum, .object, .interface, .union])
    case .interface(let definition): items = interfaces(of: definition)
    case .unionMember, .rootType: items = types([.object])
    case .extended(let kind): items = types([kind])
    case .argument(let list): items = arguments(in: list, at: offset)
    case .inputField(let object): items = inputFields(in: object, at: offset)
    case .value(let node): items = values(at: node, offset: offset)
    case .variable(let node): items = variables(at: node)
    case .directive(let holder): items = directives(on: holder, at: offset)
    case .directiveLocation: items = DirectiveLocation.all.map { CompletionItem(label: $0.string, kind: .keyword) }
    }
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

  // MARK: - Types

  /// The types of some kinds: of the schema, and of this text, which need not be a part of it.
  private func types(_ kinds: Set<TypeKind>, withIntrospection: Bool = false, except: Set<Name> = []) -> [CompletionItem] {
    let known = schema.allTypes.filter { kinds.contains(schema[$0].kind) && (withIntrospection || !schema[$0].name.hasPrefix("__")) }
      .map(type)
    let own = outline.definitions.map { outline.nodes[$0] }.compactMap { node -> CompletionItem? in
      guard node.kind == .typeDefinition, kinds.contains(node.typeKind), let name = node.name, schema.type(named: name) == nil else {
        return nil
      }
      return CompletionItem(label: name.string, kind: .type(node.typeKind), detail: node.typeKind.keyword)
    }
    let excluded = Set(except.map(\.string))
    return (known + own).filter { !excluded.contains($0.label) }.sorted { $0.label < $1.label }
  }

  private func type(_ id: TypeID) -> CompletionItem {
    CompletionItem(
      label: schema[id].name.string, kind: .type(schema[id].kind), detail: schema[id].kind.keyword, documentation: schema[id].description)
  }

  private func interfaces(of definition: Int) -> [CompletionItem] {
    let taken = outline.child(of: definition, .interfaces).map(outline.children(of:)) ?? []
    return types(
      [.interface], except: Set(taken.compactMap { outline.nodes[$0].name } + [outline.nodes[definition].name].compactMap(\.self)))
  }

  private func typeConditions(_ parent: TypeID?, isInline: Bool, hasBraces: Bool) -> [CompletionItem] {
    guard isInline, let parent else { return types([.object, .interface, .union]) }
    return narrower(than: parent).map { id in
      var item = type(id)
      if !hasBraces {
        item.label = "... on " + item.label
        item.insertText = schema[id].name.string + " {\n  $0\n}"
        item.isSnippet = true
        item.filterText = schema[id].name.string
      }
      return item
    }
  }

  /// The types that can be a condition in selections on a type, and are not the type itself.
  private func narrower(than type: TypeID) -> [TypeID] {
    var found: [TypeID] = []
    switch schema[type].kind {
    case .interface: found = schema[type].implementors
    case .union: found = schema[type].memberTypes + schema[type].memberTypes.flatMap { schema[$0].interfaces }
    default: break
    }
    var seen: Set<TypeID> = [type]
    return found.filter { seen.insert($0).inserted }
  }

  // MARK: - Selections

  private func selections(in owner: Int, _ set: Int, afterDots: Bool, at offset: Int) -> [CompletionItem] {
    let scope = scope
    guard let parent = scope.selectionType(in: owner) else { return [] }
    let definition = outline.definition(of: owner)
    let children = outline.children(of: set)
    let selected = Set(
      children.filter { outline.nodes[$0].kind == .field && !outline.nodes[$0].isNamed(at: offset) }.compactMap { outline.nodes[$0].name })
    var items: [CompletionItem] = []
    if !afterDots {
      let fields = schema[parent].fieldList.map { field($0) }
      // What is selected already is rarely wanted again.
      items += fields.filter { !selected.contains(Name($0.label)) } + fields.filter { selected.contains(Name($0.label)) }
      let isRoot = [schema.queryType, schema.mutationType, schema.subscriptionType].contains(parent)
      let isOperation = outline.nodes[definition].kind == .operation
      if !isRoot || isOperation { items.append(metaField(.typename)) }
      if isOperation, parent == schema.queryType { items += [metaField(.schemaField), metaField(.typeField)] }
      items += narrower(than: parent).filter { schema[$0].kind == .object }.map { id in
        var item = type(id)
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
    for (name, places) in project.fragments.sorted(by: { $0.key < $1.key }) where !cyclic.contains(name) && !spread.contains(name) {
      guard let place = places.first, let condition = Scope(project, place.text).condition(of: place.node),
        let type = schema.type(named: condition), schema.doTypesOverlap(type, parent)
      else { continue }
      items.append(fragment(name, on: condition, afterDots: afterDots))
    }
    return items
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

  // MARK: - Arguments

  private func given(in list: Int, _ kind: Outline.Kind, at offset: Int) -> Set<Name> {
    Set(
      outline.children(of: list).filter { outline.nodes[$0].kind == kind && !outline.nodes[$0].isNamed(at: offset) }.compactMap {
        outline.nodes[$0].name
      })
  }

  private func arguments(in list: Int, at offset: Int) -> [CompletionItem] {
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

  private func inputFields(in object: Int, at offset: Int) -> [CompletionItem] {
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

  private func values(at node: Int, offset: Int) -> [CompletionItem] {
    guard let type = scope.expectedType(at: node) else { return variables(at: node).map(withDollar) }
    var items = schema[type].values.map { value in
      var item = CompletionItem(
        label: value.name.string, kind: .enumValue, detail: schema[type].name.string, documentation: value.description)
      item.deprecation = value.deprecation
      return item
    }
    if schema[type].name == .boolean { items += ["true", "false"].map { CompletionItem(label: $0, kind: .keyword) } }
    return variables(at: node).map(withDollar) + items
  }

  private func withDollar(_ item: CompletionItem) -> CompletionItem {
    var item = item
    item.insertText = item.label
    return item
  }

  /// The variables whose type fits, or else the one that would have to be declared.
  private func variables(at node: Int) -> [CompletionItem] {
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

  // MARK: - Directives

  private func directives(on holder: Int, at offset: Int) -> [CompletionItem] {
    guard let location = location(of: holder) else { return [] }
    let used = Set(
      outline.headChildren(of: holder).filter { outline.nodes[$0].kind == .directive && !outline.nodes[$0].isNamed(at: offset) }.compactMap
      { outline.nodes[$0].name })
    var items = schema.directives.values.filter { $0.locations.contains(location) && ($0.isRepeatable || !used.contains($0.name)) }
      .sorted { $0.name < $1.name }.map { directive -> CompletionItem in
        var item = CompletionItem(
          label: directive.name.string, kind: .directive, detail: "@\(directive.name)", documentation: directive.description)
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

extension GraphQLText {
  /// Whether an offset is in a part of the file that is GraphQL.
  func isInGraphQL(_ offset: Int) -> Bool {
    !isSwift || sources.contains { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }
}
