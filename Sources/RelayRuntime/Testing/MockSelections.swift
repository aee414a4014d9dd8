/// The fields that an operation selects in one place of its response, in all branches: whatever the variables and the object's type are.
struct MockSelections {
  private let plan: NormalizationPlan
  private let ranges: [Range<Int>]

  /// The fields of the root.
  init(_ plan: NormalizationPlan) { self.init(plan, [0..<plan.steps.count]) }

  /// - Parameter ranges: the steps of the place; a field may be in several branches.
  init(_ plan: NormalizationPlan, _ ranges: [Range<Int>]) {
    self.plan = plan
    self.ranges = ranges
  }

  /// The place below the field with a response key; `nil` if there is no such field.
  subscript(key: String) -> MockSelections? {
    var below: [Range<Int>]?
    forEachField { step, range in
      if plan.responseKeys[Int(step.index)] == key { below = (below ?? []) + [range] }
    }
    return below.map { MockSelections(plan, $0) }
  }

  /// The response keys.
  var keys: Set<String> {
    var keys: Set<String> = []
    forEachField { step, _ in keys.insert(plan.responseKeys[Int(step.index)]) }
    return keys
  }

  /// The response keys, and the fields' names in the schema.
  var keysAndNames: Set<String> {
    var names = keys
    forEachField { step, _ in names.insert(plan.field(step).name) }
    return names
  }

  /// The response keys that an object of a type has whatever the variables are; those of fragments on interfaces are not among them.
  func requiredKeys(of type: String?) -> Set<String> {
    var keys: Set<String> = []
    for range in ranges { addRequired(range, of: type, to: &keys) }
    return keys
  }

  private func addRequired(_ range: Range<Int>, of type: String?, to keys: inout Set<String>) {
    plan.forEachStep(in: range) { _, step, children in
      switch step.kind {
      case .scalar, .linked: keys.insert(plan.responseKeys[Int(step.index)])
      case .inlineFragment:
        if step.abstractKey == Keys.none, Keys.name(step.type) == type { addRequired(children, of: type, to: &keys) }
      case .stream: addRequired(children, of: type, to: &keys)
      case .condition, .defer, .clientExtension, .scalarHandle, .linkedHandle, .typeDiscriminator: break
      }
    }
  }

  private func forEachField(_ body: (NormalizationStep, Range<Int>) -> Void) {
    for range in ranges { forEachField(range, body) }
  }

  private func forEachField(_ range: Range<Int>, _ body: (NormalizationStep, Range<Int>) -> Void) {
    plan.forEachStep(in: range) { _, step, children in
      switch step.kind {
      case .scalar, .linked: body(step, children)
      case .inlineFragment, .condition, .defer, .stream, .clientExtension: forEachField(children, body)
      case .scalarHandle, .linkedHandle, .typeDiscriminator: break
      }
    }
  }
}
