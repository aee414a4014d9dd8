/// Reads records into rows. A reader exists for one reading, while the store's lock is held.
///
/// Extensions in the files next to this one cover one concern each: fields and links, type conditions, `@required` and `@catch`,
/// fragments that are read together with the data, reuse of rows that have not changed since an earlier reading, and rows that are shown at
/// several places. Findings, visits, the path and the rows have their own types; the other properties describe the object being read.
struct Reader: ~Copyable {
  /// The object being read.
  struct Object {
    let record: RecordID
    let shape: Int32
    /// The record's fields. The store does not change during a reading.
    let fields: FieldElements
    /// The row being filled.
    let row: Int
    /// The object's row from an earlier reading.
    var old: Row?
  }

  /// The result of reading an object.
  enum Outcome {
    case missing
    case null
    /// A new row that is not in a chunk yet.
    case made(Int)
    /// A row from an earlier reading.
    case known(Row)
  }

  /// A row that another selection with the same response key has begun.
  enum Previous {
    case none
    case made(Int)
    case known(Row)
  }

  /// Steps of the plan, and the shape of the row that they fill.
  struct Selection {
    let steps: Range<Int>
    /// The shape of the row.
    let shape: Int32
    /// The step of the linked field that leads to the record; -1 for the root, -2 for a second row of an object.
    let origin: Int32
    /// What there may be below the record, if its row may be shared.
    var reach = RowReach()

    /// Everything that a plan selects.
    static func root(_ steps: FixedElements<ReaderStep>) -> Selection { Selection(steps: 0..<steps.count, shape: 0, origin: -1) }

    /// What a linked field selects. A step's end is never before its start, so the range needs no check.
    @inline(__always)
    static func link(_ at: Int, _ step: ReaderStep) -> Selection {
      unsafe Selection(
        steps: Range(uncheckedBounds: (at &+ 1, Int(step.next))), shape: step.shape, origin: Int32(truncatingIfNeeded: at),
        reach: step.reach)
    }

    /// What an aliased fragment or an `@inline` fragment selects on the same record.
    static func part(_ at: Int, _ step: ReaderStep) -> Selection {
      Selection(steps: at + 1..<Int(step.next), shape: step.shape, origin: -2)
    }
  }

  /// The results of a reading, apart from its rows.
  struct Findings {
    /// Whether the store lacked something that is selected.
    var isMissing = false
    var errors: [FieldError] = []
    /// The errors that `@catch` on the definition itself has caught.
    var caught: [FieldError] = []
    /// Set if a slot of the object being read depends on more than its record and the rows in its slots, or if there is
    /// something to report. Such a row is always read again.
    var isIrreproducible = false
    /// The records of which something is missing. What a store on disk does not have in memory, it looks for there.
    var lacking: ContiguousArray<RecordID> = []
  }

  /// The definition being read, with its variables. It is kept alive by the context with which the reading began.
  var frame: ReadFrame
  private let root: ReadContext
  let records: StoredRecords
  var rows: RowBuilder
  /// The records that were read, without duplicates.
  private(set) var seen = ReadStack<RecordID>(capacity: 64)
  var visits: VisitLog
  var path = ReadPath()
  var found = Findings()
  var shared: SharedRows
  /// What there must be below an object for its row to be shared: lists, which may also be in fragments that are read.
  private let sharedReach: RowReach
  /// The fragments, read together with the data, of which something is missing.
  var incomplete: Set<SharedRows.FragmentPlace> = []

  // The state of the object being read. Code that enters another object or definition saves and restores it.

  /// Whether the object is inside an abstract type condition that is not satisfied: nothing counts as missing there.
  var isUnmatched = false
  /// Whether missing data counts as a field error: under `@throwOnFieldError` and `@catch`.
  var recordsMissingFields: Bool
  /// Whether an error of the server for a non-null field is making the objects around it null, up to the nearest place that may be null.
  var isPropagating = false
  /// Whether the errors of a fragment, read together with the data, have made an object of the data null.
  var isCutByFragment = false
  /// The expected position of the next field: in most records, the fields are in the order of the selections.
  var nextField = 0
  /// How objects below the current one are handled; see `patched`.
  var linkMode = LinkMode.read

  /// - Parameters:
  ///   - context: what to read.
  ///   - records: the store's records.
  ///   - readsFragments: whether to read the fragments spread into the data as well.
  ///   - tracksVisits: whether to record where each record was read.
  ///   - sharing: when rows are shared, and when there are too many.
  init(context: ReadContext, records: StoredRecords, readsFragments: Bool, tracksVisits: Bool, sharing: SharedRows.Bounds) {
    root = context
    frame = context.frame(readsFragments: readsFragments)
    self.records = records
    visits = VisitLog(isOn: tracksVisits)
    shared = SharedRows(sharing)
    sharedReach = readsFragments ? [.lists, .spreads] : .lists
    rows = RowBuilder(owner: context, context: context, capacity: context.rowSize)
    recordsMissingFields = context.plan.recordsMissingFields
  }

  /// Reads the plan's selections from `record`; `nil` is data that is null.
  ///
  /// - Parameter old: the previous result for the same selector; unchanged parts of it are reused.
  mutating func read(_ record: RecordID, isUnmatched: Bool, old: Row?) -> Row? {
    let outcome = readDefinition(record, isUnmatched: isUnmatched, old: old)
    if let excess = shared.excess {
      found = Findings()
      found.errors = [excess]
      return nil
    }
    switch outcome {
    case .missing, .null: return nil
    case .made(let row): return rows.makeChunk().row(at: row)
    case .known(let row): return row
    }
  }

  /// Reads the plan's selections from `record`, starting without errors.
  mutating func readDefinition(_ record: RecordID, isUnmatched: Bool, old: Row?) -> Outcome {
    let matches = matches(record)
    let isExpected = !isUnmatched && matches != false
    if isExpected, matches == nil { markMissing() }
    self.isUnmatched = !isExpected
    let outcome = object(.root(steps), record, old: old)
    if isPropagating { endPropagationAtRoot() }
    if !isExpected { found.isMissing = false }
    if context.plan.catchTarget != nil { found.caught = takeCharge(ofErrorsFrom: 0) }
    return found.caught.isEmpty ? outcome : .null
  }

  var context: ReadContext { frame.context.object }

  @inline(__always) var steps: FixedElements<ReaderStep> { frame.steps }
  @inline(__always) var shapes: FixedElements<UnretainedReference<Generated.RowShape>> { frame.shapes }

  /// Whether the record satisfies the plan's type condition; `nil` if the store does not know. If it does not, nothing counts as missing.
  func matches(_ record: RecordID) -> Bool? {
    guard record >= 0, case .exists = records[record].status else { return true }
    return records.holds(context.plan.typeCondition, for: record)
  }

  // MARK: Missing data

  mutating func markMissing() {
    found.isIrreproducible = true
    guard !isUnmatched else { return }
    found.isMissing = true
    if recordsMissingFields { found.errors.append(FieldError(kind: .missingData, owner: context.plan.name, path: pathText)) }
  }

  mutating func markMissing(_ slot: Int32, of object: Object) {
    found.lacking.append(object.record)
    path.push(.slot(shape: object.shape, slot))
    markMissing()
    path.pop()
  }

  var pathText: String { path.text(shapes) }

  // MARK: Objects

  /// Reads one object.
  ///
  /// - Parameters:
  ///   - previous: the row that another selection with the same response key has begun, to be completed.
  ///   - old: the previous value of the slot.
  @inline(__always)
  mutating func object(_ selection: Selection, _ record: RecordID, previous: Previous = .none, old: Row? = nil) -> Outcome {
    if case .none = previous, old == nil, !reachesLists(selection) || !shared.isOn {
      return firstOutcome(selection, record)
    }
    return knownObject(selection, record, previous: previous, old: old)
  }

  /// Whether there may be lists of objects below what is selected, also in fragments that are read.
  @inline(__always)
  func reachesLists(_ selection: Selection) -> Bool { !selection.reach.isDisjoint(with: sharedReach) }

  /// Reads an object of which nothing has been read.
  @inline(__always)
  private mutating func firstOutcome(_ selection: Selection, _ record: RecordID) -> Outcome {
    switch newObject(selection, record) {
    case Reader.missing: return .missing
    case Reader.null: return .null
    case let row: return .made(row)
    }
  }

  /// Stands for a row if nothing is known about the object.
  static let missing = -1
  /// Stands for a row if the object is null.
  static let null = -2

  /// Reads an object for the first time.
  ///
  /// - Returns: its row, `missing` or `null`.
  mutating func newObject(_ selection: Selection, _ record: RecordID) -> Int {
    let outerVisit = visits.current
    defer { visits.leave(to: outerVisit) }
    let status = see(record, from: selection)
    guard status == .exists else { return status == .deleted ? Reader.null : Reader.missing }
    let position = rows.position
    let object = makeRow(record, selection)
    return fill(object, selection.steps, since: position) ? object.row : Reader.null
  }

  /// Reads an object that already has a row: from another selection, from an earlier reading, or at another place.
  private mutating func knownObject(_ selection: Selection, _ record: RecordID, previous: Previous, old: Row?) -> Outcome {
    if case .none = previous, old == nil, !mayShareRow(selection, record) { return firstOutcome(selection, record) }
    guard shared.isOn, let key = sharingKey(selection, record, previous) else {
      return ownObject(selection, record, previous: previous, old: old)
    }
    return sharedObject(key, selection, record, previous: previous, old: old)
  }

  /// Reads an object for this place.
  mutating func ownObject(_ selection: Selection, _ record: RecordID, previous: Previous, old: Row?) -> Outcome {
    let outerVisit = visits.current
    defer { visits.leave(to: outerVisit) }
    let status = see(record, from: selection)
    guard status == .exists else { return status == .deleted ? .null : .missing }
    let position = rows.position
    var object: Object
    var wasReusable = true
    switch previous {
    case .none:
      if let old, isSame(old, record, selection) {
        if let row = reused(old, version: records[record].version) { return row }
        object = makeRow(record, selection)
        object.old = old
      } else {
        object = makeRow(record, selection)
      }
    case .made(let row): (object, wasReusable) = reopen(row, record, shape: selection.shape)
    case .known(let row): (object, wasReusable) = reopen(rows.copy(row), record, shape: selection.shape)
    }
    return fill(object, selection.steps, since: position, wasReusable: wasReusable) ? .made(object.row) : .null
  }

  /// Continues a row that another step has begun.
  ///
  /// - Returns: the object, and whether its row was reusable before.
  private mutating func reopen(_ row: Int, _ record: RecordID, shape: Int32) -> (Object, Bool) {
    // The store keeps the block, see above.
    let fields = unsafe records[record].record.fields.elements
    return (Object(record: record, shape: shape, fields: fields, row: row), rows.reopen(row))
  }

  /// Records that a record is read, and reports it if it is missing.
  @inline(__always)
  private mutating func see(_ record: RecordID, from selection: Selection) -> StoreEntry.Status {
    guard record >= 0 else {
      markMissing()
      return .unknown
    }
    if records[record].stamp != records.stamp {
      records[record].stamp = records.stamp
      seen.push(record)
    } else if selection.origin >= 0 {
      shared.repetitions &+= 1
    }
    visits.enter(record)
    switch records[record].status {
    case .unknown:
      found.lacking.append(record)
      markMissing()
    case .deleted: found.isIrreproducible = true
    case .exists: break
    }
    return records[record].status
  }

  /// Reads a record into its row and finishes the row; `false` if a required field is null, and the row has been discarded.
  ///
  /// - Parameter position: the end of the rows before this one.
  @inline(__always)
  private mutating func fill(
    _ object: Object, _ steps: Range<Int>, since position: RowBuilder.Position, wasReusable: Bool = true
  ) -> Bool {
    let outer = found.isIrreproducible
    found.isIrreproducible = false
    guard fill(object, steps) else {
      rows.goBack(to: position)
      found.isIrreproducible = true
      return false
    }
    rows.finish(object.row, isReusable: !found.isIrreproducible && !isUnmatched && wasReusable)
    found.isIrreproducible = outer
    return true
  }

  /// Whether a row from an earlier reading has the same step and the same record.
  private func isSame(_ old: Row, _ record: RecordID, _ selection: Selection) -> Bool {
    old.header.record == record && old.header.step == selection.origin && old.context === context
      && old.header.shape == shapes[Int(selection.shape)]
  }

  /// Makes a row for a record, with every slot missing.
  @inline(__always)
  mutating func makeRow(_ record: RecordID, _ selection: Selection) -> Object {
    if let block = records[record].record.fields.block { rows.keep(block) }
    // The store and the chunk keep the block.
    let fields = unsafe records[record].record.fields.elements
    let row = rows.makeRow(
      shape: shapes[Int(selection.shape)], fields: fields.pointer ?? RowHeader.noFields, record: record,
      version: records[record].version, step: selection.origin)
    return Object(record: record, shape: selection.shape, fields: fields, row: row)
  }

  /// Reads a record into its row; `false` if a required field is null.
  @inline(__always)
  mutating func fill(_ object: Object, _ steps: Range<Int>) -> Bool {
    let outerField = nextField
    nextField = 0
    defer { nextField = outerField }
    // Many objects have only scalars.
    let first = steps.isEmpty ? steps.upperBound : plainScalars(steps.lowerBound, steps.upperBound, object)
    // The fast path stops at the upper bound.
    return unsafe first == steps.upperBound || selections(Range(uncheckedBounds: (first, steps.upperBound)), object)
  }

  @inline(__always)
  func key(_ step: ReaderStep) -> KeyID { step.key.resolved(in: frame.keys) }

  /// The position of the field in the record, or -1.
  @inline(__always)
  mutating func find(_ key: KeyID, in object: Object) -> Int {
    let index = Record.index(key, in: object.fields, hint: nextField)
    if index >= 0 { nextField = index &+ 1 }
    return index
  }

  // MARK: Selections

  /// Reads steps into slots; `false` if a required field is null.
  mutating func selections(_ range: Range<Int>, _ object: Object) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      index = plainScalars(index, range.upperBound, object)
      if index == range.upperBound { return true }
      let next = Int(steps[index].next)
      switch plainLink(index, object) {
      case .wasRead: break
      case .isNotPlain: guard step(index, object) else { return false }
      case .propagates: return false
      }
      index = next
    }
    return true
  }

  @inline(__always)
  private mutating func step(_ at: Int, _ object: Object) -> Bool {
    let next = Int(steps[at].next)
    switch steps[at].kind {
    case .scalar: return scalar(steps[at], object)
    case .linked: return linked(at, steps[at], object)
    case .spread: return spread(steps[at], object)
    case .condition:
      if frame.conditions[Int(steps[at].index)] == steps[at].flag { return selections(at + 1..<next, object) }
    case .inlineFragment: return inlineFragment(at, steps[at], object)
    case .stream: return selections(at + 1..<next, object)
    case .defer, .clientExtension:
      let wasMissing = found.isMissing
      let result = selections(at + 1..<next, object)
      found.isMissing = wasMissing
      // Only the deferred fragment is null.
      if isPropagating, steps[at].kind == .defer, at + 2 == next, steps[at + 1].kind == .spread {
        isPropagating = false
        return true
      }
      return result
    case .aliasedFragment: return aliased(at, steps[at], object)
    case .inlineData: return inlineData(at, steps[at], object)
    case .required: return required(at, steps[at], object)
    case .catch: caught(at, steps[at], object)
    }
    return true
  }
}
