/// Sorts the selections on one object into fields, fragments and type cases, and groups them by response key.
extension ObjectTypeBuilder {
  /// All selections with one response key.
  struct FieldUse {
    var name: Name
    var slot: Int
    var first: ReaderField
    var type: ValueType
    /// The selections below, for a linked field.
    var groups: [SelectionGroup] = []
    var isConnection = false
    /// The number of selections with the key.
    var count = 0
    /// The conditions around the first selection, whether all others have the same ones, and whether each has any.
    fileprivate var conditions: [Condition] = []
    fileprivate var sharesConditions = true
    fileprivate var isConditional = true
  }

  /// An aliased fragment, and whether it is under a condition.
  struct AliasedUse {
    var first: AliasedSelection
    var isConditional: Bool
    var groups: [SelectionGroup]
  }

  /// A spread of a fragment on the object.
  struct FragmentUse {
    var name: Name
    var slot: Int
    var isInline = false
    /// For an `@assignable` fragment, the type that it is on.
    var assignableType: TypeID?
    var isUpdatable = false
    var isPlural = false
    /// Whether the object has the fragment's data whenever it is read itself.
    var isCertain: Bool
  }

  /// All inline fragments on one type.
  struct TypeCaseUse {
    var type: TypeID
    var marker: Int
    var groups: [SelectionGroup]
  }

  /// The selections on one object, sorted by kind.
  struct Selected {
    var fields: [FieldUse] = []
    var aliased: [AliasedUse] = []
    var fragments: [FragmentUse] = []
    var typeCases: [TypeCaseUse] = []
    fileprivate var fieldIndices = PositionTable<Name>()
    fileprivate var aliasedIndices = PositionTable<Name>()
    fileprivate var fragmentNames = PositionTable<Name>()
    fileprivate var typeCaseIndices = PositionTable<TypeID>()
  }

  /// - Parameter parent: the type around the inline fragment whose type this is.
  func collect(_ groups: [SelectionGroup], on type: TypeID, shape: Int, parent: TypeID?) -> Selected {
    var collector = SelectionCollector(builder: self, type: type, shape: shape, parent: parent)
    for group in groups { collector.visit(group.shared ?? group.selections, at: group) }
    for index in collector.selected.fields.indices { settle(&collector.selected.fields[index]) }
    return collector.selected
  }

  /// A field is optional if each of its selections is conditional. Conditions common to all selections do not affect the fields below.
  private func settle(_ use: inout FieldUse) {
    if use.isConditional { use.type.makeOptional() }
    if use.sharesConditions { for index in use.groups.indices { use.groups[index].conditions = [] } }
  }
}

/// Collects the selections on one object; `Place` is the group to which they belong.
private struct SelectionCollector: ReaderVisitor {
  let builder: ObjectTypeBuilder
  let type: TypeID
  let shape: Int
  let parent: TypeID?
  var selected = ObjectTypeBuilder.Selected()

  mutating func visit(_ fragment: ReaderInlineFragment, at group: ObjectTypeBuilder.SelectionGroup) {
    // The fragment is already among the type's own groups.
    if group.origin == .parent, fragment.type == type { return }
    let schema = builder.schema
    let marker = builder.shapes.slot(ofMarker: fragment.typeName, under: group.marker, in: shape)
    var inner = group
    inner.selections = fragment.selections
    inner.marker = marker ?? group.marker
    if schema.isSubtype(type, of: fragment.type) {
      if let parent, !schema.isSubtype(parent, of: fragment.type), group.origin == .parent { inner.origin = .ancestor }
      visit(fragment.selections, at: inner)
    } else if let marker, group.origin == .own, schema.doTypesOverlap(type, fragment.type), fragment.selections.contains(where: \.isShown) {
      inner.knownTypes.append(type)
      if let known = selected.typeCaseIndices[fragment.type] {
        selected.typeCases[known].groups.append(inner)
      } else {
        selected.typeCaseIndices.append(fragment.type)
        selected.typeCases.append(ObjectTypeBuilder.TypeCaseUse(type: fragment.type, marker: marker, groups: [inner]))
      }
    }
  }

  mutating func visit(_ spread: ReaderFragmentSpread, at group: ObjectTypeBuilder.SelectionGroup) {
    guard let slot = builder.shapes.slot(ofSpread: spread.name, in: shape) else { return }
    add(
      ObjectTypeBuilder.FragmentUse(
        name: spread.name, slot: slot, assignableType: spread.assignableType, isUpdatable: spread.isUpdatable, isPlural: spread.isPlural,
        isCertain: isCertain(spread, in: group)))
  }

  mutating func visit(_ spread: ReaderInlineDataFragmentSpread, at group: ObjectTypeBuilder.SelectionGroup) {
    guard let slot = builder.shapes.slot(ofInlineFragment: spread.name, in: shape) else { return }
    add(ObjectTypeBuilder.FragmentUse(name: spread.name, slot: slot, isInline: true, isCertain: group.isCertain))
  }

  mutating func visit(_ selections: ReaderGroup, at group: ObjectTypeBuilder.SelectionGroup) {
    var inner = group
    switch selections.kind {
    case .condition(let variable, let passingValue):
      inner.conditions.append(ObjectTypeBuilder.Condition(variable: variable, passingValue: passingValue))
    case .defer: inner.isDeferred = true
    case .stream, .clientExtension: break
    }
    visit(selections.selections, at: inner)
  }

  /// Whether an object of a type has the data of a fragment that a group spreads. An updater tests an updatable fragment for each object.
  private func isCertain(_ spread: ReaderFragmentSpread, in group: ObjectTypeBuilder.SelectionGroup) -> Bool {
    if builder.isRefetchQuery || spread.isUpdatable { return true }
    guard group.isCertain, let fragmentType = spread.type else { return group.isCertain }
    return ([type] + group.knownTypes).contains { builder.schema.isSubtype($0, of: fragmentType) }
  }

  private mutating func add(_ use: ObjectTypeBuilder.FragmentUse) {
    if let known = selected.fragmentNames[use.name] {
      if use.isCertain { selected.fragments[known].isCertain = true }
      return
    }
    selected.fragmentNames.append(use.name)
    selected.fragments.append(use)
  }

  mutating func visit(_ aliased: AliasedSelection, at group: ObjectTypeBuilder.SelectionGroup) {
    let inner = ObjectTypeBuilder.SelectionGroup(
      selections: aliased.fragment.selections, isDeferred: group.isDeferred, isCaught: group.isCaught || aliased.catchTarget != nil)
    if let known = selected.aliasedIndices[aliased.alias] {
      selected.aliased[known].groups.append(inner)
    } else {
      selected.aliasedIndices.append(aliased.alias)
      selected.aliased.append(ObjectTypeBuilder.AliasedUse(first: aliased, isConditional: !group.conditions.isEmpty, groups: [inner]))
    }
  }

  mutating func visit(_ field: ReaderField, at group: ObjectTypeBuilder.SelectionGroup) {
    guard !field.isHidden, let slot = builder.shapes.slot(of: field, in: shape, isCaught: group.isCaught) else { return }
    let type = builder.shapes.type(of: field, slot: slot, in: shape, isCaught: group.isCaught)
    let index: Int
    if let known = selected.fieldIndices[field.responseKey] {
      // A different type for the same key occurs only in branches that cannot both match; the first one belongs to this type.
      guard selected.fields[known].slot == slot else { return }
      index = known
      if type.isNonNull { selected.fields[index].type.isNonNull = true }
    } else {
      index = selected.fields.count
      selected.fieldIndices.append(field.responseKey)
      selected.fields.append(ObjectTypeBuilder.FieldUse(name: field.responseKey, slot: slot, first: field, type: type))
    }
    if selected.fields[index].count == 0 {
      selected.fields[index].conditions = group.conditions
    } else if selected.fields[index].conditions != group.conditions {
      selected.fields[index].sharesConditions = false
    }
    if group.conditions.isEmpty { selected.fields[index].isConditional = false }
    selected.fields[index].count += 1
    if case .linked(let linked) = field.kind {
      if linked.isConnection { selected.fields[index].isConnection = true }
      let isCaught = group.isCaught || field.catches
      selected.fields[index].groups.append(
        ObjectTypeBuilder.SelectionGroup(selections: linked.selections, conditions: group.conditions, isCaught: isCaught))
    }
  }
}

extension ObjectTypeBuilder.SelectionGroup {
  /// Whether the selections are in the first part of every response.
  fileprivate var isCertain: Bool { conditions.isEmpty && !isDeferred }
}

extension [ReaderNode] {
  /// The nodes without inline fragments on types for which `isLeftOut` is true, under any conditions.
  func withoutInlineFragments(on isLeftOut: (TypeID) -> Bool) -> [ReaderNode] {
    compactMap { node in
      switch node {
      case .inlineFragment(let fragment): isLeftOut(fragment.type) ? nil : node
      case .condition(let variable, let passingValue, let selections):
        .condition(variable: variable, passingValue: passingValue, selections: selections.withoutInlineFragments(on: isLeftOut))
      case .defer(let selections): .defer(selections: selections.withoutInlineFragments(on: isLeftOut))
      case .stream(let selections): .stream(selections: selections.withoutInlineFragments(on: isLeftOut))
      case .clientExtension(let selections): .clientExtension(selections: selections.withoutInlineFragments(on: isLeftOut))
      case .scalarField, .linkedField, .required, .catch, .aliasedFragment, .fragmentSpread, .inlineDataFragmentSpread: node
      }
    }
  }
}
