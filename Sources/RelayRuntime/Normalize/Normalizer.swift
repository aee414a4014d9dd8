/// Turns the data of a response into records, straight from its bytes: walks the normalization plan and the token tape together.
///
/// Pure: it touches no store, and runs outside every lock.
struct Normalizer {
  /// How a response is normalized.
  struct Options: Sendable {
    /// Whether what is normalized is a server's answer, which has every field, of its type: where it breaks the schema, the nearest nullable
    /// field above becomes null and has an error. Data that a client makes may be incomplete; what it has must only have the right form.
    var isResponse = false
    /// A field that the response lacks counts as null.
    var treatMissingFieldsAsNull = false
    /// Whether `@defer` and `@stream` leave placeholders; otherwise what is there is normalized at once.
    var leavesPlaceholders = true
    /// What identifies an object.
    var identity = IdentityRules()
  }

  private let cursor: JSONCursor
  private let document: JSONDocument
  private let plan: NormalizationPlan
  private let scalars: [ScalarType]
  private let variables: [String: JSON]
  private let keyTable: KeyTable
  private let options: Options
  private let lease: KeyLease
  private let keys: ContiguousArray<KeyID>
  private let conditions: ContiguousArray<Bool>
  private let errorTrie: ErrorTrie?
  private var path: ContiguousArray<Int32> = []
  private var payload: NormalizedPayload
  private var isOptional = false
  /// Whether a response was found to break the schema, and is worth nothing as it is.
  private var isBroken = false
  /// What counts as null in a response that breaks the schema.
  private let verdict: ResponseValidator.Verdict?
  /// Type names met so far, by where they stand in the text: a response repeats few of them many times.
  private var types: ContiguousArray<(start: Int, length: Int, key: KeyID)> = []
  private static let maximumTypes = 16

  /// Normalizes a part of a document.
  ///
  /// - Parameters:
  ///   - document: the parsed response.
  ///   - position: where the object is in the document.
  ///   - operation: the operation that the response answers.
  ///   - store keys: the keys of the store that the records are for.
  ///   - rootID: the record that the object's fields belong to, and its type.
  ///   - steps: the steps of the plan; `nil`: all of them.
  ///   - path: where the object is in the whole result.
  ///   - leases: keep the name of the root's type.
  /// - Throws: `NormalizationError` where the response has another form than the operation implies.
  static func normalize(
    _ document: JSONDocument, at position: Int, operation: OperationDescriptor, keys: KeyTable, rootID: String,
    rootType: KeyID = Keys.rootType, steps: Range<Int>? = nil, path: [JSON] = [], errors: [GraphQLError] = [],
    leases: [KeyLease] = [], options: Options = Options()
  ) throws(NormalizationError) -> NormalizedPayload {
    try document.withCursor { cursor throws(NormalizationError) in
      guard cursor.kind(position) == .object else {
        throw NormalizationError.unexpectedValue(
          path: "", expected: "an object", found: cursor.kind(position) == .array ? "a list" : "a scalar")
      }
      let plan = operation.definition.normalization
      let range = steps ?? 0..<plan.steps.count
      func normalizer(_ verdict: ResponseValidator.Verdict?) -> Normalizer {
        var normalizer = Normalizer(
          cursor: cursor, document: document, plan: plan, scalars: operation.definition.scalars, variables: operation.variables,
          keyTable: keys, rootID: rootID, errors: errors + (verdict?.errors ?? []), verdict: verdict, options: options,
          capacity: min(max(document.tape.objectCount, 16), 1 << 16),
          fields: document.tape.tokens.count / 2 + document.tape.objectCount)
        normalizer.basePath = path
        normalizer.payload.records.leases += leases
        return normalizer
      }
      var first = normalizer(nil)
      try first.normalizeRoot(position, rootID, rootType, range)
      guard first.isBroken else { return first.payload }
      let verdict = try ResponseValidator.validate(
        cursor, at: position, type: rootType, steps: range, of: operation, keys: keys, path: path, errors: errors, options: options)
      var second = normalizer(verdict)
      try second.normalizeRoot(position, rootID, rootType, range)
      return second.payload
    }
  }

  private mutating func normalizeRoot(_ position: Int, _ rootID: String, _ rootType: KeyID, _ range: Range<Int>) throws(NormalizationError)
  {
    let root = payload.records.record(rootID)
    payload.records.records[Int(root)].type = rootType
    let trie = errorTrie?.node(basePath) ?? -1
    var hint = position + 1
    var record = payload.records.take(root)
    let plan = plan
    try plan.steps.withUnsafeBufferPointer { steps throws(NormalizationError) in
      try plan.keyBytes.withUnsafeBufferPointer { keyBytes throws(NormalizationError) in
        self.keyBytes = keyBytes
        idKey = UnsafeBufferPointer(rebasing: keyBytes[plan.idBytes])
        try selections(range.lowerBound, range.upperBound, steps, position, &record, root, rootID, trie, &hint)
      }
    }
    swap(&record, &payload.records.records[Int(root)])
  }

  private var basePath: [JSON] = []
  /// The plan's key bytes, while normalizing.
  private var keyBytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The response key of ids, while normalizing.
  private var idKey = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// Whether an object's id is its identity, whatever its type.
  private let identifiesByID: Bool
  /// The texts of storage keys that identities were made from, by step.
  private var keyNames: [Int: String] = [:]
  /// The names of types that identities were made from.
  private var typeNames: [KeyID: String] = [:]

  @inline(__always)
  private func find(_ step: NormalizationStep, in object: Int, _ hint: inout Int) -> Int {
    let start = Int(step.bytes)
    return cursor.find(UnsafeBufferPointer(rebasing: keyBytes[start..<start + Int(step.byteCount)]), in: object, hint: &hint)
  }

  private init(
    cursor: JSONCursor, document: JSONDocument, plan: NormalizationPlan, scalars: [ScalarType], variables: [String: JSON],
    keyTable: KeyTable, rootID: String, errors: [GraphQLError], verdict: ResponseValidator.Verdict?, options: Options, capacity: Int,
    fields: Int
  ) {
    self.cursor = cursor
    self.document = document
    self.plan = plan
    self.scalars = scalars
    self.variables = variables
    self.keyTable = keyTable
    self.verdict = verdict
    self.options = options
    identifiesByID = options.identity.mixesTypes && plan.keyFields.isEmpty
    lease = plan.leaseKeys(variables, keyTable)
    keys = lease.keys
    conditions = plan.conditions(variables)
    errorTrie = ErrorTrie(errors)
    payload = NormalizedPayload(
      records: PayloadRecords(capacity: capacity, fields: fields), handles: [], placeholders: [], errors: errors, rootID: rootID)
    payload.records.leases = [lease]
  }

  @inline(__always)
  private func key(_ step: NormalizationStep) -> KeyID { step.key.resolved(in: keys) }

  private var pathText: String {
    let components =
      basePath.map { $0.stringValue ?? $0.description }
      + path.map { component in
        component >= 0 ? plan.responseKeys[Int(component)] : String(-1 - component)
      }
    return components.joined(separator: ".")
  }

  private var pathComponents: [JSON] {
    basePath
      + path.map { component in
        component >= 0 ? .string(plan.responseKeys[Int(component)]) : .int(Int(-1 - component))
      }
  }

  private mutating func selections(
    _ start: Int, _ end: Int, _ steps: UnsafeBufferPointer<NormalizationStep>, _ object: Int, _ record: inout Record, _ id: RecordID,
    _ dataID: String, _ trie: Int, _ hint: inout Int
  ) throws(NormalizationError) {
    var index = start
    while index < end {
      let step = steps[index]
      let next = Int(step.next)
      switch step.kind {
      case .scalar, .linked:
        try field(index, step, steps, object, &record, id, dataID, trie, &hint)
      case .inlineFragment:
        if !step.typeCondition.isAbstract {
          if step.typeCondition.includes(record.type) {
            try selections(index + 1, next, steps, object, &record, id, dataID, trie, &hint)
          }
        } else {
          let implements = discriminate(step, object, record.type)
          let wasOptional = isOptional
          isOptional = wasOptional || !implements
          if implements { try selections(index + 1, next, steps, object, &record, id, dataID, trie, &hint) }
          isOptional = wasOptional
        }
      case .typeDiscriminator: _ = discriminate(step, object, record.type)
      case .condition:
        if conditions[Int(step.name)] == step.flag {
          try selections(index + 1, next, steps, object, &record, id, dataID, trie, &hint)
        }
      case .scalarHandle, .linkedHandle: addHandle(step, dataID)
      case .defer:
        if options.leavesPlaceholders, step.name < 0 || conditions[Int(step.name)] {
          addPlaceholder(.defer, step, index + 1..<next, dataID, record.type, Keys.none, object)
        } else {
          try selections(index + 1, next, steps, object, &record, id, dataID, trie, &hint)
        }
      case .stream:
        try selections(index + 1, next, steps, object, &record, id, dataID, trie, &hint)
        if options.leavesPlaceholders, step.name < 0 || conditions[Int(step.name)], index + 1 < next {
          path.append(steps[index + 1].index)
          addPlaceholder(.stream, step, index + 1..<next, dataID, record.type, key(steps[index + 1]), object)
          path.removeLast()
        }
      case .clientExtension:
        let wasOptional = isOptional
        isOptional = true
        try selections(index + 1, next, steps, object, &record, id, dataID, trie, &hint)
        isOptional = wasOptional
      }
      index = next
    }
  }

  /// Notes whether the object's type belongs to the abstract type: whether the response has the `__isX` field.
  private mutating func discriminate(_ step: NormalizationStep, _ object: Int, _ type: KeyID) -> Bool {
    var hint = object + 1
    let implements = find(step, in: object, &hint) >= 0
    guard type != Keys.none else { return implements }
    let typeRecord = payload.records.record(DataID.type(Keys.name(type)))
    payload.records.records[Int(typeRecord)].type = Keys.typeSchema
    payload.records.records[Int(typeRecord)].set(step.abstractKey, .bool(implements))
    return implements
  }

  private mutating func addHandle(_ step: NormalizationStep, _ dataID: String) {
    let field = plan.handles[Int(step.index)]
    payload.handles.append(
      HandleFieldPayload(
        dataID: dataID, fieldKey: keyTable.name(key(step)), handleKey: StorageKey.handle(field, variables), handle: field.handle,
        arguments: field.arguments.evaluate(variables), handleArguments: field.handleArguments.evaluate(variables)))
  }

  private mutating func addPlaceholder(
    _ kind: IncrementalPlaceholder.Kind, _ step: NormalizationStep, _ steps: Range<Int>, _ dataID: String, _ type: KeyID,
    _ fieldKey: KeyID, _ position: Int
  ) {
    payload.placeholders.append(
      IncrementalPlaceholder(
        kind: kind, label: plan.labels[Int(step.index)], path: pathComponents, dataID: dataID,
        type: type, steps: steps, fieldKey: fieldKey, leases: payload.records.leases, position: position))
  }

  @inline(__always)
  private mutating func field(
    _ at: Int, _ step: NormalizationStep, _ steps: UnsafeBufferPointer<NormalizationStep>, _ object: Int, _ record: inout Record,
    _ id: RecordID, _ dataID: String, _ trie: Int, _ hint: inout Int
  ) throws(NormalizationError) {
    let value = find(step, in: object, &hint)
    let key = key(step)
    guard value >= 0 else { return missingField(step, key, &record, trie) }
    if let verdict, verdict.nulls.contains(value) { return setNull(step, key, &record, trie) }
    switch cursor.kind(value) {
    case .null:
      if options.isResponse, step.check.isNonNull { isBroken = true }
      return setNull(step, key, &record, trie)
    case .object where step.kind == .linked:
      guard !step.flag else { return try refuse(value, step) }
      path.append(step.index)
      var known: RecordID?
      if case .ref(let id) = record[key] { known = id }
      // The same object may be met again below, and what is written there is the later.
      swap(&record, &payload.records.records[Int(id)])
      defer { swap(&record, &payload.records.records[Int(id)]) }
      defer { path.removeLast() }
      guard let child = try identify(at, step, value, dataID, key, index: "", previous: known) else { return }
      // Before the child is normalized: what the same object has further down is the later.
      payload.records.records[Int(id)].set(key, .ref(child.id))
      try fill(child, at, step, steps, value, childTrie(trie, step))
      return
    case .array where step.kind == .linked:
      // Here the list as a whole comes after its items.
      guard step.flag else { return try refuse(value, step) }
      path.append(step.index)
      var known: [RecordID] = []
      if case .refs(let ids) = record[key] { known = ids }
      swap(&record, &payload.records.records[Int(id)])
      defer { swap(&record, &payload.records.records[Int(id)]) }
      let list = try links(at, step, steps, value, dataID, key, suffix: "", outer: 0, previous: known, childTrie(trie, step))
      path.removeLast()
      payload.records.records[Int(id)].set(key, list)
      return
    default: break
    }
    guard step.kind == .scalar else { return try refuse(value, step) }
    record.set(key, leaf(value, step))
  }

  /// A field that the response does not have.
  @inline(never)
  private mutating func missingField(_ step: NormalizationStep, _ key: KeyID, _ record: inout Record, _ trie: Int) {
    guard !isOptional else { return }
    if options.isResponse, verdict == nil, !options.treatMissingFieldsAsNull || step.check.isNonNull { return isBroken = true }
    if options.isResponse || options.treatMissingFieldsAsNull { return setNull(step, key, &record, trie) }
  }

  @inline(never)
  private mutating func setNull(_ step: NormalizationStep, _ key: KeyID, _ record: inout Record, _ trie: Int) {
    record.set(key, .null)
    guard trie >= 0, let errorTrie else { return }
    let errors = errorTrie.errors(errorTrie.child(trie, .string(plan.responseKeys[Int(step.index)])))
    if !errors.isEmpty { record.setErrors(key, errors) }
  }

  /// Notes that the value of a field has another form than the field's type.
  private mutating func refuse(_ value: Int, _ step: NormalizationStep) throws(NormalizationError) {
    let place = pathText
    let name = plan.responseKeys[Int(step.index)]
    try refuse(value, expected: step.flag ? "a list" : "an object", at: place.isEmpty ? name : place + "." + name)
  }

  /// Notes that a value has another form than its type. For data that a client makes that is an error.
  private mutating func refuse(_ value: Int, expected: String, at path: String) throws(NormalizationError) {
    guard !options.isResponse else { return isBroken = true }
    let found =
      switch cursor.kind(value) {
      case .array: "a list"
      case .object: "an object"
      case .null: "null"
      default: "a scalar"
      }
    throw NormalizationError.unexpectedValue(path: path, expected: expected, found: found)
  }

  /// A scalar, an enum value, or a list of these; custom scalars in their Swift types.
  @inline(__always)
  private mutating func leaf(_ position: Int, _ step: NormalizationStep) -> Value {
    if step.check.base == .scalar { return customScalar(position, step) }
    if step.check.depth > 0 { return list(position, step.check) }
    let value = scalar(position)
    if options.isResponse, !step.check.accepts(value) { isBroken = true }
    return value
  }

  @inline(never)
  private mutating func list(_ position: Int, _ check: ValueCheck) -> Value {
    if let verdict, !verdict.nulls.isEmpty, cursor.kind(position) == .array {
      return Value(json(position, verdict.nulls, check))
    }
    let value = scalar(position)
    if options.isResponse, !check.acceptsList(value) { isBroken = true }
    return value
  }

  private mutating func customScalar(_ position: Int, _ step: NormalizationStep) -> Value {
    let json = verdict.map { self.json(position, $0.nulls, step.check) } ?? cursor.value(position)
    guard case .scalar(let index) = plan.types[Int(step.valueType)].base, scalars.indices.contains(index) else { return Value(json) }
    if let box = scalars[index].convert(json, step.check) { return .scalar(box) }
    if options.isResponse { isBroken = true }
    return Value(json)
  }

  /// A value in which some items count as null.
  ///
  /// - Parameter outer: how many lists are around it. Those of the field's type may have such items, but no value in them.
  private func json(_ position: Int, _ nulls: Set<Int>, _ check: ValueCheck, outer: Int = 0) -> JSON {
    if nulls.contains(position) { return .null }
    guard cursor.kind(position) == .array, outer < Int(check.depth) else { return cursor.value(position) }
    var items: [JSON] = []
    cursor.forEachElement(of: position) { items.append(json($0, nulls, check, outer: outer + 1)) }
    return .array(items)
  }

  private func childTrie(_ trie: Int, _ step: NormalizationStep) -> Int {
    guard trie >= 0, let errorTrie else { return -1 }
    return errorTrie.child(trie, .string(plan.responseKeys[Int(step.index)]))
  }

  @inline(__always)
  private func scalar(_ position: Int) -> Value {
    switch cursor.kind(position) {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .string, .escapedString: return .string(cursor.string(position))
    case .int, .double: return Value(cursor.number(position))
    case .array, .object: return Value(cursor.value(position))
    }
  }

  /// The elements of a list of objects; `suffix` holds the indices in the lists around it, which are `outer`.
  private mutating func links(
    _ at: Int, _ step: NormalizationStep, _ steps: UnsafeBufferPointer<NormalizationStep>, _ list: Int, _ dataID: String,
    _ key: KeyID, suffix: String, outer: Int, previous: [RecordID], _ trie: Int
  ) throws(NormalizationError) -> Value {
    let count = cursor.count(list)
    let end = cursor.next(list)
    var position = list + 1
    let isNested = outer + 1 < Int(step.check.depth)
    var ids: [RecordID] = []
    var lists: [Value] = []
    ids.reserveCapacity(isNested ? 0 : count)
    var index = 0
    path.append(-1)
    defer { path.removeLast() }
    while position < end {
      path[path.count - 1] = -1 - Int32(truncatingIfNeeded: index)
      let itemTrie = trie < 0 ? -1 : errorTrie?.child(trie, .int(index)) ?? -1
      let isNull = cursor.kind(position) == .null || verdict?.nulls.contains(position) == true
      switch isNull ? .null : cursor.kind(position) {
      case .null:
        if options.isResponse, verdict == nil, step.check.itemsAreNonNull(in: outer) { isBroken = true }
        if isNested { lists.append(.null) } else { ids.append(.null) }
      case .object where !isNested:
        let known = index < previous.count && previous[index] >= 0 ? previous[index] : nil
        if let item = try identify(at, step, position, dataID, key, index: suffix + ":" + String(index), previous: known) {
          ids.append(item.id)
          try fill(item, at, step, steps, position, itemTrie)
        }
      case .array where isNested:
        lists.append(
          try links(
            at, step, steps, position, dataID, key, suffix: suffix + ":" + String(index), outer: outer + 1, previous: [], itemTrie))
      default:
        let place = pathText
        try refuse(position, expected: isNested ? "a list" : "an object", at: place)
      }
      index += 1
      position = cursor.next(position)
    }
    return isNested ? .list(lists) : .refs(ids)
  }

  /// The record that an object's fields go to.
  private struct Target {
    let id: RecordID
    let dataID: String
    /// The object's type, which a record that is new gets.
    let type: KeyID
  }

  private mutating func identify(
    _ at: Int, _ step: NormalizationStep, _ object: Int, _ parentID: String, _ key: KeyID, index: String, previous: RecordID?
  ) throws(NormalizationError) -> Target? {
    var type = step.type
    var hint = object + 1
    if type == Keys.none {
      let position = cursor.find(Normalizer.typename, in: object, hint: &hint)
      guard position >= 0, cursor.kind(position) == .string || cursor.kind(position) == .escapedString, let key = typeKey(position) else {
        guard !options.isResponse else {
          isBroken = true
          return nil
        }
        throw NormalizationError.missingTypename(path: pathText)
      }
      type = key
    }
    let id = identifiesByID ? cursor.id(of: object, idKey: idKey, type: type) : declaredIdentity(of: object, type)
    let record: RecordID
    let dataID: String
    if let id {
      dataID = id
      record = payload.records.record(id)
    } else if let previous {
      record = previous
      dataID = payload.records.names.strings[Int(previous)]
    } else {
      dataID = DataID.client(parent: parentID, key: keyName(at, key), suffix: index)
      record = payload.records.record(dataID)
    }
    return Target(id: record, dataID: dataID, type: type)
  }

  /// The identity of an object where more than its id counts.
  @inline(never)
  private mutating func declaredIdentity(of object: Int, _ type: KeyID) -> String? {
    options.identity.dataID(of: object, in: document, cursor, plan, idKey: idKey, type: type) { typeName(type) }
  }

  private mutating func fill(
    _ target: Target, _ at: Int, _ step: NormalizationStep, _ steps: UnsafeBufferPointer<NormalizationStep>, _ object: Int, _ trie: Int
  ) throws(NormalizationError) {
    var fields = payload.records.take(target.id)
    let isNew = fields.type == Keys.none
    if isNew {
      fields.type = target.type
      fields.reserve(cursor.count(object))
    } else if fields.type != target.type {
      payload.records.collisions.note(fields.type, target.type, target.dataID)
    }
    var hint = object + 1
    try selections(at + 1, Int(step.next), steps, object, &fields, target.id, target.dataID, trie, &hint)
    if isNew { payload.records.pack(&fields, target.dataID) }
    swap(&fields, &payload.records.records[Int(target.id)])
  }

  private static let typename: StaticString = "__typename"

  private mutating func keyName(_ step: Int, _ key: KeyID) -> String {
    if let known = keyNames[step] { return known }
    let name = keyTable.name(key)
    keyNames[step] = name
    return name
  }

  private mutating func typeName(_ type: KeyID) -> String {
    if let known = typeNames[type] { return known }
    let name = Keys.name(type)
    typeNames[type] = name
    return name
  }

  /// - Returns: `nil` for what cannot be the name of a type.
  private mutating func typeKey(_ position: Int) -> KeyID? {
    let bytes = cursor.bytes(position)
    let isPlain = cursor.kind(position) == .string
    if isPlain {
      for known in types where known.length == bytes.count {
        if cursor.text[known.start..<known.start + known.length].elementsEqual(bytes) { return known.key }
      }
    }
    guard let (key, lease) = keyTable.typeName(cursor.string(position)) else { return nil }
    if let lease { payload.records.leases.append(lease) }
    if isPlain, types.count < Normalizer.maximumTypes { types.append((JSONTape.start(cursor.tokens[position]), bytes.count, key)) }
    return key
  }
}

extension NormalizationPlan {
  /// The storage keys of the fields with arguments.
  func leaseKeys(_ variables: [String: JSON], _ keys: KeyTable) -> KeyLease {
    keys.lease(argumentFields.map { StorageKey.make($0.name, $0.arguments, variables) })
  }

  /// Which conditions hold, by variable.
  func conditions(_ variables: [String: JSON]) -> ContiguousArray<Bool> {
    ContiguousArray(conditionVariables.map { variables[$0]?.isTruthy ?? false })
  }
}
