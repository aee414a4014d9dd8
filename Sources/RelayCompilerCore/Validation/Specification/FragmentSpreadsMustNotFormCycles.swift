/// Fragment Spreads Must Not Form Cycles (specification, section 5.5.2.2). Each cycle is reported once, at the spread that closes it.
extension ValidationContext {
  func checkFragmentCycles(_ graph: FragmentGraph, _ facts: [DefinitionFacts], _ diagnostics: inout [Diagnostic]) {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: definitions.count)
    for root in definitions.indices where states[root] == .new && !definitions[root].isOperation {
      // Depth first without recursion: a chain of fragments can be long.
      var path: [(index: Int, next: Int)] = [(root, 0)]
      states[root] = .open
      while let (index, next) = path.last {
        guard next < graph.spread[index].count else {
          states[index] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = graph.spread[index][next]
        switch states[target] {
        case .done: break
        case .new:
          states[target] = .open
          path.append((target, 0))
        case .open:
          let start = path.firstIndex { $0.index == target } ?? 0
          report(cycle: path[start...].map(\.index), facts, &diagnostics)
        }
      }
    }
  }

  private func report(cycle: [Int], _ facts: [DefinitionFacts], _ diagnostics: inout [Diagnostic]) {
    guard cycle.contains(where: { definitions[$0].isJudged }) else { return }
    var spreads: [NameSyntax] = []
    for (position, index) in cycle.enumerated() {
      let target = definitions[cycle[(position + 1) % cycle.count]].name?.name
      if let spread = facts[index].spreads.first(where: { $0.name == target }) { spreads.append(spread) }
    }
    guard let closing = spreads.last else { return }
    diagnostics.append(.fragmentCycle(closing, through: spreads.dropLast().map { $0 }))
  }
}
