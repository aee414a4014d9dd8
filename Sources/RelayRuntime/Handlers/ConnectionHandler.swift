/// Collects the pages of a connection (`@connection`) in a client-side record.
///
/// ```swift
/// let list = ConnectionHandler.default.connectionID(parentID: "me", key: "TodoList_todos")
/// try environment.commitLocalUpdate { store in
///   print(store[list] == nil ? "not fetched" : "here")
/// }
/// ```
///
/// See <doc:Mutations>.
public struct ConnectionHandler: FieldHandler {
  /// The handler with the behavior that Relay specifies.
  public static let `default` = ConnectionHandler()

  public func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) {
    let transaction = store.transaction
    guard let record = transaction.findExisting(payload.dataID) else { return }
    let keys = transaction.connectionKeys
    let fieldKey = transaction.store.keys.intern(payload.fieldKey)
    let handleKey = transaction.store.keys.intern(payload.handleKey)
    transaction.noteCopy(.link(handleKey, of: fieldKey), from: record, to: record)
    guard let server = transaction.link(record, fieldKey) else {
      transaction.set(record, handleKey, .null)
      transaction.setErrors(record, handleKey, transaction.record(record).errors?[fieldKey])
      return
    }
    let streamed = payload.progress as? StreamedEdges
    let clientID = DataID.client(parent: payload.dataID, key: payload.handleKey)
    let linked = transaction.link(record, handleKey)
    guard let connection = linked ?? transaction.findExisting(clientID) else {
      create(transaction, keys, clientID, server, record, handleKey, streamed)
      return
    }
    if linked == nil { transaction.set(record, handleKey, .ref(connection)) }
    let page = Page(transaction, connection: connection, server: server, arguments: payload.arguments)
    if let streamed, var continuation = streamed.take(connection, transaction) {
      add(&continuation, of: streamed, page, keys)
    } else {
      merge(page, keys, streamed)
    }
  }

  /// The first page: the client-side connection starts as a copy of the server's.
  private func create(
    _ transaction: StoreTransaction, _ keys: ConnectionKeys, _ clientID: String, _ server: RecordID, _ record: RecordID, _ handleKey: KeyID,
    _ streamed: StreamedEdges?
  ) {
    let connection = transaction.create(clientID, transaction.type(server))
    transaction.set(connection, Keys.nextEdgeIndex, .int(0))
    transaction.copyFields(from: server, to: connection)
    if let edges = transaction.links(server, keys.edges.key) {
      let copies = ConnectionEdges.copy(edges, into: connection, transaction)
      transaction.setLinks(connection, keys.edges.key, copies)
      copyEdgeErrors(from: server, to: connection, transaction, keys)
      streamed?.keep(ConnectionPage(.alone, copies: copies, transaction), connection, transaction)
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

  /// A page of the server's edges for a connection that exists.
  private struct Page {
    let transaction: StoreTransaction
    let connection: RecordID
    let server: RecordID
    /// The cursors of the edges next to the page.
    let after: JSON?
    let before: JSON?
    let isLast: Bool

    init(_ transaction: StoreTransaction, connection: RecordID, server: RecordID, arguments: [String: JSON]) {
      self.transaction = transaction
      self.connection = connection
      self.server = server
      func given(_ name: String) -> JSON? {
        guard let value = arguments[name], !value.isNull else { return nil }
        return value
      }
      after = given("after")
      before = given("before")
      isLast = given("last") != nil
    }

    var place: ConnectionPage.Place { after != nil ? .last : before != nil ? .first : .alone }

    /// The page information of the client and of the server.
    func info(_ keys: ConnectionKeys) -> (client: RecordID?, server: RecordID?) {
      (transaction.link(connection, keys.pageInfo.key), transaction.link(server, keys.pageInfo.key))
    }

    /// Whether the page is next to the edges that the connection has.
    func isNext(_ info: (client: RecordID?, server: RecordID?), _ keys: ConnectionKeys) -> Bool {
      func cursor(_ record: RecordID?, _ key: FieldKey) -> Value? { record.map { transaction.value($0, key.key) } }
      if let after {
        guard let end = cursor(info.client, keys.endCursor) else { return false }
        return end == Value(after) || end == cursor(info.server, keys.endCursor) ?? .missing
      }
      guard let before else { return true }
      return cursor(info.client, keys.startCursor) == Value(before)
    }
  }

  /// A later page, or the first page again.
  private func merge(_ page: Page, _ keys: ConnectionKeys, _ streamed: StreamedEdges?) {
    let (transaction, connection) = (page.transaction, page.connection)
    let info = page.info(keys)
    let isNext = page.isNext(info, keys)
    // A page that does not fit stays so. Its edges need not be copied for each that arrives.
    if streamed != nil, !isNext, transaction.value(connection, keys.edges.key).isList { return copyOtherFields(of: page, keys) }
    let serverEdges = transaction.links(page.server, keys.edges.key).map { ConnectionEdges.copy($0, into: connection, transaction) }
    let previousEdges = transaction.links(connection, keys.edges.key)
    transaction.copyFields(from: page.server, to: connection, except: previousEdges == nil ? [] : [keys.edges.key])
    // The index of the next edge exists only on the client.
    if let previousEdges { transaction.setLinks(connection, keys.edges.key, previousEdges) }
    if let pageInfo = info.client { transaction.set(connection, keys.pageInfo.key, .ref(pageInfo)) }
    if let serverEdges {
      guard previousEdges == nil || isNext else { return }
      let merged = ConnectionPage(previousEdges == nil ? .alone : page.place, others: previousEdges ?? [], copies: serverEdges, transaction)
      transaction.set(connection, keys.edges.key, .refs(merged.edges))
      let isReplaced = previousEdges == nil || page.place == .alone
      transaction.noteCopy(isReplaced ? .fields([keys.edges.key]) : .list(keys.edges.key), from: page.server, to: connection)
      // Only a page that replaces all edges keeps those that are null.
      if merged.edges.contains(.null) { copyEdgeErrors(from: page.server, to: connection, transaction, keys) }
      streamed?.keep(merged, connection, transaction)
    }
    update(info, page, keys)
  }

  /// Copies the server's errors for edges that are null although the schema says that they are not.
  private func copyEdgeErrors(from server: RecordID, to connection: RecordID, _ transaction: StoreTransaction, _ keys: ConnectionKeys) {
    guard let errors = transaction.record(server).errors?[keys.edges.key] else { return }
    transaction.setErrors(connection, keys.edges.key, errors)
  }

  /// Adds the edges that have arrived since the last update.
  private func add(_ continuation: inout StreamedEdges.Continuation, of streamed: StreamedEdges, _ page: Page, _ keys: ConnectionKeys) {
    let (transaction, connection) = (page.transaction, page.connection)
    copyOtherFields(of: page, keys)
    if !continuation.indices.isEmpty, case .refs(let server) = transaction.value(page.server, keys.edges.key),
      continuation.page.update(continuation.indices, of: server, in: connection, transaction)
    {
      transaction.set(connection, keys.edges.key, .refs(continuation.page.edges))
      transaction.noteCopy(.list(keys.edges.key), from: page.server, to: connection)
    }
    streamed.keep(continuation.page, connection, transaction, changeCount: continuation.changeCount)
    update(page.info(keys), page, keys)
  }

  /// Copies the fields that are not the client's own.
  private func copyOtherFields(of page: Page, _ keys: ConnectionKeys) {
    page.transaction.copyFields(from: page.server, to: page.connection, except: [keys.edges.key, keys.pageInfo.key])
  }

  /// Updates the page information.
  private func update(_ info: (client: RecordID?, server: RecordID?), _ page: Page, _ keys: ConnectionKeys) {
    let transaction = page.transaction
    guard let pageInfo = info.client, let serverPageInfo = info.server else { return }
    func copy(_ key: KeyID, _ value: Value) {
      transaction.set(pageInfo, key, value)
      transaction.noteCopy(.fields([key]), from: serverPageInfo, to: pageInfo)
    }
    func copyFlag(_ key: KeyID) {
      if case .bool(true) = transaction.value(serverPageInfo, key) { copy(key, .bool(true)) } else { copy(key, .bool(false)) }
    }
    func copyCursor(_ key: KeyID) {
      let cursor = transaction.value(serverPageInfo, key)
      if cursor.json?.stringValue != nil { copy(key, cursor) }
    }
    if page.after == nil, page.before == nil {
      transaction.copyFields(from: serverPageInfo, to: pageInfo)
    } else if page.before != nil || (page.after == nil && page.isLast) {
      copyFlag(keys.hasPreviousPage.key)
      copyCursor(keys.startCursor.key)
    } else {
      copyFlag(keys.hasNextPage.key)
      copyCursor(keys.endCursor.key)
    }
  }
}
