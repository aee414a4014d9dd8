internal import RelayCompilerCore

/// Arguments of fields and directives, and default values.
extension SchemaComparison {
  /// - Parameter owner: the coordinate of the field.
  mutating func compareArguments(
    _ oldArguments: NamedList<InputValueDefinition>, _ newArguments: NamedList<InputValueDefinition>, of owner: String
  ) {
    let arguments = Matching(oldArguments, newArguments) { $0.name }
    for argument in arguments.removed {
      add(.argRemoved, "\(owner)(\(argument.name):)", "Argument \(owner)(\(argument.name):) was removed.")
    }
    compareKept(arguments, of: owner)
    for argument in arguments.added {
      let coordinate = "\(owner)(\(argument.name):)"
      if argument.isRequired {
        add(.requiredArgAdded, coordinate, "A required argument \(coordinate) was added.")
      } else {
        add(.optionalArgAdded, coordinate, "An optional argument \(coordinate) was added.")
      }
    }
  }

  /// The arguments that both schemas have.
  mutating func compareKept(_ arguments: Matching<InputValueDefinition>, of owner: String) {
    for (oldArgument, newArgument) in arguments.kept {
      let coordinate = "\(owner)(\(newArgument.name):)"
      compareDescriptions(oldArgument, newArgument, of: "argument \(coordinate)", at: coordinate)
      let change = TypeReferenceChange(oldArgument.type, in: old, newArgument.type, in: new)
      let description = "Argument \(coordinate) has changed type from \(change.old) to \(change.new)."
      guard change.isSafeForInput else {
        add(.argChangedKind, coordinate, description)
        continue
      }
      if change.old != change.new { add(.argChangedKindSafe, coordinate, description) }
      compareDefaultValues(oldArgument, newArgument, of: coordinate, changed: .argDefaultValueChange, added: .argDefaultValueAdded)
    }
  }

  mutating func compareDefaultValues(
    _ oldValue: InputValueDefinition, _ newValue: InputValueDefinition, of coordinate: String, changed: ChangeType, added: ChangeType
  ) {
    let before = CoercedDefault.text(of: oldValue, in: old)
    let after = CoercedDefault.text(of: newValue, in: new)
    switch (before, after) {
    case (nil, nil): break
    case (nil, let after?): add(added, coordinate, "\(coordinate) added a defaultValue \(after).")
    case (_?, nil): add(changed, coordinate, "\(coordinate) defaultValue was removed.")
    case (let before?, let after?):
      if before != after { add(changed, coordinate, "\(coordinate) has changed defaultValue from \(before) to \(after).") }
    }
  }
}
