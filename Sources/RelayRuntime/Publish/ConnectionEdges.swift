/// The edges of client-side connections.
enum ConnectionEdges {
  /// Makes the client's copies of a server's edges, numbered within their connection.
  static func copy(_ edges: [RecordID?], into connection: RecordID, _ transaction: StoreTransaction) -> [RecordID?] {
    let keys = transaction.connectionKeys
    let parent = transaction.dataID(connection)
    let first = nextNumber(transaction.value(connection, Keys.nextEdgeIndex))
    let sources = edges.compactMap { $0 }
    let dataIDs = DataID.clients(parent: parent, key: keys.edges.name, from: first, count: sources.count)
    var copies = transaction.create(dataIDs, copying: sources, nullKey: keys.cursor.key)[...]
    if !edges.isEmpty { transaction.set(connection, Keys.nextEdgeIndex, .int(first &+ sources.count)) }
    return edges.map { edge in edge == nil ? nil : copies.popFirst() }
  }

  /// The number of the next copy of an edge, from the field that has it.
  static func nextNumber(_ value: Value) -> Int {
    if case .int(let next) = value { next } else { 0 }
  }

  /// Inserts edges at an end of a connection, except for nodes that it already has.
  ///
  /// - Returns: the edges.
  @discardableResult
  static func insert(_ insertion: EdgeInsertion, into connection: RecordID, _ transaction: StoreTransaction) -> [EdgeInsertion.Inserted] {
    let keys = transaction.connectionKeys
    var existing: [RecordID] = []
    if case .refs(let edges) = transaction.value(connection, keys.edges.key) { existing = edges }
    var known = Set<RecordID>(minimumCapacity: existing.count)
    for (index, edge) in transaction.targets(existing, keys.node.key).enumerated() {
      // Whether a node exists does not matter: the nodes to be inserted do.
      if let node = edge.target { known.insert(node) }
      if !edge.exists { existing[index] = .null }
    }
    let indices = insertion.nodes.indices.filter { known.insert(insertion.nodes[$0]).inserted }
    guard !indices.isEmpty else { return [] }
    let added: [RecordID]
    switch insertion.edges {
    case .made(let type): added = make(indices.map { insertion.nodes[$0] }, type, in: connection, transaction)
    case .copied(let edges): added = copy(indices.map { edges[$0] }, into: connection, transaction).map { $0 ?? .null }
    }
    switch insertion.position {
    case .start: transaction.set(connection, keys.edges.key, .refs(added.reversed() + existing))
    case .end: transaction.set(connection, keys.edges.key, .refs(existing + added))
    }
    return zip(indices, added).map { EdgeInsertion.Inserted(index: $0, edge: $1) }
  }

  /// Makes edges for nodes.
  static func make(
    _ nodes: [RecordID], _ type: String, in connection: RecordID, _ transaction: StoreTransaction
  ) -> [RecordID] {
    let store = RecordSourceProxy(transaction)
    let connection = RecordProxy(transaction, connection)
    return nodes.map { make(store, connection: connection, node: RecordProxy(transaction, $0), type: type).id }
  }

  /// Makes an edge for a node, or finds the edge that was made for it earlier.
  static func make(_ store: RecordSourceProxy, connection: RecordProxy, node: RecordProxy, type: String) -> RecordProxy {
    let id = DataID.client(parent: connection.dataID, key: node.dataID)
    let edge = store[id] ?? store.create(dataID: id, typeName: type)
    let keys = store.transaction.connectionKeys
    edge.setLinkedRecord(node, for: keys.node.name)
    if edge[keys.cursor.name] == nil { edge[keys.cursor.name] = .some(.null) }
    return edge
  }

  /// Removes every edge whose node fulfils a condition.
  static func delete(from connection: RecordProxy, where isDeleted: (RecordProxy) -> Bool) {
    let keys = connection.transaction.connectionKeys
    guard let edges = connection.linkedRecords(keys.edges.name) else { return }
    let kept = edges.filter { $0?.linkedRecord(keys.node.name).map(isDeleted) != true }
    if kept.count != edges.count { connection.setLinkedRecords(kept, for: keys.edges.name) }
  }
}

extension StoreTransaction {
  /// The names of the fields of the schema's connections.
  var connectionKeys: ConnectionKeys { store.names.withLock { $0.connection } }
}
