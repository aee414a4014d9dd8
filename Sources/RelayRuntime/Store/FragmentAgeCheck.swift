/// Finds the age of a fragment's data, by walking its reader plan over the records. The ages of fields come from the operation's plan.
struct FragmentAgeCheck: ~Copyable {
  private let frame: ReadFrame
  private let ages: PlanAges
  private let common: FieldAge
  private let rootType: KeyID
  private var check: AgeCheck
  /// The latest invalidation among what was visited.
  private(set) var invalidatedAt: Epoch?
  private var visited: Set<AgeCheck.StaleField> = []

  /// The age so far.
  var age: DataAge { check.age }

  init(_ context: ReadContext, _ ages: PlanAges, _ rules: AgeRules) {
    frame = context.frame(readsFragments: false)
    self.ages = ages
    common = context.owner.definition.normalization.age
    rootType = context.owner.definition.fragment.plan.typeKey
    check = AgeCheck(rules)
  }

  mutating func visit(_ id: RecordID, _ state: borrowing StoreState) { visit(0..<frame.steps.count, id, state) }

  private mutating func visit(_ range: Range<Int>, _ id: RecordID, _ state: borrowing StoreState) {
    guard id >= 0, state.records.entries[Int(id)].status == .exists,
      visited.insert(AgeCheck.StaleField(record: id, key: KeyID(truncatingIfNeeded: range.lowerBound))).inserted
    else { return }
    let record = state.records.entries[Int(id)].record
    let type = record.type == Keys.rootType ? rootType : record.type
    note(state.invalidations.records[id])
    note(state.invalidations.marks.epoch(of: type))
    visit(range, id, record, type, state)
  }

  private mutating func note(_ epoch: Epoch?) {
    if let epoch { invalidatedAt = max(invalidatedAt ?? epoch, epoch) }
  }

  /// Takes the invalidations of a field into account.
  private mutating func noteInvalidations(of key: KeyID, on type: KeyID, _ state: borrowing StoreState) {
    let names = state.records.keys
    for field in ages.fields(of: key) {
      note(state.invalidations.marks.epoch(of: type, field: field.name) { names.name(field.key) })
    }
  }

  private mutating func visit(
    _ range: Range<Int>, _ id: RecordID, _ record: Record, _ type: KeyID, _ state: borrowing StoreState
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = frame.steps[index]
      let children = index + 1..<max(index + 1, Int(step.next))
      switch step.kind {
      case .scalar, .linked:
        let key = step.key.resolved(in: frame.keys)
        let value = record[key]
        guard !value.isMissing else { break }
        if let age = ages.age(of: key, on: type) { check.judge(key, of: id, age, common, state) }
        if state.invalidations.marks.hasFields { noteInvalidations(of: key, on: type, state) }
        if step.kind == .linked { visitLinks(children, value, state) }
      case .inlineFragment:
        if state.records.holds(step.typeCondition, for: record.type) == true { visit(children, id, record, type, state) }
      case .condition: if frame.conditions[Int(step.index)] == step.flag { visit(children, id, record, type, state) }
      case .defer, .stream, .catch, .required, .inlineData: visit(children, id, record, type, state)
      case .spread, .aliasedFragment, .clientExtension: break
      }
      index = children.upperBound
    }
  }

  private mutating func visitLinks(_ range: Range<Int>, _ value: Value, _ state: borrowing StoreState) {
    switch value {
    case .ref(let id): visit(range, id, state)
    case .refs(let ids): for id in ids where id >= 0 { visit(range, id, state) }
    default: for id in value.links { visit(range, id, state) }
    }
  }

  /// Takes the time of the operation's last answer into account.
  mutating func finish(_ written: RetentionTable.Written?, _ configuration: RelayStore.Configuration, _ state: borrowing StoreState) {
    check.finish(written: written?.time.map { Moment($0) }, lifetime: configuration.queryCacheExpirationTime, isRestored: written != nil)
    let invalidation = [state.invalidations.all, invalidatedAt].compactMap { $0 }.max()
    guard let invalidation, written.map({ $0.epoch < invalidation }) ?? true else { return }
    check.invalidate(at: state.invalidations.time(of: invalidation))
  }
}

extension RelayStore {
  /// How old the data of a selector is, without the fragments spread into it.
  func age(of selector: Selector) -> DataAge {
    let owner = selector.context.owner
    let plan = owner.definition.normalization
    let ages = PlanAges.of(owner, keys)
    return withExtendedLifetime(selector.context) {
      state.withLock { state in
        if plan.usesAges || configuration.maxAge != nil { state.records.beginTimes() }
        var check = FragmentAgeCheck(selector.context, ages, AgeRules(configuration))
        if let id = state.records.find(selector.dataID, hint: selector.record) { check.visit(id, state) }
        check.finish(state.retention.written(owner.key), configuration, state)
        return check.age
      }
    }
  }
}
