/// Leaf Field Selections (specification, section 5.3.3): objects, interfaces and unions have a selection set, scalars and enums none.
extension ValidationRule {
  static let leafFieldSelections = ValidationRule(sections: ["5.3.3"], field: { $0.checkLeaf($1.syntax, $1.type) })
}

extension DefinitionWalker {
  fileprivate mutating func checkLeaf(_ field: FieldSyntax, _ type: TypeReference?) {
    guard let type else { return }
    let isComposite = schema.isComposite(type.named)
    if isComposite, field.selectionSet == nil {
      report(.missingSelections(field.name, type: schema.description(of: type)))
    } else if !isComposite, let set = field.selectionSet, !set.selections.isEmpty {
      report(.selectionsOnLeaf(field.name, type: schema.description(of: type), at: set.range))
    }
  }
}
