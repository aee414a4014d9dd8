/// Fills in types and directives: resolves names and makes values constant.
extension SchemaBuilder {
  /// The type with the name. Reports an unknown one.
  mutating func resolve(_ name: NameSyntax) -> TypeID? {
    if let id = schema.typeIDs[name.name] { return id }
    diagnostics.append(.unknownType(name, among: typeNames))
    return nil
  }

  mutating func resolve(_ type: TypeSyntax) -> TypeReference? {
    guard let named = resolve(type.innermost) else { return nil }
    guard let reference = TypeReference(named, wrappedAs: type) else {
      diagnostics.append(.nestedTooDeeply(limit: TypeReference.maximumDepth, at: type.range))
      return nil
    }
    return reference
  }

  /// Records that part of the type was left out, so that rules about the whole type are not applied.
  private mutating func markIncomplete(_ index: Int) { incomplete.insert(TypeID(rawValue: UInt32(index))) }

  mutating func resolveTypes() {
    schema.fields.reserveCapacity(types.count * 8)
    for type in types {
      let syntax = type.syntax
      let index = Int(type.id.rawValue)
      let isClientOnly = type.origin == .client || type.origin == .relay
      if !syntax.directives.isEmpty { addDirectives(syntax.directives, to: index) }
      let tolerates = toleratesRepetitions(of: type.origin)
      if !syntax.interfaces.isEmpty { addInterfaces(syntax.interfaces, to: index, tolerates) }
      if !syntax.fields.isEmpty { addFields(syntax.fields, to: type.id, isClientOnly: isClientOnly, tolerates) }
      if !syntax.memberTypes.isEmpty { addMembers(syntax.memberTypes, to: index) }
      if !syntax.values.isEmpty { addValues(syntax.values, to: index, tolerates) }
      if !syntax.inputFields.isEmpty { addInputFields(syntax.inputFields, to: index, tolerates) }
    }
  }

  private mutating func addDirectives(_ directives: [DirectiveSyntax], to index: Int) {
    let uses = self.uses(of: directives)
    schema.types[index].directives += uses
    for use in uses {
      if use.name == .oneOf { schema.types[index].isOneOf = true }
      if use.name == .specifiedBy, case .string(let url)? = use.arguments.first(where: { $0.name == .url })?.value {
        schema.types[index].specifiedBy = StringSyntax.value(ofRaw: url)
      }
    }
  }

  // `tolerates` is whether repetitions are warnings.

  private mutating func addInterfaces(_ interfaces: [NameSyntax], to index: Int, _ tolerates: Bool) {
    for interface in interfaces {
      guard let id = resolve(interface) else {
        markIncomplete(index)
        continue
      }
      guard schema[id].kind == .interface else {
        markIncomplete(index)
        diagnostics.append(.notAnInterface(interface, kind: schema[id].kind))
        continue
      }
      if isNew(id, among: schema.types[index].interfaces, of: index) {
        schema.types[index].interfaces.append(id)
      } else {
        diagnostics.append(.duplicateInterface(interface, on: schema.types[index].name).asRepetition(tolerates))
      }
    }
  }

  /// Whether the interface or member is not in the list yet. In a short list, a linear search is faster than hashing.
  private mutating func isNew(_ id: TypeID, among list: [TypeID], of index: Int) -> Bool {
    let linearLimit = 16
    if list.count < linearLimit { return !list.contains(id) }
    if list.count == linearLimit {
      for known in list { memberships.insert(Membership(type: index, other: known)) }
    }
    return memberships.insert(Membership(type: index, other: id)).inserted
  }

  private mutating func addMembers(_ members: [NameSyntax], to index: Int) {
    for member in members {
      guard let id = resolve(member) else {
        markIncomplete(index)
        continue
      }
      guard schema[id].kind == .object else {
        markIncomplete(index)
        diagnostics.append(.unionMemberNotAnObject(member, kind: schema[id].kind))
        continue
      }
      if isNew(id, among: schema.types[index].memberTypes, of: index) {
        schema.types[index].memberTypes.append(id)
      } else {
        var problem = Diagnostic.duplicateUnionMember(member, of: schema.types[index].name)
        // For Relay this is a warning: it does not affect documents, and the server is responsible for its schema.
        if profile == .relay { problem.severity = .warning }
        diagnostics.append(problem)
      }
    }
  }

  private mutating func addValues(_ values: [EnumValueDefinitionSyntax], to index: Int, _ tolerates: Bool) {
    for value in values {
      if let first = schema.types[index].values.named(value.name.name) {
        diagnostics.append(
          .duplicateEnumValue(value.name, of: schema.types[index].name, first: first.range)
            .asRepetition(tolerates && isSame(value, as: first)))
        continue
      }
      let directives = uses(of: value.directives)
      schema.types[index].values.append(
        EnumValueDefinition(
          name: value.name.name, range: value.name.range, descriptionSyntax: value.description, directives: directives,
          deprecation: deprecation(directives)))
    }
  }

  private mutating func addFields(_ fields: [FieldDefinitionSyntax], to type: TypeID, isClientOnly: Bool, _ tolerates: Bool) {
    let index = Int(type.rawValue)
    // Moved out first, to avoid a copy of the whole table.
    var table = FieldTable()
    swap(&table, &schema.types[index].fields)
    if table.ids.isEmpty { table.reserveCapacity(fields.count) }
    for field in fields {
      let id = FieldID(rawValue: UInt32(schema.fields.count))
      if let existing = table[field.name.name] {
        diagnostics.append(
          .duplicateField(field.name, on: schema.types[index].name, first: schema[existing].range)
            .asRepetition(tolerates && isSame(field, as: schema[existing])))
        continue
      }
      var arguments: NamedList<InputValueDefinition> = []
      addInputValues(field.arguments, .argument, to: &arguments, tolerates)
      if arguments.count < field.arguments.count { markIncomplete(index) }
      guard let fieldType = resolve(field.type) else {
        markIncomplete(index)
        continue
      }
      if schema[fieldType.named].kind == .inputObject {
        markIncomplete(index)
        diagnostics.append(.notAnOutputType(field.type.innermost, field: field.name.name, on: schema.types[index].name))
        continue
      }
      let directives = uses(of: field.directives)
      schema.fields.append(
        FieldDefinition(
          name: field.name.name, parent: type, range: field.name.range, descriptionSyntax: field.description, arguments: arguments,
          type: fieldType, directives: directives, isClientOnly: isClientOnly, deprecation: deprecation(directives),
          semanticNonNullLevels: semanticNonNullLevels(directives)))
      table.append(field.name.name, id)
    }
    schema.types[index].fields = table
  }

  private mutating func addInputFields(_ fields: [InputValueDefinitionSyntax], to index: Int, _ tolerates: Bool) {
    var inputFields: NamedList<InputValueDefinition> = []
    swap(&inputFields, &schema.types[index].inputFields)
    let expected = inputFields.count + fields.count
    addInputValues(fields, .inputField, to: &inputFields, tolerates)
    if inputFields.count < expected { markIncomplete(index) }
    schema.types[index].inputFields = inputFields
  }

  mutating func resolveDirectives() {
    for directive in directives {
      var arguments: NamedList<InputValueDefinition> = []
      addInputValues(directive.syntax.arguments, .argument, to: &arguments, toleratesRepetitions(of: directive.origin))
      schema.directives[directive.syntax.name.name] = DirectiveDefinition(
        name: directive.syntax.name.name, range: directive.syntax.name.range, descriptionSyntax: directive.syntax.description,
        arguments: arguments, isRepeatable: directive.syntax.isRepeatable, locations: directive.syntax.locations.map(\.name).unique,
        isClientOnly: directive.origin == .client || directive.origin == .relay, isBuiltIn: directive.origin == .builtIn)
    }
  }

  /// Adds arguments or input fields, each name only once.
  private mutating func addInputValues(
    _ syntax: [InputValueDefinitionSyntax], _ role: Diagnostic.InputValueRole, to list: inout NamedList<InputValueDefinition>,
    _ tolerates: Bool
  ) {
    for value in syntax {
      if let first = list.named(value.name.name) {
        diagnostics.append(
          .duplicateInputValue(value.name, role, first: first.range).asRepetition(tolerates && isSame(value, as: first)))
        continue
      }
      guard let type = resolve(value.type) else { continue }
      guard schema.isInput(type.named) else {
        diagnostics.append(.notAnInputType(value.type.innermost, role, of: value.name.name))
        continue
      }
      let directives = uses(of: value.directives)
      list.append(
        InputValueDefinition(
          name: value.name.name, range: value.name.range, descriptionSyntax: value.description, type: type,
          defaultValue: value.defaultValue.flatMap { ConstantValue($0) }, directives: directives, deprecation: deprecation(directives)))
    }
  }

  // MARK: - Directives in the schema

  func uses(of directives: [DirectiveSyntax]) -> [DirectiveUse] {
    if directives.isEmpty { return [] }
    return directives.map { directive in
      DirectiveUse(
        name: directive.name.name, range: directive.range, arguments: ConstantArgument.list(directive.arguments) ?? [])
    }
  }

  private func deprecation(_ directives: [DirectiveUse]) -> String? {
    guard !directives.isEmpty, let use = directives.first(where: { $0.name == .deprecated }) else { return nil }
    if case .string(let reason)? = use.arguments.first(where: { $0.name == .reason })?.value { return StringSyntax.value(ofRaw: reason) }
    return "No longer supported"
  }

  /// The levels of `@semanticNonNull(levels:)`; level 0 is the field itself.
  private func semanticNonNullLevels(_ directives: [DirectiveUse]) -> [Int] {
    guard !directives.isEmpty, let use = directives.first(where: { $0.name == .semanticNonNull }) else { return [] }
    return semanticNonNullLevels(use.arguments)
  }

  func semanticNonNullLevels(_ arguments: [ConstantArgument]) -> [Int] {
    guard case .list(let levels)? = arguments.first(where: { $0.name == .levels })?.value else { return [0] }
    return levels.compactMap { if case .int(let level) = $0 { Int(level) } else { nil } }
  }
}

extension TypeDefinition {
  /// A type without contents, to which its definition and its extensions add theirs.
  init(_ syntax: TypeDefinitionSyntax, _ origin: SchemaSource.Origin) {
    self.init(
      name: syntax.name.name, kind: syntax.kind, range: syntax.name.range, descriptionSyntax: syntax.description,
      isClientOnly: origin == .client || origin == .relay, isBuiltIn: origin == .builtIn || origin == .relay, directives: [],
      interfaces: [], fields: FieldTable(), memberTypes: [], values: [], inputFields: [], possibleTypes: [], implementors: [],
      isOneOf: false, specifiedBy: nil, key: nil)
  }
}
