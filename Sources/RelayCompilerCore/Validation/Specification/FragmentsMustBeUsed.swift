/// Fragments Must Be Used (specification, section 5.5.1.4): every fragment is reached from an operation. Relay compiles fragments
/// individually and does not require it.
extension ValidationRule {
  static let fragmentsMustBeUsed = ValidationRule(
    sections: ["5.5.1.4"], definitions: { context, graph in context.checkFragmentsAreUsed(graph) })
}

extension ValidationContext {
  fileprivate func checkFragmentsAreUsed(_ graph: FragmentGraph) -> [Diagnostic] {
    guard profile == .specification else { return [] }
    var diagnostics: [Diagnostic] = []
    var isUsed = [Bool](repeating: false, count: definitions.count)
    for index in definitions.indices where definitions[index].isOperation {
      for reached in graph.reachable(from: index) { isUsed[reached] = true }
    }
    for index in definitions.indices where !isUsed[index] && definitions[index].isOwn {
      // A duplicate has already been reported.
      if let name = definitions[index].name, fragments[name.name] == index { diagnostics.append(.unusedFragment(name)) }
    }
    return diagnostics
  }
}
