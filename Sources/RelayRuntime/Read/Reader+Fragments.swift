// Fragments that are read together with the data into which they are spread.

extension Reader {
  /// Fills the slot of a spread: with the fragment's row if fragments are read too, otherwise with a pointer.
  ///
  /// - Returns: `false` if an error of the server in the fragment makes the object null.
  @inline(__always)
  mutating func spread(_ step: ReaderStep, _ object: Object) -> Bool {
    let slot = Int(step.slot)
    guard slot >= 0 else { return true }
    guard let spreads = frame.spreads, let fragment = spreads[Int(step.index)].frame else {
      rows.set(slot, of: object.row, RowSlot(isUnmatched ? .unmatchedPointer : .pointer))
      return true
    }
    if !shared.fragments.isEmpty, let known = shared.fragments[fragmentKey(fragment, object.record)] {
      rows.set(slot, of: object.row, .fragment(known))
      return known.fieldErrors.isEmpty || propagate(known, fragmentKey(fragment, object.record))
    }
    let row = simpleFragment(spreads, Int(step.index), fragment, object.record)
    guard row < 0 else {
      rows.set(slot, of: object.row, inner: row)
      return true
    }
    return anyFragment(step, object)
  }

  /// The fast path: reads a fragment whose row is its whole result.
  ///
  /// - Returns: the row; `missing` if the fragment needs the general path, and nothing has been read.
  private mutating func simpleFragment(
    _ spreads: FixedElements<SpreadFrame>, _ spread: Int, _ fragment: ReadFrame, _ record: RecordID
  ) -> Int {
    guard spreads[spread].isSimple, !isUnmatched, record >= 0 else { return Reader.missing }
    guard records.holds(spreads[spread].typeCondition, for: record) == true else { return Reader.missing }
    let outer = (
      frame: frame, isMissing: found.isMissing, isIrreproducible: found.isIrreproducible, recordsMissingFields: recordsMissingFields,
      errors: found.errors.count, tally: tally
    )
    let (position, path) = (rows.position, self.path.begin())
    frame = fragment
    rows.context = fragment.context
    (found.isMissing, recordsMissingFields) = (false, spreads[spread].recordsMissingFields)
    var row = newObject(.root(fragment.steps), record)
    if found.isMissing || found.errors.count != outer.errors || row < 0 {
      rows.goBack(to: position)
      found.errors.removeLast(found.errors.count - outer.errors)
      startAgain(from: outer.tally)
      isPropagating = false
      row = Reader.missing
    }
    self.path.end(path)
    frame = outer.frame
    rows.context = outer.frame.context
    (found.isMissing, found.isIrreproducible, recordsMissingFields) = (outer.isMissing, outer.isIrreproducible, outer.recordsMissingFields)
    return row
  }

  /// The general path: reads a fragment that is null, lacks data or has errors.
  ///
  /// - Returns: `false` if an error of the server in the fragment makes the object null.
  @inline(never)
  private mutating func anyFragment(_ step: ReaderStep, _ object: Object) -> Bool {
    guard let spread = frame.spreads?[Int(step.index)], let fragment = spread.frame else { return true }
    let mark = rows.beginChunk()
    let hasType = object.record >= 0 ? records.holds(spread.typeCondition, for: object.record) : nil
    let part = readFragment(fragment, object.record)
    if part.found.isMissing, object.record >= 0 { incomplete.insert(fragmentKey(fragment, object.record)) }
    var row: Row?
    if case .made(let made) = part.outcome {
      let offset = rows.offset(of: made)
      row = rows.makeChunk().row(at: offset)
    }
    rows.endChunk(mark)
    let reading = FragmentReading(
      row: row, hasType: hasType == true, isMissingData: part.found.isMissing, fieldErrors: part.found.errors,
      caughtErrors: part.found.caught, isUnmatched: isUnmatched)
    shared.fragments[fragmentKey(fragment, object.record)] = reading
    rows.set(Int(step.slot), of: object.row, .fragment(reading))
    return reading.fieldErrors.isEmpty || propagate(reading, fragmentKey(fragment, object.record))
  }

  /// The result of reading a fragment together with the enclosing data.
  private struct Part {
    let outcome: Outcome
    let found: Findings
  }

  /// Reads a fragment on a record in the same way as if it were read alone.
  private mutating func readFragment(_ fragment: ReadFrame, _ record: RecordID) -> Part {
    let outer = (
      frame: frame, found: found, isUnmatched: isUnmatched, recordsMissingFields: recordsMissingFields, nextField: nextField,
      place: visits.place
    )
    let path = self.path.begin()
    frame = fragment
    rows.context = fragment.context
    found = Findings()
    (isUnmatched, recordsMissingFields) = (false, context.plan.recordsMissingFields)
    visits.place = (-1, -1)
    let outcome = readDefinition(record, isUnmatched: outer.isUnmatched, old: nil)
    let part = Part(outcome: outcome, found: found)
    self.path.end(path)
    frame = outer.frame
    rows.context = outer.frame.context
    found = outer.found
    if !part.found.lacking.isEmpty { found.lacking += part.found.lacking }
    (isUnmatched, recordsMissingFields) = (outer.isUnmatched, outer.recordsMissingFields)
    (nextField, visits.place) = (outer.nextField, outer.place)
    return part
  }
}

/// A fragment that was read together with the enclosing data, and whose row is not its whole result.
final class FragmentReading: Sendable {
  /// The data; `nil` if it is null.
  let row: Row?
  /// Whether the object is known to have the fragment's type.
  let hasType: Bool
  /// Whether the store lacked something that the fragment selects.
  let isMissingData: Bool
  /// Field errors, including those that a `@catch` on the fragment itself has caught.
  let fieldErrors: [FieldError]
  let caughtErrors: [FieldError]
  /// Whether the fragment was spread inside an abstract type condition that is not satisfied.
  let isUnmatched: Bool

  /// Whether the object has the fragment's type, and the store lacked nothing of the data.
  var isComplete: Bool { row != nil && hasType && !isMissingData && !isUnmatched }

  init(row: Row?, hasType: Bool, isMissingData: Bool, fieldErrors: [FieldError], caughtErrors: [FieldError], isUnmatched: Bool) {
    self.row = row
    self.hasType = hasType
    self.isMissingData = isMissingData
    self.fieldErrors = fieldErrors
    self.caughtErrors = caughtErrors
    self.isUnmatched = isUnmatched
  }
}
