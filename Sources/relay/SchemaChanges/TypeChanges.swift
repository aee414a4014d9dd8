internal import RelayCompilerCore

/// Types that came, went, or became others.
extension SchemaComparison {
  mutating func compareTypes() {
    let types = Matching(ClientVisibleTypes.of(old), ClientVisibleTypes.of(new)) { $0.name }
    for type in types.removed {
      let isStandard = type.isBuiltIn
      add(
        .typeRemoved, type.name.string,
        isStandard ? "Standard scalar \(type.name) was removed because it is not referenced anymore." : "\(type.name) was removed.")
    }
    for type in types.added { add(.typeAdded, type.name.string, "\(type.name) was added.") }
    for (old, new) in types.kept { compare(old, new) }
  }

  private mutating func compare(_ old: TypeDefinition, _ new: TypeDefinition) {
    let name = new.name.string
    compareDescriptions(old, new, of: name, at: name)
    guard old.kind == new.kind else {
      add(.typeChangedKind, name, "\(name) changed from \(old.kind.phrase) to \(new.kind.phrase).")
      return
    }
    switch new.kind {
    case .scalar: break
    case .enum: compareValues(old, new)
    case .union: compareMembers(old, new)
    case .inputObject: compareInputFields(old, new)
    case .object, .interface:
      compareFields(old, new)
      compareInterfaces(old, new)
    }
  }
}

extension TypeKind {
  fileprivate var phrase: String {
    switch self {
    case .scalar: "a Scalar type"
    case .object: "an Object type"
    case .interface: "an Interface type"
    case .union: "a Union type"
    case .enum: "an Enum type"
    case .inputObject: "an Input type"
    }
  }
}

/// The types that introspection shows: all that are declared, and the standard scalars that something refers to.
enum ClientVisibleTypes {
  static func of(_ schema: Schema) -> [TypeDefinition] {
    var referenced: Set<TypeID> = []
    for type in schema.types where !type.name.hasPrefix("__") {
      for field in type.inputFields { referenced.insert(field.type.named) }
      for id in type.fieldList {
        referenced.insert(schema[id].type.named)
        for argument in schema[id].arguments { referenced.insert(argument.type.named) }
      }
    }
    for directive in schema.directives.values {
      for argument in directive.arguments { referenced.insert(argument.type.named) }
    }
    // Introspection itself uses these.
    for name in ["String", "Boolean"] { if let id = schema.type(named: Name(name)) { referenced.insert(id) } }
    return schema.types.filter { type in
      if type.name.hasPrefix("__") { return false }
      guard type.kind == .scalar, type.isBuiltIn else { return true }
      return schema.type(named: type.name).map { referenced.contains($0) } ?? false
    }
  }
}
