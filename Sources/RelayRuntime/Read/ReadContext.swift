/// A reader plan with variables and a store. Storage keys and conditions are computed once for all records that are read with it.
///
/// The first five properties are the inputs; the others are computed from them.
final class ReadContext: Sendable {
  let store: any SnapshotSource
  let definition: Generated.FragmentDefinition
  let plan: ReaderPlan
  /// The operation that the data belongs to.
  let owner: OperationDescriptor
  /// The values of the fragment's arguments and of the operation's variables that it uses.
  let variables: [String: JSON]
  /// The storage keys of the fields with arguments. The lease keeps them in the table.
  private let lease: KeyLease
  private let keyBuffer: FixedBuffer<KeyID>
  /// The conditions' values for the variables.
  private let conditionBuffer: FixedBuffer<Bool>
  private let scopes: ContiguousArray<FragmentScope>
  /// Whether the fragments spread into the data are read together with it.
  let hasFragments: Bool
  /// An estimate of the size in bytes of the rows of one reading, before they are moved to chunks.
  let rowSize: Int

  init(store: any SnapshotSource, definition: Generated.FragmentDefinition, owner: OperationDescriptor, variables: [String: JSON]) {
    let plan = definition.plan
    self.store = store
    self.definition = definition
    self.plan = plan
    self.owner = owner
    self.variables = variables
    if let problem = plan.problem { store.warnOnce(about: [definition.name]) { problem } }
    var scopeVariables = [variables]
    for scope in plan.scopes.dropFirst() {
      let outer = scopeVariables.indices.contains(scope.parent) ? scopeVariables[scope.parent] : variables
      let given = scope.arguments.evaluate(outer)
      scopeVariables.append(ReadContext.variables(scope.definitions, given: given, root: owner.variables))
    }
    lease = store.keys.lease(
      plan.argumentFields.map { field in StorageKey.make(field.field.name, field.field.arguments, scopeVariables[field.scope]) })
    keyBuffer = FixedBuffer(lease.keys)
    conditionBuffer = FixedBuffer(plan.conditions.map { scopeVariables[$0.scope][$0.variable]?.isTruthy ?? false })
    let fragments = definition.fragments
    scopes = ContiguousArray(
      plan.spreads.map { spread in
        FragmentScope(
          store: store, owner: owner, fragment: spread.name, definition: fragments.first { $0.name == spread.name },
          arguments: spread.arguments.evaluate(scopeVariables[spread.scope]), isUnmatched: false)
      })
    hasFragments = !fragments.isEmpty
    let hasLists = plan.steps.contains { $0.kind == .linked && $0.flag }
    rowSize = min(plan.shapes.reduce(0) { $0 + $1.rowSize } + (hasLists ? RowBuilder.chunkSize : 0), 1 << 16)
  }

  private let spreadBuffer = LazyReference<FixedBuffer<SpreadFrame>>()

  /// The plan in the form used by the reader. It is valid while the context exists, which keeps the buffers; see `ReadFrame`.
  ///
  /// - Parameter readsFragments: whether to read the fragments spread into the data as well.
  func frame(readsFragments: Bool) -> ReadFrame {
    unsafe ReadFrame(
      context: UnretainedReference(self), steps: plan.stepBuffer.elements, keys: keyBuffer.elements,
      conditions: conditionBuffer.elements, shapes: plan.shapeBuffer.elements, spreads: readsFragments ? spreads : nil)
  }

  private var spreads: FixedElements<SpreadFrame>? {
    guard hasFragments else { return nil }
    if let known = spreadBuffer.load() { return unsafe known.elements }
    return unsafe spreadBuffer.storeIfNil(FixedBuffer(scopes.map { SpreadFrame($0.context) })).elements
  }

  /// The spread at an index, with this context's variables.
  func scope(_ spread: Int32, isUnmatched: Bool = false) -> FragmentScope? {
    guard scopes.indices.contains(Int(spread)) else { return nil }
    return isUnmatched ? scopes[Int(spread)].unmatched : scopes[Int(spread)]
  }

  /// A fragment's variables: the spread's arguments, with the fragment's default values for those not passed, and the operation's
  /// variables that the fragment uses.
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
