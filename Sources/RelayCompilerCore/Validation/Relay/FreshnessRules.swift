/// `@maxAge` and `@invalidates`: their values, and the places where they have an effect.
///
/// Lowering has taken them out of the program, but kept them as written for this rule (`Freshness`).
extension RelayRule {
  static let freshness = RelayRule(
    operation: { walker, operation in for directive in operation.freshness?.directives ?? [] { walker.checkAge(directive) } },
    field: { walker, field in if let freshness = field.head.freshness { walker.check(freshness, of: field.head) } })
}

extension RelayRuleWalker {
  fileprivate mutating func check(_ freshness: Freshness, of field: FieldHead) {
    for directive in freshness.directives {
      switch directive.name.name {
      case .maxAge:
        if field.definition.map({ schema[$0].isClientOnly }) ?? true {
          report(.ageWithoutEffect(directive, .clientField(field.name)))
        } else if case .operation(let operation) = definition, operation.kind != .query {
          report(.ageWithoutEffect(directive, .operation(operation.kind)))
        } else {
          checkAge(directive)
        }
      case .invalidates: checkInvalidation(directive)
      default: break
      }
    }
  }

  /// The types of the arguments have been checked.
  fileprivate mutating func checkAge(_ directive: DirectiveSyntax) {
    for argument in directive.arguments {
      switch argument.value {
      case .int(let text, _) where Int32(text).map({ $0 < 0 }) ?? false: report(.negativeAge(argument))
      case .variable(let variable): report(.variableInFreshness(variable, argument.name.name, of: directive.name.name))
      default: break
      }
    }
  }

  // MARK: - Invalidations

  private mutating func checkInvalidation(_ directive: DirectiveSyntax) {
    switch definition {
    case .fragment: return report(.invalidationOutsideMutation(directive, in: nil))
    case .operation(let operation) where operation.kind == .query:
      return report(.invalidationOutsideMutation(directive, in: operation.kind))
    case .operation: break
    }
    for argument in directive.arguments {
      for variable in argument.value.variables { report(.variableInFreshness(variable, argument.name.name, of: directive.name.name)) }
    }
    let (types, fields) = (directive.texts(of: .types), directive.texts(of: .fields))
    if types.isEmpty, fields.isEmpty, directive.arguments.allSatisfy({ $0.value.variables.isEmpty }) {
      report(.emptyInvalidation(directive))
    }
    for type in types { checkInvalidatedType(type) }
    for field in fields { checkInvalidatedField(field) }
  }

  private mutating func checkInvalidatedType(_ text: StringSyntax) {
    if let type = invalidatedType(Name(text.value)), schema.isComposite(type) { return }
    report(.unknownInvalidatedType(text, in: schema))
  }

  private mutating func checkInvalidatedField(_ text: StringSyntax) {
    guard let coordinate = FieldCoordinate(text.value) else { return report(.invalidatedFieldWithoutType(text, in: schema)) }
    guard let type = invalidatedType(coordinate.type), schema.isComposite(type) else {
      return report(.unknownTypeOfInvalidatedField(coordinate, text, in: schema))
    }
    guard let field = schema.field(coordinate.field, on: type) else {
      return report(.unknownInvalidatedField(coordinate, on: type, text, in: schema))
    }
    if schema[field].isClientOnly { report(.invalidatedClientField(coordinate, text)) }
  }

  /// The type of the server with the name.
  private func invalidatedType(_ name: Name) -> TypeID? {
    guard let type = schema.type(named: name), !schema[type].isClientOnly, !schema[type].isBuiltIn else { return nil }
    return type
  }
}
