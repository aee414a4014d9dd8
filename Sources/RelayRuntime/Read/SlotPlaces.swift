/// The places in a plan that fill one slot of a row, each with what has to hold there.
struct SlotPlaces {
  /// One of the places.
  struct Place {
    /// The step that fills the slot.
    let step: Int
    /// The index of the row's shape.
    let shape: Int32
    /// The response keys from the definition's root to the slot.
    let path: [String]
    /// The `@include` and `@skip` steps above it, in all of the objects on the way.
    let conditions: [Int]
    /// The inline fragments above it in the same object.
    let types: [Int]
    /// Whether the field has a `@catch`.
    let isCaught: Bool
  }

  private let plan: ReaderPlan
  private let shape: Int32
  private let slot: Int32
  private(set) var places: [Place] = []

  /// - Parameters:
  ///   - shape: the index of the row's shape in the plan.
  ///   - slot: the slot.
  init(_ plan: ReaderPlan, shape: Int, slot: Int) {
    self.plan = plan
    self.shape = Int32(shape)
    self.slot = Int32(slot)
    walk(0..<plan.steps.count, Way(shape: 0))
  }

  /// The way from the root to a step.
  private struct Way {
    var shape: Int32
    var path: [String] = []
    var conditions: [Int] = []
    var types: [Int] = []
    var isCaught = false
  }

  private mutating func walk(_ range: Range<Int>, _ way: Way) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = plan.steps[index]
      var inner = way
      inner.isCaught = false
      switch step.kind {
      case .scalar, .spread: note(index, step, way)
      case .linked, .aliasedFragment, .inlineData:
        note(index, step, way)
        inner.path = path(of: step, way)
        inner.shape = step.shape
        inner.types = []
      case .inlineFragment:
        note(index, step, way)
        inner.types.append(index)
      case .condition: inner.conditions.append(index)
      case .catch: inner.isCaught = true
      case .required: inner.isCaught = way.isCaught
      case .defer, .stream, .clientExtension: break
      }
      walk(index + 1..<Int(step.next), inner)
      index = Int(step.next)
    }
  }

  private mutating func note(_ index: Int, _ step: ReaderStep, _ way: Way) {
    guard way.shape == shape, step.slot == slot else { return }
    places.append(
      Place(
        step: index, shape: shape, path: path(of: step, way), conditions: way.conditions, types: way.types,
        isCaught: way.isCaught))
  }

  private func path(of step: ReaderStep, _ way: Way) -> [String] {
    guard step.slot >= 0 else { return way.path }
    let name = plan.shapes[Int(way.shape)].names[Int(step.slot)]
    return switch step.kind {
    case .inlineFragment: way.path + ["... on \(name)"]
    case .spread: way.path + ["...\(plan.spreads[Int(step.index)].name)"]
    default: way.path + [name]
    }
  }
}
