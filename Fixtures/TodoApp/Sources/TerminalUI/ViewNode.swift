import Observation

/// A view with a body, for as long as it is on the screen.
@MainActor
final class ViewNode {
  /// The view's type.
  let name: String
  private(set) var element = Element.column([])
  private(set) var children: [ViewNode] = []
  private var childrenByPath: [[AnyHashable]: ViewNode] = [:]
  private var view: any View
  private var needsEvaluation = true
  private var evaluations = 0

  init(_ view: any View) {
    self.view = view
    name = "\(type(of: view))"
  }

  /// Updates the node with a view that its parent has recreated. If the view has the same type and the same inputs, its body need not be
  /// evaluated again.
  func accepts(_ view: any View) -> Bool {
    guard type(of: view) == type(of: self.view) else { return false }
    if !hasEqualInputs(view, self.view) {
      self.view = view
      needsEvaluation = true
    }
    return true
  }

  /// Evaluates the bodies that need it, here and below, and appends the nodes they belong to.
  func update(_ evaluated: inout [ViewNode]) {
    if needsEvaluation {
      evaluate()
      evaluated.append(self)
    }
    for child in children { child.update(&evaluated) }
  }

  private func evaluate() {
    needsEvaluation = false
    evaluations += 1
    let evaluation = evaluations
    var builder = ElementBuilder(previous: childrenByPath)
    element = withObservationTracking {
      builder.body(of: view)
    } onChange: { [weak self] in
      // Called just before the change; the change has been made by the next turn of the main actor.
      Task { @MainActor in self?.invalidate(evaluation) }
    }
    children = builder.order
    childrenByPath = builder.nodes
  }

  private func invalidate(_ evaluation: Int) {
    if evaluation == evaluations { needsEvaluation = true }
  }

  /// Whether something that the body's last evaluation used has changed, here or below.
  var isStale: Bool {
    needsEvaluation || children.contains { $0.isStale }
  }

  /// This node and those below it.
  var all: [ViewNode] { [self] + children.flatMap(\.all) }
}

/// Whether two views of one type have equal values. Values that cannot be compared count as different.
private func hasEqualInputs(_ left: any View, _ right: any View) -> Bool {
  func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { left == right as? Value }
  let pairs = zip(Mirror(reflecting: left).children, Mirror(reflecting: right).children)
  return pairs.allSatisfy { left, right in
    guard let value = left.value as? any Equatable else { return false }
    return isEqual(value, right.value)
  }
}
