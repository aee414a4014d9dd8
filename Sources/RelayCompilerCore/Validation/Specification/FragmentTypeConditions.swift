/// Fragment Spread Type Existence and Fragments on Object, Interface or Union Types (specification, sections 5.5.1.2 and 5.5.1.3).
extension DefinitionWalker {
  /// The composite type that a condition names; nil after reporting an error.
  mutating func checkTypeCondition(_ condition: NameSyntax) -> TypeID? {
    guard let type = schema.type(named: condition.name) else {
      report(.unknownTypeCondition(condition, in: schema))
      return nil
    }
    guard schema.isComposite(type) else {
      report(.fragmentOnNonComposite(condition, kind: schema[type].kind))
      return nil
    }
    return type
  }
}
