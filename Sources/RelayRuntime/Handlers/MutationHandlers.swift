/// Where an edge is inserted.
enum InsertPosition: Sendable {
  case start, end
}

extension HandleFieldPayload {
  /// The connections that the directive names.
  fileprivate var connections: [String] {
    switch handleArguments["connections"] {
    case .array(let ids): return ids.compactMap(\.stringValue)
    case .string(let id): return [id]
    default: return []
    }
  }

  /// The records that the field links to, whether it is a list or not.
  fileprivate func targets(_ store: RecordSourceProxy) -> [RecordProxy] {
    guard let record = store[dataID] else { return [] }
    let transaction = store.transaction
    let key = transaction.store.keys.intern(fieldKey)
    if let target = transaction.link(record.id, key) { return [RecordProxy(transaction, target)] }
    return (transaction.links(record.id, key) ?? []).compactMap { $0.map { RecordProxy(transaction, $0) } }
  }

  /// The ids in the field, whether it is a list or not.
  fileprivate func ids(_ store: RecordSourceProxy) -> [String] {
    guard let record = store[dataID] else { return [] }
    let transaction = store.transaction
    switch transaction.value(record.id, transaction.store.keys.intern(fieldKey)).json {
    case .string(let id): return [id]
    case .int(let id): return [String(id)]
    case .array(let ids): return ids.compactMap { $0.stringValue ?? $0.intValue.map { String($0) } }
    default: return []
    }
  }
}

private func contains(_ connection: RecordProxy, _ node: RecordProxy) -> Bool {
  connection.linkedRecords("edges")?.contains { $0?.linkedRecord("node")?.id == node.id } ?? false
}

private func insert(_ edge: RecordProxy, _ connection: RecordProxy, _ position: InsertPosition) {
  switch position {
  case .start: ConnectionHandler.default.insert(connection: connection, edge: edge, before: nil)
  case .end: ConnectionHandler.default.insert(connection: connection, edge: edge)
  }
}

/// `@appendEdge`, `@prependEdge`: inserts edges that a mutation returns, except those whose node is in the connection already.
struct InsertEdgeHandler: Handler {
  let position: InsertPosition

  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    for edge in payload.targets(store) {
      guard let node = edge.linkedRecord("node") else { continue }
      for id in payload.connections {
        guard let connection = store[id], !contains(connection, node) else { continue }
        insert(ConnectionHandler.default.buildConnectionEdge(store, connection: connection, edge: edge), connection, position)
      }
    }
  }
}

/// `@appendNode`, `@prependNode`: makes and inserts edges for nodes that a mutation returns, except those that are in already.
struct InsertNodeHandler: Handler {
  let position: InsertPosition

  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    guard let edgeType = payload.handleArguments["edgeTypeName"]?.stringValue else { return }
    for node in payload.targets(store) {
      for id in payload.connections {
        guard let connection = store[id], !contains(connection, node) else { continue }
        insert(
          ConnectionHandler.default.createEdge(store, connection: connection, node: node, type: edgeType), connection, position)
      }
    }
  }
}

/// `@deleteEdge`: removes the edges of the nodes whose ids a mutation returns.
struct DeleteEdgeHandler: Handler {
  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    for nodeID in payload.ids(store) {
      for id in payload.connections {
        if let connection = store[id] { ConnectionHandler.default.delete(connection: connection, nodeID: nodeID) }
      }
    }
  }
}

/// `@deleteRecord`: notes that the objects whose ids a mutation returns do not exist any more.
struct DeleteRecordHandler: Handler {
  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    for id in payload.ids(store) { store.delete(dataID: id) }
  }
}
