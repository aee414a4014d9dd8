/// Finds where a response violates the schema, and which nullable field or list item above it becomes null (GraphQL specification,
/// section 6.4.4, "Handling Execution Errors"), over all selections of the operation.
///
/// A null for which the server has reported an error violates nothing: the server may not propagate errors (`onError: NULL`). Where the
/// store cannot have it, in lists of scalars and lists of lists, the field is null, but nothing above the field.
///
/// It runs only after the normalizer has found a violation, so most responses are never validated separately.
struct ResponseValidator: ~Copyable {
  /// The result of validating a response.
  struct Verdict: Sendable {
    /// The positions of values that count as null.
    var nulls: Set<Int> = []
    /// An error for each violation of the schema, in addition to the errors that the server has reported.
    var errors: [GraphQLError] = []
  }

  /// The largest number of errors kept. A response with errors everywhere must not cost a multiple of its size.
  static let maximumErrors = 1000

  private let cursor: JSONCursor
  private let walk: PlanWalk
  private let scalars: [ScalarType]
  private let keys: KeyTable
  /// Keeps the names of types while they are compared.
  private var leases: [KeyLease] = []
  private let options: Normalizer.Options
  private let serverErrors: ErrorTrie?
  private var path: [JSON]
  private var verdict = Verdict()
  /// The reason why the last value, although non-null, had to become null; `nil` if the server has reported one.
  private var cause: NormalizationError?
  /// Whether the current field must be null because of an item that the server has reported as an error.
  private var hasItemError = false

  /// Validates part of a response.
  ///
  /// - Parameters:
  ///   - part: the object, and what it belongs to.
  ///   - walk: the operation's plan with its variables.
  ///   - keys: the names that the store knows.
  /// - Throws: `NormalizationError` if the object itself would have to be null.
  static func validate(
    _ part: ResponsePart, _ cursor: JSONCursor, _ walk: PlanWalk, keys: KeyTable, options: Normalizer.Options
  ) throws(NormalizationError) -> Verdict {
    var validator = ResponseValidator(part, cursor, walk, keys: keys, options: options)
    let trie = validator.serverErrors?.node(part.path) ?? -1
    guard validator.object(part.steps ?? 0..<walk.steps.count, part.position, part.rootType, trie) else {
      throw validator.cause ?? .nullInPlaceOfData(path: part.path.pathText)
    }
    return validator.verdict
  }

  private init(_ part: ResponsePart, _ cursor: JSONCursor, _ walk: PlanWalk, keys: KeyTable, options: Normalizer.Options) {
    self.cursor = cursor
    self.walk = walk
    scalars = part.operation.definition.scalars
    self.keys = keys
    self.options = options
    serverErrors = ErrorTrie(part.errors)
    path = part.path
  }

  // MARK: Objects

  /// - Returns: whether the object can stay; `false` if one of its non-null fields is null.
  private mutating func object(_ range: Range<Int>, _ object: Int, _ type: KeyID, _ trie: Int) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = walk.steps[index]
      let children = index + 1..<Int(step.next)
      switch step.kind {
      case .scalar, .linked:
        guard field(index, step, object, trie) else { return false }
      case .inlineFragment:
        let applies =
          step.typeCondition.isAbstract ? position(of: Int(step.name), in: object) >= 0 : step.typeCondition.includes(type)
        if applies, !self.object(children, object, type, trie) { return false }
      case .condition:
        if walk.holds(step), !self.object(children, object, type, trie) { return false }
      case .defer:
        let isLater = options.leavesPlaceholders && walk.isEnabled(step)
        if !isLater, !self.object(children, object, type, trie) { return false }
      case .stream:
        if !self.object(children, object, type, trie) { return false }
      case .clientExtension, .typeDiscriminator, .scalarHandle, .linkedHandle: break
      }
      index = Int(step.next)
    }
    return true
  }

  private func position(of responseKey: Int, in object: Int) -> Int {
    var hint = object + 1
    let key = Array(walk.plan.responseKeys[responseKey].utf8)
    return unsafe key.withUnsafeBufferPointer { unsafe cursor.find($0, in: object, hint: &hint) }
  }

  /// - Returns: whether the object that has the field can stay.
  private mutating func field(_ at: Int, _ step: NormalizationStep, _ object: Int, _ trie: Int) -> Bool {
    let name = JSON.string(walk.plan.responseKeys[Int(step.index)])
    let position = position(of: Int(step.index), in: object)
    let type = walk.plan.types[Int(step.valueType)]
    path.append(name)
    defer { path.removeLast() }
    let trie = serverErrors?.child(trie, name) ?? -1
    guard position >= 0 else {
      if !options.treatMissingFieldsAsNull || type.isNonNull { report(type, found: "nothing", trie) }
      return !type.isNonNull
    }
    let outer = hasItemError
    defer { hasItemError = outer }
    hasItemError = false
    return value(position, type, at, trie) || hasItemError
  }

  // MARK: Values

  /// - Parameter isItem: whether it is an item of a list.
  /// - Returns: whether the owner of the value can stay; `false` if the value is or becomes null although it is
  ///   non-null.
  private mutating func value(_ position: Int, _ type: SlotType, _ step: Int, _ trie: Int, isItem: Bool = false) -> Bool {
    if case .nonNull(let inner) = type {
      if cursor.kind(position) == .null {
        report(type, found: "null", trie)
        guard let serverErrors, serverErrors.hasOwnErrors(trie) else { return false }
        let check = walk.steps[step].check
        hasItemError = isItem && !(check.depth == 1 && check.base == .object)
        return !hasItemError
      }
      return nullableValue(position, inner, type, step, trie)
    }
    if cursor.kind(position) == .null { return true }
    _ = nullableValue(position, type, type, step, trie)
    return true
  }

  /// Checks a value that is not null.
  ///
  /// - Parameter declared: the type as in the schema, for messages.
  /// - Returns: whether the value stays non-null.
  private mutating func nullableValue(_ position: Int, _ type: SlotType, _ declared: SlotType, _ step: Int, _ trie: Int) -> Bool {
    if verdict.nulls.contains(position) { return false }
    let isGood: Bool
    switch type {
    case .list(let item): isGood = list(position, item, declared, step, trie)
    case .object: isGood = object(position, declared, step, trie)
    case .scalar(let index):
      isGood = scalars.indices.contains(index) && (try? scalars[index].box(cursor.value(position))) != nil
      if !isGood { report(declared, position, trie) }
    default:
      isGood = ValueCheck(type).accepts(cursor.value(position))
      if !isGood { report(declared, position, trie) }
    }
    if !isGood { verdict.nulls.insert(position) }
    return isGood
  }

  private mutating func object(_ position: Int, _ declared: SlotType, _ at: Int, _ trie: Int) -> Bool {
    let step = walk.steps[at]
    guard cursor.kind(position) == .object else {
      report(declared, position, trie, object: step.type == Keys.none ? nil : Keys.name(step.type))
      return false
    }
    var type = step.type
    if type == Keys.none {
      let typename = cursor.find("__typename", in: position)
      let isName = typename >= 0 && (cursor.kind(typename) == .string || cursor.kind(typename) == .escapedString)
      guard isName, let (known, lease) = keys.typeName(cursor.string(typename)) else {
        report(declared, found: "an object without __typename", trie)
        return false
      }
      type = known
      if let lease { leases.append(lease) }
    }
    return object(at + 1..<Int(step.next), position, type, trie)
  }

  private mutating func list(_ position: Int, _ item: SlotType, _ declared: SlotType, _ step: Int, _ trie: Int) -> Bool {
    guard cursor.kind(position) == .array else {
      report(declared, position, trie)
      return false
    }
    var element = position + 1
    let end = cursor.next(position)
    var index = 0
    while element < end {
      path.append(.int(index))
      let isGood = value(element, item, step, serverErrors?.child(trie, .int(index)) ?? -1, isItem: true)
      path.removeLast()
      if !isGood { return false }
      element = cursor.next(element)
      index += 1
    }
    return true
  }

  // MARK: Errors

  private mutating func report(_ type: SlotType, _ position: Int, _ trie: Int, object: String? = nil) {
    report(type, found: describe(position), trie, object: object)
  }

  /// Reports that the response violates the schema here.
  ///
  /// - Parameter object: the name of the object's type, if there is only one possible.
  private mutating func report(_ type: SlotType, found: String, _ trie: Int, object: String? = nil) {
    // The server has already reported an error for it.
    if let serverErrors, !serverErrors.errors(trie).isEmpty { return cause = nil }
    let expected = type.graphQL(scalars, object: object)
    cause = .unexpectedValue(path: path.pathText, expected: expected, found: found)
    guard verdict.errors.count < ResponseValidator.maximumErrors else { return }
    verdict.errors.append(
      GraphQLError(
        message: "The response breaks the schema: expected \(expected), found \(found).", path: path,
        extensions: ["code": .string(NormalizationError.code)]))
  }

  /// The kind of a value, for messages. Messages never show the value itself, which may be private.
  private func describe(_ position: Int) -> String {
    switch cursor.kind(position) {
    case .object: "an object"
    case .array: "a list"
    case .string, .escapedString: "a string"
    case .null: "null"
    case .true, .false: "a boolean"
    case .int, .double: "a number"
    }
  }
}

extension SlotType {
  var isNonNull: Bool {
    if case .nonNull = self { return true }
    return false
  }
}
