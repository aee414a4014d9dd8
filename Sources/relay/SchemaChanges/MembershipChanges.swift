internal import RelayCompilerCore

/// Values of enums, members of unions, and interfaces of objects and interfaces.
extension SchemaComparison {
  mutating func compareValues(_ oldType: TypeDefinition, _ newType: TypeDefinition) {
    let values = Matching(oldType.values, newType.values) { $0.name }
    for value in values.added {
      add(.valueAddedToEnum, "\(newType.name).\(value.name)", "Enum value \(newType.name).\(value.name) was added.")
    }
    for value in values.removed {
      add(.valueRemovedFromEnum, "\(newType.name).\(value.name)", "Enum value \(newType.name).\(value.name) was removed.")
    }
    for (old, new) in values.kept {
      let coordinate = "\(newType.name).\(new.name)"
      compareDescriptions(old, new, of: "enum value \(coordinate)", at: coordinate)
    }
  }

  mutating func compareMembers(_ oldType: TypeDefinition, _ newType: TypeDefinition) {
    let members = Matching(oldType.memberTypes.map { old[$0].name }, newType.memberTypes.map { new[$0].name }) { $0 }
    let union = newType.name.string
    for member in members.added { add(.typeAddedToUnion, union, "\(member) was added to union type \(union).") }
    for member in members.removed { add(.typeRemovedFromUnion, union, "\(member) was removed from union type \(union).") }
  }

  mutating func compareInterfaces(_ oldType: TypeDefinition, _ newType: TypeDefinition) {
    let interfaces = Matching(oldType.interfaces.map { old[$0].name }, newType.interfaces.map { new[$0].name }) { $0 }
    let name = newType.name.string
    for interface in interfaces.added {
      add(.implementedInterfaceAdded, name, "\(interface) added to interfaces implemented by \(name).")
    }
    for interface in interfaces.removed {
      add(.implementedInterfaceRemoved, name, "\(name) no longer implements interface \(interface).")
    }
  }
}
