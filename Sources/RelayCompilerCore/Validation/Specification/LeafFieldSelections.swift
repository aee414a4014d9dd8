/// Leaf Field Selections (specification, section 5.3.3): objects, interfaces and unions have a selection set, scalars and enums none.
extension DefinitionWalker {
  mutating func checkLeaf(_ field: FieldSyntax, _ type: TypeReference) {
    let isComposite = schema.isComposite(type.named)
    if isComposite, field.selectionSet == nil {
      report(.missingSelections(field.name, type: schema.description(of: type)))
    } else if !isComposite, let set = field.selectionSet, !set.selections.isEmpty {
      report(.selectionsOnLeaf(field.name, type: schema.description(of: type), at: set.range))
    }
  }
}
