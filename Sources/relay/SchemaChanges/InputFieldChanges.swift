internal import RelayCompilerCore

/// Fields of input objects.
extension SchemaComparison {
  mutating func compareInputFields(_ oldType: TypeDefinition, _ newType: TypeDefinition) {
    let fields = Matching(oldType.inputFields, newType.inputFields) { $0.name }
    for field in fields.removed {
      add(.fieldRemoved, "\(newType.name).\(field.name)", "Field \(newType.name).\(field.name) was removed.")
    }
    for field in fields.added {
      let coordinate = "\(newType.name).\(field.name)"
      if field.isRequired {
        add(.requiredInputFieldAdded, coordinate, "A required field \(coordinate) was added.")
      } else {
        add(.optionalInputFieldAdded, coordinate, "An optional field \(coordinate) was added.")
      }
    }
    for (oldField, newField) in fields.kept {
      let coordinate = "\(newType.name).\(newField.name)"
      compareDescriptions(oldField, newField, of: "input-field \(coordinate)", at: coordinate)
      let change = TypeReferenceChange(oldField.type, in: old, newField.type, in: new)
      let description = "Field \(coordinate) changed type from \(change.old) to \(change.new)."
      guard change.isSafeForInput else {
        add(.fieldChangedKind, coordinate, description)
        continue
      }
      if change.old != change.new { add(.fieldChangedKindSafe, coordinate, description) }
      compareDefaultValues(
        oldField, newField, of: coordinate, changed: .inputFieldDefaultValueChange, added: .inputFieldDefaultValueAdded)
    }
  }
}
