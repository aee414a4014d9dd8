extension HandleFieldPayload {
  /// The connections that the directive names.
  fileprivate var connections: [String] {
    switch handleArguments["connections"] {
    case .array(let ids): return ids.compactMap(\.stringValue)
    case .string(let id): return [id]
    default: return []
    }
  }

  /// The connections that exist. A mutation without optimism reports each that does not, because its id is most likely wrong.
  fileprivate func existingConnections(_ store: RecordSourceProxy) -> [RecordProxy] {
    connections.compactMap { id in
      if let connection = store[id] { return connection }
      if !store.transaction.isOptimistic {
        store.transaction.store.report(
          .warning(
            "@\(handle): there is no connection \(id.debugDescription), so it is not changed. `ConnectionHandler.connectionID` makes an id "
              + "of the record, the key of `@connection`, and its filters."))
      }
      return nil
    }
  }

  /// Inserts edges into the connections.
  fileprivate func insert(_ insertion: EdgeInsertion, _ store: RecordSourceProxy) {
    guard !insertion.nodes.isEmpty else { return }
    let transaction = store.transaction
    // Nodes that the response itself has exist whatever is beneath it.
    if let footprint = transaction.footprint, insertion.nodes.allSatisfy({ footprint.merges[$0] != nil }) {
      for id in connections { transaction.noteInsertion(insertion, into: transaction.intern(id)) }
    } else {
      for connection in existingConnections(store) { ConnectionEdges.insert(insertion, into: connection.id, transaction) }
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

/// `@appendEdge`, `@prependEdge`: inserts the edges that a mutation returns, except those whose node is already in the connection.
struct InsertEdgeHandler: FieldHandler {
  let position: InsertPosition

  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    let transaction = store.transaction
    let node = transaction.connectionKeys.node.key
    let targets = payload.targets(store).compactMap { edge in transaction.link(edge.id, node).map { (edge: edge.id, node: $0) } }
    payload.insert(EdgeInsertion(position: position, nodes: targets.map(\.node), edges: .copied(targets.map(\.edge))), store)
  }
}

/// `@appendNode`, `@prependNode`: makes and inserts edges for the nodes that a mutation returns, except nodes that are already in the
/// connection.
struct InsertNodeHandler: FieldHandler {
  let position: InsertPosition

  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    guard let edgeType = payload.handleArguments["edgeTypeName"]?.stringValue else { return }
    payload.insert(EdgeInsertion(position: position, nodes: payload.targets(store).map(\.id), edges: .made(type: edgeType)), store)
  }
}

/// `@deleteEdge`: removes the edges of the nodes whose ids a mutation returns.
struct DeleteEdgeHandler: FieldHandler {
  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    let texts = payload.ids(store)
    guard !texts.isEmpty else { return }
    let transaction = store.transaction
    if transaction.footprint != nil, transaction.store.identityDecides {
      let nodes = transaction.intern(texts)
      for id in payload.connections { transaction.noteDeletion(of: nodes, from: transaction.intern(id)) }
      return
    }
    let ids = Set(texts.map { ByteKey($0) })
    for connection in payload.existingConnections(store) {
      ConnectionHandler.default.delete(connection) { store.transaction.record($0.id, hasIDIn: ids) }
    }
  }
}

/// `@deleteRecord`: marks the objects whose ids a mutation returns as deleted. An id that objects of several types
/// share is ignored.
struct DeleteRecordHandler: FieldHandler {
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
