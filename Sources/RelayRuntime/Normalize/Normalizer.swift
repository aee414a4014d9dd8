/// Converts the data of a response to records, directly from its bytes, by walking the normalization plan and the token tape together.
///
/// It touches no store, and runs outside of all locks. Its properties are the input, as pointers that the walk needs for every field, and
/// the output. Grouping them in an inner struct would cost a copy or a load more per field.
struct Normalizer: ~Copyable {
  /// The options for normalizing a response.
  struct Options: Sendable {
    /// Whether the data is a server's answer, which must have every field with a value of its type. Where it violates the schema, the
    /// nearest nullable field above becomes null and gets an error. A null with an error of the server at its own path violates nothing,
    /// because the server may not propagate errors (`onError: NULL`): it stays where it is. Data made by a client may be incomplete; only
    /// its shape must be right.
    var isResponse = false
    /// Whether a field that the response lacks counts as null.
    var treatMissingFieldsAsNull = false
    /// Whether `@defer` and `@stream` leave placeholders. Otherwise the data of deferred parts is normalized
    /// immediately.
    var leavesPlaceholders = true
    /// The rules for identities.
    var identity = IdentityRules()
  }

  /// An object of the response whose fields go into a record.
  struct Object {
    /// The position of the object in the document.
    let position: Int
    let id: RecordID
    let dataID: String
    /// The record, taken out of the payload while fields are written to it.
    var record: Record
    /// The object's node in the trie of errors; -1 if there is none at or below it.
    let errors: Int
    /// The member at which the next lookup starts.
    var hint: Int

    init(at position: Int, id: RecordID, dataID: String, record: Record, errors: Int) {
      self.position = position
      self.id = id
      self.dataID = dataID
      self.record = record
      self.errors = errors
      hint = position + 1
    }
  }

  // The input, which does not change while the normalizer runs.
  let document: JSONDocument
  let cursor: JSONCursor
  let walk: PlanWalk
  /// Pointers to the plan's steps, the bytes of its response keys, and those of the response key of ids; valid while
  /// normalizing.
  let plan: PlanBuffers
  let scalars: [ScalarType]
  let options: Options
  /// Whether objects are identified by their id alone, whatever their type.
  let identifiesByID: Bool
  let errorTrie: ErrorTrie?
  /// The values that count as null because the response violates the schema; `nil` until the response is validated.
  let verdict: ResponseValidator.Verdict?

  // The output, and the state of the walk.
  var payload: NormalizedPayload
  var names: ResponseNames
  var path: ResponsePath
  /// By handle of the plan, its first field, with which those of other objects share all but the object.
  private var handles: ContiguousArray<HandleFieldPayload?> = []
  /// Whether the current field may be missing, as client fields may.
  var isOptional = false
  /// Whether the response violates the schema. Its records are then discarded.
  var isBroken = false

  /// Pointers to the arrays of a plan.
  ///
  /// `@safe`: `normalize` makes them for the time of a call in which it keeps the plan. The range of each step's bytes was made for them.
  @safe struct PlanBuffers {
    let steps: FixedElements<NormalizationStep>
    let keyBytes: UnsafeBufferPointer<UInt8>
    let idKey: UnsafeBufferPointer<UInt8>
  }

  /// Normalizes part of a response.
  ///
  /// - Parameters:
  ///   - part: the object, and what it belongs to.
  ///   - keys: the names of the store that receives the records.
  /// - Throws: `NormalizationError` if the response's shape does not fit the operation.
  static func normalize(
    _ part: ResponsePart, keys: KeyTable, options: Options = Options()
  ) throws(NormalizationError) -> NormalizedPayload {
    let plan = part.operation.definition.normalization
    return try part.document.withCursor { cursor throws(NormalizationError) in
      guard cursor.kind(part.position) == .object else {
        throw NormalizationError.unexpectedValue(
          path: "", expected: "an object", found: cursor.kind(part.position) == .array ? "a list" : "a scalar")
      }
      let walk = PlanWalk(part.operation, keys, includesHandles: false)
      return unsafe try plan.steps.withUnsafeBufferPointer { steps throws(NormalizationError) in
        unsafe try plan.keyBytes.withUnsafeBufferPointer { keyBytes throws(NormalizationError) in
          let buffers = unsafe PlanBuffers(
            steps: FixedElements(steps), keyBytes: keyBytes, idKey: UnsafeBufferPointer(rebasing: keyBytes[plan.idBytes]))
          var first = Normalizer(part, cursor, walk, buffers, keys, options, verdict: nil)
          try first.root(part)
          guard first.isBroken else { return first.payload }
          let verdict = try ResponseValidator.validate(part, cursor, walk, keys: keys, options: options)
          var second = Normalizer(part, cursor, walk, buffers, keys, options, verdict: verdict)
          try second.root(part)
          return second.payload
        }
      }
    }
  }

  private init(
    _ part: ResponsePart, _ cursor: JSONCursor, _ walk: PlanWalk, _ plan: PlanBuffers, _ keys: KeyTable, _ options: Options,
    verdict: ResponseValidator.Verdict?
  ) {
    document = part.document
    self.cursor = cursor
    self.walk = walk
    self.plan = plan
    scalars = part.operation.definition.scalars
    self.options = options
    identifiesByID = options.identity.mixesTypes && walk.plan.keyFields.isEmpty
    self.verdict = verdict
    let errors = part.errors + (verdict?.errors ?? [])
    errorTrie = ErrorTrie(errors)
    names = ResponseNames(keys)
    path = ResponsePath(base: part.path)
    // Of a document with many parts, each has only its own values.
    let tokens = cursor.next(part.position) - part.position
    let objects = min(part.document.tape.objectCount, tokens)
    let records = PayloadRecords(capacity: min(max(objects, 16), 1 << 16), fields: tokens / 2 + objects)
    payload = NormalizedPayload(records: records, handles: [], placeholders: [], errors: errors, rootID: part.rootID, steps: part.steps)
    payload.records.leases = [walk.lease] + part.leases
  }

  private mutating func root(_ part: ResponsePart) throws(NormalizationError) {
    let id = payload.records.record(part.rootID)
    payload.records.records[Int(id)].type = part.rootType
    var object = Object(
      at: part.position, id: id, dataID: part.rootID, record: payload.records.take(id), errors: errorTrie?.node(part.path) ?? -1)
    try selections(part.steps ?? 0..<plan.steps.count, &object)
    swap(&object.record, &payload.records.records[Int(id)])
  }

  @inline(__always)
  func find(_ step: NormalizationStep, in object: Int, _ hint: inout Int) -> Int {
    let start = Int(step.bytes)
    return unsafe cursor.find(UnsafeBufferPointer(rebasing: plan.keyBytes[start..<start + Int(step.byteCount)]), in: object, hint: &hint)
  }

  // MARK: Selections

  mutating func selections(_ range: Range<Int>, _ object: inout Object) throws(NormalizationError) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = plan.steps[index]
      let next = Int(step.next)
      switch step.kind {
      case .scalar, .linked: try field(index, step, &object)
      case .inlineFragment:
        if step.typeCondition.isAbstract {
          if discriminate(step, object) { try selections(index + 1..<next, &object) }
        } else if step.typeCondition.includes(object.record.type) {
          try selections(index + 1..<next, &object)
        }
      case .typeDiscriminator: _ = discriminate(step, object)
      case .condition: if walk.holds(step) { try selections(index + 1..<next, &object) }
      case .scalarHandle, .linkedHandle: addHandle(step, object)
      case .defer:
        if options.leavesPlaceholders, walk.isEnabled(step) {
          addPlaceholder(.defer, step, index + 1..<next, object)
        } else {
          try selections(index + 1..<next, &object)
        }
      case .stream:
        try selections(index + 1..<next, &object)
        if options.leavesPlaceholders, walk.isEnabled(step), index + 1 < next {
          addPlaceholder(.stream, step, index + 1..<next, object)
        }
      case .clientExtension:
        let wasOptional = isOptional
        isOptional = true
        try selections(index + 1..<next, &object)
        isOptional = wasOptional
      }
      index = next
    }
  }

  /// Records whether the object's type belongs to the abstract type: whether the response has the `__isX` field.
  private mutating func discriminate(_ step: NormalizationStep, _ object: borrowing Object) -> Bool {
    var hint = object.position + 1
    let implements = find(step, in: object.position, &hint) >= 0
    let type = object.record.type
    guard type != Keys.none else { return implements }
    let typeRecord = payload.records.record(DataID.type(Keys.name(type)))
    payload.records.records[Int(typeRecord)].type = Keys.typeSchema
    payload.records.records[Int(typeRecord)].set(step.abstractKey, .bool(implements))
    return implements
  }

  private mutating func addHandle(_ step: NormalizationStep, _ object: borrowing Object) {
    let index = Int(step.index)
    if handles.isEmpty { handles = ContiguousArray(repeating: nil, count: walk.plan.handles.count) }
    if let field = handles[index] { return payload.handles.append(HandleFieldPayload(field, of: object.dataID)) }
    let field = walk.plan.handles[index]
    let first = HandleFieldPayload(
      dataID: object.dataID, fieldKey: names.name(walk.key(step)), handleKey: StorageKey.handle(field, walk.variables),
      handle: field.handle, arguments: field.arguments.evaluate(walk.variables),
      handleArguments: field.handleArguments.evaluate(walk.variables))
    handles[index] = first
    payload.handles.append(first)
  }

  private mutating func addPlaceholder(
    _ kind: IncrementalPlaceholder.Kind, _ step: NormalizationStep, _ steps: Range<Int>, _ object: borrowing Object
  ) {
    // A stream belongs to the list in its only field.
    let field = kind == .stream ? plan.steps[steps.lowerBound] : nil
    if let field { path.push(responseKey: field.index) }
    payload.placeholders.append(
      IncrementalPlaceholder(
        kind: kind, label: walk.plan.labels[Int(step.index)], path: path.json(walk.plan), dataID: object.dataID,
        type: object.record.type, steps: steps, fieldKey: field.map { walk.key($0) } ?? Keys.none, position: object.position))
    if field != nil { path.pop() }
  }

  // MARK: Fields

  @inline(__always)
  private mutating func field(_ at: Int, _ step: NormalizationStep, _ object: inout Object) throws(NormalizationError) {
    let value = find(step, in: object.position, &object.hint)
    guard value >= 0 else { return missingField(step, &object) }
    if let verdict, verdict.nulls.contains(value) { return setNull(step, &object) }
    switch cursor.kind(value) {
    case .null:
      if options.isResponse, step.check.isNonNull, !hasOwnErrors(step, object) { isBroken = true }
      setNull(step, &object)
    case .object where step.kind == .linked:
      guard !step.flag else { return try refuse(value, step) }
      try link(at, step, value, &object)
    case .array where step.kind == .linked:
      guard step.flag else { return try refuse(value, step) }
      try links(at, step, value, &object)
    default:
      guard step.kind == .scalar else { return try refuse(value, step) }
      object.record.set(walk.key(step), leaf(value, step))
    }
  }

  /// Handles a field that is missing from the response.
  @inline(never)
  private mutating func missingField(_ step: NormalizationStep, _ object: inout Object) {
    guard !isOptional else { return }
    if options.isResponse, verdict == nil, !options.treatMissingFieldsAsNull || step.check.isNonNull { return isBroken = true }
    if options.isResponse || options.treatMissingFieldsAsNull { setNull(step, &object) }
  }

  @inline(never)
  private mutating func setNull(_ step: NormalizationStep, _ object: inout Object) {
    let key = walk.key(step)
    object.record.set(key, .null)
    guard object.errors >= 0, let errorTrie else { return }
    let errors = errorTrie.errors(childErrors(object.errors, step))
    if !errors.isEmpty { object.record.setErrors(key, errors) }
  }

  /// Whether the server has reported an error for a field itself, rather than for one below it.
  @inline(never)
  private func hasOwnErrors(_ step: NormalizationStep, _ object: borrowing Object) -> Bool {
    errorTrie?.hasOwnErrors(childErrors(object.errors, step)) ?? false
  }

  /// The node of a field in the trie of errors.
  func childErrors(_ errors: Int, _ step: NormalizationStep) -> Int {
    guard errors >= 0, let errorTrie else { return -1 }
    return errorTrie.child(errors, .string(walk.responseKey(step)))
  }

  // MARK: What breaks the schema

  /// Records that a field's value does not have the field's type.
  private mutating func refuse(_ value: Int, _ step: NormalizationStep) throws(NormalizationError) {
    path.push(responseKey: step.index)
    defer { path.pop() }
    try refuse(value, expected: step.flag ? "a list" : "an object")
  }

  /// Records that the value at the current path does not have its type. In data made by a client, that is an error.
  mutating func refuse(_ value: Int, expected: String) throws(NormalizationError) {
    guard !options.isResponse else { return isBroken = true }
    let found =
      switch cursor.kind(value) {
      case .array: "a list"
      case .object: "an object"
      case .null: "null"
      default: "a scalar"
      }
    throw NormalizationError.unexpectedValue(path: path.text(walk.plan), expected: expected, found: found)
  }
}
