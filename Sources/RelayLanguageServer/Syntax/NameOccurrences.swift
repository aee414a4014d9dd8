internal import RelayCompilerCore

/// The nodes of an outline by their names, so that a search looks only at those that can be meant.
struct NameOccurrences: Sendable {
  private var first: [Name: Int32] = [:]
  /// For each node, the next one with its name; -1 after the last.
  private var next: [Int32]

  init(_ outline: Outline) {
    next = [Int32](repeating: -1, count: outline.nodes.count)
    for index in outline.nodes.indices.reversed() {
      guard let name = outline.nodes[index].name else { continue }
      if let following = first.updateValue(Int32(index), forKey: name) { next[index] = following }
    }
  }

  var names: some Sequence<Name> { first.keys }

  func contains(_ name: Name) -> Bool { first[name] != nil }

  /// The nodes with a name, in the order of the text.
  subscript(name: Name) -> some Sequence<Int> {
    sequence(state: first[name] ?? -1) { [next] index -> Int? in
      guard index >= 0 else { return nil }
      defer { index = next[Int(index)] }
      return Int(index)
    }
  }
}
