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
        cursor: cursor, plan: plan, variables: operation.variables, keyTable: keys, rootID: rootID, errors: errors, options: options)
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
      try plan.steps.withUnsafeBufferPointer { steps throws(NormalizationError) in
        try normalizer.selections(range.lowerBound, range.upperBound, steps, position, root, rootID, trie, &hint)
      }
      return normalizer.payload
    }
  }

  private var basePath: [JSON] = []

  private init(
    cursor: JSONCursor, plan: NormalizationPlan, variables: [String: JSON], keyTable: KeyTable, rootID: String,
    errors: [GraphQLError], options: Options
  ) {
    self.cursor = cursor
    self.plan = plan
    self.variables = variables
    self.keyTable = keyTable
    self.options = options
    keys = plan.storageKeys(variables, keyTable)
    conditions = plan.conditions(variables)
    errorTrie = ErrorTrie(errors)
    payload = NormalizedPayload(
      records: PayloadRecords(capacity: min(max(cursor.tokens.count / 16, 16), 1 << 16)), handles: [], placeholders: [],
      errors: errors, rootID: rootID, missingFields: 0)
  }

  @inline(__always)
  private func key(_ step: NormalizationStep) -> KeyID { step.key >= 0 ? step.key : keys[Int(-2 - step.key)] }

  private var pathText: String {
    let components = basePath.map { $0.stringValue ?? $0.description } + path.map { component in
      component >= 0 ? plan.responseKeys[Int(component)].string : String(-1 - component)
    }
    return components.joined(separator: ".")
  }

  private var pathComponents: [JSON] {
    basePath
      + path.map { component in
        component >= 0 ? .string(plan.responseKeys[Int(component)].string) : .int(Int(-1 - component))
      }
  }

  private mutating func selections(
    _ start: Int, _ end: Int, _ steps: UnsafeBufferPointer<NormalizationStep>, _ object: Int, _ record: RecordID, _ dataID: String,
    _ trie: Int, _ hint: inout Int
  ) throws(NormalizationError) {
    var index = start
    while index < end {
      let step = steps[index]
      let next = Int(step.next)
      switch step.kind {
      case .scalar, .linked:
        try field(index, step, steps, object, record, dataID, trie, &hint)
      case .inlineFragment:
        if step.abstractKey == Keys.none {
          let type = payload.records.records[Int(record)].type
          if step.type == Keys.none || type == step.type || type == Keys.rootType {
            try selections(index + 1, next, steps, object, record, dataID, trie, &hint)
          }
        } else {
          let implements = discriminate(step, object, record)
          let wasOptional = isOptional
          isOptional = wasOptional || !implements
          if implements { try selections(index + 1, next, steps, object, record, dataID, trie, &hint) }
          isOptional = wasOptional
        }
      case .typeDiscriminator: _ = discriminate(step, object, record)
      case .condition:
        if conditions[Int(step.name)] == step.flag {
          try selections(index + 1, next, steps, object, record, dataID, trie, &hint)
        }
      case .scalarHandle, .linkedHandle: addHandle(step, dataID)
      case .defer:
        if options.leavesPlaceholders, step.name < 0 || conditions[Int(step.name)] {
          addPlaceholder(.defer, step, index + 1..<next, dataID, record, Keys.none, object)
        } else {
          try selections(index + 1, next, steps, object, record, dataID, trie, &hint)
        }
      case .stream:
        try selections(index + 1, next, steps, object, record, dataID, trie, &hint)
        if options.leavesPlaceholders, step.name < 0 || conditions[Int(step.name)], index + 1 < next {
          path.append(steps[index + 1].index)
          addPlaceholder(.stream, step, index + 1..<next, dataID, record, key(steps[index + 1]), object)
          path.removeLast()
        }
      case .clientExtension:
        let wasOptional = isOptional
        isOptional = true
        try selections(index + 1, next, steps, object, record, dataID, trie, &hint)
        isOptional = wasOptional
      }
      index = next
    }
  }

  /// Notes whether the object's type belongs to the abstract type: whether the response has the `__isX` field.
  private mutating func discriminate(_ step: NormalizationStep, _ object: Int, _ record: RecordID) -> Bool {
    var hint = object + 1
    let implements = plan.responseKeys[Int(step.name)].withBytes { cursor.find($0, in: object, hint: &hint) } >= 0
    let type = payload.records.records[Int(record)].type
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
    _ kind: IncrementalPlaceholder.Kind, _ step: NormalizationStep, _ steps: Range<Int>, _ dataID: String, _ record: RecordID,
    _ fieldKey: KeyID, _ position: Int
  ) {
    payload.placeholders.append(
      IncrementalPlaceholder(
        kind: kind, label: plan.labels[Int(step.index)], path: pathComponents, dataID: dataID,
        type: payload.records.records[Int(record)].type, steps: steps, fieldKey: fieldKey, position: position))
  }

  @inline(__always)
  private mutating func field(
    _ at: Int, _ step: NormalizationStep, _ steps: UnsafeBufferPointer<NormalizationStep>, _ object: Int, _ record: RecordID,
    _ dataID: String, _ trie: Int, _ hint: inout Int
  ) throws(NormalizationError) {
    let value = plan.responseKeys[Int(step.index)].withBytes { cursor.find($0, in: object, hint: &hint) }
    let key = key(step)
    guard value >= 0 else {
      guard !isOptional else { return }
      payload.missingFields += 1
      if options.treatMissingFieldsAsNull { payload.records.records[Int(record)].set(key, .null) }
      return
    }
    switch cursor.kind(value) {
    case .null:
      payload.records.records[Int(record)].set(key, .null)
      if trie >= 0, let errorTrie {
        let errors = errorTrie.errors(errorTrie.child(trie, .string(plan.responseKeys[Int(step.index)].string)))
        payload.records.records[Int(record)].setErrors(key, errors)
      }
      return
    case .object where step.kind == .linked:
      guard !step.flag else { throw unexpected("list", step.index) }
      path.append(step.index)
      let child = try linked(at, step, steps, value, record, dataID, key, index: nil, childTrie(trie, step))
      path.removeLast()
      payload.records.records[Int(record)].set(key, .ref(child))
      return
    case .array where step.kind == .linked:
      guard step.flag else { throw unexpected("object", step.index) }
      path.append(step.index)
      let list = try links(at, step, steps, value, record, dataID, key, suffix: "", childTrie(trie, step))
      path.removeLast()
      payload.records.records[Int(record)].set(key, list)
      return
    default: break
    }
    guard step.kind == .scalar else { throw unexpected(step.flag ? "list" : "object", step.index) }
    payload.records.records[Int(record)].set(key, scalar(value))
  }

  private func unexpected(_ expected: String, _ responseKey: Int32) -> NormalizationError {
    let name = plan.responseKeys[Int(responseKey)].string
    let place = pathText
    return .unexpectedValue(path: place.isEmpty ? name : place + "." + name, expected: expected)
  }

  private func childTrie(_ trie: Int, _ step: NormalizationStep) -> Int {
    guard trie >= 0, let errorTrie else { return -1 }
    return errorTrie.child(trie, .string(plan.responseKeys[Int(step.index)].string))
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
    _ at: Int, _ step: NormalizationStep, _ steps: UnsafeBufferPointer<NormalizationStep>, _ list: Int, _ record: RecordID,
    _ dataID: String, _ key: KeyID, suffix: String, _ trie: Int
  ) throws(NormalizationError) -> Value {
    let count = cursor.count(list)
    let end = cursor.next(list)
    var position = list + 1
    let isNested = position < end && (cursor.kind(position) == .array)
    var previous: [RecordID] = []
    if suffix.isEmpty, case .refs(let known) = payload.records.records[Int(record)][key] { previous = known }
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
        ids.append(
          try linked(
            at, step, steps, position, record, dataID, key, index: suffix.isEmpty ? String(index) : suffix + ":" + String(index),
            previous: known, itemTrie))
      case .array where isNested || ids.allSatisfy({ $0 == .null }):
        if !isNested { throw NormalizationError.unexpectedValue(path: pathText, expected: "object") }
        lists.append(
          try links(
            at, step, steps, position, record, dataID, key, suffix: suffix.isEmpty ? String(index) : suffix + ":" + String(index),
            itemTrie))
      default: throw NormalizationError.unexpectedValue(path: pathText, expected: "object")
      }
      index += 1
      position = cursor.next(position)
    }
    return isNested ? .list(lists) : .refs(ids)
  }

  private static let idName = StaticBytes("id")
  private static let typenameName = StaticBytes("__typename")

  private mutating func linked(
    _ at: Int, _ step: NormalizationStep, _ steps: UnsafeBufferPointer<NormalizationStep>, _ object: Int, _ parent: RecordID,
    _ parentID: String, _ key: KeyID, index: String?, previous: RecordID? = nil, _ trie: Int
  ) throws(NormalizationError) -> RecordID {
    var type = step.type
    var hint = object + 1
    if type == Keys.none {
      let position = Normalizer.typenameName.withBytes { cursor.find($0, in: object, hint: &hint) }
      guard position >= 0, cursor.kind(position) == .string || cursor.kind(position) == .escapedString else {
        throw NormalizationError.missingTypename(path: pathText)
      }
      type = typeKey(position)
    }
    hint = object + 1
    let idPosition = Normalizer.idName.withBytes { cursor.find($0, in: object, hint: &hint) }
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
    } else if index == nil, case .ref(let known) = payload.records.records[Int(parent)][key] {
      record = known
      dataID = payload.records.names.strings[Int(known)]
    } else {
      var made = DataID.client(parent: parentID, key: keyTable.name(key))
      if let index { made += ":" + index }
      dataID = made
      record = payload.records.record(made)
    }
    if payload.records.records[Int(record)].type == Keys.none {
      payload.records.records[Int(record)].type = type
      payload.records.records[Int(record)].reserve(cursor.count(object))
    }
    hint = object + 1
    try selections(at + 1, Int(step.next), steps, object, record, dataID, trie, &hint)
    return record
  }

  private mutating func typeKey(_ position: Int) -> KeyID {
    let bytes = cursor.bytes(position)
    if lastType.length == bytes.count, cursor.kind(position) == .string,
      cursor.text[lastType.start..<lastType.start + lastType.length].elementsEqual(bytes)
    {
      return lastType.key
    }
    let key = Keys.intern(cursor.string(position))
    if cursor.kind(position) == .string { lastType = (JSONTape.start(cursor.tokens[position]), bytes.count, key) }
    return key
  }
}

extension NormalizationPlan {
  /// The storage keys of the fields with arguments.
  func storageKeys(_ variables: [String: JSON], _ keys: KeyTable) -> ContiguousArray<KeyID> {
    ContiguousArray(argumentFields.map { keys.intern(StorageKey.make($0.name, $0.arguments, variables)) })
  }

  /// Which conditions hold, by variable.
  func conditions(_ variables: [String: JSON]) -> ContiguousArray<Bool> {
    ContiguousArray(conditionVariables.map { variables[$0]?.isTruthy ?? false })
  }
}
