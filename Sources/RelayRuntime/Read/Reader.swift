/// Makes rows of records. Lives for one reading, inside the store's lock.
///
/// The files beside this one hold what belongs to one concern each: fields and links, type conditions, `@required` and `@catch`, fragments
/// that are read along, and taking over what did not change since an earlier reading.
struct Reader: ~Copyable {
  /// The object that is being read.
  struct Object {
    let record: RecordID
    let shape: Int32
    /// The record's fields; the store does not change while it is read.
    let fields: UnsafeBufferPointer<Record.Field>
    /// Where what is read goes.
    let row: Int
    /// The object when it was read before.
    var old: Row?
  }

  /// What reading an object gave.
  enum Outcome {
    case missing
    case null
    /// A row that was made, and is not in a chunk yet.
    case made(Int)
    /// A row of an earlier reading.
    case known(Row)
  }

  /// What another selection of the same response key has read already.
  enum Previous {
    case none
    case made(Int)
    case known(Row)
  }

  /// The definition that is being read, with its variables. The context that the reading began with keeps it alive.
  var frame: ReadFrame
  private let root: ReadContext
  let entries: UnsafeMutableBufferPointer<StoreEntry>
  private let typeRecords: [KeyID: RecordID]
  private let stamp: UInt32

  var rows: RowBuilder

  /// The records that were read, without repetition.
  private(set) var seen = ReadStack<RecordID>(capacity: 64)
  /// Where each record was read; empty when nobody wants to know.
  var visits = ReadStack<Visit>(capacity: 0)
  /// The visit of the object being read, or -1.
  private var visit: Int32 = -1
  private let tracksVisits: Bool
  /// The slot and the list index that the next object is for; a slot of -1 is a place that a visit cannot describe.
  var place: (slot: Int32, index: Int32) = (-1, -1)

  var isMissing = false
  var errors: [FieldError] = []
  /// What `@catch` on the definition itself has caught.
  var caught: [FieldError] = []
  /// Inside an abstract type condition that does not hold: what is missing there is not missed.
  var isUnmatched = false
  var path = ReadPath()
  /// Set when the object being read has slots that something else decides than its record and the rows in the slots, or that have
  /// something to report; such a row is always read again.
  var isIrreproducible = false
  /// Whether missing data is an error of the field: under `@throwOnFieldError` and `@catch`.
  var recordsMissingFields: Bool
  /// Where the next field probably is in the record: records have their fields mostly in the order of the selections.
  var nextField = 0
  /// How objects below the one being read are treated; see `patched`.
  var linkMode = LinkMode.read

  /// - Parameters:
  ///   - context: what to read.
  ///   - entries: the store's records, which do not change meanwhile.
  ///   - stamp: tells this reading from all others.
  ///   - readsFragments: whether the fragments spread into the data are read along.
  ///   - tracksVisits: whether to note where each record was read.
  init(
    context: ReadContext, entries: UnsafeMutableBufferPointer<StoreEntry>, stamp: UInt32, typeRecords: [KeyID: RecordID],
    readsFragments: Bool, tracksVisits: Bool
  ) {
    root = context
    frame = context.frame(readsFragments: readsFragments)
    self.entries = entries
    self.stamp = stamp
    self.typeRecords = typeRecords
    self.tracksVisits = tracksVisits
    rows = RowBuilder(owner: context, context: context, capacity: context.rowSize)
    recordsMissingFields = context.plan.recordsMissingFields
  }

  /// Reads the plan's selections from `record`; `nil` is data that is null.
  ///
  /// - Parameter old: what the same selector gave before; whatever of it did not change is used again.
  mutating func read(_ record: RecordID, isUnmatched: Bool, old: Row?) -> Row? {
    switch readDefinition(record, isUnmatched: isUnmatched, old: old) {
    case .missing, .null: return nil
    case .made(let row): return rows.makeChunk().row(at: row)
    case .known(let row): return row
    }
  }

  /// Reads the plan's selections from `record`, beginning with no errors.
  mutating func readDefinition(_ record: RecordID, isUnmatched: Bool, old: Row?) -> Outcome {
    let matches = matches(record)
    let isExpected = !isUnmatched && matches != false
    if isExpected, matches == nil { markMissing() }
    self.isUnmatched = !isExpected
    let outcome = object(0, steps.count, record, shape: 0, step: -1, previous: .none, old: old)
    if !isExpected { isMissing = false }
    if context.plan.catchTarget != nil { caught = takeCharge(ofErrorsFrom: 0) }
    return caught.isEmpty ? outcome : .null
  }

  var context: ReadContext { frame.context.takeUnretainedValue() }

  @inline(__always) var steps: UnsafeBufferPointer<ReaderStep> { frame.steps }
  @inline(__always) var shapes: UnsafeBufferPointer<Unmanaged<RowShape>> { frame.shapes }

  /// Whether the plan's type condition holds for the record; `nil` when the store does not know. Where it does not hold, nothing is missed.
  func matches(_ record: RecordID) -> Bool? {
    guard record >= 0, case .exists = entries[Int(record)].status else { return true }
    return context.plan.typeCondition.holds(for: entries[Int(record)].record.type) { implements(record, $0) }
  }

  /// Whether the record's type belongs to an abstract type; `nil` when the store does not know.
  func implements(_ record: RecordID, _ abstractKey: KeyID) -> Bool? {
    guard let type = typeRecords[entries[Int(record)].record.type], case .exists = entries[Int(type)].status,
      case .bool(let value) = entries[Int(type)].record[abstractKey]
    else { return nil }
    return value
  }

  // MARK: What is missing, and where

  mutating func markMissing() {
    isIrreproducible = true
    guard !isUnmatched else { return }
    isMissing = true
    if recordsMissingFields { errors.append(FieldError(kind: .missingData, owner: context.plan.name, path: pathText)) }
  }

  mutating func markMissing(_ slot: Int32, of object: Object) {
    path.push(.slot(shape: object.shape, slot))
    markMissing()
    path.pop()
  }

  var pathText: String { path.text(shapes) }

  // MARK: Objects

  /// Reads one object.
  ///
  /// - Parameters:
  ///   - step: the step of the linked field that leads here; -1 for the root, -2 for anything else.
  ///   - previous: what another selection of the same response key has read already, to be completed.
  ///   - old: what was here before.
  @inline(__always)
  mutating func object(
    _ start: Int, _ end: Int, _ record: RecordID, shape: Int32, step: Int32, previous: Previous, old: Row?
  ) -> Outcome {
    if case .none = previous, old == nil {
      switch newObject(start, end, record, shape: shape, step: step) {
      case Reader.missing: return .missing
      case Reader.null: return .null
      case let row: return .made(row)
      }
    }
    return knownObject(start, end, record, shape: shape, step: step, previous: previous, old: old)
  }

  /// In the place of a row: nothing is known of the object.
  static let missing = -1
  /// In the place of a row: the object is null.
  static let null = -2

  /// Reads an object for the first time.
  ///
  /// - Returns: its row, `missing` or `null`.
  mutating func newObject(_ start: Int, _ end: Int, _ record: RecordID, shape: Int32, step: Int32) -> Int {
    let outerVisit = visit
    defer { visit = outerVisit }
    let status = see(record)
    guard status == .exists else { return status == .deleted ? Reader.null : Reader.missing }
    let position = rows.position
    let object = makeRow(record, shape: shape, step: step)
    return fill(object, start, end, since: position) ? object.row : Reader.null
  }

  /// Reads an object of which there is something already.
  private mutating func knownObject(
    _ start: Int, _ end: Int, _ record: RecordID, shape: Int32, step: Int32, previous: Previous, old: Row?
  ) -> Outcome {
    let outerVisit = visit
    defer { visit = outerVisit }
    let status = see(record)
    guard status == .exists else { return status == .deleted ? .null : .missing }
    let position = rows.position
    var object: Object
    var wasReusable = true
    switch previous {
    case .none:
      if let old, isSame(old, record, shape: shape, step: step) {
        if let row = takenOver(old, version: entries[Int(record)].version) { return row }
        object = makeRow(record, shape: shape, step: step)
        object.old = old
      } else {
        object = makeRow(record, shape: shape, step: step)
      }
    case .made(let row): (object, wasReusable) = reopen(row, record, shape: shape)
    case .known(let row): (object, wasReusable) = reopen(rows.copy(row), record, shape: shape)
    }
    return fill(object, start, end, since: position, wasReusable: wasReusable) ? .made(object.row) : .null
  }

  /// Goes on with a row that another step began.
  ///
  /// - Returns: the object, and whether its row could be used again until now.
  private mutating func reopen(_ row: Int, _ record: RecordID, shape: Int32) -> (Object, Bool) {
    let fields = entries[Int(record)].record.fields.elements
    return (Object(record: record, shape: shape, fields: fields, row: row), rows.reopen(row))
  }

  /// Notes that a record is read, and reports one that is not there.
  @inline(__always)
  private mutating func see(_ record: RecordID) -> StoreEntry.Status {
    guard record >= 0 else {
      markMissing()
      return .unknown
    }
    let index = Int(record)
    if entries[index].stamp != stamp {
      entries[index].stamp = stamp
      seen.push(record)
    }
    if tracksVisits {
      visits.push(Visit(record: record, parent: visit, slot: place.slot, index: place.index))
      visit = Int32(truncatingIfNeeded: visits.count - 1)
    }
    switch entries[index].status {
    case .unknown: markMissing()
    case .deleted: isIrreproducible = true
    case .exists: break
    }
    return entries[index].status
  }

  /// Reads a record into its row and finishes it; `false` when a required field was null, and the row is gone.
  ///
  /// - Parameter position: how far the rows had come before this one.
  @inline(__always)
  private mutating func fill(
    _ object: Object, _ start: Int, _ end: Int, since position: RowBuilder.Position, wasReusable: Bool = true
  ) -> Bool {
    let outer = isIrreproducible
    isIrreproducible = false
    guard fill(object, start, end) else {
      rows.goBack(to: position)
      isIrreproducible = true
      return false
    }
    rows.finish(object.row, isReusable: !isIrreproducible && !isUnmatched && wasReusable)
    isIrreproducible = outer
    return true
  }

  /// Whether a row of an earlier reading is of the same place in the plan and of the same record.
  private func isSame(_ old: Row, _ record: RecordID, shape: Int32, step: Int32) -> Bool {
    old.header.pointee.record == record && old.header.pointee.step == step && old.context === context
      && old.header.pointee.shape.toOpaque() == shapes[Int(shape)].toOpaque()
  }

  /// Makes a row for a record; every slot is missing.
  @inline(__always)
  mutating func makeRow(_ record: RecordID, shape: Int32, step: Int32) -> Object {
    let index = Int(record)
    if let block = entries[index].record.fields.block { rows.keep(block) }
    let fields = entries[index].record.fields.elements
    let row = rows.makeRow(
      shape: shapes[Int(shape)], fields: fields.baseAddress ?? RowHeader.noFields, record: record, version: entries[index].version,
      step: step)
    return Object(record: record, shape: shape, fields: fields, row: row)
  }

  /// Reads a record into its row; `false` when a required field was null.
  @inline(__always)
  mutating func fill(_ object: Object, _ start: Int, _ end: Int) -> Bool {
    let outerField = nextField
    nextField = 0
    defer { nextField = outerField }
    // Many objects have nothing but scalars.
    let first = start < end ? plainScalars(start, end, object) : end
    return first == end || selections(first, end, object)
  }

  @inline(__always)
  func key(_ step: ReaderStep) -> KeyID { step.key.resolved(in: frame.keys) }

  /// Where the field is in the record, or -1.
  @inline(__always)
  mutating func find(_ key: KeyID, in object: Object) -> Int {
    let index = Record.index(key, in: object.fields, hint: nextField)
    if index >= 0 { nextField = index &+ 1 }
    return index
  }

  // MARK: Selections

  /// Reads steps into slots; `false` when a required field was null.
  mutating func selections(_ start: Int, _ end: Int, _ object: Object) -> Bool {
    var index = start
    while index < end {
      index = plainScalars(index, end, object)
      if index == end { return true }
      let next = Int(steps[index].next)
      guard plainLink(index, object) || step(index, object) else { return false }
      index = next
    }
    return true
  }

  @inline(__always)
  private mutating func step(_ at: Int, _ object: Object) -> Bool {
    let next = Int(steps[at].next)
    switch steps[at].kind {
    case .scalar: scalar(steps[at], object)
    case .linked: linked(at, steps[at], object)
    case .spread: spread(steps[at], object)
    case .condition:
      if frame.conditions[Int(steps[at].index)] == steps[at].flag { return selections(at + 1, next, object) }
    case .inlineFragment: return inlineFragment(at, steps[at], object)
    case .stream: return selections(at + 1, next, object)
    case .defer, .clientExtension:
      let wasMissing = isMissing
      let result = selections(at + 1, next, object)
      isMissing = wasMissing
      return result
    case .aliasedFragment: aliased(at, steps[at], object)
    case .inlineData: inlineData(at, steps[at], object)
    case .required: return required(at, steps[at], object)
    case .catch: caught(at, steps[at], object)
    }
    return true
  }
}
