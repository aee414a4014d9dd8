/// Field Selections (specification, section 5.3.1): a selected field is defined on its parent type.
extension DefinitionWalker {
  enum ResolvedField {
    /// The field or its parent type is unknown.
    case unknown
    /// A meta-field, which no type declares.
    case meta(TypeReference?)
    case declared(FieldID)
  }

  mutating func checkField(_ field: FieldSyntax, _ scope: Scope) -> ResolvedField {
    guard let parent = scope.parent else { return .unknown }
    let name = field.name.name
    if let id = schema.field(name, on: parent) { return .declared(id) }
    if name == .typename { return .meta(context.string.map { TypeReference($0).nonNull }) }
    if isRelay {
      if name == .clientID { return .meta(context.id.map { TypeReference($0).nonNull }) }
      if name == .token { return .meta(context.string.map { TypeReference($0) }) }
    } else if parent == schema.queryType {
      if name == .schemaField { return .meta(schema.type(named: .schemaType).map { TypeReference($0).nonNull }) }
      if name == .typeField { return .meta(schema.type(named: .typeType).map { TypeReference($0) }) }
    }
    let isFragment = field.selectionSet == nil && context.spreadableNames.contains(name)
    report(.unknownField(field.name, on: parent, in: schema, isFragment: isFragment))
    return .unknown
  }

  func fieldType(_ field: ResolvedField) -> TypeReference? {
    switch field {
    case .unknown: nil
    case .meta(let type): type
    case .declared(let id): schema[id].type
    }
  }

  /// Checks the arguments of meta-fields: only `__type(name:)` has one.
  mutating func checkMetaArguments(_ field: FieldSyntax) {
    if field.name.name == .typeField, let string = context.string {
      checkArgumentsAreUnique(field.arguments)
      for argument in field.arguments where argument.name.name == .nameArgument {
        walk(argument.value, as: TypeReference(string).nonNull)
      }
      if !field.arguments.contains(where: { $0.name.name == .nameArgument }) {
        report(.missingMetaArgument("name", on: field.name))
      }
    }
    for argument in field.arguments where field.name.name != .typeField || argument.name.name != .nameArgument {
      report(.argumentOnMetaField(argument.name, field: field.name.name))
      walk(argument.value, as: nil)
    }
  }
}
