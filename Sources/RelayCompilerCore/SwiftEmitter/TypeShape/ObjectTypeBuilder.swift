/// Turns the selections of a definition into the Swift types that show them: reader AST and row shapes in, a tree of `ObjectType` out.
///
/// A field that stands under `@include` or `@skip` is optional. An inline fragment whose type condition always holds adds its fields
/// to the type around it; any other has a type of its own, which shows the fields of the type around it too.
struct ObjectTypeBuilder {
  let shapes: RowShapes
  let schema: Schema
  let scalars: ScalarTypes
  let names: ModuleNames
  let connectionInterface: ConnectionInterface
  /// Names that a nested type must not have because they are used inside of it.
  let reserved: ReservedTypeNames
  /// In an `@updatable` definition the names of the fields that cannot be written; nil in any other, where none can.
  var readOnlyFields: Set<Name>?

  /// Selections on one object that are read together.
  struct Group {
    enum Origin {
      /// Written for this type: type conditions that may not hold become type cases of it.
      case own
      /// Written for the type around the inline fragment: only what certainly holds counts.
      case outer
      /// The same, further out.
      case further
    }

    var selections: [ReaderNode]
    /// The type condition's marker, or -1.
    var marker = -1
    /// The conditions that they stand under, from the outermost.
    var conditions: [Condition] = []
    /// Errors are caught here: `@semanticNonNull` is not null.
    var isCaught: Bool
    var origin = Origin.own
    /// Of an outer group: the selections without those on object types, which are not the group's to give.
    var shared: [ReaderNode]?
  }

  struct Condition: Hashable {
    var variable: Name
    var passingValue: Bool
  }

  /// What a type is in a connection.
  enum Role {
    case plain, connection, edge, node

    /// Names that fields cannot have there: those of nested types, and what makes a connection the collection of its nodes. A server's
    /// `count` may be another number than that of the nodes that are here.
    var memberNames: [SwiftText] {
      switch self {
      case .plain, .node: ["TypeCase"]
      case .connection:
        [
          "ArrayLiteralElement", "Edge", "Element", "Index", "Indices", "Iterator", "SubSequence", "TypeCase", "count", "endIndex",
          "indices", "isEmpty", "startIndex", "underestimatedCount",
        ]
      case .edge: ["NodeValue", "TypeCase"]
      }
    }
  }

  /// The type around an inline fragment: its nested types serve where the inline fragment adds nothing to them.
  struct Outer {
    var type: TypeID
    /// How often each response key or alias is selected there.
    var counts: [Name: Int] = [:]
    var typeNames: [Name: SwiftText] = [:]
  }

  /// The type of a whole definition's data.
  func build(_ fragment: ReaderFragment, name: SwiftText) -> ObjectType {
    let isCaught = fragment.metadata.map { $0.throwOnFieldError || $0.catchTo != nil } ?? false
    let group = Group(selections: fragment.selections, isCaught: isCaught)
    var data = object(name, on: fragment.type, shape: 0, groups: [group], role: .plain, outer: nil)
    data.isRoot = true
    return data
  }

  private func object(
    _ name: SwiftText, on type: TypeID, shape: Int, groups: [Group], role: Role, outer: Outer?
  ) -> ObjectType {
    let selected = collect(groups, on: type, shape: shape, outer: outer?.type)
    var result = ObjectType(name: name, type: type, shape: shape)
    let keyed = selected.fragments.filter { $0.assignableType == nil }.map(\.name)
    var members = MemberNames(fragments: keyed, reserving: role.memberNames)
    let keys = selected.fields.map(\.name) + selected.aliased.map(\.first.alias)
    var nested = NestedTypes(outer: outer, type: type, reserved: reserved, members: keys)
    for use in selected.fields { nested.reuse(use.name, count: use.count) }
    for use in selected.aliased { nested.reuse(use.first.alias, count: use.groups.count) }

    var edgeType: SwiftText?
    var nodeType: SwiftText?
    for use in selected.fields {
      var property = ObjectType.Property(name: members.field(use.name), slot: use.slot, type: use.type)
      if let field = use.first.field {
        property.documentation = schema[field].description
        property.deprecation = schema[field].deprecation
      }
      if let child = shapes.shapes[shape].slots[use.slot].shape {
        let fieldType = use.first.type.named
        let childRole = self.role(of: use, under: role, shape: child)
        let typeName = nested.name(of: use.name, "\(schema[fieldType].name)_\(use.name)", count: use.count)
        property.base = typeName.text
        if typeName.isNew {
          var type = object(typeName.text, on: fieldType, shape: child, groups: use.groups, role: childRole, outer: nil)
          if !use.type.isPlainObject { type.conformances.append(.rowValue) }
          result.nested.append(type)
        }
        switch childRole {
        case .edge: edgeType = property.base
        case .node: nodeType = property.base
        case .plain, .connection: break
        }
      } else {
        property.base = leafType(of: use.first, base: shapes.shapes[shape].slots[use.slot].type.base)
      }
      if isIdentity(use) { result.conformances.append(.identifiable) }
      result.properties.append(property)
    }

    for use in selected.aliased {
      let (name, on) = (use.first.alias, use.first.fragment.type)
      guard let slot = shapes.slot(ofFragment: name, in: shape), let child = shapes.shapes[shape].slots[slot].shape else { continue }
      let typeName = nested.name(of: name, "\(schema[on].name)_\(name)", count: use.groups.count)
      var type = use.first.type(shape: child)
      if shapes.shapes[child].bubbles { type.isNonNull = false }
      if use.isConditional { type.makeOptional() }
      if typeName.isNew {
        var view = object(typeName.text, on: on, shape: child, groups: use.groups, role: .plain, outer: nil)
        if !type.isPlainObject { view.conformances.append(.rowValue) }
        result.nested.append(view)
      }
      result.properties.append(ObjectType.Property(name: members.field(name), slot: slot, type: type, base: typeName.text))
    }

    addUpdates(of: selected.fields, to: &result, members: &members, nested: &nested)
    addAssignables(selected.fragments, to: &result, members: &members)
    for use in selected.fragments where use.assignableType == nil {
      result.conformances.append(.key(names.key(ofFragment: use.name)))
      result.fragments.append(
        ObjectType.FragmentProperty(
          name: use.name, slot: use.slot, type: names.fragment(use.name), isInline: use.isInline, isUpdatable: use.isUpdatable))
    }

    switch role {
    case .connection: if let edgeType { result.conformances.append(.connectionCollection(edge: edgeType)) }
    case .edge: if let nodeType { result.conformances.append(.connectionEdge(node: nodeType)) }
    case .node: result.conformances.append(.connectionNode)
    case .plain: break
    }

    addTypeCases(selected.typeCases, to: &result, groups: groups, role: role, members: &members, nested: &nested)
    return result
  }

  private func addTypeCases(
    _ cases: [TypeCaseUse], to result: inout ObjectType, groups: [Group], role: Role, members: inout MemberNames,
    nested: inout NestedTypes
  ) {
    if cases.isEmpty { return }
    let enumCases = EnumCaseNames.unique(cases.map { SwiftIdentifier.lowerFirst(schema[$0.type].name) }, reserving: ["other"])
    let inherited = groups.map { group in
      var group = group
      if group.origin == .own {
        group.origin = .outer
        // A case's type is none of the other objects: what is selected on these would be looked at once for every case.
        group.shared = group.selections.withoutInlineFragments { schema[$0].kind == .object }
      } else {
        group.origin = .further
        group.shared = nil
      }
      return group
    }
    let outer = nested.asOuter
    for (use, enumCase) in zip(cases, enumCases) {
      let name: SwiftText = "As\(SwiftIdentifier.upperFirst(schema[use.type].name))"
      // What the cases of a connection's own type would be as a collection, nobody knows.
      let view = object(
        nested.unique(name), on: use.type, shape: result.shape, groups: inherited + use.groups,
        role: role == .connection ? .plain : role, outer: outer)
      result.typeCases.append(
        ObjectType.TypeCase(
          property: members.unique("a\(String(name.string.dropFirst()))"), enumCase: enumCase,
          isConcrete: schema[use.type].kind == .object, marker: use.marker, view: view))
    }
    if result.typeCases.contains(where: \.isConcrete) { result.typeCaseProperty = members.unique("typeCase") }
  }

  /// The part that a linked field plays in the connection around it.
  private func role(of use: FieldUse, under role: Role, shape: Int) -> Role {
    // What is written is no collection.
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
