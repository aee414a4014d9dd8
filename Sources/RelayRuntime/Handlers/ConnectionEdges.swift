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
    let existing = transaction.links(connection, keys.edges.key) ?? []
    var known = Set(existing.lazy.compactMap { edge in edge.flatMap { transaction.link($0, keys.node.key) } })
    let indices = insertion.nodes.indices.filter { known.insert(insertion.nodes[$0]).inserted }
    guard !indices.isEmpty else { return [] }
    let added: [RecordID?]
    switch insertion.edges {
    case .made(let type): added = make(indices.map { insertion.nodes[$0] }, type, in: connection, transaction)
    case .copied(let edges): added = copy(indices.map { edges[$0] }, into: connection, transaction)
    }
    switch insertion.position {
    case .start: transaction.setLinks(connection, keys.edges.key, added.reversed() + existing)
    case .end: transaction.setLinks(connection, keys.edges.key, existing + added)
    }
    return zip(indices, added).map { EdgeInsertion.Inserted(index: $0, edge: $1 ?? .missing) }
  }

  /// Makes edges for nodes.
  static func make(
    _ nodes: [RecordID], _ type: String, in connection: RecordID, _ transaction: StoreTransaction
  ) -> [RecordID] {
    let store = RecordSourceProxy(transaction)
    let connection = RecordProxy(transaction, connection)
    return nodes.map {
      ConnectionHandler.default.createEdge(store, connection: connection, node: RecordProxy(transaction, $0), type: type).id
    }
  }
}
