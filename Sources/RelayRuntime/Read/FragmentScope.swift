/// A fragment spread with certain variables of a certain operation. All records at that place share it.
final class FragmentScope: Sendable {
  let store: any SnapshotSource
  let owner: OperationDescriptor
  let fragment: String
  /// The compiled form of the fragment; `nil` if the definition that spreads it does not carry it.
  private let definition: Generated.FragmentDefinition?
  let arguments: [String: JSON]
  /// Whether the spread is inside an abstract type condition that the record does not satisfy.
  let isUnmatched: Bool
  /// The id of the object, if the fragment was asked for by it: then no operation has spread the fragment, so that none is known to have its
  /// data.
  let objectID: String?
  private let unmatchedScope = LazyReference<FragmentScope>()
  private let ownContext = LazyReference<ReadContext>()
  private let otherContext = Lock<ReadContext?>(nil)

  init(
    store: any SnapshotSource, owner: OperationDescriptor, fragment: String, definition: Generated.FragmentDefinition? = nil,
    arguments: [String: JSON], isUnmatched: Bool, objectID: String? = nil
  ) {
    self.isUnmatched = isUnmatched
    self.objectID = objectID
    self.store = store
    self.owner = owner
    self.fragment = fragment
    self.definition = definition
    self.arguments = arguments
  }

  /// The same spread, inside an abstract type condition that is not satisfied.
  var unmatched: FragmentScope {
    unmatchedScope.load()
      ?? unmatchedScope.storeIfNil(
        FragmentScope(
          store: store, owner: owner, fragment: fragment, definition: definition, arguments: arguments, isUnmatched: true))
  }

  /// How the fragment is read where it is spread. Valid while the scope exists.
  var context: ReadContext? {
    if let known = ownContext.load() { return known }
    return definition.map { ownContext.storeIfNil(makeContext($0)) }
  }

  func context(for definition: Generated.FragmentDefinition) -> ReadContext {
    if definition === self.definition, let context { return context }
    if let known = otherContext.withLock({ $0 }), known.definition === definition { return known }
    let made = makeContext(definition)
    return otherContext.withLock { known in
      if let known, known.definition === definition { return known }
      known = made
      return made
    }
  }

  private func makeContext(_ definition: Generated.FragmentDefinition) -> ReadContext {
    ReadContext(
      store: store, definition: definition, owner: owner,
      variables: ReadContext.variables(definition.plan.argumentDefinitions, given: arguments, root: owner.variables))
  }
}

extension FragmentScope: Hashable {
  static func == (left: FragmentScope, right: FragmentScope) -> Bool {
    left === right
      || (left.store === right.store && left.fragment == right.fragment && left.owner == right.owner
        && left.isUnmatched == right.isUnmatched && left.arguments == right.arguments)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(fragment)
    hasher.combine(owner)
  }
}
