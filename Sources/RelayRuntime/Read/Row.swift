/// What the reader found of one object: a slot for each response key of the selection. Immutable.
///
/// `@unchecked Sendable`: the storage, which a superclass of the standard library keeps from being Sendable, is filled by whoever makes the
/// row before anybody else sees it and never changed afterwards; its header and its slots hold Sendable values only.
public struct Row: @unchecked Sendable {
  let storage: RowStorage

  init(_ storage: RowStorage) { self.storage = storage }

  /// A row in which everything is missing.
  static func empty(_ shape: RowShape) -> Row {
    Row(RowStorage.make(shape: shape, context: nil, dataID: "", record: .missing, version: 0))
  }

  /// The identity of the record that was read; empty for a row that comes from no store.
  public var dataID: String { storage.header.dataID }

  /// The number of non-null nodes of a connection.
  var nodeCount: Int { storage.nodeCount }

  /// A non-null node of a connection.
  @usableFromInline func node(_ index: Int) -> Row { storage.node(index) }

  @inline(__always)
  func slot(_ index: Int) -> SlotValue {
    storage.withUnsafeMutablePointers { header, slots in
      index >= 0 && index < header.pointee.count ? slots[index] : .missing
    }
  }

  // MARK: Non-null scalars

  /// The string in a slot, or `""`.
  public func string(_ index: Int) -> String {
    storage.withUnsafeMutablePointers { header, slots in
      guard index >= 0, index < header.pointee.count else { return "" }
      if case .string(let value) = slots[index] { return value }
      return slots[index].text
    }
  }

  /// The integer in a slot, or 0.
  public func int(_ index: Int) -> Int {
    storage.withUnsafeMutablePointers { header, slots in
      guard index >= 0, index < header.pointee.count else { return 0 }
      if case .int(let value) = slots[index] { return value }
      return slots[index].integer ?? 0
    }
  }

  /// The number in a slot, or 0.
  public func double(_ index: Int) -> Double {
    storage.withUnsafeMutablePointers { header, slots in
      guard index >= 0, index < header.pointee.count else { return 0 }
      if case .double(let value) = slots[index] { return value }
      return slots[index].number ?? 0
    }
  }

  /// The boolean in a slot, or `false`.
  public func bool(_ index: Int) -> Bool {
    storage.withUnsafeMutablePointers { header, slots in
      guard index >= 0, index < header.pointee.count else { return false }
      if case .bool(let value) = slots[index] { return value }
      return false
    }
  }

  // MARK: Nullable scalars

  /// The string in a slot, if there is one.
  public func optionalString(_ index: Int) -> String? {
    storage.withUnsafeMutablePointers { header, slots in
      guard index >= 0, index < header.pointee.count else { return nil }
      if case .string(let value) = slots[index] { return value }
      return slots[index].optionalText
    }
  }

  /// The integer in a slot, if there is one.
  public func optionalInt(_ index: Int) -> Int? {
    storage.withUnsafeMutablePointers { header, slots in
      guard index >= 0, index < header.pointee.count else { return nil }
      if case .int(let value) = slots[index] { return value }
      return slots[index].integer
    }
  }

  /// The number in a slot, if there is one.
  public func optionalDouble(_ index: Int) -> Double? {
    storage.withUnsafeMutablePointers { header, slots in
      guard index >= 0, index < header.pointee.count else { return nil }
      if case .double(let value) = slots[index] { return value }
      return slots[index].number
    }
  }

  /// The boolean in a slot, if there is one.
  public func optionalBool(_ index: Int) -> Bool? {
    storage.withUnsafeMutablePointers { header, slots in
      guard index >= 0, index < header.pointee.count else { return nil }
      if case .bool(let value) = slots[index] { return value }
      return nil
    }
  }

  // MARK: Lists of strings

  /// The list of strings in a slot, or `[]`.
  public func strings(_ index: Int) -> [String] { optionalStrings(index) ?? [] }

  /// The list of strings in a slot, if there is one.
  public func optionalStrings(_ index: Int) -> [String]? {
    switch slot(index) {
    case .strings(let items): return items
    case .missing, .null, .errors: return nil
    case let other: return [String].__read(Slot(other))
    }
  }

  // MARK: Objects
  //
  // What is generic is inlined, for each type of object its own, and no more than that: the compiler of an app has thousands of them.

  /// The row in a slot, if there is one.
  @usableFromInline
  func row(_ index: Int) -> Row? {
    guard case .row(let row) = slot(index) else { return nil }
    return row
  }

  /// The rows in a slot, if there is a list.
  @usableFromInline
  func rows(_ index: Int) -> [Row?]? {
    guard case .list(let items) = slot(index) else { return nil }
    return items.map { item in
      guard case .row(let row) = item else { return nil }
      return row
    }
  }

  /// Stands in for an object that must be there and is not.
  @usableFromInline static let missing = Row.empty(.empty)

  /// The object in a slot; one in which everything is missing where there is none.
  @inlinable
  public func object<T: SelectionSet>(_ index: Int) -> T { T(__row: row(index) ?? .missing) }

  /// The object in a slot, if there is one.
  @inlinable
  public func optionalObject<T: SelectionSet>(_ index: Int) -> T? {
    guard let row = row(index) else { return nil }
    return T(__row: row)
  }

  /// The list in a slot, with an empty object for an item that is null; `[]` where there is no list.
  @inlinable
  public func objects<T: SelectionSet>(_ index: Int) -> [T] { optionalObjects(index) ?? [] }

  /// The list in a slot, if there is one, with an empty object for an item that is null.
  @inlinable
  public func optionalObjects<T: SelectionSet>(_ index: Int) -> [T]? { rows(index)?.map { T(__row: $0 ?? .missing) } }

  /// The list in a slot with its nulls; `[]` where there is no list.
  @inlinable
  public func nullableObjects<T: SelectionSet>(_ index: Int) -> [T?] { optionalNullableObjects(index) ?? [] }

  /// The list in a slot with its nulls, if there is one.
  @inlinable
  public func optionalNullableObjects<T: SelectionSet>(_ index: Int) -> [T?]? {
    rows(index)?.map { row in
      guard let row else { return nil }
      return T(__row: row)
    }
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
      dataID: storage.header.dataID, record: storage.header.record,
      scope: context.scope(storage.shape.spreads[index], isUnmatched: isUnmatched))
  }

  /// Whether the type condition whose marker is in a slot holds for the object.
  public func matches(_ index: Int) -> Bool { bool(index) }
}

extension Row: Hashable {
  public static func == (left: Row, right: Row) -> Bool { left.storage === right.storage || left.storage.isEqual(right.storage) }

  public func hash(into hasher: inout Hasher) {
    for index in 0..<storage.header.count { hasher.combine(storage.slots[index]) }
  }
}

extension Row: CustomStringConvertible {
  /// The fields that were read, as JSON by response key.
  public var description: String { json.description }
}

extension Row {
  /// A connection of rows that are in no store.
  init(nodes: [Row]) {
    self = Row.empty(.nodes)
    storage.slots[0] = .list(nodes.map { .row($0) })
  }

  /// The slots by response key; missing ones are left out.
  var json: JSON {
    var members: [String: JSON] = [:]
    let shape = storage.shape
    for index in 0..<storage.header.count {
      let slot = storage.slots[index]
      switch slot {
      case .missing, .pointer: continue
      default:
        if case .marker = shape.types[index].base { continue }
        members[shape.names[index]] = slot.json
      }
    }
    return .object(members)
  }

  /// A row of a value in the form of a response. Slots are filled by response key; what does not fit its slot is missing.
  init(json: JSON, shape: RowShape) {
    let dataID = json["__id"]?.stringValue ?? json["id"]?.stringValue ?? ""
    let storage = RowStorage.make(shape: shape, context: nil, dataID: dataID, record: .missing, version: 0)
    for index in 0..<shape.count {
      let type = shape.types[index]
      if let member = json[shape.names[index]] {
        storage.slots[index] = Row.slot(member, type, shape.objects[index])
      }
    }
    for condition in shape.typeConditions {
      storage.slots[condition.marker] = .bool(Row.matches(condition, json, shape))
    }
    storage.finish(isReusable: false)
    self.init(storage)
  }

  /// Whether a value in the form of a response has a type: by its `__typename` and `__isX`; where these do not say, by whether it has
  /// a field that is selected on that type only.
  private static func matches(_ condition: RowShape.TypeCondition, _ json: JSON, _ shape: RowShape) -> Bool {
    let typename = json["__typename"]?.stringValue
    if typename == condition.type { return true }
    if typename != nil, !condition.isAbstract { return false }
    if let discriminator = json["__is\(condition.type)"] { return discriminator.isTruthy }
    return condition.slots.contains { json[shape.names[$0]] != nil }
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
