/// Turns the data of a response into records, straight from its bytes: walks the normalization plan and the token tape together.
///
/// Pure: it touches no store, and runs outside every lock.
struct Normalizer {
  /// How a response is normalized.
  struct Options: Sendable {
    /// A field that the response lacks counts as null.
    var treatMissingFieldsAsNull = false
    /// Whether `@defer` and `@stream` leave placeholders; otherwise what is there is normalized at once.
    var leavesPlaceholders = true
    /// The identity of an object: given its `id` (as text) and its type. `nil`: it has none.
    var getDataID: (@Sendable (_ id: String?, _ type: String) -> String?)?
  }

  private let cursor: JSONCursor
  private let plan: NormalizationPlan
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
  /// The type names met so far, by their bytes: a response repeats few of them many times.
  private var lastType: (start: Int, length: Int, key: KeyID) = (0, -1, Keys.none)

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
  /// - Throws: `NormalizationError` where the response has another form than the operation implies.
  static func normalize(
    _ document: JSONDocument, at position: Int, operation: OperationDescriptor, keys: KeyTable, rootID: String,
    rootType: KeyID = Keys.rootType, steps: Range<Int>? = nil, path: [JSON] = [], errors: [GraphQLError] = [],
    options: Options = Options()
  ) throws(NormalizationError) -> NormalizedPayload {
    try document.withCursor { cursor throws(NormalizationError) in
      let plan = operation.definition.normalization
      var normalizer = Normalizer(
        cursor: cursor, plan: plan, variables: operation.variables, keyTable: keys, rootID: rootID, errors: errors, options: options,
        capacity: min(max(document.tape.objectCount, 16), 1 << 16))
      guard cursor.kind(position) == .object else {
        throw NormalizationError.unexpectedValue(path: "", expected: "object")
      }
      let root = normalizer.payload.records.record(rootID)
      normalizer.payload.records.records[Int(root)].type = rootType
      let range = steps ?? 0..<plan.steps.count
      normalizer.basePath = path
      var trie = normalizer.errorTrie == nil ? -1 : 0
      for component in path { trie = normalizer.errorTrie?.child(trie, component) ?? -1 }
      var hint = position + 1
      var record = normalizer.payload.records.take(root)
      try plan.steps.withUnsafeBufferPointer { steps throws(NormalizationError) in
        try plan.keyBytes.withUnsafeBufferPointer { keyBytes throws(NormalizationError) in
          normalizer.keyBytes = keyBytes
          try normalizer.selections(range.lowerBound, range.upperBound, steps, position, &record, root, rootID, trie, &hint)
        }
      }
      swap(&record, &normalizer.payload.records.records[Int(root)])
      return normalizer.payload
    }
  }

  private var basePath: [JSON] = []
  /// The plan's key bytes, while normalizing.
  private var keyBytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The texts of storage keys that identities were made from, by step.
  private var keyNames: [Int: String] = [:]

  @inline(__always)
  private func find(_ step: NormalizationStep, in object: Int, _ hint: inout Int) -> Int {
    let start = Int(step.bytes)
    return cursor.find(UnsafeBufferPointer(rebasing: keyBytes[start..<start + Int(step.byteCount)]), in: object, hint: &hint)
  }

  private init(
    cursor: JSONCursor, plan: NormalizationPlan, variables: [String: JSON], keyTable: KeyTable, rootID: String,
    errors: [GraphQLError], options: Options, capacity: Int
  ) {
    self.cursor = cursor
    self.plan = plan
    self.variables = variables
    self.keyTable = keyTable
    self.options = options
    lease = plan.leaseKeys(variables, keyTable)
    keys = lease.keys
    conditions = plan.conditions(variables)
    errorTrie = ErrorTrie(errors)
    payload = NormalizedPayload(
      records: PayloadRecords(capacity: capacity), handles: [], placeholders: [], errors: errors, rootID: rootID, missingFields: 0)
    payload.records.lease = lease
  }

  @inline(__always)
  private func key(_ step: NormalizationStep) -> KeyID { step.key >= 0 ? step.key : keys[Int(-2 - step.key)] }

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
        if step.abstractKey == Keys.none {
          let type = record.type
          if step.type == Keys.none || type == step.type || type == Keys.rootType {
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
        type: type, steps: steps, fieldKey: fieldKey, lease: lease, position: position))
  }

  @inline(__always)
  private mutating func field(
    _ at: Int, _ step: NormalizationStep, _ steps: UnsafeBufferPointer<NormalizationStep>, _ object: Int, _ record: inout Record,
    _ id: RecordID, _ dataID: String, _ trie: Int, _ hint: inout Int
  ) throws(NormalizationError) {
    let value = find(step, in: object, &hint)
    let key = key(step)
    guard value >= 0 else {
      guard !isOptional else { return }
      payload.missingFields += 1
      if options.treatMissingFieldsAsNull { record.set(key, .null) }
      return
    }
    switch cursor.kind(value) {
    case .null:
      record.set(key, .null)
      if trie >= 0, let errorTrie {
        let errors = errorTrie.errors(errorTrie.child(trie, .string(plan.responseKeys[Int(step.index)])))
        if !errors.isEmpty { record.setErrors(key, errors) }
      }
      return
    case .object where step.kind == .linked:
      guard !step.flag else { throw unexpected("list", step.index) }
      path.append(step.index)
      var known: RecordID?
      if case .ref(let id) = record[key] { known = id }
      // The same object may be met again below, and what is written there is the later.
      swap(&record, &payload.records.records[Int(id)])
      defer { swap(&record, &payload.records.records[Int(id)]) }
      let child = try identify(at, step, value, dataID, key, index: "", previous: known)
      // Before the child is normalized: what the same object has further down is the later.
      payload.records.records[Int(id)].set(key, .ref(child.id))
      try fill(child, at, step, steps, value, childTrie(trie, step))
      path.removeLast()
      return
    case .array where step.kind == .linked:
      // Here the list as a whole comes after its items.
      guard step.flag else { throw unexpected("object", step.index) }
      path.append(step.index)
      var known: [RecordID] = []
      if case .refs(let ids) = record[key] { known = ids }
      swap(&record, &payload.records.records[Int(id)])
      defer { swap(&record, &payload.records.records[Int(id)]) }
      let list = try links(at, step, steps, value, dataID, key, suffix: "", previous: known, childTrie(trie, step))
      path.removeLast()
      payload.records.records[Int(id)].set(key, list)
      return
    default: break
    }
    guard step.kind == .scalar else { throw unexpected(step.flag ? "list" : "object", step.index) }
    record.set(key, scalar(value))
  }

  private func unexpected(_ expected: String, _ responseKey: Int32) -> NormalizationError {
    let name = plan.responseKeys[Int(responseKey)]
    let place = pathText
    return .unexpectedValue(path: place.isEmpty ? name : place + "." + name, expected: expected)
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

  /// The elements of a list of objects; `suffix` holds the indices in the lists around it.
  private mutating func links(
    _ at: Int, _ step: NormalizationStep, _ steps: UnsafeBufferPointer<NormalizationStep>, _ list: Int, _ dataID: String,
    _ key: KeyID, suffix: String, previous: [RecordID], _ trie: Int
  ) throws(NormalizationError) -> Value {
    let count = cursor.count(list)
    let end = cursor.next(list)
    var position = list + 1
    // Nulls say nothing about what the list is of.
    var first = position
    while first < end, cursor.kind(first) == .null { first = cursor.next(first) }
    let isNested = first < end && cursor.kind(first) == .array
    var ids: [RecordID] = []
    var lists: [Value] = []
    ids.reserveCapacity(isNested ? 0 : count)
    var index = 0
    path.append(-1)
    defer { path.removeLast() }
    while position < end {
      path[path.count - 1] = -1 - Int32(truncatingIfNeeded: index)
      let itemTrie = trie < 0 ? -1 : errorTrie?.child(trie, .int(index)) ?? -1
      switch cursor.kind(position) {
      case .null:
        if isNested { lists.append(.null) } else { ids.append(.null) }
      case .object where !isNested:
        let known = index < previous.count && previous[index] >= 0 ? previous[index] : nil
        let item = try identify(at, step, position, dataID, key, index: suffix + ":" + String(index), previous: known)
        ids.append(item.id)
        try fill(item, at, step, steps, position, itemTrie)
      case .array where isNested:
        lists.append(
          try links(
            at, step, steps, position, dataID, key, suffix: suffix + ":" + String(index), previous: [], itemTrie))
      default: throw NormalizationError.unexpectedValue(path: pathText, expected: "object")
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
  ) throws(NormalizationError) -> Target {
    var type = step.type
    var hint = object + 1
    if type == Keys.none {
      let position = cursor.find(Normalizer.typename, in: object, hint: &hint)
      guard position >= 0, cursor.kind(position) == .string || cursor.kind(position) == .escapedString else {
        throw NormalizationError.missingTypename(path: pathText)
      }
      type = try typeKey(position)
    }
    hint = object + 1
    let idPosition = cursor.find(Normalizer.id, in: object, hint: &hint)
    var id: String?
    if idPosition >= 0 {
      switch cursor.kind(idPosition) {
      case .string, .escapedString: id = cursor.string(idPosition)
      case .int: id = String(decoding: cursor.bytes(idPosition), as: UTF8.self)
      default: break
      }
    }
    if let getDataID = options.getDataID {
      id = getDataID(id, Keys.name(type))
    } else if type == Keys.viewerType, id == nil {
      id = DataID.viewer
    }
    let record: RecordID
    let dataID: String
    if let id, !id.isEmpty {
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

  private mutating func fill(
    _ target: Target, _ at: Int, _ step: NormalizationStep, _ steps: UnsafeBufferPointer<NormalizationStep>, _ object: Int, _ trie: Int
  ) throws(NormalizationError) {
    var fields = payload.records.take(target.id)
    let isNew = fields.type == Keys.none
    if isNew {
      fields.type = target.type
      fields.reserve(cursor.count(object))
    }
    var hint = object + 1
    try selections(at + 1, Int(step.next), steps, object, &fields, target.id, target.dataID, trie, &hint)
    if isNew { payload.records.pack(&fields, target.dataID) }
    swap(&fields, &payload.records.records[Int(target.id)])
  }

  private static let id: StaticString = "id"
  private static let typename: StaticString = "__typename"

  private mutating func keyName(_ step: Int, _ key: KeyID) -> String {
    if let known = keyNames[step] { return known }
    let name = keyTable.name(key)
    keyNames[step] = name
    return name
  }

  private mutating func typeKey(_ position: Int) throws(NormalizationError) -> KeyID {
    let bytes = cursor.bytes(position)
    if lastType.length == bytes.count, cursor.kind(position) == .string,
      cursor.text[lastType.start..<lastType.start + lastType.length].elementsEqual(bytes)
    {
      return lastType.key
    }
    guard let key = Keys.internTypeName(cursor.string(position)) else {
      throw NormalizationError.unexpectedValue(path: pathText, expected: "name of a type")
    }
    if cursor.kind(position) == .string { lastType = (JSONTape.start(cursor.tokens[position]), bytes.count, key) }
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
