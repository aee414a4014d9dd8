/// What the reader found of one object: a slot for each response key of the selection. Immutable.
public struct Row: Sendable, Hashable {
  let storage: RowStorage

  init(_ storage: RowStorage) { self.storage = storage }

  /// A row in which everything is missing.
  static func empty(_ shape: RowShape) -> Row {
    Row(
      RowStorage(
        shape: shape, context: nil, dataID: "", record: .missing, version: 0,
        slots: ContiguousArray(repeating: .missing, count: shape.count), isReusable: false))
  }

  /// The identity of the record that was read; empty for a row that comes from no store.
  public var dataID: String { storage.dataID }

  /// The non-null nodes of a connection.
  var nodes: ContiguousArray<Row> { storage.nodes }

  @inline(__always)
  func slot(_ index: Int) -> SlotValue {
    storage.slots.indices.contains(index) ? storage.slots[index] : .missing
  }

  // MARK: Non-null scalars

  /// The string in a slot, or `""`.
  public func string(_ index: Int) -> String {
    let slot = slot(index)
    if case .string(let value) = slot { return value }
    return slot.text
  }

  /// The integer in a slot, or 0.
  public func int(_ index: Int) -> Int { optionalInt(index) ?? 0 }

  /// The number in a slot, or 0.
  public func double(_ index: Int) -> Double { optionalDouble(index) ?? 0 }

  /// The boolean in a slot, or `false`.
  public func bool(_ index: Int) -> Bool {
    if case .bool(let value) = slot(index) { return value }
    return false
  }

  // MARK: Nullable scalars

  /// The string in a slot, if there is one.
  public func optionalString(_ index: Int) -> String? {
    switch slot(index) {
    case .string(let value): return value
    case .int(let value): return String(value)
    default: return nil
    }
  }

  /// The integer in a slot, if there is one.
  public func optionalInt(_ index: Int) -> Int? {
    switch slot(index) {
    case .int(let value): return value
    case .double(let value): return Int(exactly: value)
    default: return nil
    }
  }

  /// The number in a slot, if there is one.
  public func optionalDouble(_ index: Int) -> Double? {
    switch slot(index) {
    case .double(let value): return value
    case .int(let value): return Double(value)
    default: return nil
    }
  }

  /// The boolean in a slot, if there is one.
  public func optionalBool(_ index: Int) -> Bool? {
    if case .bool(let value) = slot(index) { return value }
    return nil
  }

  // MARK: Everything else

  /// The value in a slot as the type that the property has.
  public func value<T: RowValue>(_ index: Int) -> T { T.__read(Slot(slot(index))) }

  /// The custom scalar in a slot, or its placeholder.
  public func scalar<T: CustomScalar>(_ index: Int) -> T { T.__read(Slot(slot(index))) }

  /// The custom scalar in a slot, if there is one.
  public func optionalScalar<T: CustomScalar>(_ index: Int) -> T? { T?.__read(Slot(slot(index))) }

  /// The pointer to the fragment spread in a slot; one that points nowhere when the spread was not to be read.
  public func fragmentPointer(_ index: Int) -> FragmentPointer {
    guard case .pointer(let isUnmatched) = slot(index), let context = storage.context else { return .nowhere }
    return FragmentPointer(
      dataID: storage.dataID, record: storage.record, scope: context.scope(storage.shape.spreads[index], isUnmatched: isUnmatched))
  }

  /// Whether the type condition whose marker is in a slot holds for the object.
  public func matches(_ index: Int) -> Bool { bool(index) }

  public static func == (left: Row, right: Row) -> Bool {
    left.storage === right.storage || left.storage.isEqual(right.storage)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.slots) }
}

/// The memory of a row.
final class RowStorage: Sendable {
  let shape: RowShape
  /// What it was read with; `nil` for rows that come from no store.
  let context: ReadContext?
  let dataID: String
  let record: RecordID
  /// The version that the record had.
  let version: UInt32
  /// Whether everything that the slots depend on is in this row and the rows below it, so that equal versions mean equal slots.
  let isReusable: Bool
  let slots: ContiguousArray<SlotValue>
  let nodes: ContiguousArray<Row>

  init(
    shape: RowShape, context: ReadContext?, dataID: String, record: RecordID, version: UInt32, slots: ContiguousArray<SlotValue>,
    isReusable: Bool, nodes: ContiguousArray<Row>? = nil
  ) {
    self.shape = shape
    self.context = context
    self.dataID = dataID
    self.record = record
    self.version = version
    self.slots = slots
    self.isReusable = isReusable
    self.nodes = nodes ?? (shape.connection == nil ? [] : RowStorage.nodes(slots, shape))
  }

  private static func nodes(_ slots: ContiguousArray<SlotValue>, _ shape: RowShape) -> ContiguousArray<Row> {
    guard let connection = shape.connection, slots.indices.contains(connection.edges),
      case .list(let edges) = slots[connection.edges]
    else { return [] }
    var nodes: ContiguousArray<Row> = []
    nodes.reserveCapacity(edges.count)
    for case .row(let edge) in edges {
      if case .row(let node) = edge.slot(connection.node) { nodes.append(node) }
    }
    return nodes
  }

  func isEqual(_ other: RowStorage) -> Bool {
    guard shape === other.shape, slots.count == other.slots.count else { return false }
    for index in slots.indices {
      guard slots[index] == other.slots[index] else { return false }
      if case .pointer = slots[index] {
        guard dataID == other.dataID else { return false }
        if context !== other.context, context?.scope(shape.spreads[index]) != other.context?.scope(shape.spreads[index]) {
          return false
        }
      }
    }
    return slots.count > 0 || nodes == other.nodes
  }
}

extension Row {
  /// A connection of rows that are in no store.
  init(nodes: [Row], shape: RowShape) {
    self.init(
      RowStorage(
        shape: shape, context: nil, dataID: "", record: .missing, version: 0,
        slots: ContiguousArray(repeating: .missing, count: shape.count), isReusable: false, nodes: ContiguousArray(nodes)))
  }

  /// The slots by response key; missing ones are left out.
  var json: JSON {
    var members: [String: JSON] = [:]
    for (index, slot) in storage.slots.enumerated() {
      switch slot {
      case .missing, .pointer: continue
      default:
        if case .marker = storage.shape.types[index].base { continue }
        members[storage.shape.names[index]] = slot.json
      }
    }
    return .object(members)
  }
}

extension Row {
  /// A row of a value in the form of a response. Slots are filled by response key; what does not fit its slot is missing.
  init(json: JSON, shape: RowShape) {
    var slots = ContiguousArray<SlotValue>(repeating: .missing, count: shape.count)
    for index in slots.indices {
      let type = shape.types[index]
      if let member = json[shape.names[index]] {
        slots[index] = Row.slot(member, type, shape.objects[index])
      } else if case .marker = type.base {
        slots[index] = .bool(true)
      }
    }
    self.init(
      RowStorage(
        shape: shape, context: nil, dataID: json["__id"]?.stringValue ?? json["id"]?.stringValue ?? "", record: .missing, version: 0,
        slots: slots, isReusable: false))
  }

  private static func slot(_ json: JSON, _ type: SlotType, _ object: RowShape?) -> SlotValue {
    switch (type, json) {
    case (_, .null): return .null
    case (.nonNull(let inner), _), (.result(let inner), _): return slot(json, inner, object)
    case (.list(let inner), .array(let items)): return .list(items.map { slot($0, inner, object) })
    case (.object, .object): return .row(Row(json: json, shape: object ?? .empty))
    case (.object, _), (.list, _): return .missing
    default: return SlotValue(json)
    }
  }
}
