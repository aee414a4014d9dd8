/// A normalization plan with an operation's variables and a store's names. All walks over responses and records use it.
struct PlanWalk: Sendable {
  let plan: NormalizationPlan
  let variables: [String: JSON]
  let steps: ContiguousArray<NormalizationStep>
  /// The values of the conditions, by variable.
  let conditions: ContiguousArray<Bool>
  /// The storage keys of the fields with arguments, followed by those of the handles if requested.
  let lease: KeyLease
  let keys: ContiguousArray<KeyID>
  private let firstHandle: Int

  /// - Parameters:
  ///   - operation: the operation with its variables.
  ///   - table: the names of the store.
  ///   - includesHandles: whether the walk needs the keys of handles.
  init(_ operation: OperationDescriptor, _ table: KeyTable, includesHandles: Bool = true) {
    plan = operation.definition.normalization
    variables = operation.variables
    steps = plan.steps
    conditions = ContiguousArray(plan.conditionVariables.map { operation.variables[$0]?.isTruthy ?? false })
    var names = plan.argumentFields.map { StorageKey.make($0.name, $0.arguments, operation.variables) }
    firstHandle = names.count
    if includesHandles { names += plan.handles.map { StorageKey.handle($0, operation.variables) } }
    lease = table.lease(names)
    keys = lease.keys
  }

  /// The storage key of a field.
  @inline(__always)
  func key(_ step: NormalizationStep) -> KeyID { step.key.resolved(in: keys) }

  /// The key of the client-side field that a handler maintains for a field.
  @inline(__always)
  func handleKey(_ step: NormalizationStep) -> KeyID { keys[firstHandle + Int(step.index)] }

  /// The steps below a step.
  @inline(__always)
  func children(of index: Int) -> Range<Int> { index + 1..<Int(steps[index].next) }

  /// Whether the selections under a condition apply.
  @inline(__always)
  func holds(_ condition: NormalizationStep) -> Bool { conditions[Int(condition.name)] == condition.flag }

  /// Whether a `@defer` or `@stream` is active.
  @inline(__always)
  func isEnabled(_ step: NormalizationStep) -> Bool { step.name < 0 || conditions[Int(step.name)] }

  /// The response key of a field.
  @inline(__always)
  func responseKey(_ step: NormalizationStep) -> String { plan.responseKeys[Int(step.index)] }
}

extension NormalizationPlan {
  /// Whether a field of the plan, or the whole operation, has an age.
  var usesAges: Bool { !ages.isEmpty || age != .none }
}
