// Rows that are shown at several places.

extension Reader {
  /// Whether an object may have the same row at several places: if it may have lists below it, and the reading has met it before.
  func mayShareRow(_ selection: Selection, _ record: RecordID) -> Bool {
    selection.origin >= 0 && record >= 0 && records[record].stamp == records.stamp && reachesLists(selection)
  }

  /// The key of an object's row, if the row may be shared.
  func sharingKey(_ selection: Selection, _ record: RecordID, _ previous: Previous) -> SharedRows.Key? {
    guard mayShareRow(selection, record), case .exists = records[record].status else { return nil }
    var key = SharedRows.Key(
      record: record, step: selection.origin, context: frame.context, isUnmatched: isUnmatched,
      recordsMissingFields: recordsMissingFields)
    switch previous {
    case .none: break
    case .known(let row): key.begun = row.identity
    // It belongs to one object, which is read once.
    case .made: return nil
    }
    return key
  }

  /// Reads an object into a row of its own, unless that has been done.
  mutating func sharedObject(
    _ key: SharedRows.Key, _ selection: Selection, _ record: RecordID, previous: Previous, old: Row?
  ) -> Outcome {
    if let entry = shared.rows[key] {
      shared.repetitions &+= 1
      // A visit has one place.
      visits.stop()
      repeatFindings(of: entry)
      return entry.outcome
    }
    let outer = (isMissing: found.isMissing, isIrreproducible: found.isIrreproducible, errors: found.errors.count)
    (found.isMissing, found.isIrreproducible) = (false, false)
    let mark = rows.beginChunk()
    var outcome = ownObject(selection, record, previous: previous, old: old)
    if case .made(let row) = outcome {
      let offset = rows.offset(of: row)
      outcome = .known(rows.makeChunk().row(at: offset))
    }
    rows.endChunk(mark)
    var begun: Row?
    if case .known(let row) = previous { begun = row }
    shared.rows[key] = SharedRows.Entry(
      outcome, found, relativeErrors(from: outer.errors), isPropagating: isPropagating, begun: begun)
    found.isMissing = found.isMissing || outer.isMissing
    found.isIrreproducible = found.isIrreproducible || outer.isIrreproducible
    return outcome
  }

  /// The errors from an index on, with paths that begin at the object being read.
  private func relativeErrors(from first: Int) -> [FieldError] {
    guard found.errors.count > first else { return [] }
    let length = pathText.utf8.count
    return found.errors[first...].map { $0.moved(to: String(decoding: $0.path.utf8.dropFirst(length), as: UTF8.self)) }
  }

  /// Finds what has been found below an object at its first place.
  private mutating func repeatFindings(of entry: SharedRows.Entry) {
    found.isMissing = found.isMissing || entry.isMissing
    found.isIrreproducible = found.isIrreproducible || entry.isIrreproducible
    isPropagating = entry.isPropagating
    guard !entry.errors.isEmpty else { return }
    let place = pathText
    let room = max(0, SharedRows.maximumErrors - found.errors.count)
    for error in entry.errors.prefix(room) { found.errors.append(error.moved(to: place + error.path)) }
    for index in entry.leading where index >= room { found.errors.append(entry.errors[index].moved(to: place + entry.errors[index].path)) }
  }

  // MARK: Counting

  /// The number of records that have been read so far, and how often one was read again.
  var tally: (records: Int, repetitions: Int) { (seen.count, shared.repetitions) }

  /// Forgets the objects since `tally` in the number of repetitions: they are discarded and read once more. The records that were new among
  /// them will count as read before.
  mutating func startAgain(from tally: (records: Int, repetitions: Int)) {
    // Beyond the limit, the reading ends.
    guard shared.excess == nil else { return }
    shared.repetitions = tally.repetitions - (seen.count - tally.records)
  }

  // MARK: Fragments

  func fragmentKey(_ fragment: ReadFrame, _ record: RecordID) -> SharedRows.FragmentPlace {
    SharedRows.FragmentPlace(record: record, context: fragment.context, isUnmatched: isUnmatched)
  }

  // MARK: The limit

  /// Whether the reading has shown too many records repeatedly. Then it ends, and its result is the error.
  mutating func isExceeded() -> Bool {
    guard shared.isExceeded else { return false }
    if shared.excess == nil {
      shared.excess = FieldError(kind: .tooManyRepeatedObjects(limit: shared.bounds.limit), owner: context.plan.name, path: pathText)
    }
    return true
  }
}

extension FieldError {
  /// The same error at another path.
  fileprivate func moved(to path: String) -> FieldError {
    var moved = FieldError(kind: kind, owner: owner, path: path, error: error)
    moved.isHandled = isHandled
    return moved
  }
}
