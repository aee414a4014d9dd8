extension ConnectionHandler {
  /// The identity of the client-side connection of a field with `@connection`.
  ///
  /// - Parameters:
  ///   - parentID: the identity of the record that has the field.
  ///   - key: the directive's `key`.
  ///   - filters: the values of the arguments named in the directive's `filters`; nulls are left out.
  public func connectionID(parentID: String, key: String, filters: [String: JSON] = [:]) -> String {
    DataID.client(parent: parentID, key: StorageKey.make("__\(key)_connection", filters))
  }

  /// The client-side connection of a field with `@connection`; `nil` if none was loaded.
  ///
  /// - Parameters:
  ///   - record: the record that has the field.
  ///   - key: the directive's `key`.
  ///   - filters: the values of all arguments named in the directive's `filters`.
  public func connection(_ record: RecordProxy, key: String, filters: [String: JSON] = [:]) -> RecordProxy? {
    record.linkedRecord("__\(key)_connection", arguments: filters)
  }

  /// Makes an edge for a node, or finds the edge that was made for it earlier.
  ///
  /// - Parameters:
  ///   - store: the updater's store.
  ///   - connection: the connection that the edge is for.
  ///   - node: the node.
  ///   - type: the name of the edge's type.
  public func createEdge(_ store: RecordSourceProxy, connection: RecordProxy, node: RecordProxy, type: String) -> RecordProxy {
    ConnectionEdges.make(store, connection: connection, node: node, type: type)
  }

  /// Makes the client's copy of a server's edge, with an identity of its own.
  public func buildConnectionEdge(_ store: RecordSourceProxy, connection: RecordProxy, edge: RecordProxy) -> RecordProxy {
    RecordProxy(store.transaction, ConnectionEdges.copy([edge.id], into: connection.id, store.transaction).first.flatMap { $0 } ?? .missing)
  }

  /// Inserts an edge after the edge with the given cursor; at the end if there is no such edge or no cursor is given.
  public func insert(connection: RecordProxy, edge: RecordProxy, after cursor: String? = nil) {
    let keys = connection.transaction.connectionKeys
    guard let edges = connection.linkedRecords(keys.edges.name) else { return connection.setLinkedRecords([edge], for: keys.edges.name) }
    var result: [RecordProxy?] = []
    var isFound = false
    for existing in edges {
      result.append(existing)
      if let cursor, let existing, existing[keys.cursor.name] == .string(cursor) {
        isFound = true
        result.append(edge)
      }
    }
    if !isFound { result.append(edge) }
    connection.setLinkedRecords(result, for: keys.edges.name)
  }

  /// Inserts an edge before the edge with the given cursor; at the start if there is no such edge or no cursor is given.
  public func insert(connection: RecordProxy, edge: RecordProxy, before cursor: String?) {
    let keys = connection.transaction.connectionKeys
    guard let edges = connection.linkedRecords(keys.edges.name) else { return connection.setLinkedRecords([edge], for: keys.edges.name) }
    var result: [RecordProxy?] = []
    var isFound = false
    for existing in edges {
      if let cursor, let existing, existing[keys.cursor.name] == .string(cursor) {
        isFound = true
        result.append(edge)
      }
      result.append(existing)
    }
    if !isFound { result.insert(edge, at: 0) }
    connection.setLinkedRecords(result, for: keys.edges.name)
  }

  /// Removes every edge whose node has the given identity.
  public func delete(connection: RecordProxy, nodeID: String) {
    delete(connection) { $0.dataID.hasSameBytes(as: nodeID) }
  }

  /// Removes every edge whose node fulfils a condition.
  func delete(_ connection: RecordProxy, where isDeleted: (RecordProxy) -> Bool) {
    ConnectionEdges.delete(from: connection, where: isDeleted)
  }
}
