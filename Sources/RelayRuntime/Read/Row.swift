/// The data of one object as it was read: a slot for each response key of the selection. Immutable.
///
/// A row is a position in a chunk, which contains the rows that were read together. Generated types have a ``Generated/RowReference``.
///
/// `@unchecked Sendable`: the header and the slots are in the chunk's memory, which is completely written before the chunk is created and
/// never changes afterwards, and a row keeps its chunk. The memory holds only Sendable data: shapes, the chunk's values, and fields of
/// records. Those fields are in blocks that the chunk keeps and that do not change while they are referenced.
struct Row: @unchecked Sendable {
  let chunk: RowChunk
  let pointer: RowPointer

  init(chunk: RowChunk, pointer: RowPointer) {
    self.chunk = chunk
    self.pointer = pointer
  }

  /// A row with every slot missing.
  static func empty(_ shape: Generated.RowShape) -> Row { Row(shape: shape, dataID: "", values: []) }

  /// A row that belongs to no store.
  ///
  /// - Parameters:
  ///   - values: the contents of the slots, in order; further slots are missing.
  ///   - isWhole: whether it has every field that a response would have.
  init(shape: Generated.RowShape, dataID: String, values: [SlotValue], isWhole: Bool = false) {
    var builder = RowBuilder(owner: shape, context: nil, capacity: shape.rowSize)
    let block = dataID.isEmpty ? nil : FieldBlock.make(dataID: dataID)
    if let block { builder.keep(block) }
    // The chunk has the shape as its owner, and keeps the block.
    let row = unsafe builder.makeRow(
      shape: UnretainedReference(shape), fields: block.map { unsafe $0.firstFields } ?? RowHeader.noFields, record: .missing, version: 0,
      step: isWhole ? RowHeader.wholeSample : -1)
    for (slot, value) in values.prefix(shape.count).enumerated() { builder.set(slot, of: row, value) }
    builder.finish(row, isReusable: false)
    self = builder.makeChunk().row(at: row)
  }

  /// The identity of the record that was read; empty for a row that belongs to no store.
  var dataID: String { pointer.header.dataID }

  @inline(__always) var header: RowHeader { pointer.header }

  var shape: Generated.RowShape { pointer.header.shape.object }

  /// The plan and variables with which the row was read; `nil` for a row that belongs to no store.
  var context: ReadContext? { pointer.header.context?.object }

  /// The number of slots.
  var count: Int { pointer.header.count }

  /// The row's offset in its chunk, in bytes.
  var offset: Int32 { Int32(truncatingIfNeeded: pointer.offset(from: chunk.pointer(at: 0))) }

  /// Tells the row apart from other rows that exist at the same time.
  @inline(__always) var identity: RowIdentity { pointer.identity }

  /// Whether both are the same row, rather than only equal.
  func isIdentical(to other: Row) -> Bool { pointer == other.pointer }

  // MARK: Slots

  /// The value of a slot, with lists as arrays; `.missing` for a slot that the row does not have.
  func slot(_ index: Int) -> SlotValue { value(in: index).expanded }

  /// The value of a slot, with lists of rows in their stored form.
  func value(in index: Int) -> SlotValue {
    guard index >= 0, index < pointer.header.count else { return .missing }
    let slot = pointer[index]
    switch slot.kind {
    case .missing: return .missing
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .pointer: return .pointer(isUnmatched: false)
    case .unmatchedPointer: return .pointer(isUnmatched: true)
    case .field: return SlotValue(pointer.field(at: slot.position).value)
    case .inner: return .row(inner(slot))
    case .value: return chunk.value(at: slot.position)
    default: return traced(index)
    }
  }

  /// The value of a slot of a row that notes what is read from it.
  @inline(never)
  private func traced(_ index: Int) -> SlotValue { trace?.value(in: index) ?? .missing }

  /// What notes the reads of this row, if it is one for which that is done.
  private var trace: RowTrace? { chunk.owner as? RowTrace }

  /// The row that a slot of kind `inner` refers to.
  @inline(__always)
  private func inner(_ slot: RowSlot) -> Row { Row(chunk: chunk, pointer: pointer.inner(slot)) }

  /// The row in a slot, if there is one.
  @inline(__always)
  func row(_ index: Int) -> Row? {
    guard index >= 0, index < pointer.header.count else { return nil }
    let slot = pointer[index]
    switch slot.kind {
    case .inner: return inner(slot)
    case .value: return chunk.value(at: slot.position).row
    case .traced: return traced(index).row
    default: return nil
    }
  }

  /// Whether there is a row in a slot.
  func hasRow(in index: Int) -> Bool {
    guard index >= 0, index < pointer.header.count else { return false }
    let slot = pointer[index]
    return slot.kind == .inner || slot.kind == .value && chunk.value(at: slot.position).row != nil
      || slot.kind == .traced && traced(index).row != nil
  }

  // MARK: Connections

  /// The nodes of a connection; empty if the row is not a connection.
  @inline(__always) var nodes: RowNodes {
    guard let connection = pointer.header.shape.withObject({ $0.connection }), connection.edges < pointer.header.count,
      let items = list(in: connection.edges)
    else { return RowNodes(items: RowList(), positions: nil, bounds: 0..<0, slot: -1) }
    let last = pointer[pointer.header.count]
    guard last.kind == .value, case .nodes(let positions, let bounds) = chunk.value(at: last.position) else {
      return RowNodes(items: items, positions: nil, bounds: 0..<items.count, slot: connection.node)
    }
    return RowNodes(items: items, positions: positions, bounds: bounds, slot: connection.node)
  }

  /// The list of rows in a slot, if there is one. The slot must be one of the shape's.
  @inline(__always)
  private func list(in index: Int) -> RowList? {
    let slot = pointer[index]
    switch slot.kind {
    case .value: if case .rows(let items) = chunk.value(at: slot.position) { return items }
    case .traced: if case .rows(let items) = traced(index) { return items }
    default: break
    }
    return nil
  }

  /// The indices of a connection's non-null nodes. A slice uses the indices of the whole connection.
  var nodeBounds: Range<Int> { nodes.bounds }

  /// A non-null node of a connection.
  ///
  /// - Parameter index: an index within `nodeBounds`. As in any collection, an invalid index traps.
  func node(_ index: Int) -> Row { nodes[index] }

  /// The same connection, with only some of the nodes in the collection.
  ///
  /// - Parameter bounds: a range within `nodeBounds`. As in any collection, an invalid range traps.
  func sliced(_ bounds: Range<Int>) -> Row {
    let nodes = nodes
    precondition(
      nodes.bounds.lowerBound <= bounds.lowerBound && bounds.upperBound <= nodes.bounds.upperBound, "a connection's bounds are out of range"
    )
    var builder = RowBuilder(owner: chunk.owner, context: context, capacity: shape.rowSize)
    let copy = builder.copy(self)
    builder.set(count, of: copy, .nodes(at: nodes.positions, within: bounds))
    return builder.makeChunk().row(at: copy)
  }

  // MARK: Scalars

  /// Returns the fallback for a missing value of a non-optional property, and logs a warning.
  @inline(never)
  func fallback<T>(_ value: T, _ index: Int) -> T {
    warnOfFallback(index)
    return value
  }

  /// Warns, once for each property, that a fallback is used. Responses never lead to that; objects made or edited by the app may.
  private func warnOfFallback(_ index: Int) {
    guard let context, index >= 0, index < pointer.header.count, shape.types[index].isNonNull else { return }
    let (definition, field) = (context.definition.name, shape.names[index])
    context.store.warnOnce(about: [definition, field]) {
      "\(definition): \(field) must not be null and has no value, so a placeholder is used. A response that is complete never causes this: the object was created or edited by the app, is known only in part, or its deferred part has not arrived. Set all fields that its readers select; to follow a deferred part, use `environment.values(of:)` or `@Fragment`."
    }
  }

  /// The index of the record's field in a slot; -1 if the slot contains something else.
  @inline(__always)
  func field(_ index: Int) -> Int {
    guard index >= 0, index < pointer.header.count, pointer[index].kind == .field else { return -1 }
    return pointer[index].position
  }

  /// The value of the record's field in a slot; `nil` if the slot contains something else.
  @inline(__always)
  func fieldValue(_ index: Int) -> Value? {
    let field = field(index)
    return field >= 0 ? pointer.field(at: field).value : nil
  }

  /// The string in a slot, if there is one.
  func optionalString(_ index: Int) -> String? {
    let field = field(index)
    if field >= 0, case .string(let value) = pointer.field(at: field).value { return value }
    return slot(index).optionalText
  }

  /// The integer in a slot, if there is one.
  func optionalInt(_ index: Int) -> Int? {
    let field = field(index)
    if field >= 0, case .int(let value) = pointer.field(at: field).value { return value }
    return slot(index).integer
  }

  /// The number in a slot, if there is one.
  func optionalDouble(_ index: Int) -> Double? {
    let field = field(index)
    if field >= 0, case .double(let value) = pointer.field(at: field).value { return value }
    return slot(index).number
  }

  /// The boolean in a slot, if there is one.
  func optionalBool(_ index: Int) -> Bool? {
    let field = field(index)
    if field >= 0, case .bool(let value) = pointer.field(at: field).value { return value }
    if case .bool(let value) = slot(index) { return value }
    return nil
  }

  /// The boolean in a slot, or `false`.
  func bool(_ index: Int) -> Bool { optionalBool(index) ?? fallback(false, index) }

  // MARK: Objects

  /// The rows in a slot, if it contains a list.
  func rows(_ index: Int) -> RowList? {
    guard case .rows(let list) = value(in: index) else { return nil }
    return list
  }

  // MARK: Fragments

  /// The pointer to the fragment spread in a slot; a pointer to no record if the spread was skipped.
  func fragmentPointer(_ index: Int) -> FragmentPointer {
    guard let context, let isUnmatched = isSpread(index) else { return samplePointer(index) }
    return FragmentPointer(
      dataID: dataID, record: pointer.header.record, scope: context.scope(shape.spreads[index], isUnmatched: isUnmatched),
      reading: reading(index))
  }

  /// Whether the slot contains a fragment of a store; if so, whether it is inside an abstract type condition that is not satisfied.
  func isSpread(_ index: Int) -> Bool? {
    guard index >= 0, index < pointer.header.count, shape.spreads[index] >= 0 else { return nil }
    switch value(in: index) {
    case .pointer(let isUnmatched): return isUnmatched
    case .row: return false
    case .fragment(let reading): return reading.isUnmatched
    default: return nil
    }
  }

  /// The part of the fragment in a slot that was read with this row.
  private func reading(_ index: Int) -> FragmentPointer.Reading {
    switch value(in: index) {
    case .row(let row): .row(row)
    case .fragment(let reading): .other(reading)
    default: .none
    }
  }

  /// The pointer to a fragment spread in data that was made from JSON. Its slot contains the whole object.
  private func samplePointer(_ index: Int) -> FragmentPointer {
    if let trace { return trace.fragmentPointer(index) }
    guard case .object(let members) = slot(index) else { return .nowhere }
    let isWhole = pointer.header.step == RowHeader.wholeSample
    return FragmentPointer(dataID: dataID, sample: FragmentPointer.Sample(members: members, isWhole: isWhole))
  }
}

extension Row: Hashable {
  static func == (left: Row, right: Row) -> Bool {
    var comparison = RowComparison()
    return comparison.areEqual(left, right)
  }

  func hash(into hasher: inout Hasher) {
    var hash = RowHash()
    hasher.combine(hash.value(of: self))
  }
}

extension Row: CustomStringConvertible {
  /// The fields that were read, as JSON by response key.
  var description: String { json.description }
}

extension Row {
  /// A connection of rows that belong to no store.
  init(nodes: [Row]) { self.init(shape: .nodes, dataID: "", values: [SlotValue(rows: nodes.map { .row($0) })]) }

  /// The slots by response key; missing ones are left out.
  var json: JSON {
    var json = RowJSON()
    return json.json(of: self)
  }

  /// Makes a row from JSON with the shape of a response. Slots are filled by response key; a value that does not fit its slot is missing.
  /// The slot of a fragment receives the whole object, from which the fragment is made.
  ///
  /// - Parameter isWhole: whether it has every field that a response would have, so that the object has only the types that it names.
  init(json: JSON, shape: Generated.RowShape, isWhole: Bool = false) {
    var values = (0..<shape.count).map { index -> SlotValue in
      if case .fragment = shape.types[index].base { return json.objectValue.map { .object($0) } ?? .missing }
      return json[shape.names[index]].map { Row.slot($0, shape.types[index], shape.objects[index], isWhole) } ?? .missing
    }
    for view in shape.secondViews where values.indices.contains(view.slot) && json[shape.names[view.slot]] == nil {
      guard let viewed = shape.objects[view.slot] else { continue }
      let fields = viewed.fieldNames
      let matches = view.type.map { Row.matches($0, isAbstract: view.isAbstract, json, fields, isWhole) ?? fields.isEmpty } ?? true
      values[view.slot] = matches ? .row(Row(json: json, shape: viewed, isWhole: isWhole)) : .null
    }
    for condition in shape.typeConditions where values.indices.contains(condition.marker) {
      let names = condition.slots.map { shape.names[$0] }
      values[condition.marker] = .bool(Row.matches(condition.type, isAbstract: condition.isAbstract, json, names, isWhole) ?? false)
    }
    self.init(shape: shape, dataID: json["__id"]?.stringValue ?? json["id"]?.stringValue ?? "", values: values, isWhole: isWhole)
  }

  /// Whether JSON with the shape of a response has a type: according to its `__typename` and `__isX`, otherwise according to whether it
  /// has one of the fields `names`, which are selected on that type. `nil` if neither tells.
  private static func matches(_ type: String, isAbstract: Bool, _ json: JSON, _ names: [String], _ isWhole: Bool) -> Bool? {
    let typename = json["__typename"]?.stringValue
    if typename == type { return true }
    if typename != nil, !isAbstract { return false }
    if let discriminator = json["__is\(type)"] { return discriminator.isTruthy }
    if isWhole, typename != nil { return false }
    return names.contains { json[$0] != nil } ? true : nil
  }

  /// Makes the row of a fragment from JSON, if an object of the fragment's type and its fields are there.
  ///
  /// - Parameter isWhole: whether the JSON has every field that a response would have, except for those in deferred parts.
  init?(json: JSON, of plan: ReaderPlan, isWhole: Bool) {
    guard let shape = plan.shapes.first else { return nil }
    let isAbstract = plan.abstractKey != Keys.none
    guard Row.matches(plan.type, isAbstract: isAbstract, json, shape.fieldNames, isWhole) ?? shape.fieldNames.isEmpty else { return nil }
    self.init(json: json, shape: shape, isWhole: isWhole)
    let ofOtherTypes = Set(shape.typeConditions.flatMap { [$0.marker] + $0.slots })
    let fields = (0..<shape.count).filter { index in
      if case .fragment = shape.types[index].base { return false }
      return !ofOtherTypes.contains(index)
    }
    let missing = fields.filter { index in if case .missing = slot(index) { true } else { false } }
    if !fields.isEmpty, missing.count == fields.count || missing.contains(where: { shape.types[$0].isNonNull }) { return nil }
  }

  private static func slot(_ json: JSON, _ type: SlotType, _ object: Generated.RowShape?, _ isWhole: Bool) -> SlotValue {
    switch (type, json) {
    case (_, .null): return .null
    case (.nonNull(let inner), _), (.result(let inner), _): return slot(json, inner, object, isWhole)
    case (.list(let inner), .array(let items)):
      let values = items.map { slot($0, inner, object, isWhole) }
      if case .object = type.base, !inner.isList { return SlotValue(rows: values) }
      return .list(values)
    case (.object, .object): return .row(Row(json: json, shape: object ?? .empty, isWhole: isWhole))
    case (.object, _), (.list, _): return .missing
    default: return SlotValue(json)
    }
  }
}
