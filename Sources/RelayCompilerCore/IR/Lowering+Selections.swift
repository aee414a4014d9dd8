extension DefinitionBuilder {
  mutating func build(_ set: SelectionSetSyntax, on parent: TypeID) -> [Selection] {
    var result: [Selection] = []
    result.reserveCapacity(set.selections.count)
    for syntax in set.selections {
      switch syntax {
      case .field(let field):
        if let selection = build(field, on: parent) { result.append(conditioned(selection, by: field.directives)) }
      case .fragmentSpread(let spread):
        if let selection = build(spread) { result.append(conditioned(selection, by: spread.directives)) }
      case .inlineFragment(let fragment):
        if let selection = build(fragment, on: parent) { result.append(conditioned(selection, by: fragment.directives)) }
      }
    }
    return result
  }

  private mutating func build(_ syntax: FieldSyntax, on parent: TypeID) -> Selection? {
    let name = syntax.name.name
    var definition: FieldID?
    let type: TypeReference
    var argumentDefinitions: NamedList<InputValueDefinition> = []
    if name == .typename, let string = schema.type(named: .stringType) {
      type = TypeReference(string).nonNull
    } else if let id = schema.field(name, on: parent) {
      definition = id
      type = schema[id].type
      argumentDefinitions = schema[id].arguments
    } else if name == .clientID || name == .token, let id = schema.type(named: name == .token ? .stringType : .idType) {
      type = name == .clientID ? TypeReference(id).nonNull : TypeReference(id)
    } else {
      diagnostics.append(.unknownField(syntax.name, on: parent, in: schema))
      return nil
    }
    var arguments: [Argument] = []
    if !syntax.arguments.isEmpty {
      arguments.reserveCapacity(syntax.arguments.count)
      for argument in syntax.arguments {
        guard let input = argumentDefinitions.named(argument.name.name) else {
          diagnostics.append(
            definition.map { .unknownArgument(argument.name, of: .field($0), argumentDefinitions, in: schema) }
              ?? .argumentOnMetaField(argument.name, field: name))
          continue
        }
        arguments.append(build(argument, type: input.type, hasDefault: input.defaultValue != nil))
      }
    }
    // An alias that equals the field's name is dropped. A reserved one is kept for the rule that rejects it.
    let alias = syntax.alias?.name == name && !name.hasPrefix("__") ? nil : syntax.alias?.name
    var head = FieldHead(
      alias: alias, name: name, definition: definition, type: type,
      arguments: arguments, directives: build(syntax.directives), range: syntax.range,
      nameRange: (syntax.alias ?? syntax.name).range)
    if !syntax.directives.isEmpty, let freshness = Self.freshness(of: syntax.directives) {
      head.freshness = freshness
      hasFreshness = true
    }
    guard schema.isComposite(type.named) else {
      if let set = syntax.selectionSet {
        diagnostics.append(.selectionsOnLeaf(syntax.name, type: schema.description(of: type), at: set.range))
      }
      return .scalarField(ScalarField(head))
    }
    guard let set = syntax.selectionSet else {
      diagnostics.append(.missingSelections(syntax.name, type: schema.description(of: type)))
      return nil
    }
    return .linkedField(LinkedField(head, selections: build(set, on: type.named)))
  }

  private mutating func build(_ syntax: FragmentSpreadSyntax) -> Selection? {
    guard let signature = signatures[syntax.name.name] else {
      diagnostics.append(.unknownFragment(syntax.name, among: signatures.keys))
      return nil
    }
    var arguments: [Argument] = []
    for directive in syntax.directives where directive.name.name == .arguments || directive.name.name == .uncheckedArguments {
      for argument in directive.arguments {
        if let definition = signature.arguments.named(argument.name.name) {
          arguments.append(build(argument, type: definition.type, hasDefault: definition.defaultValue != nil))
        } else if directive.name.name == .arguments {
          diagnostics.append(
            .unknownFragmentArgument(argument.name, fragment: syntax.name.name, signature.arguments))
        }
      }
    }
    return .fragmentSpread(
      FragmentSpread(
        name: syntax.name.name, arguments: arguments, directives: build(syntax.directives), range: syntax.range,
        nameRange: syntax.name.range))
  }

  private mutating func build(_ syntax: InlineFragmentSyntax, on parent: TypeID) -> Selection? {
    var typeCondition: TypeID?
    if let condition = syntax.typeCondition {
      guard let type = schema.type(named: condition.name) else {
        diagnostics.append(.unknownTypeCondition(condition, in: schema))
        return nil
      }
      guard schema.isComposite(type) else {
        diagnostics.append(.fragmentOnNonComposite(condition, kind: schema[type].kind))
        return nil
      }
      typeCondition = type
    }
    return .inlineFragment(
      InlineFragment(
        typeCondition: typeCondition, directives: build(syntax.directives),
        selections: build(syntax.selectionSet, on: typeCondition ?? parent), range: syntax.range))
  }

  /// Wraps a selection in its `@skip` and `@include` conditions: constants first, then by variable. The first condition becomes the
  /// innermost.
  private mutating func conditioned(_ selection: Selection, by directives: [DirectiveSyntax]) -> Selection {
    if directives.isEmpty { return selection }
    var conditions: [(value: Condition.Value, passingValue: Bool, range: SourceRange)] = []
    for directive in directives where directive.name.name == .skip || directive.name.name == .include {
      guard let argument = directive.arguments.first(where: { $0.name.name == .if }) else { continue }
      let passingValue = directive.name.name == .include
      switch argument.value {
      case .boolean(let constant, _): conditions.append((.constant(constant), passingValue, directive.range))
      case .variable(let variable):
        guard let boolean = schema.type(named: .boolean) else { continue }
        conditions.append((.variable(use(variable, as: TypeReference(boolean).nonNull)), passingValue, directive.range))
      default: continue
      }
    }
    if conditions.count > 1 {
      conditions = conditions.enumerated().sorted { a, b in
        switch (a.element.value, b.element.value) {
        case (.constant, .variable): return true
        case (.variable, .constant): return false
        case (.constant, .constant): return a.offset < b.offset
        case (.variable(let left), .variable(let right)):
          return left.name == right.name ? a.offset < b.offset : left.name < right.name
        }
      }.map(\.element)
    }
    var selection = selection
    for condition in conditions {
      selection = .condition(
        Condition(value: condition.value, passingValue: condition.passingValue, selections: [selection], range: condition.range))
    }
    return selection
  }

  /// The directives that the program keeps as directives.
  mutating func build(_ directives: [DirectiveSyntax]) -> [Directive] {
    var result: [Directive] = []
    for syntax in directives {
      switch syntax.name.name {
      case .skip, .include, .arguments, .uncheckedArguments, .argumentDefinitions, .maxAge, .invalidates: continue
      default: break
      }
      guard let definition = schema.directives[syntax.name.name] else {
        diagnostics.append(.unknownDirective(syntax.name, among: schema.directives.keys))
        continue
      }
      var arguments: [Argument] = []
      for argument in syntax.arguments {
        guard let input = definition.arguments.named(argument.name.name) else {
          diagnostics.append(.unknownArgument(argument.name, of: .directive(definition.name), definition.arguments, in: schema))
          continue
        }
        arguments.append(build(argument, type: input.type, hasDefault: input.defaultValue != nil))
      }
      result.append(Directive(syntax.name.name, arguments, range: syntax.range))
    }
    return result
  }
}
