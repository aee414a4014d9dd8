/// The connections into which updates insert edges or from which they remove some, and the records on which that depends.
struct LayeredConnections: Sendable {
  private var connections = [RecordID: LayeredEdges]()
  /// The connections that have a record among the edges beneath, or remove its edges.
  private var readers = [RecordID: [RecordID]]()
  /// The connection with which a record is written: itself, or one of the inserted edges.
  private var writers = [RecordID: RecordID]()

  func use(_ id: RecordID) -> Bool { !connections.isEmpty && (writers[id] != nil || readers[id] != nil) }

  // MARK: What the updates use

  /// Notes that an update changes what insertions read, or uses what they write.
  mutating func tangle(_ footprint: Footprint) {
    guard !connections.isEmpty else { return }
    for id in footprint.reads { tangle(writers[id]) }
    for id in footprint.changed {
      tangle(writers[id])
      for connection in readers[id] ?? [] { tangle(connection) }
    }
  }

  /// Whether an update uses nothing that insertions write, and changes nothing that they read.
  func areDisjoint(_ footprint: Footprint) -> Bool {
    connections.isEmpty
      || footprint.reads.allSatisfy { writers[$0] == nil } && footprint.changed.allSatisfy { writers[$0] == nil && readers[$0] == nil }
  }

  private mutating func tangle(_ connection: RecordID?) {
    if let connection { connections[connection]?.isTangled = true }
  }

  /// Notes that a connection writes a record.
  ///
  /// - Parameter isUsed: whether an update uses the record.
  private mutating func addWriter(_ connection: RecordID, of id: RecordID, isUsed: (RecordID) -> Bool) {
    if let other = writers[id], other != connection {
      tangle(other)
      tangle(connection)
    }
    if isUsed(id) { tangle(connection) }
    for other in readers[id] ?? [] {
      tangle(other)
      tangle(connection)
    }
    writers[id] = connection
  }

  private mutating func removeWriter(_ connection: RecordID, of id: RecordID) {
    if writers[id] == connection { writers[id] = nil }
  }

  /// Notes that a connection has other edges beneath than before.
  ///
  /// - Parameter isChanged: whether an update changes a record.
  private mutating func replaceReads(
    _ connection: RecordID, _ old: some RandomAccessCollection<RecordID>, _ new: some RandomAccessCollection<RecordID>,
    isChanged: (RecordID) -> Bool
  ) {
    // Most edges stay.
    var (old, new) = (old[...], new[...])
    while let first = old.first, first == new.first { (old, new) = (old.dropFirst(), new.dropFirst()) }
    while let last = old.last, last == new.last { (old, new) = (old.dropLast(), new.dropLast()) }
    for edge in old { removeReader(connection, of: edge) }
    for edge in new where edge >= 0 { addReader(connection, of: edge, isChanged: isChanged) }
  }

  private mutating func addReader(_ connection: RecordID, of id: RecordID, isChanged: (RecordID) -> Bool) {
    if let writer = writers[id] {
      tangle(writer)
      tangle(connection)
    }
    if isChanged(id) { tangle(connection) }
    readers[id, default: []].append(connection)
  }

  private mutating func removeReader(_ connection: RecordID, of id: RecordID) {
    guard let index = readers[id]?.firstIndex(of: connection) else { return }
    readers[id]?.remove(at: index)
    if readers[id]?.isEmpty == true { readers[id] = nil }
  }

  // MARK: Changes

  fileprivate mutating func add(
    _ part: LayeredEdges.Part, of update: ObjectIdentifier, order: Int, isUsed: (RecordID) -> Bool, isChanged: (RecordID) -> Bool
  ) {
    let connection = part.connection
    let isFirst = connections[connection] == nil
    connections[connection, default: LayeredEdges()].add(part, of: update, order: order)
    if isFirst {
      addWriter(connection, of: connection, isUsed: isUsed)
      replaceReads(connection, [], part.before?.targets ?? [], isChanged: isChanged)
    }
    for inserted in part.inserted { addWriter(connection, of: inserted.edge, isUsed: isUsed) }
    for node in part.deleted { addReader(connection, of: node, isChanged: isChanged) }
  }

  /// Removes the parts of an update.
  ///
  /// - Returns: the records that they have written.
  mutating func remove(_ update: ObjectIdentifier, of connections: some Sequence<RecordID>) -> [RecordID] {
    var written: [RecordID] = []
    for connection in connections {
      guard let (inserted, deleted) = self.connections[connection]?.remove(update) else { continue }
      for edge in inserted { removeWriter(connection, of: edge) }
      for node in deleted { removeReader(connection, of: node) }
      written.append(connection)
      written += inserted
      guard let rest = self.connections[connection], rest.parts.isEmpty else { continue }
      replaceReads(connection, rest.base?.targets ?? [], [], isChanged: { _ in false })
      removeWriter(connection, of: connection)
      self.connections[connection] = nil
    }
    return written
  }

  /// Notes what a changed record concerns: its connection, if it is one, or those that have it as an edge.
  func affect(_ id: RecordID, _ affected: inout Footprints.Affected) {
    guard !connections.isEmpty else { return }
    if let connection = writers[id] { affect(connection, making: connection == id ? nil : [id], &affected) }
    for connection in readers[id] ?? [] { affect(connection, making: [], &affected) }
  }

  private func affect(_ connection: RecordID, making edges: Set<RecordID>?, _ affected: inout Footprints.Affected) {
    if connections[connection]?.isTangled ?? false { affected.isEverything = true }
    let known = affected.connections[connection] ?? nil
    affected.connections[connection] = .some(edges.map { $0.union(known ?? []) } ?? known)
  }

  /// Inserts edges again.
  ///
  /// - Parameter restored: gets the records from which optimistic changes must be taken back.
  /// - Returns: whether that is sufficient.
  fileprivate mutating func apply(
    to connection: RecordID, _ transaction: StoreTransaction, again: Set<RecordID>?, restored: inout Set<RecordID>,
    isUsed: (RecordID) -> Bool, isChanged: (RecordID) -> Bool
  ) -> Bool {
    // Moved out, so that it is not copied. Without parts, there is nothing more than to restore it.
    guard var edges = connections.removeValue(forKey: connection) else { return true }
    let outcome = edges.apply(to: connection, in: transaction, again: again)
    connections[connection] = edges
    restored.insert(connection)
    restored.formUnion(outcome.removed)
    for edge in outcome.removed { removeWriter(connection, of: edge) }
    if let base = outcome.base { replaceReads(connection, base.old, base.new, isChanged: isChanged) }
    for edge in outcome.made { addWriter(connection, of: edge, isUsed: isUsed) }
    return connections[connection]?.isTangled == false
  }
}

extension Footprints {
  /// Adds what a directive of an update inserts.
  mutating func add(_ part: LayeredEdges.Part, of update: ObjectIdentifier, order: Int) {
    let (users, byUpdate) = (users, byUpdate)
    insertions.add(
      part, of: update, order: order, isUsed: { users[$0] != nil },
      isChanged: { id in users[id]?.contains { byUpdate[$0]?.changes(id) == true } ?? false })
  }

  /// Inserts edges into all connections again that a publication concerns.
  ///
  /// - Parameters:
  ///   - connections: the connections, each with the edges that must be made again.
  ///   - restored: gets the records from which optimistic changes must be taken back.
  /// - Returns: `false` if all updates must be applied again.
  mutating func insertEdges(
    into connections: [RecordID: Set<RecordID>?], _ transaction: StoreTransaction, restored: inout Set<RecordID>
  ) -> Bool {
    let (users, byUpdate) = (users, byUpdate)
    return Array(connections).ascending { Int($0.key) }.allSatisfy { connection, again in
      insertions.apply(
        to: connection, transaction, again: again, restored: &restored, isUsed: { users[$0] != nil },
        isChanged: { id in users[id]?.contains { byUpdate[$0]?.changes(id) == true } ?? false })
    }
  }
}
