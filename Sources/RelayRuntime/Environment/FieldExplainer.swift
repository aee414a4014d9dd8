/// Finds out why a slot of a row has the value that it has.
struct FieldExplainer {
  let environment: RelayEnvironment

  init(_ environment: RelayEnvironment) { self.environment = environment }

  static let noStore =
    "This data belongs to no store: it was made from JSON, or stands for an object that is missing. Explain the field in the data around it."

  private var store: RelayStore { environment.store }

  /// Explains a slot.
  func explain(_ place: RowTrace.Place) -> FieldExplanation {
    let row = place.row
    guard let context = row.context, let shape = context.plan.shapes.firstIndex(where: { $0 === row.shape }) else {
      return FieldExplanation(.noStore, record: row.dataID, Self.noStore)
    }
    let places = SlotPlaces(context.plan, shape: shape, slot: place.slot).places
    let path = places.first?.path ?? [row.shape.names[place.slot]]
    let subject = Subject(context: context, dataID: row.dataID, path: path)
    guard context.store === store else { return subject.otherEnvironment }
    if let pointer = pointer(in: place) { return explain(pointer, as: subject, places) }
    switch row.value(in: place.slot) {
    case .missing, .null: break
    case .bool(false) where row.shape.types[place.slot].base == .marker: break
    case .errors(let errors): return subject.explanation(.fieldError(errors.errors.compactMap(\.error)), "\(errors)")
    default: return subject.explanation(.hasValue)
    }
    return store.state.withLock { state in
      cause(of: places, in: subject, isRoot: shape == 0, state)
    } ?? afterSearch(subject, places)
  }

  /// Explains that a fragment has no data.
  func explain(_ pointer: FragmentPointer, _ definition: Generated.FragmentDefinition) -> FieldExplanation {
    guard let scope = pointer.scope else { return FieldExplanation(.noStore, field: definition.name, Self.noStore) }
    let subject = Subject(context: scope.context(for: definition), dataID: pointer.dataID, path: [])
    guard scope.store === store else { return subject.otherEnvironment }
    return store.state.withLock { state in
      guard let record = record(subject, state) else { return lostRecord(subject, state) }
      let causes = FieldCauses(subject.context)
      return causes.nullObject(0..<subject.context.plan.steps.count, record, 0, state).map { subject.explanation($0) }
        ?? subject.explanation(.outdated)
    }
  }

  /// The fragment in a slot, if there is one.
  private func pointer(in place: RowTrace.Place) -> FragmentPointer? {
    guard place.row.isSpread(place.slot) != nil else { return nil }
    return place.row.fragmentPointer(place.slot)
  }

  /// Explains a path that ends at a fragment.
  private func explain(_ pointer: FragmentPointer, as subject: Subject, _ places: [SlotPlaces.Place]) -> FieldExplanation {
    guard let definition = pointer.scope?.context?.definition else { return subject.explanation(.hasValue) }
    return pointer.row(definition) == nil ? explain(pointer, definition) : subject.explanation(.hasValue)
  }

  // MARK: Causes

  /// What the plan and the record say; `nil` if the record lacks the field.
  private func cause(
    of places: [SlotPlaces.Place], in subject: Subject, isRoot: Bool, _ state: StoreState
  ) -> FieldExplanation? {
    guard let record = record(subject, state) else { return lostRecord(subject, state) }
    let causes = FieldCauses(subject.context)
    if isRoot, let reason = causes.mismatch(subject.context.plan.typeCondition, record, state) { return subject.explanation(reason) }
    var reasons: [FieldExplanation.Reason] = []
    for place in places {
      if let reason = causes.exclusion(of: place, record, state) {
        reasons.append(reason)
      } else if let reason = causes.value(of: place, record, state) {
        return subject.explanation(reason)
      } else {
        return nil
      }
    }
    // A variable says more than a type: it can be changed.
    let skipped = reasons.first { if case .skipped = $0 { true } else { false } }
    return (skipped ?? reasons.first).map { subject.explanation($0) }
  }

  /// Explains that the record lacks the field, by what the operation selects.
  private func afterSearch(_ subject: Subject, _ places: [SlotPlaces.Place]) -> FieldExplanation {
    let owner = subject.context.owner
    let walk = PlanWalk(owner, store.keys)
    let key = places.lazy.compactMap { FieldCauses.key(of: $0, subject.context) }.first
    let search = store.state.withLock { state -> SelectionSearch? in
      guard let key, let record = record(subject, state) else { return nil }
      var search = SelectionSearch(record: record, key: key)
      search.search(owner.rootID, walk, state)
      return search
    }
    guard let search else { return subject.explanation(.missing) }
    if search.defersField, !search.selectsField { return subject.explanation(.deferred) }
    if environment.activity.isActive(owner) { return subject.explanation(.inFlight) }
    return subject.explanation(search.reachesRecord && !search.selectsField ? .notSelected : .missing)
  }

  private func record(_ subject: Subject, _ state: StoreState) -> RecordID? {
    guard let record = state.records.find(subject.dataID), case .exists = state.records.entries[Int(record)].status else { return nil }
    return record
  }

  /// Explains a record that is not there any more.
  private func lostRecord(_ subject: Subject, _ state: StoreState) -> FieldExplanation {
    if let record = state.records.find(subject.dataID), case .deleted = state.records.entries[Int(record)].status {
      return subject.explanation(.deleted)
    }
    // What is retained is never collected, so only clearing removes it.
    let root = state.retention.roots[subject.context.owner.key]
    if state.generation > 0, let root, root.count > 0, root.written == nil { return subject.explanation(.storeCleared) }
    return subject.explanation(
      .missing, "The store does not have the record any more: it was collected, because nothing retains its operation, or cleared.")
  }

  // MARK: Sentences

  /// What is explained.
  private struct Subject {
    let context: ReadContext
    let dataID: String
    let path: [String]

    var field: String { ([context.definition.name] + path).joined(separator: ".") }

    var otherEnvironment: FieldExplanation { explanation(.otherEnvironment) }

    /// - Parameter text: what to say instead of the usual sentence.
    func explanation(_ reason: FieldExplanation.Reason, _ text: String? = nil) -> FieldExplanation {
      FieldExplanation(reason, field: field, record: dataID, "\(field) of \(dataID) \(predicate(reason)) \(text ?? advice(reason))".trimmed)
    }

    private func predicate(_ reason: FieldExplanation.Reason) -> String {
      switch reason {
      case .hasValue: "has a value."
      case .null: "is null."
      case .fieldError: "has an error."
      case .missing, .notSelected, .storeCleared: "is missing from the store."
      case .deleted: "is gone: the record has been deleted."
      case .wrongType(let expected, let actual): "is selected for \(expected) only, and the object is of type \(actual)."
      case .unknownType(let expected, let actual): "is selected for \(expected) only, and the object is of type \(actual)."
      case .skipped(""): "is skipped: its @include or @skip never lets it through."
      case .skipped(let variable): "is skipped: @include or @skip depends on $\(variable)."
      case .deferred: "has not arrived: it is in a part with @defer."
      case .inFlight: "has not arrived: the request of \(context.owner.definition.name) is in flight."
      case .required(let path): "is null, because \(path) in it has @required and no value."
      case .outdated: "has a value now."
      case .otherEnvironment: "belongs to the store of another environment."
      case .noStore, .noField: ""
      }
    }

    private func advice(_ reason: FieldExplanation.Reason) -> String {
      let owner = context.owner.definition.name
      return switch reason {
      case .hasValue, .deleted, .wrongType, .noStore, .noField: ""
      case .null: "The server has sent null without an error, or an updater has set it."
      case .fieldError(let errors): errors.map(\.message).joined(separator: " ")
      case .missing:
        "\(owner) selects it, but whatever has written the record did not have the field: a mutation, a subscription, another query or an "
          + "updater. Select it there too\(context.definition.name == owner ? "" : ", for example by spreading \(context.definition.name)")."
      case .notSelected: "\(owner) reaches the record, but does not select the field there."
      case .unknownType(let expected, let actual):
        "The store does not know whether \(actual) belongs to \(expected): no response has said it."
      case .skipped(""): ""
      case .skipped(let variable): "Its value is \(owner == context.definition.name ? value(variable) : "\(value(variable)) in \(owner)")."
      case .deferred: "It follows, unless the request has ended."
      case .inFlight: "Its answer may have the field."
      case .storeCleared: "The store has been cleared since."
      case .required(let path): "Explain \(path) in data without the directive, or remove @required."
      case .outdated: "This data was read before it did: read it again, or follow it with a handle or property wrapper."
      case .otherEnvironment: "Ask the environment with which the data was fetched."
      }
    }

    private func value(_ variable: String) -> String { "\(context.variables[variable] ?? context.owner.variables[variable] ?? .null)" }
  }
}

extension String {
  fileprivate var trimmed: String { last == " " ? String(dropLast()) : self }
}
