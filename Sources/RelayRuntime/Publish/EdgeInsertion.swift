/// Where an edge is inserted.
enum InsertPosition: Sendable {
  case start, end
}

/// What `@appendNode`, `@prependNode`, `@appendEdge` or `@prependEdge` inserts into each of its connections.
struct EdgeInsertion: Sendable {
  enum Edges: Sendable {
    /// An edge is made for each node.
    case made(type: String)
    /// The server's edges of the nodes are copied.
    case copied([RecordID])
  }

  /// An edge that was inserted for the node at an index.
  struct Inserted: Sendable {
    let index: Int
    let edge: RecordID
  }

  let position: InsertPosition
  /// The nodes, in the order in which their edges are inserted, one after the other.
  let nodes: [RecordID]
  let edges: Edges

  var isCopied: Bool {
    if case .copied = edges { true } else { false }
  }
}
