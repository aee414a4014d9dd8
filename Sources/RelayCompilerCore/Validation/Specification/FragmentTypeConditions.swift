/// Fragment Spread Type Existence and Fragments on Object, Interface or Union Types (specification, sections 5.5.1.2 and 5.5.1.3).
extension ValidationRule {
  static let fragmentTypeConditions = ValidationRule(
    sections: ["5.5.1.2", "5.5.1.3"], typeCondition: { $0.checkTypeCondition($1.name, $1.type) })
}

extension DefinitionWalker {
  fileprivate mutating func checkTypeCondition(_ condition: NameSyntax, _ type: TypeID?) {
    guard let type else { return report(.unknownTypeCondition(condition, in: schema)) }
    if !schema.isComposite(type) { report(.fragmentOnNonComposite(condition, kind: schema[type].kind)) }
  }
}
