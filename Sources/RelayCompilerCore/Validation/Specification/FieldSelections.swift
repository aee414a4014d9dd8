/// Field Selections (specification, section 5.3.1): a selected field is defined on its parent type.
extension ValidationRule {
  static let fieldSelections = ValidationRule(sections: ["5.3.1"], field: { $0.checkField($1.syntax, $1.resolved, on: $1.parent) })
}

extension DefinitionWalker {
  enum ResolvedField {
    /// The field or its parent type is unknown.
    case unknown
    /// A meta-field, which no type declares.
    case meta(TypeReference?)
    case declared(FieldID)
  }

  func resolve(_ field: FieldSyntax, on parent: TypeID?) -> ResolvedField {
    guard let parent else { return .unknown }
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
    return .unknown
  }

  fileprivate mutating func checkField(_ field: FieldSyntax, _ resolved: ResolvedField, on parent: TypeID?) {
    guard case .unknown = resolved, let parent, !isOfApolloClient(field) else { return }
    let isFragment = field.selectionSet == nil && context.spreadableNames.contains(field.name.name)
    report(.unknownField(field.name, on: parent, in: schema, isFragment: isFragment))
  }

  /// Whether the field has Apollo's directive for local fields, which is reported with what to do.
  private func isOfApolloClient(_ field: FieldSyntax) -> Bool {
    let client: Name = "client"
    return schema.directives[client] == nil && field.directives.contains { $0.name.name == client }
  }

  /// Reports `on User { … }`, which is read as the two fields 'on' and 'User'. Returns whether it is that.
  mutating func checkTypeConditionHasDots(_ field: FieldSyntax, before next: SelectionSyntax?, _ scope: Scope) -> Bool {
    guard field.name.name == "on", let parent = scope.parent, schema.field("on", on: parent) == nil, field.selectionSet == nil,
      case .field(let type)? = next, type.selectionSet != nil, schema.field(type.name.name, on: parent) == nil,
      let id = schema.type(named: type.name.name), schema.isComposite(id)
    else { return false }
    report(.typeConditionWithoutDots(field.name, type: type.name))
    return true
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
