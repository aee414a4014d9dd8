/// One walk over the records that an operation would read.
struct AvailabilityCheck: ~Copyable {
  /// A field that the store lacks.
  struct Missing: Sendable {
    let dataID: String
    let step: Int
    let key: KeyID
  }

  /// A component of the path to an object.
  enum PathComponent {
    case key(String)
    case index(Int)
  }

  /// The field that identifies an object.
  let idKey: KeyID
  let collectsMissing: Bool
  var isMissing = false
  /// The latest invalidation among the records that were visited.
  var invalidatedAt: Epoch?
  var missing: [Missing] = []
  /// The records of which something is missing that memory may not have. A store on disk looks for them there.
  private(set) var lacking: ContiguousArray<RecordID> = []
  /// Whether values are compared with the plan: those from disk may be of an earlier schema.
  var checksValues = false
  var visited = VisitedSteps()
  /// Whether to find out where the first thing is that is missing.
  let findsFirst: Bool
  /// Where it is, and what is missing there.
  private(set) var first: String?
  /// The path to the object being checked, if that is to be found out.
  private var path: [PathComponent] = []
  /// Judges the ages of fields; `nil` while nobody asks for ages.
  private(set) var ages: AgeCheck?
  /// The operation's root type, for invalidated types and fields.
  private var rootType = Keys.none
  /// Whether fields, or records, are to be judged. Most checks have nothing to judge, and pay one branch for each field.
  private var judgesFields = false
  private var judgesTypes = false

  init(idKey: KeyID, collectsMissing: Bool, findsFirst: Bool = false) {
    self.idKey = idKey
    self.collectsMissing = collectsMissing
    self.findsFirst = findsFirst
  }

  /// Judges also what the check visits.
  ///
  /// - Parameters:
  ///   - ages: judges the ages of fields, if anybody asks for ages.
  ///   - rootType: the operation's root type.
  mutating func judge(_ ages: AgeCheck?, rootType: KeyID, _ marks: borrowing StaleMarks) {
    self.ages = ages
    self.rootType = rootType
    judgesFields = ages != nil || marks.hasFields
    judgesTypes = marks.hasTypes
  }

  mutating func check(_ rootID: String, _ walk: PlanWalk, _ state: borrowing StoreState) {
    check(rootID, 0..<walk.steps.count, walk, state)
  }

  /// Checks a part of an operation. It is not inlined, so that its callers have no copies of the whole check.
  ///
  /// - Parameters:
  ///   - dataID: the object that has the part.
  ///   - range: the steps that select the object's fields.
  @inline(never)
  mutating func check(_ dataID: String, _ range: Range<Int>, _ walk: PlanWalk, _ state: borrowing StoreState) {
    guard let id = state.records.names.find(dataID) else {
      lack(walk) { "nothing has been fetched" }
      return
    }
    check(range, id, walk, state)
  }

  /// Checks an object.
  ///
  /// - Parameter range: the steps that select its fields.
  mutating func check(_ range: Range<Int>, _ id: RecordID, _ walk: PlanWalk, _ state: borrowing StoreState) {
    guard id >= 0 else {
      if id == .missing { lack(walk) { "an unknown item" } }
      return
    }
    guard visited.enter(id, range, walk.steps) else { return }
    let entry = state.records.entries[Int(id)]
    noteInvalidations(of: id, entry.record, state)
    switch entry.status {
    case .unknown: lackRecord(id, walk, state)
    case .deleted: return
    case .exists: checkSelections(range, id, entry.record, walk, state)
    }
  }

  /// Takes the invalidations of a record into account.
  private mutating func noteInvalidations(of id: RecordID, _ record: Record, _ state: borrowing StoreState) {
    if judgesTypes { note(state.invalidations.marks.epoch(of: type(of: record))) }
    note(state.invalidations.records[id])
  }

  /// The type of a record, or that of the operation's root.
  private func type(of record: Record) -> KeyID { record.type == Keys.rootType ? rootType : record.type }

  /// Notes that something was invalidated.
  private mutating func note(_ epoch: Epoch?) {
    if let epoch { invalidatedAt = max(invalidatedAt ?? epoch, epoch) }
  }

  /// Takes the ages and the invalidations of an object's fields into account. A loop of its own, so that checks with nothing to judge pay
  /// nothing for it.
  @inline(never)
  private mutating func judge(_ range: Range<Int>, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState) {
    let hasMarks = state.invalidations.marks.hasFields
    var index = range.lowerBound
    while index < range.upperBound {
      let step = walk.steps[index]
      if step.kind == .scalar || step.kind == .linked, !record[walk.key(step)].isMissing {
        let key = walk.key(step)
        ages?.judge(key, of: id, walk.plan.age(at: index), walk.plan.age, state)
        if hasMarks {
          note(
            state.invalidations.marks.epoch(of: type(of: record), field: walk.plan.nameKey(step)) {
              state.records.keys.name(key)
            })
        }
      }
      index = Int(step.next)
    }
  }

  /// Notes that something is missing.
  ///
  /// - Parameters:
  ///   - key: the response key of the missing field; `nil` for the object being checked.
  ///   - what: describes what is missing.
  private mutating func lack(_ walk: PlanWalk, key: String? = nil, _ what: () -> String) {
    isMissing = true
    guard findsFirst, first == nil else { return }
    let keys = path + (key.map { [.key($0)] } ?? [])
    let text = keys.reduce(into: walk.plan.name) { text, component in
      switch component {
      case .key(let key): text += ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
    first = "\(text) \(key == nil ? "is" : "of") \(what())"
  }

  /// Notes that a record is missing.
  private mutating func lackRecord(_ id: RecordID, _ walk: PlanWalk, _ state: borrowing StoreState) {
    if state.records.isIncomplete(id) { lacking.append(id) }
    // A closure that captures the state would copy all of it.
    let name = state.records.names.strings[Int(id)]
    lack(walk) { "the record \(name)" }
  }

  private mutating func recordMissing(_ id: RecordID, _ step: Int, _ walk: PlanWalk, _ state: borrowing StoreState) {
    if state.records.isIncomplete(id) { lacking.append(id) }
    let name = state.records.names.strings[Int(id)]
    lack(walk, key: walk.responseKey(walk.steps[step])) { name }
    if collectsMissing { missing.append(Missing(dataID: name, step: step, key: walk.key(walk.steps[step]))) }
  }

  // MARK: Selections

  // What follows calls itself for each level of a response. Each kind of step has a function of its own, so that a level takes little of the
  // stack also in a debug build, where every value of a function has its own place in the frame.

  private mutating func checkSelections(
    _ range: Range<Int>, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState
  ) {
    if judgesFields { judge(range, id, record, walk, state) }
    var index = range.lowerBound
    while index < range.upperBound {
      // The result cannot change any more, and missing fields need not be collected.
      if isMissing, !collectsMissing, invalidatedAt != nil, state.records.mirrored == nil { return }
      check(walk.steps[index].kind, at: index, id, record, walk, state)
      index = Int(walk.steps[index].next)
    }
  }

  @inline(__always)
  private mutating func check(
    _ kind: NormalizationStep.Kind, at index: Int, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState
  ) {
    switch kind {
    case .scalar: checkScalar(index, id, record, walk, state)
    case .linked: checkLinked(index, id, record, walk, state)
    case .linkedHandle: checkLinkedHandle(index, id, record, walk, state)
    case .scalarHandle: break
    case .typeDiscriminator: checkType(index, record, walk, state)
    case .inlineFragment:
      if isSelected(index, record, walk, state) { checkSelections(walk.children(of: index), id, record, walk, state) }
    case .condition:
      if walk.holds(walk.steps[index]) { checkSelections(walk.children(of: index), id, record, walk, state) }
    case .defer, .stream: checkSelections(walk.children(of: index), id, record, walk, state)
    case .clientExtension: checkClientExtension(walk.children(of: index), id, record, walk, state)
    }
  }

  /// In an object without an id, the id is not missing.
  private func needsNoID(_ key: KeyID, _ id: RecordID, _ state: borrowing StoreState) -> Bool {
    key == idKey && DataID.isClient(state.records.names.strings[Int(id)])
  }

  private mutating func checkScalar(
    _ index: Int, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState
  ) {
    let key = walk.key(walk.steps[index])
    if record[key].isMissing, key != Keys.typename {
      if !needsNoID(key, id, state) { recordMissing(id, index, walk, state) }
    } else if checksValues, !walk.steps[index].check.mayBe(record[key]) {
      recordMissing(id, index, walk, state)
    }
  }

  private mutating func checkLinked(
    _ index: Int, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState
  ) {
    let value = record[walk.key(walk.steps[index])]
    // A list in place of one link, as only an updater or an archive can have it, is not read.
    if value.isMissing || value.isList && !walk.steps[index].flag {
      recordMissing(id, index, walk, state)
    } else {
      enter(walk.steps[index], walk)
      checkLinks(value, walk.children(of: index), walk, state)
      leave()
    }
  }

  private mutating func checkLinkedHandle(
    _ index: Int, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState
  ) {
    let source = Int(walk.steps[index].name)
    guard source >= 0 else { return }
    let value = record[walk.handleKey(walk.steps[index])]
    if value.isMissing || value.isList && !walk.steps[source].flag {
      lackConnection(source, id, walk, state)
    } else {
      enter(walk.steps[source], walk)
      checkLinks(value, walk.children(of: source), walk, state)
      leave()
    }
  }

  /// Notes that the field that a handler maintains is missing.
  private mutating func lackConnection(_ source: Int, _ id: RecordID, _ walk: PlanWalk, _ state: borrowing StoreState) {
    if state.records.isIncomplete(id) { lacking.append(id) }
    let name = state.records.names.strings[Int(id)]
    lack(walk, key: walk.responseKey(walk.steps[source])) { name }
  }

  private mutating func checkType(_ index: Int, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState) {
    let known = state.records.implements(record.type, abstractKey: walk.steps[index].abstractKey)
    if known == nil { lackType(record.type, walk) }
  }

  /// Whether the selections of an inline fragment apply to a record; what is missing to know that is noted.
  private mutating func isSelected(_ index: Int, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState) -> Bool {
    if let holds = state.records.holds(walk.steps[index].typeCondition, for: record.type) { return holds }
    lackType(record.type, walk)
    return false
  }

  /// Checks fields of the client schema: what is missing there does not count, and they never become stale.
  private mutating func checkClientExtension(
    _ range: Range<Int>, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState
  ) {
    let (wasMissing, missingCount, knownFirst, judged) = (isMissing, missing.count, first, judgesFields)
    judgesFields = false
    checkSelections(range, id, record, walk, state)
    judgesFields = judged
    isMissing = wasMissing
    first = knownFirst
    missing.removeLast(missing.count - missingCount)
  }

  private mutating func checkLinks(_ value: Value, _ range: Range<Int>, _ walk: PlanWalk, _ state: borrowing StoreState) {
    switch value {
    case .ref(let id): check(range, id, walk, state)
    case .refs(let ids):
      for (index, id) in ids.enumerated() where id != .null {
        enter(index)
        check(range, id, walk, state)
        leave()
      }
    case .list(let values):
      for (index, value) in values.enumerated() {
        enter(index)
        checkLinks(value, range, walk, state)
        leave()
      }
    default: return
    }
  }

  private mutating func lackType(_ type: KeyID, _ walk: PlanWalk) {
    lack(walk) { "of type \(Keys.name(type)), of which it is not known to which interfaces and unions it belongs" }
  }

  // MARK: The path

  @inline(__always)
  private mutating func enter(_ step: NormalizationStep, _ walk: PlanWalk) {
    if findsFirst { path.append(.key(walk.responseKey(step))) }
  }

  @inline(__always)
  private mutating func enter(_ index: Int) {
    if findsFirst { path.append(.index(index)) }
  }

  @inline(__always)
  private mutating func leave() {
    if findsFirst { path.removeLast() }
  }
}
