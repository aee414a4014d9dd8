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
  let keys = connection.transaction.connectionKeys
  return connection.linkedRecords(keys.edges.name)?.contains { $0?.linkedRecord(keys.node.name)?.id == node.id } ?? false
}

private func insert(_ edge: RecordProxy, _ connection: RecordProxy, _ position: InsertPosition) {
  switch position {
  case .start: ConnectionHandler.default.insert(connection: connection, edge: edge, before: nil)
  case .end: ConnectionHandler.default.insert(connection: connection, edge: edge)
  }
}

/// `@appendEdge`, `@prependEdge`: inserts the edges that a mutation returns, except those whose node is already in the connection.
struct InsertEdgeHandler: Handler {
  let position: InsertPosition

  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    for edge in payload.targets(store) {
      guard let node = edge.linkedRecord(store.transaction.connectionKeys.node.name) else { continue }
      for id in payload.connections {
        guard let connection = store[id], !contains(connection, node) else { continue }
        insert(ConnectionHandler.default.buildConnectionEdge(store, connection: connection, edge: edge), connection, position)
      }
    }
  }
}

/// `@appendNode`, `@prependNode`: makes and inserts edges for the nodes that a mutation returns, except nodes that are already in the
/// connection.
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
        guard let connection = store[id] else { continue }
        ConnectionHandler.default.delete(connection) { store.transaction.record($0.id, hasID: nodeID) }
      }
    }
  }
}

/// `@deleteRecord`: marks the objects whose ids a mutation returns as deleted. An id that objects of several types
/// share is ignored.
struct DeleteRecordHandler: Handler {
  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    let transaction = store.transaction
    for id in payload.ids(store) {
      guard transaction.store.host?.identityRules.includesType ?? false else {
        store.delete(dataID: id)
        continue
      }
      let records = transaction.records(withID: id)
      if records.count == 1 { transaction.delete(records[0]) }
      guard records.count > 1 else { continue }
      let types = records.map { Keys.name(transaction.type($0)) }.joined(separator: " and ")
      transaction.store.report(
        .warning("@deleteRecord: \(types) have the id \"\(id)\", so none is deleted. Delete the record in the mutation's updater."))
    }
  }
}
