/// How a field of an `@updatable` document is written.
enum FieldUpdate: Sendable {
  /// A leaf: its property has a setter.
  case assignment
  /// A link: a method takes the value to assign.
  case method(name: SwiftText, value: Value)

  /// The value of a link, in as many lists as the field has.
  enum Value: Sendable {
    /// No fragment says what may be assigned: only null or an empty list.
    case nothing
    /// The only `@assignable` fragment spread there.
    case fragment(SwiftText)
    /// One of several fragments, as cases of an enum.
    case oneOf(name: SwiftText, cases: [(name: SwiftText, type: SwiftText)])
  }
}

extension ObjectTypeBuilder {
  /// Determines how the type's first properties, which are those of `fields`, are written.
  func addUpdates(of fields: [FieldUse], to object: inout ObjectType, members: inout MemberNames, nested: inout NestedTypes) {
    guard let readOnlyFields else { return }
    for (index, use) in fields.enumerated() {
      switch use.first.kind {
      case .scalar(let field):
        let isKey = schema.keyedTypes(of: object.type).contains {
          schema[$0].key?.fields.contains { schema[$0].name == field.name } == true
        }
        if !readOnlyFields.contains(field.name), !isKey { object.properties[index].update = .assignment }
      case .linked:
        let name = acronyms.spelling(SwiftIdentifier.upperFirst(use.name))
        let value = assignedValue(to: use, enumName: "\(name)Value", nested: &nested)
        if case .nothing = value, use.type.listDepth == 0, use.type.isNonNull { continue }
        object.properties[index].update = .method(name: members.unique("set\(name)"), value: value)
      }
    }
  }

  private func assignedValue(to use: FieldUse, enumName: SwiftText, nested: inout NestedTypes) -> FieldUpdate.Value {
    var spreads = AssignableSpreads(includesFields: false)
    for group in use.groups { spreads.visit(group.selections) }
    let fragments = spreads.names
    guard let first = fragments.first else { return .nothing }
    if fragments.count == 1 { return .fragment(names.fragment(first)) }
    let cases = EnumCaseNames.unique(fragments.map(SwiftIdentifier.lowerFirst), reserving: [])
    return .oneOf(name: nested.unique(enumName), cases: zip(cases, fragments).map { ($0, names.fragment($1)) })
  }

  /// Adds the fragments that allow objects of the type to be assigned.
  func addAssignables(_ fragments: [FragmentUse], to object: inout ObjectType, members: inout MemberNames) {
    for use in fragments {
      guard let type = use.assignableType else { continue }
      if object.assignables.isEmpty { object.assignableMethod = members.unique("asAssignable") }
      object.assignables.append(
        ObjectType.AssignableFragment(
          type: names.fragment(use.name), slot: use.slot, isCertain: schema.isSubtype(object.type, of: type)))
    }
  }
}

/// Finds the `@assignable` fragments that are spread, each once, under any type condition.
struct AssignableSpreads: ReaderVisitor {
  /// Whether to include fragments on linked objects.
  let includesFields: Bool
  private(set) var names: [Name] = []

  mutating func visit(_ field: ReaderField, at place: Void) { if includesFields { visit(field.selections) } }
  mutating func visit(_ aliased: AliasedSelection, at place: Void) { visit(aliased.fragment.selections) }
  mutating func visit(_ fragment: ReaderInlineFragment, at place: Void) { visit(fragment.selections) }
  mutating func visit(_ spread: ReaderInlineDataFragmentSpread, at place: Void) { visit(spread.selections) }
  mutating func visit(_ group: ReaderGroup, at place: Void) { visit(group.selections) }

  mutating func visit(_ spread: ReaderFragmentSpread, at place: Void) {
    if spread.assignableType != nil, !names.contains(spread.name) { names.append(spread.name) }
  }
}
