/// Divides a program into independent parts, so that each part can go through all passes within a processor's caches and on its own
/// thread.
///
/// Two definitions belong to the same part if one spreads the other, or if they have or generate something with the same name (a refetch
/// query, a provided variable), because passes compare those. In all other respects, a pass depends only on a definition and on what it
/// reaches.
extension Program {
  /// Programs that together contain every definition of this one exactly once and in order. Definitions that belong together are never
  /// separated; smaller parts are combined until they have `count` definitions.
  func independentParts(ofAtLeast count: Int, threads: Int) -> [Program] {
    var sets = DisjointSets(count: operations.count + fragments.count)
    var owners: [Name: Int] = [:]
    func join(_ name: Name, _ definition: Int) {
      if let other = owners.updateValue(definition, forKey: name) { sets.join(other, definition) }
    }
    let spread =
      parallelMap(operations, threads: threads) { spreads(in: $0.selections) }
      + parallelMap(fragments, threads: threads) { spreads(in: $0.selections) }
    for (index, names) in spread.enumerated() {
      for name in names {
        if let fragment = fragmentPosition(name) { sets.join(index, operations.count + fragment) }
      }
    }
    for (index, operation) in operations.enumerated() { join(operation.name, index) }
    for (position, fragment) in fragments.enumerated() {
      let index = operations.count + position
      join(fragment.name, index)
      if let query = fragment.refetchQueryName { join(query, index) }
      for variable in fragment.variables {
        if let module = variable.provider { join(.providedVariable(module), index) }
      }
    }

    // A part is created at the first definition of its last set.
    var parts: [(operations: [OperationDefinition], fragments: [FragmentDefinition])] = [([], [])]
    var partOfSet: [Int: Int] = [:]
    var sizes = [0]
    func part(of definition: Int) -> Int {
      let set = sets.representative(of: definition)
      if let part = partOfSet[set] { return part }
      if sizes[sizes.count - 1] >= count {
        sizes.append(0)
        parts.append(([], []))
      }
      sizes[sizes.count - 1] += sets.size(of: definition)
      partOfSet[set] = sizes.count - 1
      return sizes.count - 1
    }
    for (index, operation) in operations.enumerated() { parts[part(of: index)].operations.append(operation) }
    for (position, fragment) in fragments.enumerated() {
      parts[part(of: operations.count + position)].fragments.append(fragment)
    }
    return parts.map { with(operations: $0.operations, fragments: $0.fragments) }
  }
}

extension FragmentDefinition {
  /// The name of the query that `@refetchable` generates.
  fileprivate var refetchQueryName: Name? {
    directives.named(.refetchable)?.arguments.named(.queryName)?.value.stringLiteral.map { Name($0) }
  }
}

/// Disjoint sets of numbers (union by size, path halving).
private struct DisjointSets {
  private var parents: [Int]
  private var sizes: [Int]

  init(count: Int) {
    parents = Array(0..<count)
    sizes = Array(repeating: 1, count: count)
  }

  mutating func representative(of element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[parents[element]]
      element = parents[element]
    }
    return element
  }

  mutating func size(of element: Int) -> Int { sizes[representative(of: element)] }

  mutating func join(_ a: Int, _ b: Int) {
    var (large, small) = (representative(of: a), representative(of: b))
    if large == small { return }
    if sizes[large] < sizes[small] { swap(&large, &small) }
    parents[small] = large
    sizes[large] += sizes[small]
  }
}
