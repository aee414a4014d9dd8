/// What the declared directives of optimistic responses insert into one connection: each of them, in order, and the edges of the
/// connection with all of them.
///
/// Which edges a directive inserts depends on nothing but the connection's edges beneath all of them and on the directives before it. So when
/// something beneath them changes, the edges are found in one pass, however many directives there are, and only edges that come or go
/// are made or taken back.
struct LayeredEdges: Sendable {
  /// What one directive of one update inserts.
  struct Part: Sendable {
    let connection: RecordID
    let insertion: EdgeInsertion
    /// The server's edges, if they are copied.
    let sources: [Record]
    /// What the connection was before; `nil` if nothing is inserted yet.
    var before: Base?
    /// The edges that are inserted, and the number of the first if they are copies.
    var inserted: [EdgeInsertion.Inserted] = []
    var firstNumber = 0
    /// The place of the update among the others.
    fileprivate(set) var update: ObjectIdentifier?
    fileprivate(set) var order = 0

    init(_ insertion: EdgeInsertion, into connection: RecordID, sources: [Record]) {
      self.insertion = insertion
      self.connection = connection
      self.sources = sources
    }

    fileprivate var isCopied: Bool {
      if case .copied = insertion.edges { true } else { false }
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
  /// - Returns: the edges that they have inserted.
  mutating func remove(_ update: ObjectIdentifier) -> [RecordID] {
    result = nil
    var edges: [RecordID] = []
    parts.removeAll { part in
      guard part.update == update else { return false }
      for inserted in part.inserted { edges.append(inserted.edge) }
      return true
    }
    return edges
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
    var (middle, known) = Self.edges(base.targets, transaction)
    var (front, back): ([RecordID], [RecordID]) = ([], [])
    let first = ConnectionEdges.nextNumber(base.number)
    var number = first
    var indices: [Int] = []
    for part in parts.indices {
      indices.removeAll(keepingCapacity: true)
      if base.exists {
        for (index, node) in parts[part].insertion.nodes.enumerated() where known.insert(node).inserted { indices.append(index) }
      }
      if !stays(parts[part], indices, number, again) {
        for inserted in parts[part].inserted { outcome.removed.append(inserted.edge) }
        parts[part].firstNumber = number
        parts[part].inserted = Self.make(parts[part], indices, in: connection, transaction)
        for inserted in parts[part].inserted { outcome.made.append(inserted.edge) }
      }
      if parts[part].isCopied { number &+= indices.count }
      for inserted in parts[part].inserted {
        if parts[part].insertion.position == .start { front.append(inserted.edge) } else { back.append(inserted.edge) }
      }
    }
    guard !front.isEmpty || !back.isEmpty else { return Result() }
    front.reverse()
    front.append(contentsOf: middle)
    middle = []
    front.append(contentsOf: back)
    return Result(edges: .refs(front), number: number == first ? nil : .int(number))
  }

  /// The edges beneath the parts as they are written when something is inserted, and the nodes of those that exist. Whether a node exists does
  /// not matter: that of a directive does.
  private static func edges(_ targets: [RecordID], _ transaction: StoreTransaction) -> ([RecordID], Set<RecordID>) {
    let key = transaction.connectionKeys.node.key
    var edges: [RecordID] = []
    edges.reserveCapacity(targets.count)
    var nodes = Set<RecordID>(minimumCapacity: targets.count)
    for edge in targets {
      guard edge >= 0, transaction.status(edge) == .exists else {
        edges.append(.null)
        continue
      }
      edges.append(edge)
      if case .ref(let node) = transaction.value(edge, key) { nodes.insert(node) }
    }
    return (edges, nodes)
  }

  /// Whether the edges of a part stay as they are.
  private func stays(_ part: borrowing Part, _ indices: [Int], _ number: Int, _ again: Set<RecordID>) -> Bool {
    guard part.inserted.count == indices.count, indices.isEmpty || !part.isCopied || part.firstNumber == number else { return false }
    for (inserted, index) in zip(part.inserted, indices) where inserted.index != index || again.contains(inserted.edge) { return false }
    return true
  }

  private static func make(
    _ part: Part, _ indices: [Int], in connection: RecordID, _ transaction: StoreTransaction
  ) -> [EdgeInsertion.Inserted] {
    let edges: [RecordID]
    switch part.insertion.edges {
    case .made(let type): edges = ConnectionEdges.make(indices.map { part.insertion.nodes[$0] }, type, in: connection, transaction)
    case .copied:
      let keys = transaction.connectionKeys
      let dataIDs = DataID.clients(
        parent: transaction.dataID(connection), key: keys.edges.name, from: part.firstNumber, count: indices.count)
      edges = transaction.create(dataIDs, copying: indices.map { part.sources[$0] }, nullKey: keys.cursor.key)
    }
    return zip(indices, edges).map { EdgeInsertion.Inserted(index: $0, edge: $1) }
  }
}

extension StoreTransaction {
  /// Inserts edges for an update whose footprint is wanted. If the edges of all updates are inserted together, it only notes them.
  func noteInsertion(_ insertion: EdgeInsertion, into connection: RecordID) {
    var sources: [Record] = []
    if case .copied(let edges) = insertion.edges { sources = edges.map { record($0) } }
    // What an insertion reads and writes is noted apart.
    var noted: Footprint?
    swap(&noted, &footprint)
    var part = LayeredEdges.Part(insertion, into: connection, sources: sources)
    if !defersInsertions {
      let before = LayeredEdges.Base(of: connection, in: self)
      part.before = before
      if before.exists {
        part.firstNumber = ConnectionEdges.nextNumber(before.number)
        part.inserted = ConnectionEdges.insert(insertion, into: connection, self)
      }
    }
    noted?.note(part)
    swap(&noted, &footprint)
  }
}
