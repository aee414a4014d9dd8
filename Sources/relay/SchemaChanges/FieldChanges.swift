internal import RelayCompilerCore

/// Fields of objects and interfaces.
extension SchemaComparison {
  mutating func compareFields(_ oldType: TypeDefinition, _ newType: TypeDefinition) {
    let fields = Matching(oldType.fieldList.map { old[$0] }, newType.fieldList.map { new[$0] }) { $0.name }
    for field in fields.removed {
      add(.fieldRemoved, "\(newType.name).\(field.name)", "Field \(newType.name).\(field.name) was removed.")
    }
    for field in fields.added { add(.fieldAdded, "\(newType.name).\(field.name)", "Field \(newType.name).\(field.name) was added.") }
    for (oldField, newField) in fields.kept {
      let coordinate = "\(newType.name).\(newField.name)"
      compareDescriptions(oldField, newField, of: "field \(coordinate)", at: coordinate)
      compareArguments(oldField.arguments, newField.arguments, of: coordinate)
      let change = TypeReferenceChange(oldField.type, in: old, newField.type, in: new)
      let description = "Field \(coordinate) changed type from \(change.old) to \(change.new)."
      if !change.isSafeForOutput {
        add(.fieldChangedKind, coordinate, description)
      } else if change.old != change.new {
        add(.fieldChangedKindSafe, coordinate, description)
      }
    }
  }
}
