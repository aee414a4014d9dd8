// Inline fragments, aliased fragments and the data of `@inline` fragments.

extension Reader {
  mutating func inlineFragment(_ at: Int, _ step: ReaderStep, _ object: Object) -> Bool {
    let next = Int(step.next)
    if !step.typeCondition.isAbstract {
      guard matches(step, object) else {
        setMarker(step, false, object)
        return true
      }
      setMarker(step, true, object)
      return selections(at + 1..<next, object)
    }
    let implements = records.implements(object.record, abstractKey: step.abstractKey)
    let wasUnmatched = isUnmatched
    isUnmatched = wasUnmatched || implements == false
    let hasRequired = selections(at + 1..<next, object)
    isUnmatched = wasUnmatched
    if implements != true { isPropagating = false }
    switch implements {
    case true?: setMarker(step, hasRequired, object)
    case false?: setMarker(step, false, object)
    case nil:
      setMarker(step, false, object)
      markMissing()
    }
    return implements == true ? hasRequired : true
  }

  /// Whether the object satisfies a concrete type condition.
  private func matches(_ step: ReaderStep, _ object: Object) -> Bool {
    step.typeCondition.includes(records[object.record].record.type)
  }

  @inline(__always)
  private mutating func setMarker(_ step: ReaderStep, _ value: Bool, _ object: Object) {
    if step.slot >= 0 { rows.set(Int(step.slot), of: object.row, RowSlot(value ? .true : .false)) }
  }

  /// - Returns: `false` if an error of the server in the fragment makes the object null.
  mutating func aliased(_ at: Int, _ step: ReaderStep, _ object: Object) -> Bool {
    guard step.slot >= 0 else { return true }
    let slot = Int(step.slot)
    path.push(.slot(shape: object.shape, step.slot))
    defer { path.pop() }
    if !step.typeCondition.isAbstract {
      set(slot, of: object.row, matches(step, object) ? part(at, step, object) : .null)
      return stays(step.slot, of: object)
    }
    switch records.implements(object.record, abstractKey: step.abstractKey) {
    case true?: set(slot, of: object.row, part(at, step, object))
    case false?: set(slot, of: object.row, .null)
    case nil:
      markMissing()
      // The data depends on these records although it does not contain them.
      set(slot, of: object.row, .missing)
      _ = part(at, step, object)
      isPropagating = false
    }
    return stays(step.slot, of: object)
  }

  /// - Returns: `false` if an error of the server in the data makes the object null.
  mutating func inlineData(_ at: Int, _ step: ReaderStep, _ object: Object) -> Bool {
    guard step.slot >= 0 else { return true }
    set(Int(step.slot), of: object.row, part(at, step, object))
    return stays(step.slot, of: object)
  }

  /// A separate row for some selections on the same record.
  private mutating func part(_ at: Int, _ step: ReaderStep, _ object: Object) -> Outcome {
    guard linkMode == .read else {
      linkMode = .changed
      return .missing
    }
    visits.place = (-1, -1)
    return self.object(
      .part(at, step), object.record, previous: previous(Int(step.slot), of: object, object.record))
  }
}
