/// The edges of client-side connections.
enum ConnectionEdges {
  /// Makes the client's copies of a server's edges, numbered within their connection.
  static func copy(_ edges: [RecordID?], into connection: RecordID, _ transaction: StoreTransaction) -> [RecordID?] {
    let keys = transaction.connectionKeys
    let parent = transaction.dataID(connection)
    var first = 0
    if case .int(let next) = transaction.value(connection, Keys.nextEdgeIndex) { first = next }
    let sources = edges.compactMap { $0 }
    let dataIDs = DataID.clients(parent: parent, key: keys.edges.name, from: first, count: sources.count)
    var copies = transaction.create(dataIDs, copying: sources, nullKey: keys.cursor.key)[...]
    if !edges.isEmpty { transaction.set(connection, Keys.nextEdgeIndex, .int(first &+ sources.count)) }
    return edges.map { edge in edge == nil ? nil : copies.popFirst() }
  }

  /// Inserts edges for nodes at an end of a connection, except for nodes that it already has.
  ///
  /// - Parameters:
  ///   - nodes: the nodes, in the order in which their edges are inserted, one after the other.
  ///   - edges: makes the edges of the nodes at the given indices.
  static func insert(
    _ nodes: [RecordID], into connection: RecordID, at position: InsertPosition, _ transaction: StoreTransaction,
    edges: ([Int]) -> [RecordID?]
  ) {
    let keys = transaction.connectionKeys
    let existing = transaction.links(connection, keys.edges.key) ?? []
    var known = Set(existing.lazy.compactMap { edge in edge.flatMap { transaction.link($0, keys.node.key) } })
    let added = edges(nodes.indices.filter { known.insert(nodes[$0]).inserted })
    guard !added.isEmpty else { return }
    switch position {
    case .start: transaction.setLinks(connection, keys.edges.key, added.reversed() + existing)
    case .end: transaction.setLinks(connection, keys.edges.key, existing + added)
    }
  }
}
