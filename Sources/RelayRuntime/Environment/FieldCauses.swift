/// Reads a definition's steps on records again, for the reasons of what is null or missing.
struct FieldCauses {
  private let context: ReadContext
  private let plan: ReaderPlan
  private let frame: ReadFrame

  /// - Parameters:
  ///   - context: the definition with its variables.
  init(_ context: ReadContext) {
    self.context = context
    plan = context.plan
    frame = context.frame(readsFragments: false)
  }

  /// The storage key of the field at a place; `nil` if there is no field.
  static func key(of place: SlotPlaces.Place, _ context: ReadContext) -> KeyID? {
    let step = context.plan.steps[place.step]
    return step.kind == .scalar || step.kind == .linked ? step.key.resolved(in: context.frame(readsFragments: false).keys) : nil
  }

  // MARK: Places

  /// Why a place does not count for a record; `nil` if it does.
  func exclusion(of place: SlotPlaces.Place, _ record: RecordID, _ state: StoreState) -> FieldExplanation.Reason? {
    for index in place.conditions where !holds(plan.steps[index]) {
      return .skipped(variable: plan.conditions[Int(plan.steps[index].index)].variable)
    }
    for index in place.types {
      if let reason = mismatch(plan.steps[index].typeCondition, record, state) { return reason }
    }
    let step = plan.steps[place.step]
    switch step.kind {
    case .inlineFragment, .aliasedFragment: return mismatch(step.typeCondition, record, state)
    default: return nil
    }
  }

  /// Why a record does not satisfy a type condition; `nil` if it does.
  func mismatch(_ condition: TypeCondition, _ record: RecordID, _ state: StoreState) -> FieldExplanation.Reason? {
    let type = state.records.entries[Int(record)].record.type
    let names = (expected: context.store.keys.name(condition.type), actual: context.store.keys.name(type))
    switch state.records.holds(condition, for: type) {
    case true?: return nil
    case false?: return .wrongType(expected: names.expected, actual: names.actual)
    case nil: return .unknownType(expected: names.expected, actual: names.actual)
    }
  }

  /// Why the value at a place that counts is null; `nil` if the record lacks the field.
  func value(of place: SlotPlaces.Place, _ record: RecordID, _ state: StoreState) -> FieldExplanation.Reason? {
    let step = plan.steps[place.step]
    let children = place.step + 1..<Int(step.next)
    switch step.kind {
    case .scalar, .linked: break
    case .spread: return .outdated
    default: return nullObject(children, record, step.kind == .inlineFragment ? place.shape : step.shape, state) ?? .outdated
    }
    let key = step.key.resolved(in: frame.keys)
    switch state.records.entries[Int(record)].record[key] {
    case .missing: return nil
    case .null: return state.records.entries[Int(record)].record.errors?[key].map { .fieldError($0) } ?? .null
    case .ref(let target):
      if let reason = lost(target, state) { return reason }
      if place.isCaught, let errors = errors(children, target, state) { return .fieldError(errors) }
      return nullObject(children, target, step.shape, state) ?? .outdated
    case .refs:
      return errors(of: step, at: place.step, record, plan.shapes[Int(place.shape)].types[Int(step.slot)], state).map { .fieldError($0) }
        ?? .outdated
    default: return .outdated
    }
  }

  private func lost(_ target: RecordID, _ state: StoreState) -> FieldExplanation.Reason? {
    guard target >= 0 else { return .missing }
    return switch state.records.entries[Int(target)].status {
    case .exists: nil
    case .deleted: .deleted
    case .unknown: .missing
    }
  }

  // MARK: Below an object

  /// Why an object is null although its record exists: the path of the first required field that has no value, or the server's errors for
  /// a non-null field. `nil` if there is neither.
  ///
  /// - Parameter shape: the shape of the object's row.
  func nullObject(_ range: Range<Int>, _ record: RecordID, _ shape: Int32, _ state: StoreState) -> FieldExplanation.Reason? {
    if let path = requiredPath(range, record, shape, state) { return .required(path.joined(separator: ".")) }
    return propagatedErrors(range, record, shape, state).map { .fieldError($0) }
  }

  /// The server's errors for the first non-null field that makes an object null; `nil` if there is none.
  private func propagatedErrors(_ range: Range<Int>, _ record: RecordID, _ shape: Int32, _ state: StoreState) -> [GraphQLError]? {
    for index in counted(range, record, state) {
      let step = plan.steps[index]
      guard step.slot >= 0 else { continue }
      var found: [GraphQLError]?
      switch step.kind {
      case .scalar, .linked:
        let type = plan.shapes[Int(shape)].types[Int(step.slot)]
        if type.isNonNull { found = errors(of: step, at: index, record, type, state) }
      case .spread:
        guard let fragment = context.scope(step.index)?.context, !fragment.plan.recordsMissingFields else { continue }
        found = FieldCauses(fragment).propagatedErrors(0..<fragment.plan.steps.count, record, 0, state)
      default: break
      }
      if let found { return found }
    }
    return nil
  }

  /// The server's errors that make a field null, for itself or for a non-null field below it; `nil` if there are none.
  private func errors(
    of step: ReaderStep, at index: Int, _ record: RecordID, _ type: SlotType, _ state: StoreState
  ) -> [GraphQLError]? {
    let key = step.key.resolved(in: frame.keys)
    let children = index + 1..<Int(step.next)
    switch state.records.entries[Int(record)].record[key] {
    case .null: return state.records.entries[Int(record)].record.errors?[key]
    case .ref(let target): return lost(target, state) == nil ? propagatedErrors(children, target, step.shape, state) : nil
    case .refs(let targets):
      if let errors = state.records.entries[Int(record)].record.errors?[key] { return errors }
      guard type.item(in: 0).isNonNull else { return nil }
      for target in targets where lost(target, state) == nil {
        if let errors = propagatedErrors(children, target, step.shape, state) { return errors }
      }
      return nil
    default: return nil
    }
  }

  private func requiredPath(_ range: Range<Int>, _ record: RecordID, _ shape: Int32, _ state: StoreState) -> [String]? {
    for index in counted(range, record, state) where plan.steps[index].kind == .required {
      if let path = emptyPath(index + 1, record, shape, state) { return path }
    }
    return nil
  }

  /// The path of a required field, or of one below it that makes it null; `nil` if it has a value.
  private func emptyPath(_ at: Int, _ record: RecordID, _ shape: Int32, _ state: StoreState) -> [String]? {
    var at = at
    while plan.steps[at].kind == .catch || plan.steps[at].kind == .required { at += 1 }
    let step = plan.steps[at]
    guard step.kind == .scalar || step.kind == .linked, step.slot >= 0 else { return nil }
    let key = step.key.resolved(in: frame.keys)
    let name = plan.shapes[Int(shape)].names[Int(step.slot)]
    switch state.records.entries[Int(record)].record[key] {
    case .missing: return key == Keys.typename || key == Keys.dataID ? nil : [name]
    case .null: return [name]
    case .ref(let target):
      if lost(target, state) != nil { return [name] }
      return requiredPath(at + 1..<Int(step.next), target, step.shape, state).map { [name] + $0 }
    default: return nil
    }
  }

  /// The server's errors in an object and below it; `nil` if there are none.
  private func errors(_ range: Range<Int>, _ record: RecordID, _ state: StoreState) -> [GraphQLError]? {
    var found: [GraphQLError] = []
    for index in counted(range, record, state) {
      let step = plan.steps[index]
      guard step.kind == .scalar || step.kind == .linked else { continue }
      let key = step.key.resolved(in: frame.keys)
      found += state.records.entries[Int(record)].record.errors?[key] ?? []
      if case .ref(let target) = state.records.entries[Int(record)].record[key], lost(target, state) == nil {
        found += errors(index + 1..<Int(step.next), target, state) ?? []
      }
    }
    return found.isEmpty ? nil : found
  }

  /// The steps that count for a record itself, those of fields and of `@required`.
  private func counted(_ range: Range<Int>, _ record: RecordID, _ state: StoreState) -> [Int] {
    var found: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let step = plan.steps[index]
      var isEntered = true
      switch step.kind {
      case .condition: isEntered = holds(step)
      case .inlineFragment: isEntered = mismatch(step.typeCondition, record, state) == nil
      case .required: found.append(index)
      case .catch, .defer, .stream, .clientExtension: break
      default:
        found.append(index)
        isEntered = false
      }
      // What is in a step follows it.
      index = isEntered ? index + 1 : Int(step.next)
    }
    return found
  }

  private func holds(_ condition: ReaderStep) -> Bool { frame.conditions[Int(condition.index)] == condition.flag }
}
