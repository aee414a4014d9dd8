/// Names that nested types use and must not shadow: those of the module, one set for all definitions, and those of the definition and of
/// the fragments whose types it refers to.
struct ReservedTypeNames {
  let module: Set<SwiftText>
  let own: Set<SwiftText>

  func contains(_ name: SwiftText) -> Bool { own.contains(name) || module.contains(name) }
}

/// The names of the types nested in a generated type, and which of them belong to the enclosing type.
struct NestedTypes {
  /// nil until a type is nested. Most generated types have no nested types.
  private var taken: PositionTable<SwiftText>?
  private let members: [Name]
  private let reserved: ReservedTypeNames
  private let parent: ObjectTypeBuilder.ParentType?
  private(set) var asParent: ObjectTypeBuilder.ParentType

  /// - Parameter members: the names of the type's properties.
  init(parent: ObjectTypeBuilder.ParentType?, type: TypeID, reserved: ReservedTypeNames, members: [Name]) {
    self.parent = parent
    self.members = members
    asParent = ObjectTypeBuilder.ParentType(type: type)
    self.reserved = reserved
  }

  /// Reserves the name of the field's type in the enclosing type, if nothing is added to that type here.
  mutating func reuse(_ key: Name, count: Int) {
    if let name = parentName(of: key, count: count) { _ = take(name) }
  }

  /// The name of a field's type: that of the enclosing type, or a new one based on `proposal`.
  mutating func name(of key: Name, _ proposal: SwiftText, count: Int) -> (text: SwiftText, isNew: Bool) {
    let known = parentName(of: key, count: count)
    let name = known ?? unique(proposal)
    asParent.add(key, count: count, name: name)
    return (name, known == nil)
  }

  mutating func unique(_ name: SwiftText) -> SwiftText {
    var name = name
    while reserved.contains(name) || !take(name) { name += "_" }
    return name
  }

  /// Takes the name, and returns whether it was free.
  private mutating func take(_ name: SwiftText) -> Bool {
    if NestedTypes.ownMembers.contains(name) { return false }
    if taken == nil {
      var names = PositionTable<SwiftText>()
      for member in members { _ = names.insert(SwiftText(member)) }
      taken = names
    }
    return taken?.insert(name) ?? false
  }

  /// Members of every generated type. A type called `_` with one of its fields could result in such a name.
  private static let ownMembers: Set<SwiftText> = ["__fragments", "__id", "__record", "__row", "__rows", "__shape", "__typename"]

  private func parentName(of key: Name, count: Int) -> SwiftText? {
    parent?.typeName(of: key, count: count)
  }
}
