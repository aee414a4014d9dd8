/// The edges of client-side connections.
enum ConnectionEdges {
  /// Makes the client's copy of a server's edge, numbered within its connection.
  static func copy(_ edge: RecordID, into connection: RecordID, _ transaction: StoreTransaction) -> RecordID {
    let keys = transaction.connectionKeys
    var index = 0
    if case .int(let next) = transaction.value(connection, Keys.nextEdgeIndex) { index = next }
    let copy = transaction.create(
      DataID.client(parent: transaction.dataID(connection), key: keys.edges.name, index: index), transaction.type(edge))
    transaction.copyFields(from: edge, to: copy)
    if case .missing = transaction.value(copy, keys.cursor.key) { transaction.set(copy, keys.cursor.key, .null) }
    transaction.set(connection, Keys.nextEdgeIndex, .int(index &+ 1))
    return copy
  }

  /// The edges of several pages in order, without nulls and without repeated nodes.
  static func merge(_ pages: [[RecordID?]], _ transaction: StoreTransaction) -> [RecordID?] {
    let keys = transaction.connectionKeys
    var nodes: Set<RecordID> = []
    var edges: [RecordID?] = []
    for page in pages {
      for case .some(let edge) in page {
        if let node = transaction.link(edge, keys.node.key), !nodes.insert(node).inserted { continue }
        edges.append(edge)
      }
    }
    return edges
  }
}
