/// Makes rows of records. Lives for one reading, inside the store's lock.
struct Reader {
  private let context: ReadContext
  private let steps: UnsafeBufferPointer<ReaderStep>
  private let keys: UnsafeBufferPointer<KeyID>
  private let conditions: UnsafeBufferPointer<Bool>
  private let entries: UnsafeMutableBufferPointer<StoreEntry>
  private let names: UnsafeBufferPointer<String>
  private let typeRecords: (KeyID) -> RecordID?
  private let stamp: UInt32
  private let shapes: UnsafeBufferPointer<Unmanaged<RowShape>>

  private(set) var seen: ContiguousArray<RecordID> = []
  private(set) var isMissing = false
  private(set) var errors: [FieldError] = []
  /// Inside an abstract type condition that does not hold: what is missing there is not missed.
  private var isUnmatched = false
  /// Where reading is: slots and their shapes, or list indices with shape -1.
  private var path: ContiguousArray<(shape: Int32, position: Int32)> = []
  /// Set when the object being read has slots that something else decides than its record and the rows in the slots, or that have
  /// something to report; such a row is always read again.
  private var isIrreproducible = false
  private var recordsMissingFields: Bool

  init(
    context: ReadContext, steps: UnsafeBufferPointer<ReaderStep>, keys: UnsafeBufferPointer<KeyID>,
    conditions: UnsafeBufferPointer<Bool>, shapes: UnsafeBufferPointer<Unmanaged<RowShape>>, entries: UnsafeMutableBufferPointer<StoreEntry>, names: UnsafeBufferPointer<String>,
    stamp: UInt32, typeRecords: @escaping (KeyID) -> RecordID?
  ) {
    self.context = context
    self.steps = steps
    self.keys = keys
    self.conditions = conditions
    self.entries = entries
    self.names = names
    self.stamp = stamp
    self.shapes = shapes
    self.typeRecords = typeRecords
    recordsMissingFields = context.plan.throwsOnFieldError || context.plan.catchTarget != nil
  }

  /// Reads the plan's selections from `record`; `nil` is data that is null.
  ///
  /// - Parameter old: what the same selector gave before; whatever of it did not change is used again.
  mutating func read(_ record: RecordID, isRoot: Bool, isUnmatched: Bool, old: Row?) -> Row? {
    var isExpected = !isUnmatched
    if record >= 0, case .exists = entries[Int(record)].status {
      let plan = context.plan
      if plan.abstractKey == Keys.none {
        if entries[Int(record)].record.type != plan.typeKey, !isRoot { isExpected = false }
      } else if isExpected {
        switch implements(record, plan.abstractKey) {
        case true?: break
        case false?: isExpected = false
        case nil: markMissing()
        }
      }
    }
    self.isUnmatched = !isExpected
    let value = object(0, steps.count, record, shape: 0, step: -1, previous: nil, old: old)
    if !isExpected { isMissing = false }
    if context.plan.catchTarget != nil, takeCharge(ofErrorsFrom: 0) { return nil }
    if case .row(let row) = value { return row }
    return nil
  }

  @inline(__always)
  private func key(_ step: ReaderStep) -> KeyID { step.key >= 0 ? step.key : keys[Int(-2 - step.key)] }

  private mutating func markMissing() {
    isIrreproducible = true
    guard !isUnmatched else { return }
    isMissing = true
    if recordsMissingFields { errors.append(FieldError(kind: .missingData, owner: context.plan.name, path: pathText)) }
  }

  private var pathText: String {
    path.map { $0.shape < 0 ? String($0.position) : shapes[Int($0.shape)].takeUnretainedValue().names[Int($0.position)] }
      .joined(separator: ".")
  }

  /// Whether the record's type belongs to an abstract type; `nil` when the store does not know.
  private func implements(_ record: RecordID, _ abstractKey: KeyID) -> Bool? {
    guard let type = typeRecords(entries[Int(record)].record.type), case .exists = entries[Int(type)].status,
      case .bool(let value) = entries[Int(type)].record[abstractKey]
    else { return nil }
    return value
  }

  /// Reads one object.
  ///
  /// - Parameters:
  ///   - step: the step of the linked field that leads here; -1 for the root, -2 for anything else.
  ///   - previous: what another selection of the same response key has read already, to be completed.
  ///   - old: what was here before.
  private mutating func object(
    _ start: Int, _ end: Int, _ record: RecordID, shape: Int32, step: Int32, previous: Row?, old: Row?
  ) -> SlotValue {
    guard record >= 0 else {
      markMissing()
      return .missing
    }
    let index = Int(record)
    if entries[index].stamp != stamp {
      entries[index].stamp = stamp
      seen.append(record)
    }
    switch entries[index].status {
    case .unknown:
      markMissing()
      return .missing
    case .deleted:
      isIrreproducible = true
      return .null
    case .exists: break
    }
    let outer = isIrreproducible
    var before: RowStorage?
    if let old = old?.storage, previous == nil, old.header.record == record, old.header.step == step, old.context === context,
      old.header.shape.toOpaque() == shapes[Int(shape)].toOpaque()
    {
      if old.header.isReusable, !isUnmatched, old.header.version == entries[index].version {
        let errorCount = errors.count
        let wasMissing = isMissing
        if let row = refreshed(old) {
          isIrreproducible = outer
          return .row(row)
        }
        errors.removeLast(errors.count - errorCount)
        isMissing = wasMissing
      }
      before = old
    }
    isIrreproducible = false
    let storage: RowStorage
    if let previous {
      storage = previous.storage.copy(step: -2)
    } else {
      storage = RowStorage.make(
        shape: shapes[Int(shape)], context: context, dataID: names[index], record: record, version: entries[index].version,
        step: step)
    }
    let outerOld = oldSlots
    oldSlots = before?.firstSlot
    let hasRequired = selections(start, end, record, shape: shape, storage.firstSlot)
    oldSlots = outerOld
    storage.finish(isReusable: !isIrreproducible && !isUnmatched && (previous?.storage.header.isReusable ?? true))
    withExtendedLifetime(before) {}
    isIrreproducible = outer || !hasRequired
    return hasRequired ? .row(Row(storage)) : .null
  }

  /// The slots that the object being read had before.
  private var oldSlots: UnsafeMutablePointer<SlotValue>?

  /// A row whose record did not change: the row itself when nothing below it changed either, else a copy with what is below it read again.
  /// `nil`: the row has to be read anew.
  private mutating func refreshed(_ row: RowStorage) -> Row? {
    var copy: RowStorage?
    let count = row.header.count
    for slot in 0..<count {
      let replacement: SlotValue
      switch row.slots[slot] {
      case .row(let child):
        path.append((-2, Int32(truncatingIfNeeded: slot)))
        let result = refreshedChild(child)
        path.removeLast()
        guard let result else { return nil }
        if result.storage === child.storage { continue }
        replacement = .row(result)
      case .list(let items):
        path.append((-2, Int32(truncatingIfNeeded: slot)))
        let result = refreshedList(items)
        path.removeLast()
        switch result {
        case .same: continue
        case .changed(let items): replacement = .list(items)
        case .unknown: return nil
        }
      default: continue
      }
      let target = copy ?? row.copy(step: row.header.step)
      copy = target
      target.slots[slot] = replacement
    }
    guard let copy else { return Row(row) }
    copy.finish(isReusable: true)
    return Row(copy)
  }

  private mutating func refreshedChild(_ child: Row) -> Row? {
    let step = child.storage.header.step
    guard step >= 0 else { return nil }
    let result = object(
      Int(step) + 1, Int(steps[Int(step)].next), child.storage.header.record, shape: steps[Int(step)].shape, step: step, previous: nil,
      old: child)
    if case .row(let row) = result { return row }
    return nil
  }

  private enum RefreshedList {
    case same
    case changed([SlotValue])
    case unknown
  }

  private mutating func refreshedList(_ items: [SlotValue]) -> RefreshedList {
    var changed: [SlotValue]?
    path.append((-1, 0))
    defer { path.removeLast() }
    let last = path.count - 1
    for (index, item) in items.enumerated() {
      path[last].position = Int32(truncatingIfNeeded: index)
      switch item {
      case .row(let child):
        guard let result = refreshedChild(child) else { return .unknown }
        if result.storage !== child.storage {
          if changed == nil { changed = items }
          changed?[index] = .row(result)
        }
      case .list(let inner):
        switch refreshedList(inner) {
        case .same: continue
        case .changed(let list):
          if changed == nil { changed = items }
          changed?[index] = .list(list)
        case .unknown: return .unknown
        }
      default: continue
      }
    }
    return changed.map { .changed($0) } ?? .same
  }

  /// Reads steps into slots; `false` when a required field was null.
  private mutating func selections(
    _ start: Int, _ end: Int, _ record: RecordID, shape: Int32, _ slots: UnsafeMutablePointer<SlotValue>
  ) -> Bool {
    var index = start
    while index < end {
      let next = Int(steps[index].next)
      guard step(index, record, shape: shape, slots) else { return false }
      index = next
    }
    return true
  }

  @inline(__always)
  private mutating func step(
    _ at: Int, _ record: RecordID, shape: Int32, _ slots: UnsafeMutablePointer<SlotValue>
  ) -> Bool {
    let step = steps[at]
    let next = Int(step.next)
    switch step.kind {
    case .scalar: scalar(step, record, shape: shape, slots)
    case .linked: linked(at, step, record, shape: shape, slots)
    case .spread:
      if step.slot >= 0 { slots[Int(step.slot)] = .pointer(isUnmatched: isUnmatched) }
    case .condition:
      if conditions[Int(step.index)] == step.flag { return selections(at + 1, next, record, shape: shape, slots) }
    case .inlineFragment: return inlineFragment(at, step, record, shape: shape, slots)
    case .stream: return selections(at + 1, next, record, shape: shape, slots)
    case .defer, .clientExtension:
      let wasMissing = isMissing
      let result = selections(at + 1, next, record, shape: shape, slots)
      isMissing = wasMissing
      return result
    case .aliasedFragment: aliased(at, step, record, shape: shape, slots)
    case .inlineData:
      guard step.slot >= 0 else { return true }
      let value = object(
        at + 1, next, record, shape: step.shape, step: -2, previous: row(slots[Int(step.slot)]), old: nil)
      slots[Int(step.slot)] = value
    case .required: return required(at, step, record, shape: shape, slots)
    case .catch: caught(at, step, record, shape: shape, slots)
    }
    return true
  }

  private func row(_ value: SlotValue) -> Row? {
    if case .row(let row) = value { return row }
    return nil
  }

  private mutating func scalar(
    _ step: ReaderStep, _ record: RecordID, shape: Int32, _ slots: UnsafeMutablePointer<SlotValue>
  ) {
    guard step.slot >= 0 else { return }
    let key = key(step)
    let value = entries[Int(record)].record[key]
    switch value {
    case .missing:
      if key == Keys.typename {
        slots[Int(step.slot)] = .string(Keys.name(entries[Int(record)].record.type))
        return
      }
      if key == Keys.dataID {
        slots[Int(step.slot)] = .string(names[Int(record)])
        return
      }
      path.append((shape, step.slot))
      markMissing()
      path.removeLast()
      slots[Int(step.slot)] = .missing
    case .null:
      slots[Int(step.slot)] = .null
      addErrors(key, record, step, shape: shape)
    default:
      slots[Int(step.slot)] = step.index < 0 ? SlotValue(value) : converted(value, step, shape: shape)
    }
  }

  /// A custom scalar, or a list of them, in its Swift type.
  private mutating func converted(_ value: Value, _ step: ReaderStep, shape: Int32) -> SlotValue {
    let scalars = context.definition.scalars
    guard scalars.indices.contains(Int(step.index)), let json = value.json else { return SlotValue(value) }
    let isList = context.plan.shapes[Int(shape)].types[Int(step.slot)].isList
    func convert(_ json: JSON, _ isList: Bool) -> SlotValue? {
      if json.isNull { return .null }
      if isList, case .array(let items) = json {
        var converted: [SlotValue] = []
        for item in items {
          guard let item = convert(item, true) else { return nil }
          converted.append(item)
        }
        return .list(converted)
      }
      return (try? scalars[Int(step.index)].box(json)).map { .scalar($0) }
    }
    if let converted = convert(json, isList) { return converted }
    isIrreproducible = true
    path.append((shape, step.slot))
    errors.append(FieldError(kind: .invalidScalar, owner: context.plan.name, path: pathText))
    path.removeLast()
    return .null
  }

  private mutating func addErrors(_ key: KeyID, _ record: RecordID, _ step: ReaderStep, shape: Int32) {
    guard let known = entries[Int(record)].record.errors?[key] else { return }
    isIrreproducible = true
    path.append((shape, step.slot))
    for error in known {
      errors.append(FieldError(kind: .payloadError, owner: context.plan.name, path: pathText, error: error))
    }
    path.removeLast()
  }

  private mutating func linked(
    _ at: Int, _ step: ReaderStep, _ record: RecordID, shape: Int32, _ slots: UnsafeMutablePointer<SlotValue>
  ) {
    guard step.slot >= 0 else { return }
    let slot = Int(step.slot)
    let key = key(step)
    path.append((shape, step.slot))
    defer { path.removeLast() }
    switch entries[Int(record)].record[key] {
    case .missing:
      markMissing()
      slots[slot] = .missing
    case .null:
      slots[slot] = .null
      path.removeLast()
      addErrors(key, record, step, shape: shape)
      path.append((shape, step.slot))
    case .ref(let target):
      var old: Row?
      if let oldSlots, case .row(let row) = oldSlots[slot] { old = row }
      slots[slot] = object(
        at + 1, Int(step.next), target, shape: step.shape, step: Int32(truncatingIfNeeded: at), previous: row(slots[slot]), old: old)
    case .refs(let targets):
      var old: [SlotValue] = []
      if let oldSlots, case .list(let items) = oldSlots[slot] { old = items }
      slots[slot] = .list(list(at, step, targets, previous: slots[slot], old: old))
    case .list(let lists):
      slots[slot] = .list(nested(at, step, lists, previous: slots[slot]))
    default:
      // The record has a scalar where a link belongs, which the normalizer never writes.
      markMissing()
      slots[slot] = .missing
    }
  }

  /// How far items of a list are looked for behind the place where they should be.
  private static let lookahead = 8

  private mutating func list(
    _ at: Int, _ step: ReaderStep, _ targets: [RecordID], previous: SlotValue, old: [SlotValue]
  ) -> [SlotValue] {
    var before: [SlotValue] = []
    if case .list(let items) = previous { before = items }
    var items: [SlotValue] = []
    items.reserveCapacity(targets.count)
    var oldIndex = 0
    path.append((-1, 0))
    let last = path.count - 1
    for (index, target) in targets.enumerated() {
      path[last].position = Int32(truncatingIfNeeded: index)
      if target >= 0 {
        var known: Row?
        // Items keep their order when some are inserted or removed, so the same record is here or a little further on.
        var candidate = oldIndex
        while candidate < old.count, candidate < oldIndex + Reader.lookahead {
          if case .row(let row) = old[candidate], row.storage.header.record == target {
            known = row
            oldIndex = candidate + 1
            break
          }
          candidate += 1
        }
        items.append(
          object(
            at + 1, Int(step.next), target, shape: step.shape, step: Int32(truncatingIfNeeded: at),
            previous: index < before.count ? row(before[index]) : nil, old: known))
      } else if target == .null {
        items.append(.null)
      } else {
        markMissing()
        items.append(.missing)
      }
    }
    path.removeLast()
    return items
  }

  private mutating func nested(
    _ at: Int, _ step: ReaderStep, _ lists: [Value], previous: SlotValue
  ) -> [SlotValue] {
    var before: [SlotValue] = []
    if case .list(let items) = previous { before = items }
    var items: [SlotValue] = []
    for (index, value) in lists.enumerated() {
      let previous = index < before.count ? before[index] : .missing
      switch value {
      case .refs(let targets): items.append(.list(list(at, step, targets, previous: previous, old: [])))
      case .list(let lists): items.append(.list(nested(at, step, lists, previous: previous)))
      case .null: items.append(.null)
      default:
        markMissing()
        items.append(.missing)
      }
    }
    return items
  }

  private mutating func inlineFragment(
    _ at: Int, _ step: ReaderStep, _ record: RecordID, shape: Int32, _ slots: UnsafeMutablePointer<SlotValue>
  ) -> Bool {
    let next = Int(step.next)
    if step.abstractKey == Keys.none {
      guard step.type == Keys.none || entries[Int(record)].record.type == step.type || isRoot(record) else {
        setMarker(step, false, slots)
        return true
      }
      setMarker(step, true, slots)
      return selections(at + 1, next, record, shape: shape, slots)
    }
    let implements = implements(record, step.abstractKey)
    let wasUnmatched = isUnmatched
    isUnmatched = wasUnmatched || implements == false
    let hasRequired = selections(at + 1, next, record, shape: shape, slots)
    isUnmatched = wasUnmatched
    switch implements {
    case true?: setMarker(step, hasRequired, slots)
    case false?: setMarker(step, false, slots)
    case nil:
      setMarker(step, false, slots)
      markMissing()
    }
    return implements == true ? hasRequired : true
  }

  private func isRoot(_ record: RecordID) -> Bool { entries[Int(record)].record.type == Keys.rootType }

  @inline(__always)
  private func setMarker(_ step: ReaderStep, _ value: Bool, _ slots: UnsafeMutablePointer<SlotValue>) {
    if step.slot >= 0 { slots[Int(step.slot)] = .bool(value) }
  }

  private mutating func aliased(
    _ at: Int, _ step: ReaderStep, _ record: RecordID, shape: Int32, _ slots: UnsafeMutablePointer<SlotValue>
  ) {
    guard step.slot >= 0 else { return }
    let slot = Int(step.slot)
    let next = Int(step.next)
    path.append((shape, step.slot))
    defer { path.removeLast() }
    if step.abstractKey == Keys.none {
      guard step.type == Keys.none || entries[Int(record)].record.type == step.type || isRoot(record) else {
        slots[slot] = .null
        return
      }
      slots[slot] = object(
        at + 1, next, record, shape: step.shape, step: -2, previous: row(slots[slot]), old: nil)
      return
    }
    switch implements(record, step.abstractKey) {
    case true?: slots[slot] = object(at + 1, next, record, shape: step.shape, step: -2, previous: row(slots[slot]), old: nil)
    case false?: slots[slot] = .null
    case nil:
      markMissing()
      // What is there is depended on, though not shown.
      _ = object(at + 1, next, record, shape: step.shape, step: -2, previous: nil, old: nil)
      slots[slot] = .missing
    }
  }

  private mutating func required(
    _ at: Int, _ step: ReaderStep, _ record: RecordID, shape: Int32, _ slots: UnsafeMutablePointer<SlotValue>
  ) -> Bool {
    guard selections(at + 1, Int(step.next), record, shape: shape, slots) else { return false }
    guard step.slot >= 0 else { return true }
    switch slots[Int(step.slot)] {
    case .null, .missing: break
    default: return true
    }
    isIrreproducible = true
    if step.index != ReaderStep.RequiredAction.none.rawValue {
      path.append((shape, step.slot))
      errors.append(
        FieldError(
          kind: step.index == ReaderStep.RequiredAction.throw.rawValue ? .requiredFieldThrown : .requiredFieldLogged,
          owner: context.plan.name, path: pathText))
      path.removeLast()
    }
    return false
  }

  private mutating func caught(
    _ at: Int, _ step: ReaderStep, _ record: RecordID, shape: Int32, _ slots: UnsafeMutablePointer<SlotValue>
  ) {
    // What it catches, it reports: never taken over from an earlier reading.
    isIrreproducible = true
    let before = errors.count
    let outer = recordsMissingFields
    recordsMissingFields = true
    let hasRequired = selections(at + 1, Int(step.next), record, shape: shape, slots)
    recordsMissingFields = outer
    guard step.slot >= 0 else { return }
    if !hasRequired { slots[Int(step.slot)] = .null }
    guard takeCharge(ofErrorsFrom: before) else { return }
    slots[Int(step.slot)] = step.flag ? .errors(FieldErrors(Array(errors[before...]))) : .null
  }

  /// Marks errors that a `@catch` has caught; `false` when there are none.
  ///
  /// One that an inner `@catch` has caught already, or that was only to be logged, is an error for the outer one too, as in Relay.
  private mutating func takeCharge(ofErrorsFrom first: Int) -> Bool {
    for index in first..<errors.count where errors[index].kind != .requiredFieldLogged { errors[index].isHandled = true }
    return first < errors.count
  }
}

extension SlotType {
  var isList: Bool {
    switch self {
    case .list: return true
    case .nonNull(let type), .result(let type): return type.isList
    default: return false
    }
  }
}
