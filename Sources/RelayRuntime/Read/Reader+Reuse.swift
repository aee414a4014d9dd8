// Reusing the rows of an earlier reading.

extension Reader {
  /// Where a record was read: its slot in the row of another visit. With visits, a row is found without walking the whole tree.
  struct Visit: Sendable {
    let record: RecordID
    /// The visit of the object that links to this one; -1 for the root.
    let parent: Int32
    /// The slot in the parent's row; -1 for places that cannot be described.
    let slot: Int32
    /// The index in the list in the slot; -1 if the slot does not hold a list.
    let index: Int32
  }

  /// How linked objects are handled.
  enum LinkMode {
    /// They are read.
    case read
    /// Their rows are reused if the links still point to the same records.
    case reuse
    /// Like `reuse`, after a changed link has been found.
    case changed
  }

  // MARK: From the root

  /// The row of an unchanged record, if everything in it can be reused. Changed objects below it are read again.
  mutating func reused(_ row: Row, version: UInt32) -> Outcome? {
    guard row.header.isReusable, !isUnmatched, row.header.version == version else { return nil }
    let before = (
      errors: found.errors.count, isMissing: found.isMissing, isIrreproducible: found.isIrreproducible, visits: visits.count,
      position: rows.position, tally: tally
    )
    if let outcome = refreshed(row) {
      found.isIrreproducible = before.isIrreproducible
      return outcome
    }
    rows.goBack(to: before.position)
    found.errors.removeLast(found.errors.count - before.errors)
    visits.shrink(to: before.visits)
    startAgain(from: before.tally)
    isPropagating = false
    found.isMissing = before.isMissing
    found.isIrreproducible = before.isIrreproducible
    return nil
  }

  /// The row itself if nothing below it has changed, otherwise a copy with the changed objects read again; `nil` if the row must be read
  /// from scratch.
  private mutating func refreshed(_ row: Row) -> Outcome? {
    var copy: Int?
    // No other step has contributed to a row that is taken over.
    let shape = row.header.step < 0 ? 0 : steps[Int(row.header.step)].shape
    for slot in 0..<row.count {
      let at = Int32(truncatingIfNeeded: slot)
      switch row.pointer[slot].kind {
      case .inner, .value: break
      default: continue
      }
      switch row.value(in: slot) {
      case .row(let child):
        path.push(.slot(shape: shape, at))
        visits.place = (at, -1)
        let outcome = refreshedChild(child)
        path.pop()
        switch outcome {
        case nil: return nil
        case .known(let same)? where same.isIdentical(to: child): continue
        case let outcome?:
          let target = copy ?? rows.copy(row)
          copy = target
          set(slot, of: target, outcome)
        }
      case let list:
        path.push(.slot(shape: shape, at))
        let result = refreshedList(list, slot: at)
        path.pop()
        switch result {
        case .same: continue
        case .changed(let list):
          let target = copy ?? rows.copy(row)
          copy = target
          rows.set(slot, of: target, list)
        case .unknown: return nil
        }
      }
    }
    guard let copy else { return .known(row) }
    rows.finish(copy, isReusable: true)
    return .made(copy)
  }

  /// - Returns: a row; `nil` if the object's row cannot be reused.
  private mutating func refreshedChild(_ child: Row) -> Outcome? {
    let step = child.header.step
    guard step >= 0 else { return nil }
    let outcome = object(.link(Int(step), steps[Int(step)]), child.header.record, old: child)
    switch outcome {
    case .missing, .null: return nil
    case .made, .known: return outcome
    }
  }

  private enum RefreshedList {
    case same
    case changed(SlotValue)
    case unknown
  }

  /// - Parameter slot: the slot of the list; -1 for a list in a list.
  private mutating func refreshedList(_ list: SlotValue, slot: Int32) -> RefreshedList {
    switch list {
    case .rows(let items): return refreshedRows(items, slot: slot)
    case .list(let lists):
      var changed = lists
      var isSame = true
      path.push(.index(0))
      defer { path.pop() }
      for index in lists.indices {
        path.setIndex(index)
        switch refreshedList(lists[index], slot: -1) {
        case .same: continue
        case .changed(let list): (changed[index], isSame) = (list, false)
        case .unknown: return .unknown
        }
      }
      return isSame ? .same : .changed(.list(changed))
    default: return .same
    }
  }

  private mutating func refreshedRows(_ items: RowList, slot: Int32) -> RefreshedList {
    var changed: RowList?
    path.push(.index(0))
    defer { path.pop() }
    for index in 0..<items.count {
      guard let child = items.row(at: index) else { continue }
      path.setIndex(index)
      if shared.isExceeded, isExceeded() { return .unknown }
      visits.place = (slot, Int32(truncatingIfNeeded: index))
      let mark = rows.beginChunk()
      defer { rows.endChunk(mark) }
      let replacement: Row
      switch refreshedChild(child) {
      case .known(let same)? where same.isIdentical(to: child): continue
      case .known(let row)?: replacement = row
      case .made(let row)?:
        let offset = rows.offset(of: row)
        replacement = rows.makeChunk().row(at: offset)
      case .missing?, .null?, nil: return .unknown
      }
      if changed == nil { changed = items }
      changed?.replace(at: index, with: replacement)
    }
    return changed.map { .changed(.rows($0)) } ?? .same
  }

  // MARK: From the changed records

  /// The data with `changed` records read again, without walking the rest of it.
  ///
  /// - Parameters:
  ///   - root: data without missing fields or errors.
  ///   - visits: the places where its records were read.
  /// - Returns: `root` itself if nothing in it has changed. `nil` if a record now links to other records, no longer exists, or has
  ///   something to report; then the data must be read from its root.
  mutating func patched(_ root: Row, _ visits: ContiguousArray<Visit>, _ changed: ContiguousArray<RecordID>) -> Row? {
    guard !visits.isEmpty else { return nil }
    linkMode = .reuse
    var root = root
    for at in Self.indices(of: changed, in: visits) {
      guard let patched = patched(root, visits, at) else { return nil }
      root = patched
    }
    return root
  }

  /// The visits of some records. Nearly every change is of one record; if there are several, one bit of the id excludes most visits.
  private static func indices(of changed: ContiguousArray<RecordID>, in visits: ContiguousArray<Visit>) -> [Int] {
    var found: [Int] = []
    // The buffer is valid during the call, and the indices are its own. The checks of an array would take a considerable part of the time.
    unsafe visits.withUnsafeBufferPointer { visits in
      if changed.count == 1 {
        let record = changed[0]
        for at in visits.indices where unsafe visits[at].record == record { found.append(at) }
        return
      }
      var bits: UInt64 = 0
      for id in changed { bits |= 1 << UInt64(truncatingIfNeeded: id & 63) }
      for at in visits.indices {
        let record = unsafe visits[at].record
        if bits & (1 << UInt64(truncatingIfNeeded: record & 63)) != 0, changed.contains(record) { found.append(at) }
      }
    }
    return found
  }

  private mutating func patched(_ root: Row, _ visits: ContiguousArray<Visit>, _ at: Int) -> Row? {
    var chain = [visits[at]]
    while let parent = chain.last?.parent, parent >= 0 { chain.append(visits[Int(parent)]) }
    chain.removeLast()
    // The rows from the root to the changed one.
    var parents = [root]
    var row = root
    for visit in chain.reversed() {
      guard row.header.isReusable, let child = row.row(at: visit) else { return nil }
      parents.append(child)
      row = child
    }
    parents.removeLast()
    guard let changed = readAgain(row) else { return nil }
    if changed == row { return root }
    var replacement = changed
    for (visit, parent) in zip(chain, parents.reversed()) {
      let copy = rows.copy(parent)
      if visit.index >= 0, case .rows(var items) = parent.value(in: Int(visit.slot)) {
        items.replace(at: Int(visit.index), with: replacement)
        rows.set(Int(visit.slot), of: copy, .rows(items))
      } else {
        rows.set(Int(visit.slot), of: copy, .row(replacement))
      }
      replacement = rows.makeChunk().row(at: copy)
    }
    return replacement
  }

  /// Reads an object whose links have not changed; `nil` if they have, or if there is something to report.
  private mutating func readAgain(_ old: Row) -> Row? {
    let (record, step) = (old.header.record, old.header.step)
    guard old.header.isReusable, step >= -1, old.context === context, case .exists = records[record].status else { return nil }
    let selection: Selection = step < 0 ? .root(steps) : .link(Int(step), steps[Int(step)])
    if step < 0, matches(record) != true { return nil }
    var object = makeRow(record, selection)
    object.old = old
    found.isIrreproducible = false
    guard fill(object, selection.steps), linkMode == .reuse, !found.isMissing, !found.isIrreproducible, found.errors.isEmpty
    else { return nil }
    rows.finish(object.row, isReusable: true)
    return rows.makeChunk().row(at: object.row)
  }

  /// Fills a slot with its previous rows, if the link still points to their records.
  mutating func reuseLink(_ value: Value, _ at: Int, _ step: ReaderStep, _ object: Object) {
    let slot = Int(step.slot)
    guard let old = object.old?.value(in: slot) else { return linkMode = .changed }
    switch (value, old) {
    case (.null, .null) where records[object.record].record.errors == nil: break
    case (.ref(let target), .row(let row)) where row.header.isOf(target, at): break
    case (.refs(let targets), .rows(let items)) where targets.count == items.count:
      for (index, target) in targets.enumerated() {
        let isSame = items.pointer(at: index)?.header.isOf(target, at) ?? (target == .null && items.isNull(at: index))
        guard isSame else { return linkMode = .changed }
      }
    default: return linkMode = .changed
    }
    rows.set(slot, of: object.row, old)
  }
}

extension RowHeader {
  /// Whether only this step contributed to the row, and read it from the record.
  fileprivate func isOf(_ record: RecordID, _ step: Int) -> Bool {
    self.record == record && self.step == Int32(truncatingIfNeeded: step)
  }
}

extension Row {
  /// The row at a visit's place, if it has the visit's record.
  fileprivate func row(at visit: Reader.Visit) -> Row? {
    let found: Row?
    if visit.index >= 0 {
      guard case .rows(let items) = value(in: Int(visit.slot)), Int(visit.index) < items.count else { return nil }
      found = items.row(at: Int(visit.index))
    } else {
      found = row(Int(visit.slot))
    }
    guard let found, found.header.record == visit.record else { return nil }
    return found
  }
}
