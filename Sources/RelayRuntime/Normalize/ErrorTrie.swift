/// The errors of a response, by path.
struct ErrorTrie: Sendable {
  private var nodes: [Node] = [Node()]

  private struct Node: Sendable {
    var errors: [GraphQLError] = []
    var members = [JSON: Int]()
  }

  /// `nil` if no error has a path.
  init?(_ errors: [GraphQLError]) {
    var isEmpty = true
    for error in errors {
      guard let path = error.path, !path.isEmpty, path.count <= JSONTape.maximumDepth else { continue }
      isEmpty = false
      var at = 0
      for component in path {
        if let known = nodes[at].members[component] {
          at = known
        } else {
          nodes.append(Node())
          nodes[at].members[component] = nodes.count - 1
          at = nodes.count - 1
        }
      }
      nodes[at].errors.append(error)
    }
    if isEmpty { return nil }
  }

  /// The node at the end of a path from the root; -1 if no error is there.
  func node(_ path: [JSON]) -> Int { path.reduce(0) { child($0, $1) } }

  /// The child of `node` for a response key or index; -1 if no error is there.
  func child(_ node: Int, _ component: JSON) -> Int { node < 0 ? -1 : nodes[node].members[component] ?? -1 }

  /// Whether an error is at a node itself.
  func hasOwnErrors(_ node: Int) -> Bool { node >= 0 && !nodes[node].errors.isEmpty }

  /// The errors at a node and below it.
  func errors(_ node: Int) -> [GraphQLError] {
    guard node >= 0 else { return [] }
    var found: [GraphQLError] = []
    var open = [node]
    while let at = open.popLast() {
      found += nodes[at].errors
      open += nodes[at].members.values.ascending().reversed()
    }
    return found
  }
}
