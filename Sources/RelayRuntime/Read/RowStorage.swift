/// What a row knows beside its slots.
struct RowHeader {
  /// What keeps the shape alive: the context that the row was read with, or the shape itself for rows that come from no store.
  let owner: AnyObject
  let shape: Unmanaged<RowShape>
  let dataID: String
  /// Of a connection that has edges without a node: where those with one are. `nil`: every edge has a node.
  var nodePositions: ContiguousArray<Int32>?
  let record: RecordID
  /// The version that the record had.
  let version: UInt32
  /// The step of the linked field that the row was read for; -1 for a root, -2 where several steps contributed.
  var step: Int32
  let slotCount: UInt16
  /// Whether the row comes from a store.
  let hasContext: Bool
  /// Whether nothing but the record itself and the rows in the slots decides what the slots hold.
  var isReusable: Bool

  /// The number of slots.
  var count: Int { Int(slotCount) }
}

/// The memory of a row: its header with the slots right behind it.
/// Whoever makes a row fills it before anybody else sees it (`RowStorage.make`, `copy` and `Reader`); nothing changes it afterwards.
final class RowStorage: ManagedBuffer<RowHeader, SlotValue> {
  deinit {
    withUnsafeMutablePointers { header, slots in
      for index in 0..<header.pointee.count { (slots + index).deinitialize(count: 1) }
    }
  }

  /// Makes a row in which every slot is missing.
  static func make(
    shape: RowShape, context: ReadContext?, dataID: String, record: RecordID, version: UInt32, step: Int32 = -1
  ) -> RowStorage {
    make(
      count: shape.count, RowHeader(
        owner: context ?? shape, shape: Unmanaged.passUnretained(shape), dataID: dataID, nodePositions: nil, record: record,
        version: version, step: step, slotCount: UInt16(shape.count), hasContext: context != nil, isReusable: false))
  }

  /// Makes a row in which every slot is missing, of a shape that the context keeps alive.
  static func make(
    shape: Unmanaged<RowShape>, context: ReadContext, dataID: String, record: RecordID, version: UInt32, step: Int32
  ) -> RowStorage {
    let count = shape._withUnsafeGuaranteedRef { $0.count }
    return make(
      count: count, RowHeader(
        owner: context, shape: shape, dataID: dataID, nodePositions: nil, record: record, version: version, step: step,
        slotCount: UInt16(count), hasContext: true, isReusable: false))
  }

  @inline(__always)
  private static func make(count: Int, _ header: RowHeader) -> RowStorage {
    let buffer = RowStorage.create(minimumCapacity: count) { _ in header }
    buffer.withUnsafeMutablePointerToElements { $0.initialize(repeating: .missing, count: count) }
    return unsafeDowncast(buffer, to: RowStorage.self)
  }

  /// Makes a row with other slots and the same record.
  func copy(step: Int32) -> RowStorage {
    let buffer = RowStorage.create(minimumCapacity: header.count) { _ in
      var header = self.header
      header.step = step
      return header
    }
    withUnsafeMutablePointerToElements { source in
      buffer.withUnsafeMutablePointerToElements { $0.initialize(from: source, count: header.count) }
    }
    return unsafeDowncast(buffer, to: RowStorage.self)
  }

  // MARK: Filling, before anybody else sees the row

  /// The slots, valid as long as the row is.
  @inline(__always) var slots: UnsafeMutableBufferPointer<SlotValue> {
    withUnsafeMutablePointers { header, slots in UnsafeMutableBufferPointer(start: slots, count: header.pointee.count) }
  }

  /// The first slot, valid as long as the row is.
  @inline(__always) var firstSlot: UnsafeMutablePointer<SlotValue> { withUnsafeMutablePointerToElements { $0 } }

  /// Ends the filling: notes which edges of a connection have a node.
  func finish(isReusable: Bool) {
    withUnsafeMutablePointerToHeader { header in
      header.pointee.isReusable = isReusable
      guard let connection = connection(header), connection.node >= 0, case .list(let edges) = firstSlot[connection.edges] else { return }
      let isComplete = edges.allSatisfy { $0.row?.storage.object(in: connection.node) != nil }
      guard !isComplete else { return header.pointee.nodePositions = nil }
      header.pointee.nodePositions = ContiguousArray(
        edges.indices.lazy.filter { edges[$0].row?.storage.object(in: connection.node) != nil }.map { Int32(truncatingIfNeeded: $0) })
    }
  }

  // MARK: Reading

  var shape: RowShape { header.shape.takeUnretainedValue() }

  /// Where a connection's edges and their nodes are; `nil` for other rows.
  @inline(__always)
  private func connection(_ header: UnsafeMutablePointer<RowHeader>) -> RowShape.Connection? {
    guard let connection = header.pointee.shape._withUnsafeGuaranteedRef({ $0.connection }), connection.edges < header.pointee.count else {
      return nil
    }
    return connection
  }

  /// The row in a slot, if it holds one.
  @inline(__always)
  private func object(in slot: Int) -> Row? {
    withUnsafeMutablePointers { header, slots in slot < header.pointee.count ? slots[slot].row : nil }
  }

  /// The number of a connection's non-null nodes.
  var nodeCount: Int {
    withUnsafeMutablePointerToHeader { header in
      if let positions = header.pointee.nodePositions { return positions.count }
      guard let connection = connection(header), case .list(let edges) = firstSlot[connection.edges] else { return 0 }
      return edges.count
    }
  }

  /// A non-null node of a connection.
  ///
  /// - Parameter index: below `nodeCount`; like any collection, a connection traps for another one.
  func node(_ index: Int) -> Row {
    withUnsafeMutablePointerToHeader { header in
      guard let connection = connection(header), case .list(let edges) = firstSlot[connection.edges],
        case .row(let edge) = edges[header.pointee.nodePositions.map { Int($0[index]) } ?? index]
      else { preconditionFailure("a connection's index is out of range") }
      return connection.node < 0 ? edge : edge.storage.object(in: connection.node) ?? edge
    }
  }

  var context: ReadContext? { header.hasContext ? unsafeDowncast(header.owner, to: ReadContext.self) : nil }

  func isEqual(_ other: RowStorage) -> Bool {
    guard header.shape.toOpaque() == other.header.shape.toOpaque(), header.count == other.header.count else { return false }
    var isSameOrigin: Bool?
    for index in 0..<header.count {
      guard slots[index] == other.slots[index] else { return false }
      if case .pointer = slots[index] {
        guard header.dataID == other.header.dataID else { return false }
        if isSameOrigin == nil { isSameOrigin = context === other.context }
        if isSameOrigin == false,
          context?.scope(shape.spreads[index]) != other.context?.scope(other.shape.spreads[index])
        {
          return false
        }
      }
    }
    return true
  }
}
