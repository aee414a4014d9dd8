/// Builds the Swift types of a definition's selections: a tree of `ObjectType` from the reader AST and its row shapes.
///
/// A field under `@include` or `@skip` is optional. An inline fragment whose type condition always holds adds its fields to the enclosing
/// type; any other has its own type, which also has the fields of the enclosing type.
struct ObjectTypeBuilder {
  let shapes: RowShapes
  let schema: Schema
  let scalars: ScalarTypes
  let names: ModuleNames
  let acronyms: Acronyms
  let connectionInterface: ConnectionInterface
  /// Names that nested types must not have because they are used inside.
  let reserved: ReservedTypeNames
  /// In an `@updatable` definition, the fields that cannot be written; nil in other definitions, where no field can.
  var readOnlyFields: Set<Name>?
  /// Whether it is a generated query, which asks for the very object on which its fragment was spread.
  var isRefetchQuery = false

  /// Selections on one object that are read together.
  struct SelectionGroup {
    /// The type for which the selections of a group were written.
    enum Origin {
      /// Written for this type: type conditions that may not hold become its type cases.
      case own
      /// Written for the type around the inline fragment: only selections whose type condition certainly holds apply.
      case parent
      /// Written for a type further out: the same applies.
      case ancestor
    }

    var selections: [ReaderNode]
    /// The marker of the type condition; -1 without one.
    var marker = -1
    /// The conditions around them, outermost first.
    var conditions: [Condition] = []
    /// Whether they are in a deferred part of the response.
    var isDeferred = false
    /// The types, besides that of the view, that the object is known to have: those around the inline fragment.
    var knownTypes: [TypeID] = []
    /// Whether errors are caught here, so that `@semanticNonNull` fields are not null.
    var isCaught: Bool
    var origin = Origin.own
    /// For a group of the parent: its selections without those on object types, which do not apply to a type case.
    var shared: [ReaderNode]?
  }

  /// A condition around selections, which makes their fields optional.
  struct Condition: Hashable {
    var variable: Name
    var passingValue: Bool
  }

  /// The role of a type in a connection.
  enum Role {
    case plain, connection, edge, node

    /// Names that fields cannot have: those of nested types, and those that make a connection the collection of its nodes. (A server's
    /// `count` may differ from the number of loaded nodes.)
    var memberNames: [SwiftText] {
      switch self {
      case .plain, .node: ["TypeCase"]
      case .connection: Role.connectionMemberNames
      case .edge: ["NodeValue", "TypeCase"]
      }
    }

    private static let connectionMemberNames: [SwiftText] = [
      "ArrayLiteralElement", "Edge", "Element", "Index", "Indices", "Iterator", "SubSequence", "TypeCase", "count", "endIndex",
      "indices", "isEmpty", "startIndex", "underestimatedCount",
    ]
  }

  /// The type around an inline fragment. Its nested types are reused if the inline fragment adds nothing to them.
  struct ParentType {
    var type: TypeID
    private var keys = PositionTable<Name>()
    private var entries: [(count: Int, name: SwiftText)] = []

    init(type: TypeID) { self.type = type }

    /// The name of the type of a response key or alias that has this number of selections.
    func typeName(of key: Name, count: Int) -> SwiftText? {
      guard let position = keys[key], entries[position].count == count else { return nil }
      return entries[position].name
    }

    mutating func add(_ key: Name, count: Int, name: SwiftText) {
      if let position = keys[key] {
        entries[position] = (count, name)
      } else {
        keys.append(key)
        entries.append((count, name))
      }
    }
  }

  /// The type of a whole definition's data.
  func build(_ fragment: ReaderFragment, name: SwiftText) -> ObjectType {
    let isCaught = fragment.metadata.map { $0.throwOnFieldError || $0.catchTo != nil } ?? false
    let group = SelectionGroup(selections: fragment.selections, isCaught: isCaught)
    var data = object(name, on: fragment.type, shape: 0, groups: [group], role: .plain, parent: nil)
    data.isRoot = true
    return data
  }

  private func object(
    _ name: SwiftText, on type: TypeID, shape: Int, groups: [SelectionGroup], role: Role, parent: ParentType?
  ) -> ObjectType {
    let selected = collect(groups, on: type, shape: shape, parent: parent?.type)
    var result = ObjectType(name: name, type: type, shape: shape)
    let keyed = selected.fragments.filter { $0.assignableType == nil }.map(\.name)
    let keys = selected.fields.map(\.name) + selected.aliased.map(\.first.alias)
    let spellings = acronyms.spellings(keys)
    var members = MemberNames(fragments: keyed, reserving: role.memberNames, spellings: spellings)
    result.properties.reserveCapacity(selected.fields.count + selected.aliased.count)
    var nested = NestedTypes(parent: parent, type: type, reserved: reserved, members: keys.map { spellings[$0] ?? $0 })
    for use in selected.fields { nested.reuse(use.name, count: use.count) }
    for use in selected.aliased { nested.reuse(use.first.alias, count: use.groups.count) }

    addFields(selected.fields, to: &result, role: role, members: &members, nested: &nested)
    addAliased(selected.aliased, to: &result, members: &members, nested: &nested)
    addUpdates(of: selected.fields, to: &result, members: &members, nested: &nested)
    addAssignables(selected.fragments, to: &result, members: &members)
    addFragments(selected.fragments, to: &result, members: &members)
    addConnectionConformance(for: role, of: selected.fields, to: &result)
    addTypeCases(selected.typeCases, to: &result, groups: groups, role: role, members: &members, nested: &nested)
    return result
  }

  private func addFields(
    _ fields: [FieldUse], to result: inout ObjectType, role: Role, members: inout MemberNames, nested: inout NestedTypes
  ) {
    for use in fields {
      var property = ObjectType.Property(name: members.field(use.name), slot: use.slot, type: use.type)
      property.field = use.first.field
      let slot = shapes.shapes[result.shape].slots[use.slot]
      if let child = slot.shape {
        let fieldType = use.first.type.named
        let typeName = nested.name(of: use.name, "\(schema[fieldType].name)_\(use.name)", count: use.count)
        property.base = typeName.text
        if typeName.isNew {
          let childRole = self.role(of: use, under: role, shape: child)
          var type = object(typeName.text, on: fieldType, shape: child, groups: use.groups, role: childRole, parent: nil)
          if !use.type.isPlainObject { type.conformances.append(.rowValue) }
          result.nested.append(type)
        }
      } else {
        property.base = leafType(of: use.first, base: slot.type.base)
      }
      if isIdentity(use) { result.conformances.append(.identifiable) }
      result.properties.append(property)
    }
  }

  private func addAliased(
    _ aliased: [AliasedUse], to result: inout ObjectType, members: inout MemberNames, nested: inout NestedTypes
  ) {
    for use in aliased {
      let (name, on) = (use.first.alias, use.first.fragment.type)
      guard let slot = shapes.slot(ofAlias: name, in: result.shape), let child = shapes.shapes[result.shape].slots[slot].shape
      else { continue }
      let typeName = nested.name(of: name, "\(schema[on].name)_\(name)", count: use.groups.count)
      var type = use.first.type(shape: child)
      if shapes.shapes[child].bubbles { type.isNonNull = false }
      if use.isConditional { type.makeOptional() }
      if typeName.isNew {
        var view = object(typeName.text, on: on, shape: child, groups: use.groups, role: .plain, parent: nil)
        if !type.isPlainObject { view.conformances.append(.rowValue) }
        result.nested.append(view)
      }
      result.properties.append(ObjectType.Property(name: members.field(name), slot: slot, type: type, base: typeName.text))
    }
  }

  private func addFragments(_ fragments: [FragmentUse], to result: inout ObjectType, members: inout MemberNames) {
    for use in fragments where use.assignableType == nil {
      if use.isCertain {
        result.conformances.append(.key(names.key(ofFragment: use.name)))
      } else if result.fragmentMethod.bytes.isEmpty {
        result.fragmentMethod = members.unique("asFragment")
      }
      result.fragments.append(
        ObjectType.FragmentProperty(
          name: use.name, slot: use.slot, type: names.fragment(use.name), isInline: use.isInline, isUpdatable: use.isUpdatable,
          isPlural: use.isPlural, isCertain: use.isCertain))
    }
    if !result.fragments.isEmpty, !result.fragments.contains(where: \.isCertain) { result.conformances.append(.fragmentKey) }
  }

  private func addConnectionConformance(for role: Role, of fields: [FieldUse], to result: inout ObjectType) {
    /// The type of the last field with the role of an edge or a node.
    func type(ofPart part: Role) -> SwiftText? {
      let index = fields.lastIndex { use in
        guard let child = shapes.shapes[result.shape].slots[use.slot].shape else { return false }
        return self.role(of: use, under: role, shape: child) == part
      }
      return index.map { result.properties[$0].base }
    }
    switch role {
    case .connection: if let edge = type(ofPart: .edge) { result.conformances.append(.connectionCollection(edge: edge)) }
    case .edge: if let node = type(ofPart: .node) { result.conformances.append(.connectionEdge(node: node)) }
    case .node: result.conformances.append(.connectionNode)
    case .plain: break
    }
  }

  private func addTypeCases(
    _ cases: [TypeCaseUse], to result: inout ObjectType, groups: [SelectionGroup], role: Role, members: inout MemberNames,
    nested: inout NestedTypes
  ) {
    if cases.isEmpty { return }
    let enumCases = EnumCaseNames.unique(cases.map { SwiftIdentifier.lowerFirst(schema[$0.type].name) }, reserving: ["other"])
    let inherited = groups.map { group in
      var group = group
      group.knownTypes.append(result.type)
      if group.origin == .own {
        group.origin = .parent
        // A case does not have the other object types, so their selections need not be examined for every case.
        group.shared = group.selections.withoutInlineFragments { schema[$0].kind == .object }
      } else {
        group.origin = .ancestor
        group.shared = nil
      }
      return group
    }
    let parent = nested.asParent
    for (use, enumCase) in zip(cases, enumCases) {
      let name: SwiftText = "As\(SwiftIdentifier.upperFirst(schema[use.type].name))"
      // A type case of a connection is not a collection, because its element type would be unclear.
      let view = object(
        nested.unique(name), on: use.type, shape: result.shape, groups: inherited + use.groups,
        role: role == .connection ? .plain : role, parent: parent)
      result.typeCases.append(
        ObjectType.TypeCase(
          property: members.unique("a\(String(name.string.dropFirst()))"), enumCase: enumCase,
          breadth: schema[use.type].kind == .object ? 0 : schema[use.type].possibleTypes.count, marker: use.marker, view: view))
    }
    if result.typeCases.contains(where: { $0.breadth == 0 }) { result.typeCaseProperty = members.unique("typeCase") }
  }

  /// The role of a linked field in the connection around it.
  private func role(of use: FieldUse, under role: Role, shape: Int) -> Role {
    // A connection in an updater is not a collection.
    if readOnlyFields != nil { return .plain }
    return switch role {
    case .connection: use.name == connectionInterface.edges ? .edge : .plain
    case .edge: use.name == connectionInterface.node ? .node : .plain
    case .plain, .node: use.isConnection && shapes.showsConnection(shape) ? .connection : .plain
    }
  }

  private func isIdentity(_ use: FieldUse) -> Bool {
    guard case .scalar(let field) = use.first.kind, use.name == .id, field.name == .id else { return false }
    return use.type.listDepth == 0 && use.type.isNonNull && !use.type.isResult && use.type.base != .json
  }

  private func leafType(of field: ReaderField, base: ValueType.Base) -> SwiftText {
    if case .enumeration(let type) = base { return names.type(type) }
    return scalars.swiftName(of: field.type.named) ?? ScalarTypes.swiftName(base)
  }
}
