/// The edges of a connection while directives are applied to it. Nodes that one directive inserts are not removed by another: then all updates
/// are applied one after the other.
struct EdgeList {
  /// The nodes of its edges. Whether one exists does not matter: the nodes that directives insert do.
  var nodes: Set<RecordID>
  /// In reverse order.
  private var start: [RecordID] = []
  private var beneath: [RecordID] = []
  private var end: [RecordID] = []
  /// Where the edges of those nodes are that directives remove.
  private var places = [RecordID: [Int]]()
  private(set) var isChanged = false
  private var hasRemoved = false

  /// - Parameters:
  ///   - targets: the edges beneath.
  ///   - deletable: the nodes that may be removed.
  init(_ targets: [RecordID], deletable: some Sequence<RecordID>, _ transaction: StoreTransaction) {
    for node in deletable { places[node] = [] }
    let key = transaction.connectionKeys.node.key
    nodes = Set(minimumCapacity: targets.count)
    beneath.reserveCapacity(targets.count)
    for (edge, known) in zip(targets, transaction.targets(targets, key)) {
      // A list that is written has nulls for edges that do not exist.
      beneath.append(known.exists ? edge : .null)
      guard let node = known.target else { continue }
      nodes.insert(node)
      if !places.isEmpty { places[node]?.append(beneath.count - 1) }
    }
  }

  mutating func add(_ edge: RecordID, at position: InsertPosition) {
    isChanged = true
    if position == .start { start.append(edge) } else { end.append(edge) }
  }

  /// Removes the edges of a node.
  mutating func remove(_ node: RecordID) {
    guard let removed = places.removeValue(forKey: node), !removed.isEmpty else { return }
    (isChanged, hasRemoved) = (true, true)
    nodes.remove(node)
    for index in removed { beneath[index] = .missing }
  }

  var edges: [RecordID] {
    var edges = start
    edges.reverse()
    edges += hasRemoved ? beneath.filter { $0 != .missing } : beneath
    return edges + end
  }
}
