// Scalars and links.

extension Reader {
  // MARK: Scalars

  /// The fast path: reads consecutive plain scalars, as long as each is at its expected position in the record.
  ///
  /// - Parameters:
  ///   - start: the first step.
  ///   - limit: the step to stop before.
  /// - Returns: the first step that was not read.
  @inline(__always)
  mutating func plainScalars(_ start: Int, _ limit: Int, _ object: Object) -> Int {
    let fields = object.fields
    let row = rows.pointer(to: object.row)
    var (at, field) = (start, nextField)
    let end = start &+ min(Int(steps[start].plainCount), limit &- start, fields.count &- field)
    while at < end, fields[field].key == steps[at].key {
      if fields[field].value.isPlain {
        row[Int(steps[at].slot)] = RowSlot(.field, field)
      } else if case .null = fields[field].value, records[object.record].record.errors == nil {
        row[Int(steps[at].slot)] = RowSlot(.null)
      } else {
        break
      }
      field &+= 1
      at &+= 1
    }
    nextField = field
    return at
  }

  /// - Returns: `false` if the server's error for the field makes the object null.
  mutating func scalar(_ step: ReaderStep, _ object: Object) -> Bool {
    guard step.slot >= 0 else { return true }
    let key = key(step)
    let index = find(key, in: object)
    guard index >= 0 else {
      missingScalar(key, step, object)
      return true
    }
    let value = object.fields[index].value
    if case .null = value {
      rows.set(Int(step.slot), of: object.row, RowSlot(.null))
      return addErrors(key, step, object)
    } else if !value.isPlain {
      rows.set(Int(step.slot), of: object.row, RowSlot(.missing))
    } else {
      rows.set(Int(step.slot), of: object.row, RowSlot(.field, index))
    }
    return true
  }

  private mutating func missingScalar(_ key: KeyID, _ step: ReaderStep, _ object: Object) {
    let slot = Int(step.slot)
    switch key {
    case Keys.typename: rows.set(slot, of: object.row, .string(Keys.name(records[object.record].record.type)))
    case Keys.dataID: rows.set(slot, of: object.row, RowSlot(.field, FieldBlock.dataIDPosition))
    default:
      markMissing(step.slot, of: object)
      rows.set(slot, of: object.row, RowSlot(.missing))
    }
  }

  /// Reports the server's errors for a field that is null.
  ///
  /// - Returns: `false` if the errors make the object null, because the field is non-null.
  private mutating func addErrors(_ key: KeyID, _ step: ReaderStep, _ object: Object) -> Bool {
    guard let known = records[object.record].record.errors?[key] else { return true }
    found.isIrreproducible = true
    path.push(.slot(shape: object.shape, step.slot))
    for error in known {
      found.errors.append(FieldError(kind: .payloadError, owner: context.plan.name, path: pathText, error: error))
    }
    path.pop()
    // Whoever asks for errors gets this one, and may have everything else.
    isPropagating = !isUnmatched && !recordsMissingFields
    return stays(step.slot, of: object)
  }

  // MARK: Links

  /// The fast path: reads an object at its expected position in the record, if none of it has been read before.
  ///
  @inline(__always)
  mutating func plainLink(_ at: Int, _ object: Object) -> PlainLink {
    let index = nextField
    guard steps[at].kind == .linked, steps[at].slot >= 0, index < object.fields.count, object.fields[index].key == key(steps[at]),
      case .ref(let target) = object.fields[index].value, object.old == nil, linkMode == .read
    else { return .isNotPlain }
    let slot = steps[at].slot
    guard rows.kind(Int(slot), of: object.row) == .missing else { return .isNotPlain }
    nextField = index &+ 1
    path.push(.slot(shape: object.shape, slot))
    visits.place = (slot, -1)
    let outcome = self.object(.link(at, steps[at]), target)
    set(Int(slot), of: object.row, outcome)
    path.pop()
    if case .null = outcome, !stays(slot, of: object) { return .propagates }
    return .wasRead
  }

  /// The result of the fast path.
  enum PlainLink {
    case wasRead
    /// The step needs the general path. Nothing has been read.
    case isNotPlain
    /// The object around the link becomes null.
    case propagates
  }

  /// - Returns: `false` if an error of the server, for the field or below it, makes the object null.
  mutating func linked(_ at: Int, _ step: ReaderStep, _ object: Object) -> Bool {
    guard step.slot >= 0 else { return true }
    let slot = Int(step.slot)
    let key = key(step)
    let index = find(key, in: object)
    guard index >= 0 else {
      markMissing(step.slot, of: object)
      rows.set(slot, of: object.row, RowSlot(.missing))
      return true
    }
    guard linkMode == .read else {
      reuseLink(object.fields[index].value, at, step, object)
      return true
    }
    let value = object.fields[index].value
    if value.isNull || value.isList && records[object.record].record.errors?[key] != nil {
      // A list with errors has null in place of items that must not be null.
      rows.set(slot, of: object.row, RowSlot(.null))
      return addErrors(key, step, object)
    }
    path.push(.slot(shape: object.shape, step.slot))
    defer { path.pop() }
    switch value {
    case .ref(let target):
      visits.place = (step.slot, -1)
      let outcome = self.object(
        .link(at, step), target, previous: previous(slot, of: object, target), old: object.old?.row(slot))
      set(slot, of: object.row, outcome)
    case .refs(let targets) where step.flag:
      let place = ListPlace(shape: object.shape, slot: step.slot, outer: 0)
      let items = list(at, step, targets, place, previous: rows.value(slot, of: object.row), old: object.old?.value(in: slot))
      rows.set(slot, of: object.row, isPropagating ? .null : .rows(items))
    case .list(let lists) where step.flag:
      let place = ListPlace(shape: object.shape, slot: step.slot, outer: 0)
      let items = nested(at, step, lists, place, previous: rows.value(slot, of: object.row))
      rows.set(slot, of: object.row, isPropagating ? .null : .list(items))
    default:
      // The record has a scalar instead of a link, or a list instead of one link. The normalizer never writes that.
      markMissing()
      rows.set(slot, of: object.row, RowSlot(.missing))
    }
    return stays(step.slot, of: object)
  }

  /// Stores the result of reading an object in its slot.
  @inline(__always)
  mutating func set(_ slot: Int, of row: Int, _ outcome: Outcome) {
    switch outcome {
    case .missing: rows.set(slot, of: row, RowSlot(.missing))
    case .null: rows.set(slot, of: row, RowSlot(.null))
    case .made(let inner): rows.set(slot, of: row, inner: inner)
    case .known(let known): rows.set(slot, of: row, .row(known))
    }
  }

  /// The row that another selection with the same response key has begun for the same record.
  @inline(__always)
  func previous(_ slot: Int, of object: Object, _ record: RecordID) -> Previous {
    switch rows.kind(slot, of: object.row) {
    case .inner:
      if let inner = rows.inner(slot, of: object.row), rows.record(of: inner) == record { return .made(inner) }
    case .value:
      if let row = rows.value(slot, of: object.row)?.row, row.header.record == record { return .known(row) }
    default: break
    }
    return .none
  }

  /// How many positions after the expected one are searched for an item of a list.
  private static let lookahead = 8

  /// Reads a list. Its items do not matter if it returns while an error is propagating: the list is null then.
  private mutating func list(
    _ at: Int, _ step: ReaderStep, _ targets: [RecordID], _ place: ListPlace, previous: SlotValue?, old: SlotValue?
  ) -> RowList {
    var before = RowList()
    if case .rows(let list)? = previous { before = list }
    var known = RowList()
    if case .rows(let list)? = old { known = list }
    let isNew = before.count == 0 && known.count == 0
    var items = RowList(capacity: targets.count)
    var oldIndex = 0
    let mark = rows.beginChunk()
    path.push(.index(0))
    items: for (index, target) in targets.enumerated() {
      path.setIndex(index)
      if shared.isExceeded, isExceeded() { break }
      if target >= 0 {
        visits.place = (place.outer > 0 ? -1 : step.slot, Int32(truncatingIfNeeded: index))
        var (previous, row) = (Previous.none, Row?.none)
        if !isNew {
          // Items keep their order when some are inserted or removed, so the record is at this index or shortly after it.
          let candidates = oldIndex..<max(oldIndex, min(known.count, oldIndex + Reader.lookahead))
          if let candidate = candidates.first(where: { known.pointer(at: $0)?.header.record == target }) {
            row = known.row(at: candidate)
            oldIndex = candidate + 1
          }
          if index < before.count, let row = before.row(at: index), row.header.record == target { previous = .known(row) }
        }
        let outcome = object(.link(at, step), target, previous: previous, old: row)
        switch outcome {
        case .missing: items.appendMissing()
        case .null:
          items.appendNull()
          if isPropagating, !endPropagation(atItemsOf: place) { break items }
        case .known(let row): items.append(row)
        case .made(let row):
          items.append(at: rows.offset(of: row))
          if rows.chunkSize >= RowBuilder.chunkSize { items.close(rows.makeChunk()) }
        }
      } else if target == .null {
        items.appendNull()
      } else {
        markMissing()
        items.appendMissing()
      }
    }
    path.pop()
    if rows.chunkSize > 0 { items.close(rows.makeChunk()) }
    rows.endChunk(mark)
    return items
  }

  /// Reads a list of lists.
  private mutating func nested(
    _ at: Int, _ step: ReaderStep, _ lists: [Value], _ place: ListPlace, previous: SlotValue?
  ) -> [SlotValue] {
    var before: [SlotValue] = []
    if case .list(let items)? = previous { before = items }
    var items: [SlotValue] = []
    path.push(.index(0))
    for (index, value) in lists.enumerated() {
      path.setIndex(index)
      let previous = index < before.count ? before[index] : nil
      switch value {
      case .refs(let targets): items.append(.rows(list(at, step, targets, place.inner, previous: previous, old: nil)))
      case .list(let lists): items.append(.list(nested(at, step, lists, place.inner, previous: previous)))
      case .null: items.append(.null)
      default:
        markMissing()
        items.append(.missing)
      }
      if isPropagating {
        items[index] = .null
        if !endPropagation(atItemsOf: place) { break }
      }
    }
    path.pop()
    return items
  }
}
