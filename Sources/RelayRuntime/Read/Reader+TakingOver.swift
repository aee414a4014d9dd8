// Taking over rows of an earlier reading.

extension Reader {
  /// Where a record was read: the place in the row of another visit, from which rows are found without walking the whole tree.
  struct Visit: Sendable {
    let record: RecordID
    /// The visit of the object that links here; -1 for the root.
    let parent: Int32
    /// The slot in the parent's row; -1 for places that are not described.
    let slot: Int32
    /// The index in the list in the slot; -1 where there is no list.
    let index: Int32
  }

  /// How the objects that an object links to are treated.
  enum LinkMode {
    /// They are read.
    case read
    /// They are the rows that were there before, if the links still lead to the same records.
    case takeOver
    /// As before, and a link was found to have changed.
    case changed
  }

  // MARK: From the root down

  /// A row whose record did not change, if everything in it can be taken over; what is below it is read again where it changed.
  mutating func takenOver(_ row: RowStorage, version: UInt32) -> Row? {
    guard row.header.isReusable, !isUnmatched, row.header.version == version else { return nil }
    let before = (errors: errors.count, isMissing: isMissing, isIrreproducible: isIrreproducible, visits: visits.count)
    if let row = refreshed(row) {
      isIrreproducible = before.isIrreproducible
      return row
    }
    errors.removeLast(errors.count - before.errors)
    visits.removeLast(visits.count - before.visits)
    isMissing = before.isMissing
    isIrreproducible = before.isIrreproducible
    return nil
  }

  /// The row itself when nothing below it changed either, else a copy with what is below it read again. `nil`: the row has to be read anew.
  private mutating func refreshed(_ row: RowStorage) -> Row? {
    var copy: RowStorage?
    for slot in 0..<row.header.count {
      let replacement: SlotValue
      let at = Int32(truncatingIfNeeded: slot)
      switch row.slots[slot] {
      case .row(let child):
        path.append((-2, at))
        place = (at, -1)
        let result = refreshedChild(child)
        path.removeLast()
        guard let result else { return nil }
        if result.storage === child.storage { continue }
        replacement = .row(result)
      case .list(let items):
        path.append((-2, at))
        let result = refreshedList(items, slot: at)
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
    return object(
      Int(step) + 1, Int(steps[Int(step)].next), child.storage.header.record, shape: steps[Int(step)].shape, step: step, previous: nil,
      old: child
    ).row
  }

  private enum RefreshedList {
    case same
    case changed([SlotValue])
    case unknown
  }

  /// - Parameter slot: the slot that holds the list; -1 for a list in a list.
  private mutating func refreshedList(_ items: [SlotValue], slot: Int32) -> RefreshedList {
    var changed: [SlotValue]?
    path.append((-1, 0))
    defer { path.removeLast() }
    let last = path.count - 1
    for (index, item) in items.enumerated() {
      path[last].position = Int32(truncatingIfNeeded: index)
      switch item {
      case .row(let child):
        place = (slot, Int32(truncatingIfNeeded: index))
        guard let result = refreshedChild(child) else { return .unknown }
        if result.storage !== child.storage {
          if changed == nil { changed = items }
          changed?[index] = .row(result)
        }
      case .list(let inner):
        switch refreshedList(inner, slot: -1) {
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

  // MARK: From the changed records up

  /// The data with `changed` records read again, without walking over the rest of it.
  ///
  /// - Parameters:
  ///   - root: data without missing fields and errors.
  ///   - visits: where its records were read.
  /// - Returns: `nil` when a record now links to other records, does not exist any more or has something to report. Then the data has to
  ///   be read from its root. `root` itself when nothing in it changed.
  mutating func patched(_ root: Row, _ visits: ContiguousArray<Visit>, _ changed: ContiguousArray<RecordID>) -> Row? {
    guard !visits.isEmpty else { return nil }
    // Most visits are sorted out by one bit of their record's id.
    var bits: UInt64 = 0
    for id in changed { bits |= 1 << UInt64(truncatingIfNeeded: id & 63) }
    linkMode = .takeOver
    var root = root
    for at in visits.indices {
      let record = visits[at].record
      guard bits & (1 << UInt64(truncatingIfNeeded: record & 63)) != 0, changed.contains(record) else { continue }
      guard let patched = patched(root, visits, at) else { return nil }
      root = patched
    }
    return root
  }

  private mutating func patched(_ root: Row, _ visits: ContiguousArray<Visit>, _ at: Int) -> Row? {
    var chain = [visits[at]]
    while let parent = chain.last?.parent, parent >= 0 { chain.append(visits[Int(parent)]) }
    chain.removeLast()
    // The rows from the root down to the changed one.
    var rows = [root]
    var row = root
    for visit in chain.reversed() {
      guard row.storage.header.isReusable, let child = row.storage.row(at: visit) else { return nil }
      rows.append(child)
      row = child
    }
    rows.removeLast()
    guard let changed = readAgain(row.storage) else { return nil }
    if changed.isEqual(row.storage) { return root }
    var replacement = changed
    for (visit, parent) in zip(chain, rows.reversed()) {
      let copy = parent.storage.copy(step: parent.storage.header.step)
      copy.replace(at: visit, with: Row(replacement))
      replacement = copy
    }
    return Row(replacement)
  }

  /// Reads an object whose links did not change; `nil` when they did, or when there is something to report.
  private mutating func readAgain(_ old: RowStorage) -> RowStorage? {
    let (record, step) = (old.header.record, old.header.step)
    guard old.header.isReusable, step >= -1, old.context === context, case .exists = entries[Int(record)].status else { return nil }
    let (shape, start, end) =
      step < 0 ? (0, 0, steps.count) : (steps[Int(step)].shape, Int(step) + 1, Int(steps[Int(step)].next))
    if step < 0, matches(record) != true { return nil }
    let storage = RowStorage.make(
      shape: shapes[Int(shape)], context: context, dataID: old.header.dataID, record: record, version: entries[Int(record)].version,
      step: step)
    isIrreproducible = false
    guard fill(storage, start, end, record, shape: shape, before: old), linkMode == .takeOver, !isMissing, !isIrreproducible,
      errors.isEmpty
    else { return nil }
    storage.finish(isReusable: true)
    return storage
  }

  /// Fills a slot with the rows that it held before, if the link still leads to their records.
  mutating func takeOverLink(_ value: Value, _ at: Int, _ step: ReaderStep, _ object: Object) {
    let slot = Int(step.slot)
    guard let old = object.oldSlots?[slot] else { return linkMode = .changed }
    switch (value, old) {
    case (.null, .null) where entries[Int(object.record)].record.errors == nil: object.slots[slot] = .null
    case (.ref(let target), .row(let row)) where row.isOf(target, at): object.slots[slot] = old
    case (.refs(let targets), .list(let items)) where targets.count == items.count:
      for (target, item) in zip(targets, items) {
        switch item {
        case .row(let row) where row.isOf(target, at): continue
        case .null where target == .null: continue
        default: return linkMode = .changed
        }
      }
      object.slots[slot] = old
    default: linkMode = .changed
    }
  }
}

extension Row {
  /// Whether the row was read from a record by a step, and by no other.
  fileprivate func isOf(_ record: RecordID, _ step: Int) -> Bool {
    storage.header.record == record && storage.header.step == Int32(truncatingIfNeeded: step)
  }
}

extension RowStorage {
  /// The row at a visit's place, if there is one with its record.
  fileprivate func row(at visit: Reader.Visit) -> Row? {
    guard visit.slot >= 0, Int(visit.slot) < header.count else { return nil }
    var value = slots[Int(visit.slot)]
    if visit.index >= 0 {
      guard case .list(let items) = value, Int(visit.index) < items.count else { return nil }
      value = items[Int(visit.index)]
    }
    guard let row = value.row, row.storage.header.record == visit.record else { return nil }
    return row
  }

  /// Puts a row at a visit's place. Only for a row that nobody else has seen.
  fileprivate func replace(at visit: Reader.Visit, with row: Row) {
    if visit.index >= 0, case .list(var items) = slots[Int(visit.slot)] {
      items[Int(visit.index)] = .row(row)
      slots[Int(visit.slot)] = .list(items)
    } else {
      slots[Int(visit.slot)] = .row(row)
    }
  }
}
