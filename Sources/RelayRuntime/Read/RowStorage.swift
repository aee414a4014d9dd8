/// What a row knows beside its slots.
@usableFromInline
struct RowHeader {
  /// What keeps the shape alive: the context that the row was read with, or the shape itself for rows that come from no store.
  let owner: AnyObject
  let shape: Unmanaged<RowShape>
  let dataID: String
  /// The non-null nodes of a connection.
  @usableFromInline var nodes: ContiguousArray<Row>
  let record: RecordID
  /// The version that the record had.
  let version: UInt32
  /// The step of the linked field that the row was read for; -1 for a root, -2 where several steps contributed.
  var step: Int32
  @usableFromInline let slotCount: UInt16
  /// Whether the row comes from a store.
  let hasContext: Bool
  /// Whether nothing but the record itself and the rows in the slots decides what the slots hold.
  var isReusable: Bool

  /// The number of slots.
  @inlinable var count: Int { Int(slotCount) }
}

/// The memory of a row: its header with the slots right behind it.
/// Whoever makes a row fills it before anybody else sees it (`RowStorage.make`, `copy` and `Reader`); nothing changes it afterwards.
@usableFromInline
final class RowStorage: ManagedBuffer<RowHeader, SlotValue> {
  deinit {
    _ = withUnsafeMutablePointers { header, slots in slots.deinitialize(count: header.pointee.count) }
  }

  /// Makes a row in which every slot is missing.
  static func make(
    shape: RowShape, context: ReadContext?, dataID: String, record: RecordID, version: UInt32, step: Int32 = -1
  ) -> RowStorage {
    make(
      count: shape.count, RowHeader(
        owner: context ?? shape, shape: Unmanaged.passUnretained(shape), dataID: dataID, nodes: [], record: record,
        version: version, step: step, slotCount: UInt16(shape.count), hasContext: context != nil, isReusable: false))
  }

  /// Makes a row in which every slot is missing, of a shape that the context keeps alive.
  static func make(
    shape: Unmanaged<RowShape>, context: ReadContext, dataID: String, record: RecordID, version: UInt32, step: Int32
  ) -> RowStorage {
    let count = shape._withUnsafeGuaranteedRef { $0.count }
    return make(
      count: count, RowHeader(
        owner: context, shape: shape, dataID: dataID, nodes: [], record: record, version: version, step: step,
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

  /// Collects a connection's nodes.
  func finish(isReusable: Bool) {
    header.isReusable = isReusable
    guard let connection = header.shape._withUnsafeGuaranteedRef({ $0.connection }), connection.edges < header.count, case .list(let edges) = slots[connection.edges] else {
      return
    }
    var nodes: ContiguousArray<Row> = []
    nodes.reserveCapacity(edges.count)
    for case .row(let edge) in edges {
      if case .row(let node) = edge.slot(connection.node) { nodes.append(node) }
    }
    header.nodes = nodes
  }

  // MARK: Reading

  var shape: RowShape { header.shape.takeUnretainedValue() }

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
    return header.hasContext || header.nodes == other.header.nodes
  }
}
