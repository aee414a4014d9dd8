/// Fragment Spreads Must Not Form Cycles (specification, section 5.5.2.2). Each cycle is reported once, at the spread that closes it.
extension ValidationRule {
  static let fragmentCycles = ValidationRule(sections: ["5.5.2.2"], definitions: { context, graph in context.checkFragmentCycles(graph) })
}

extension ValidationContext {
  fileprivate func checkFragmentCycles(_ graph: FragmentGraph) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: definitions.count)
    // The position of a definition in `path`, and the number of the target's own definitions up to there.
    var positions = [Int](repeating: 0, count: definitions.count)
    var ownCounts = [Int](repeating: 0, count: definitions.count)
    func enter(_ index: Int, at position: Int, below outer: Int?) {
      states[index] = .open
      positions[index] = position
      ownCounts[index] = (outer.map { ownCounts[$0] } ?? 0) + (definitions[index].isOwn ? 1 : 0)
    }
    for root in definitions.indices where states[root] == .new && !definitions[root].isOperation {
      // Depth first and without recursion, because a chain of fragments can be long.
      var path: [(index: Int, next: Int)] = [(root, 0)]
      enter(root, at: 0, below: nil)
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
          enter(target, at: path.count, below: index)
          path.append((target, 0))
        case .open:
          // The count for the cycle alone, without the path that leads to it.
          let ownBefore = ownCounts[target] - (definitions[target].isOwn ? 1 : 0)
          if ownCounts[index] > ownBefore { report(cycle: path[positions[target]...], graph, &diagnostics) }
        }
      }
    }
    return diagnostics
  }

  /// - Parameter cycle: its definitions, each with the number of spreads followed; the last of those is part of the cycle.
  private func report(cycle: ArraySlice<(index: Int, next: Int)>, _ graph: FragmentGraph, _ diagnostics: inout [Diagnostic]) {
    guard let last = cycle.last else { return }
    // A long cycle is shortened to its beginning and end.
    let through = cycle.dropLast().prefix(Self.shownFragments).map { graph.names[$0.index][$0.next - 1] }
    diagnostics.append(
      .fragmentCycle(graph.names[last.index][last.next - 1], through: through, more: cycle.count - 1 - through.count))
  }

  /// The maximum number of fragments of a cycle that a message names.
  private static var shownFragments: Int { 10 }
}
