/// What the declared directives of optimistic responses do to one connection: each of them, in order, and the edges of the connection with
/// all of them.
///
/// Which edges a directive inserts or removes depends on nothing but the connection's edges beneath all of them and on the directives before
/// it. So when something beneath them changes, the edges are found in one pass, however many directives there are, and only edges that come
/// or go are made or taken back.
struct LayeredEdges: Sendable {
  /// What one directive of one update does.
  struct Part: Sendable {
    enum Change: Sendable {
      /// Inserts edges. If they are copied, the server's edges follow.
      case insert(EdgeInsertion, sources: [Record])
      /// Removes the edges of nodes, as far as these exist.
      case delete([RecordID])
    }

    let connection: RecordID
    let change: Change
    /// The nodes of the change, and how it inserts them. Parts are walked often, and reading `change` would copy what it contains.
    let nodes: [RecordID]
    fileprivate let position: InsertPosition?
    fileprivate let isCopied: Bool
    /// What the connection was before; `nil` if nothing is inserted yet.
    var before: Base?
    /// The edges that are inserted, and the number of the first if they are copies.
    var inserted: [EdgeInsertion.Inserted] = []
    var firstNumber = 0
    /// The place of the update among the others.
    fileprivate(set) var update: ObjectIdentifier?
    fileprivate(set) var order = 0

    init(_ change: Change, of connection: RecordID) {
      self.change = change
      self.connection = connection
      switch change {
      case .insert(let insertion, _): (nodes, position, isCopied) = (insertion.nodes, insertion.position, insertion.isCopied)
      case .delete(let deleted): (nodes, position, isCopied) = (deleted, nil, false)
      }
    }

    /// The nodes whose edges it removes.
    var deleted: [RecordID] { position == nil ? nodes : [] }

    /// Whether its edges are those of the nodes at some indices, and need not be made again.
    fileprivate func stays(_ indices: [Int], _ number: Int, _ again: Set<RecordID>) -> Bool {
      guard inserted.count == indices.count, indices.isEmpty || !isCopied || firstNumber == number else { return false }
      for position in indices.indices {
        if inserted[position].index != indices[position] || again.contains(inserted[position].edge) { return false }
      }
      return true
    }
  }

  /// What the parts depend on, apart from the edges themselves.
  struct Base: Sendable, Equatable {
    let exists: Bool
    let edges: Value
    let number: Value

    init(of connection: RecordID, in transaction: StoreTransaction) {
      exists = transaction.status(connection) == .exists
      edges = exists ? transaction.value(connection, transaction.connectionKeys.edges.key) : .missing
      number = exists ? transaction.value(connection, Keys.nextEdgeIndex) : .missing
    }

    var targets: [RecordID] {
      if case .refs(let targets) = edges { Array(targets) } else { [] }
    }
  }

  /// The fields of the connection with all parts; `nil` for those that stay as they are beneath.
  private struct Result: Sendable {
    var edges: Value?
    var number: Value?
  }

  private(set) var parts: [Part] = []
  /// What was beneath the parts when they were last applied; `nil` if that is not known.
  private(set) var base: Base?
  /// `nil` if it must be found again.
  private var result: Result?
  /// Whether something else uses what the parts write, or writes what they use. Then all updates are applied again, one after the other.
  var isTangled = false

  /// Adds a part of an update, after those of earlier ones.
  mutating func add(_ part: Part, of update: ObjectIdentifier, order: Int) {
    var part = part
    (part.update, part.order) = (update, order)
    if parts.isEmpty { base = part.before }
    part.before = nil
    result = nil
    var index = parts.count
    while index > 0, parts[index - 1].order > order { index -= 1 }
    parts.insert(part, at: index)
  }

  /// Removes the parts of an update.
  ///
  /// - Returns: the edges that they have inserted, and the nodes whose edges they have removed.
  mutating func remove(_ update: ObjectIdentifier) -> (inserted: [RecordID], deleted: [RecordID]) {
    result = nil
    var (inserted, deleted): ([RecordID], [RecordID]) = ([], [])
    parts.removeAll { part in
      guard part.update == update else { return false }
      for known in part.inserted { inserted.append(known.edge) }
      deleted += part.deleted
      return true
    }
    return (inserted, deleted)
  }

  /// What applying the parts has changed.
  struct Outcome {
    /// The edges that are made again or not there any more.
    var removed: [RecordID] = []
    /// The edges that were made.
    var made: [RecordID] = []
    /// The connection's edges beneath the parts: before, and now. None if they are the same.
    var base: (old: [RecordID], new: [RecordID])?
  }

  /// Inserts the edges of all parts in a transaction that has nothing of them yet.
  ///
  /// - Parameter again: the edges that must be made again; `nil` if there are none and the edges beneath are as they were.
  mutating func apply(to connection: RecordID, in transaction: StoreTransaction, again: Set<RecordID>?) -> Outcome {
    var outcome = Outcome()
    let base = Base(of: connection, in: transaction)
    if again != nil || result == nil || self.base != base {
      if self.base?.edges != base.edges { outcome.base = (self.base?.targets ?? [], base.targets) }
      self.base = base
      result = insert(into: connection, above: base, transaction, again ?? [], &outcome)
    }
    if let edges = result?.edges { transaction.set(connection, transaction.connectionKeys.edges.key, edges) }
    if let number = result?.number { transaction.set(connection, Keys.nextEdgeIndex, number) }
    return outcome
  }

  private mutating func insert(
    into connection: RecordID, above base: Base, _ transaction: StoreTransaction, _ again: Set<RecordID>, _ outcome: inout Outcome
  ) -> Result {
    guard base.exists else {
      for part in parts.indices {
        outcome.removed += parts[part].inserted.map(\.edge)
        parts[part].inserted = []
      }
      return Result()
    }
    var deletable: [RecordID] = []
    for part in parts.indices where parts[part].position == nil { deletable += parts[part].nodes }
    var list = EdgeList(base.targets, deletable: deletable, transaction)
    let first = ConnectionEdges.nextNumber(base.number)
    var number = first
    var indices: [Int] = []
    for part in parts.indices {
      guard let position = parts[part].position else {
        for node in parts[part].nodes where transaction.status(node) == .exists { list.remove(node) }
        continue
      }
      indices.removeAll(keepingCapacity: true)
      for index in parts[part].nodes.indices where list.nodes.insert(parts[part].nodes[index]).inserted { indices.append(index) }
      if !parts[part].stays(indices, number, again), case .insert(let insertion, let sources) = parts[part].change {
        outcome.removed += parts[part].inserted.map(\.edge)
        parts[part].firstNumber = number
        parts[part].inserted = Self.make(insertion, sources, indices, number, in: connection, transaction)
        outcome.made += parts[part].inserted.map(\.edge)
      }
      if parts[part].isCopied { number &+= indices.count }
      for index in parts[part].inserted.indices { list.add(parts[part].inserted[index].edge, at: position) }
    }
    return Result(edges: list.isChanged ? .refs(list.edges) : nil, number: number == first ? nil : .int(number))
  }

  private static func make(
    _ insertion: EdgeInsertion, _ sources: [Record], _ indices: [Int], _ number: Int, in connection: RecordID,
    _ transaction: StoreTransaction
  ) -> [EdgeInsertion.Inserted] {
    let edges: [RecordID]
    switch insertion.edges {
    case .made(let type): edges = ConnectionEdges.make(indices.map { insertion.nodes[$0] }, type, in: connection, transaction)
    case .copied:
      let keys = transaction.connectionKeys
      let dataIDs = DataID.clients(parent: transaction.dataID(connection), key: keys.edges.name, from: number, count: indices.count)
      edges = transaction.create(dataIDs, copying: indices.map { sources[$0] }, nullKey: keys.cursor.key)
    }
    return zip(indices, edges).map { EdgeInsertion.Inserted(index: $0, edge: $1) }
  }
}

extension StoreTransaction {
  /// Inserts edges for an update whose footprint is wanted. If the edges of all updates are inserted together, it only notes them.
  func noteInsertion(_ insertion: EdgeInsertion, into connection: RecordID) {
    var sources: [Record] = []
    if case .copied(let edges) = insertion.edges { sources = edges.map { record($0) } }
    note(.insert(insertion, sources: sources), of: connection) { part in
      part.inserted = ConnectionEdges.insert(insertion, into: connection, self)
    }
  }

  /// Removes the edges of nodes, likewise. The nodes' identities decide, and nothing else in them.
  func noteDeletion(of nodes: [RecordID], from connection: RecordID) {
    note(.delete(nodes), of: connection) { _ in
      ConnectionEdges.delete(from: RecordProxy(self, connection)) { nodes.contains($0.id) }
    }
  }

  /// - Parameter apply: applies the change to the connection, which exists.
  private func note(_ change: LayeredEdges.Part.Change, of connection: RecordID, _ apply: (inout LayeredEdges.Part) -> Void) {
    // What the change reads and writes is noted apart.
    var noted: Footprint?
    swap(&noted, &footprint)
    var part = LayeredEdges.Part(change, of: connection)
    if !defersInsertions {
      let before = LayeredEdges.Base(of: connection, in: self)
      part.before = before
      part.firstNumber = ConnectionEdges.nextNumber(before.number)
      if before.exists { apply(&part) }
    }
    noted?.note(part)
    swap(&noted, &footprint)
  }
}
