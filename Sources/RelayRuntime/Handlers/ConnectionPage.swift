/// The edges of a connection, and among them those of one page of the server's.
///
/// A page may arrive edge by edge (`@stream`). Taking in an edge costs as much as this edge, however many there are.
struct ConnectionPage: Sendable {
  /// Where the page's edges are.
  enum Place: Sendable {
    /// They have replaced the others.
    case alone
    /// Before the others, which lose their edges of the same nodes as long as the page has these.
    case first
    /// After the others, without edges of the same nodes.
    case last
  }

  private let place: Place
  /// The edges of other pages, without nulls and repeated nodes.
  private var others: [RecordID] = []
  /// The same edges by their nodes.
  private var othersByNode = [RecordID: RecordID]()
  /// Those, in order, with the ones that they have lost to the page, which they get back if the page no longer has the node.
  private var allOthers: [RecordID] = []
  /// The edges that they have lost, by their nodes.
  private var lostByNode = [RecordID: RecordID]()
  /// The client's copies of the server's edges that are in the connection, by index; null for the others.
  private var copies: [RecordID] = []
  /// Unless the page is alone: its edges in the connection, in order, and the indices of those that have a node.
  private var shown: [RecordID] = []
  private var indexByNode = [RecordID: Int]()
  /// The copies that are not in the connection, because an earlier edge of the page has the same node: by node and index.
  private var repetitions = [RecordID: [Int: RecordID]]()
  private var repeatedNodes = [Int: RecordID]()

  /// - Parameters:
  ///   - others: the edges that the connection has. They are ignored if the page replaces them.
  ///   - copies: the client's copies of the server's edges.
  init(_ place: Place, others: [RecordID?] = [], copies: [RecordID?], _ transaction: StoreTransaction) {
    self.place = place
    let node = transaction.connectionKeys.node.key
    if place == .last { add(others, node, transaction) }
    self.copies.reserveCapacity(copies.count)
    for (index, copy) in copies.enumerated() { _ = set(copy, at: index, node, transaction) }
    if place == .first { add(others, node, transaction) }
  }

  /// The edges of the connection.
  var edges: [RecordID] {
    switch place {
    case .alone: copies
    case .first: shown + others
    case .last: others + shown
    }
  }

  private mutating func add(_ others: [RecordID?], _ node: KeyID, _ transaction: StoreTransaction) {
    for case .some(let edge) in others {
      if let node = transaction.link(edge, node) {
        guard othersByNode[node] == nil, lostByNode[node] == nil else { continue }
        guard indexByNode[node] == nil else {
          lostByNode[node] = edge
          allOthers.append(edge)
          continue
        }
        othersByNode[node] = edge
      }
      self.others.append(edge)
      allOthers.append(edge)
    }
  }

  /// Sets or replaces the copy of the edge at an index of the server's list.
  ///
  /// - Returns: whether the edges of the connection are others now.
  private mutating func set(_ copy: RecordID?, at index: Int, _ node: KeyID, _ transaction: StoreTransaction) -> Bool {
    while copies.count <= index { copies.append(.null) }
    guard place != .alone else {
      copies[index] = copy ?? .null
      return true
    }
    let isRemoved = remove(at: index, node, transaction)
    guard let copy else { return isRemoved }
    guard let node = transaction.link(copy, node) else {
      show(copy, at: index)
      return true
    }
    if place == .last, othersByNode[node] != nil { return isRemoved }
    if let known = indexByNode[node] {
      guard index < known else {
        hide(copy, at: index, node)
        return isRemoved
      }
      let later = copies[known]
      take(known)
      hide(later, at: known, node)
    }
    indexByNode[node] = index
    if let edge = othersByNode.removeValue(forKey: node), let known = others.firstIndex(of: edge) {
      others.remove(at: known)
      lostByNode[node] = edge
    }
    show(copy, at: index)
    return true
  }

  private mutating func show(_ copy: RecordID, at index: Int) {
    let isLast = index == copies.count - 1
    shown.insert(copy, at: isLast ? shown.count : copies[..<index].count { $0 != .null })
    copies[index] = copy
  }

  /// Keeps a copy that is not in the connection.
  private mutating func hide(_ copy: RecordID, at index: Int, _ node: RecordID) {
    repetitions[node, default: Dictionary()][index] = copy
    repeatedNodes[index] = node
  }

  /// Takes an edge of the page out of the connection.
  private mutating func take(_ index: Int) {
    if let known = shown.firstIndex(of: copies[index]) { shown.remove(at: known) }
    copies[index] = .null
  }

  private mutating func remove(at index: Int, _ node: KeyID, _ transaction: StoreTransaction) -> Bool {
    if let node = repeatedNodes.removeValue(forKey: index) {
      repetitions[node]?[index] = nil
      return false
    }
    guard copies[index] >= 0 else { return false }
    let node = transaction.link(copies[index], node)
    take(index)
    if let node {
      indexByNode[node] = nil
      giveBack(node)
    }
    return true
  }

  /// Puts the next edge with a node that an edge of the page has had into the connection: one of the page, or the one that the others have
  /// lost.
  private mutating func giveBack(_ node: RecordID) {
    if let (index, copy) = repetitions[node]?.min(by: { $0.key < $1.key }) {
      repetitions[node]?[index] = nil
      repeatedNodes[index] = nil
      indexByNode[node] = index
      return show(copy, at: index)
    }
    guard let edge = lostByNode.removeValue(forKey: node) else { return }
    othersByNode[node] = edge
    let lost = Set(lostByNode.values)
    others = allOthers.filter { !lost.contains($0) }
  }

  /// Takes in edges that have arrived, or of which parts have.
  ///
  /// - Parameters:
  ///   - indices: their indices in the server's list, in ascending order.
  ///   - server: the server's list.
  /// - Returns: whether the edges of the connection are others now.
  mutating func update(_ indices: [Int], of server: [RecordID], in connection: RecordID, _ transaction: StoreTransaction) -> Bool {
    let keys = transaction.connectionKeys
    var (known, new): ([Int], [Int]) = ([], [])
    for index in indices where server.indices.contains(index) {
      if isKnown(server[index], at: index, keys.node.key, transaction) { known.append(index) } else { new.append(index) }
    }
    _ = transaction.create(known.map { transaction.dataID(copies[$0]) }, copying: known.map { server[$0] }, nullKey: keys.cursor.key)
    let made = ConnectionEdges.copy(
      new.map { transaction.status(server[$0]) == .exists ? server[$0] : nil }, into: connection, transaction)
    var isChanged = false
    for (index, copy) in zip(new, made) where set(copy, at: index, keys.node.key, transaction) { isChanged = true }
    return isChanged
  }

  /// Whether there is a copy of an edge, in the place where the edge still belongs.
  private func isKnown(_ edge: RecordID, at index: Int, _ node: KeyID, _ transaction: StoreTransaction) -> Bool {
    guard edge >= 0, copies.indices.contains(index), copies[index] >= 0 else { return false }
    return place == .alone || transaction.link(copies[index], node) == transaction.link(edge, node)
  }
}
