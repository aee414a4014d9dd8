/// Collects the pages of a connection (`@connection`) in a client-side record.
public struct ConnectionHandler: Handler {
  /// The handler with the behaviour that Relay specifies.
  public static let `default` = ConnectionHandler()

  public func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    let transaction = store.transaction
    guard let record = store[payload.dataID]?.id else { return }
    let keys = transaction.connectionKeys
    let fieldKey = transaction.store.keys.intern(payload.fieldKey)
    let handleKey = transaction.store.keys.intern(payload.handleKey)
    guard let server = transaction.link(record, fieldKey) else {
      transaction.set(record, handleKey, .null)
      transaction.setErrors(record, handleKey, transaction.record(record).errors?[fieldKey])
      return
    }
    let clientID = DataID.client(parent: payload.dataID, key: payload.handleKey)
    let linked = transaction.link(record, handleKey)
    let existing = linked ?? store[clientID]?.id
    guard let connection = existing else {
      create(transaction, keys, clientID, server, record, handleKey)
      return
    }
    if linked == nil { transaction.set(record, handleKey, .ref(connection)) }
    merge(transaction, keys, connection, server, payload.arguments)
  }

  /// The first page: the client-side connection starts as a copy of the server's.
  private func create(
    _ transaction: StoreTransaction, _ keys: ConnectionKeys, _ clientID: String, _ server: RecordID, _ record: RecordID, _ handleKey: KeyID
  ) {
    let connection = transaction.create(clientID, transaction.type(server))
    transaction.set(connection, Keys.nextEdgeIndex, .int(0))
    transaction.copyFields(from: server, to: connection)
    if let edges = transaction.links(server, keys.edges.key) {
      transaction.setLinks(connection, keys.edges.key, ConnectionEdges.copy(edges, into: connection, transaction))
    }
    transaction.set(record, handleKey, .ref(connection))
    let serverPageInfo = transaction.link(server, keys.pageInfo.key)
    let pageInfo = transaction.create(DataID.client(parent: clientID, key: keys.pageInfo.name), Keys.intern("PageInfo"))
    transaction.set(pageInfo, keys.hasNextPage.key, .bool(false))
    transaction.set(pageInfo, keys.hasPreviousPage.key, .bool(false))
    transaction.set(pageInfo, keys.endCursor.key, .null)
    transaction.set(pageInfo, keys.startCursor.key, .null)
    if let serverPageInfo { transaction.copyFields(from: serverPageInfo, to: pageInfo) }
    transaction.set(connection, keys.pageInfo.key, .ref(pageInfo))
  }

  /// A later page, or the first page again.
  private func merge(
    _ transaction: StoreTransaction, _ keys: ConnectionKeys, _ connection: RecordID, _ server: RecordID, _ arguments: [String: JSON]
  ) {
    func given(_ name: String) -> JSON? {
      guard let value = arguments[name], !value.isNull else { return nil }
      return value
    }
    let serverPageInfo = transaction.link(server, keys.pageInfo.key)
    let serverEdges = transaction.links(server, keys.edges.key).map { ConnectionEdges.copy($0, into: connection, transaction) }
    let previousEdges = transaction.links(connection, keys.edges.key)
    let pageInfo = transaction.link(connection, keys.pageInfo.key)
    transaction.copyFields(from: server, to: connection)
    // The index of the next edge exists only on the client.
    if let previousEdges { transaction.setLinks(connection, keys.edges.key, previousEdges) }
    if let pageInfo { transaction.set(connection, keys.pageInfo.key, .ref(pageInfo)) }

    let after = given("after")
    let before = given("before")
    var edges = previousEdges
    if let previousEdges, let serverEdges {
      if let after {
        let clientEnd = pageInfo.map { transaction.value($0, keys.endCursor.key) }
        let serverEnd = serverPageInfo.map { transaction.value($0, keys.endCursor.key) }
        guard let clientEnd, clientEnd == Value(after) || clientEnd == (serverEnd ?? .missing) else { return }
        edges = ConnectionEdges.merge([previousEdges, serverEdges], transaction)
      } else if let before {
        guard let pageInfo, transaction.value(pageInfo, keys.startCursor.key) == Value(before) else { return }
        edges = ConnectionEdges.merge([serverEdges, previousEdges], transaction)
      } else {
        edges = serverEdges
      }
    } else if let serverEdges {
      edges = serverEdges
    }
    if let edges, edges != previousEdges { transaction.setLinks(connection, keys.edges.key, edges) }

    guard let pageInfo, let serverPageInfo else { return }
    func isTrue(_ key: KeyID) -> Value {
      if case .bool(true) = transaction.value(serverPageInfo, key) { return .bool(true) }
      return .bool(false)
    }
    func copyCursor(_ key: KeyID) {
      let cursor = transaction.value(serverPageInfo, key)
      if cursor.json?.stringValue != nil { transaction.set(pageInfo, key, cursor) }
    }
    if after == nil, before == nil {
      transaction.copyFields(from: serverPageInfo, to: pageInfo)
    } else if before != nil || (after == nil && given("last") != nil) {
      transaction.set(pageInfo, keys.hasPreviousPage.key, isTrue(keys.hasPreviousPage.key))
      copyCursor(keys.startCursor.key)
    } else {
      transaction.set(pageInfo, keys.hasNextPage.key, isTrue(keys.hasNextPage.key))
      copyCursor(keys.endCursor.key)
    }
  }
}

extension StoreTransaction {
  /// The names of the fields of the schema's connections.
  var connectionKeys: ConnectionKeys { store.names.withLock { $0.connection } }
}
