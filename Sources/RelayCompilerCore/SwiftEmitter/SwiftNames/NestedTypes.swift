/// Names that are used inside nested types and must not be shadowed there: the module's, one set for all definitions, and the
/// definition's own and those of the `@assignable` fragments that it spreads.
struct ReservedTypeNames {
  let module: Set<SwiftText>
  let own: Set<SwiftText>

  func contains(_ name: SwiftText) -> Bool { own.contains(name) || module.contains(name) }
}

/// The names of the types nested in one generated type, and which of them are those of the type around it.
struct NestedTypes {
  private var taken: Set<SwiftText> = []
  private let reserved: ReservedTypeNames
  private let parent: ObjectTypeBuilder.ParentType?
  private(set) var asParent: ObjectTypeBuilder.ParentType

  /// - Parameter members: what the type's properties are called.
  init(parent: ObjectTypeBuilder.ParentType?, type: TypeID, reserved: ReservedTypeNames, members: [Name]) {
    self.parent = parent
    taken = Set(members.map { SwiftText($0) }).union(NestedTypes.ownMembers)
    asParent = ObjectTypeBuilder.ParentType(type: type)
    self.reserved = reserved
  }

  /// Keeps the name free that the field's type has in the type around this one, where nothing is added to it here.
  mutating func reuse(_ key: Name, count: Int) {
    if let name = parentName(of: key, count: count) { taken.insert(name) }
  }

  /// The type of a field: that of the type around this one, or a new one called `proposal`.
  mutating func name(of key: Name, _ proposal: SwiftText, count: Int) -> (text: SwiftText, isNew: Bool) {
    let known = parentName(of: key, count: count)
    let name = known ?? unique(proposal)
    asParent.counts[key] = count
    asParent.typeNames[key] = name
    return (name, known == nil)
  }

  mutating func unique(_ name: SwiftText) -> SwiftText {
    var name = name
    while reserved.contains(name) || !taken.insert(name).inserted { name += "_" }
    return name
  }

  /// Members of every generated type, whose names a type called `_` would make with its fields.
  private static let ownMembers: [SwiftText] = ["__fragments", "__id", "__record", "__row", "__rows", "__shape", "__typename"]

  private func parentName(of key: Name, count: Int) -> SwiftText? {
    guard let parent, parent.counts[key] == count else { return nil }
    return parent.typeNames[key]
  }
}
