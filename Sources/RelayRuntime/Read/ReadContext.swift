import Synchronization

/// A plan with variables in a store: storage keys and conditions are worked out once, for all records that are read with it.
final class ReadContext: Sendable {
  let store: Store
  let definition: FragmentDefinition
  let plan: ReaderPlan
  /// The operation that the data belongs to.
  let owner: OperationDescriptor
  /// The values of the fragment's arguments and of the operation's variables that it uses.
  let variables: [String: JSON]
  /// The storage keys of the fields with arguments, which stay as long as the context.
  private let lease: KeyLease
  var keys: ContiguousArray<KeyID> { lease.keys }
  /// Which conditions hold, by their variables' values.
  let conditions: ContiguousArray<Bool>
  private let scopes: ContiguousArray<FragmentScope>

  init(store: Store, definition: FragmentDefinition, owner: OperationDescriptor, variables: [String: JSON]) {
    let plan = definition.plan
    self.store = store
    self.definition = definition
    self.plan = plan
    self.owner = owner
    self.variables = variables
    var scopeVariables = [variables]
    for scope in plan.scopes.dropFirst() {
      let outer = scopeVariables.indices.contains(scope.parent) ? scopeVariables[scope.parent] : variables
      let given = scope.arguments.evaluate(outer)
      scopeVariables.append(ReadContext.variables(scope.definitions, given: given, root: owner.variables))
    }
    lease = store.keys.lease(
      plan.argumentFields.map { field in StorageKey.make(field.field.name, field.field.arguments, scopeVariables[field.scope]) })
    conditions = ContiguousArray(
      plan.conditions.map { scopeVariables[$0.scope][$0.variable]?.isTruthy ?? false })
    scopes = ContiguousArray(
      plan.spreads.map { spread in
        FragmentScope(
          store: store, owner: owner, fragment: spread.name, arguments: spread.arguments.evaluate(scopeVariables[spread.scope]),
          isUnmatched: false)
      })
  }

  /// The spread with the given number, under this context's variables.
  func scope(_ spread: Int32, isUnmatched: Bool = false) -> FragmentScope? {
    guard scopes.indices.contains(Int(spread)) else { return nil }
    return isUnmatched ? scopes[Int(spread)].unmatched : scopes[Int(spread)]
  }

  /// A fragment's variables: what the spread passes, else the argument's default, else nothing; and the operation's variables that
  /// the fragment says it uses.
  static func variables(
    _ definitions: [ArgumentDefinition], given: [String: JSON], root: [String: JSON]
  ) -> [String: JSON] {
    var values = given
    for definition in definitions where values[definition.name] == nil {
      switch definition {
      case .local(let name, let defaultValue): values[name] = defaultValue
      case .root(let name): values[name] = root[name]
      }
    }
    return values
  }
}

/// A fragment spread under certain variables of a certain operation; all records at that place share it.
final class FragmentScope: Sendable {
  let store: Store
  let owner: OperationDescriptor
  let fragment: String
  let arguments: [String: JSON]
  /// Whether the spread is inside an abstract type condition that does not hold for the record.
  let isUnmatched: Bool
  private let unmatchedScope = AtomicLazyReference<FragmentScope>()
  private let context = Mutex<ReadContext?>(nil)

  init(store: Store, owner: OperationDescriptor, fragment: String, arguments: [String: JSON], isUnmatched: Bool) {
    self.isUnmatched = isUnmatched
    self.store = store
    self.owner = owner
    self.fragment = fragment
    self.arguments = arguments
  }

  /// The same spread where the type condition around it does not hold.
  var unmatched: FragmentScope {
    unmatchedScope.load()
      ?? unmatchedScope.storeIfNil(
        FragmentScope(store: store, owner: owner, fragment: fragment, arguments: arguments, isUnmatched: true))
  }

  func context(for definition: FragmentDefinition) -> ReadContext {
    if let known = context.withLock({ $0 }), known.definition === definition { return known }
    let made = ReadContext(
      store: store, definition: definition, owner: owner,
      variables: ReadContext.variables(definition.plan.argumentDefinitions, given: arguments, root: owner.variables))
    return context.withLock { known in
      if let known, known.definition === definition { return known }
      known = made
      return made
    }
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
