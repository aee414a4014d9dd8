/// The plan by which the response of an operation is normalized.
///
/// Steps refer to everything else by index, so the plan has a table for each kind of thing that they refer to.
final class NormalizationPlan: Sendable {
  let name: String
  let argumentDefinitions: [ArgumentDefinition]
  let steps: ContiguousArray<NormalizationStep>
  /// Response keys and `__isX` keys.
  let responseKeys: ContiguousArray<String>
  /// The keys in UTF-8, concatenated.
  let keyBytes: ContiguousArray<UInt8>
  let argumentFields: [ArgumentField]
  let handles: [HandleField]
  /// The fields' types as in the schema. A custom scalar's number is its index in the operation's `scalars`; objects have none.
  let types: [SlotType]
  /// Labels of `@defer` and `@stream`.
  let labels: [String]
  /// The variables that conditions test.
  let conditionVariables: [String]
  /// Whether the operation selects anything from the server, rather than only client fields.
  let asksServer: Bool
  /// The field that identifies an object.
  let idKey: FieldKey
  /// The range of its name in the key bytes.
  let idBytes: Range<Int>
  let connectionKeys: ConnectionKeys
  /// The fields, in order, that identify objects of types with `@key`.
  let keyFields: [KeyID: [FieldKey]]
  /// The steps of fields whose arguments identify the object that they return.
  let keyedSteps: [Int: [FieldKey]]
  /// How old the values of fields may be, by step; empty if no field has an age or is private.
  let ages: ContiguousArray<FieldAge>
  /// The operation's own age, which holds for its fields without one. It is never private.
  let age: FieldAge
  /// Whether any field of the plan belongs to whoever fetches it.
  let hasPrivateFields: Bool
  /// What is stale after an answer, in the order of steps.
  let invalidations: [Invalidation]
  /// The parts of the plan that this runtime does not know; empty if the compiler had the same version.
  let problems: [String]
  /// For abstract types defined on the client: their `__isX` keys and the types that implement them.
  let clientAbstractTypes: [String: [String]]

  init(parsing text: String) {
    var decoder = PlanDecoder(text)
    var builder = NormalizationSteps()
    builder.selections(decoder.plan["selections"], &decoder)
    let plan = decoder.plan
    name = plan["name"]?.stringValue ?? ""
    argumentDefinitions = PlanDecoder.localArguments(plan["arguments"])
    responseKeys = builder.responseKeys.strings
    types = builder.types.strings.map { SlotType(parsing: $0) }
    var keyBytes = ContiguousArray<UInt8>()
    steps = builder.finished(types, &keyBytes)
    asksServer = NormalizationPlan.asksServer(steps)
    ages = builder.ages(of: steps)
    hasPrivateFields = ages.contains { $0.isPrivate }
    age = decoder.operationAge()
    // A node of a field follows those of the fields in it.
    invalidations = builder.invalidations.ascending { $0.step }
    argumentFields = builder.argumentFields
    handles = builder.handles
    labels = builder.labels
    conditionVariables = Array(builder.variables.strings)
    idKey = plan["id"]?.stringValue.map { FieldKey($0) } ?? .id
    keyBytes.append(contentsOf: idKey.name.utf8)
    idBytes = keyBytes.count - idKey.name.utf8.count..<keyBytes.count
    self.keyBytes = keyBytes
    connectionKeys = ConnectionKeys(plan["connection"])
    keyFields = NormalizationPlan.keyFields(plan["keys"])
    keyedSteps = NormalizationPlan.keyedSteps(steps, argumentFields, keyFields)
    var abstractTypes = [String: [String]]()
    for (key, types) in plan["clientAbstractTypes"]?.objectValue ?? [:] {
      abstractTypes[key] = types.arrayValue?.compactMap(\.stringValue) ?? []
    }
    clientAbstractTypes = abstractTypes
    problems = decoder.problems
  }

  private static func keyFields(_ json: JSON?) -> [KeyID: [FieldKey]] {
    var keyFields = [KeyID: [FieldKey]]()
    for (type, fields) in json?.objectValue ?? [:] {
      let fields = (fields.arrayValue ?? []).compactMap { $0.stringValue.map { FieldKey($0) } }
      if !fields.isEmpty { keyFields[Keys.intern(type)] = fields }
    }
    return keyFields
  }

  private static func keyedSteps(
    _ steps: ContiguousArray<NormalizationStep>, _ argumentFields: [ArgumentField], _ keyFields: [KeyID: [FieldKey]]
  ) -> [Int: [FieldKey]] {
    var keyedSteps = [Int: [FieldKey]]()
    for (index, step) in steps.enumerated() where step.kind == .linked && !step.flag {
      guard let fields = keyFields[step.type], let field = step.key.argumentField else { continue }
      if Set(argumentFields[field].arguments.map(\.name)) == Set(fields.map(\.name)) { keyedSteps[index] = fields }
    }
    return keyedSteps
  }

  /// How old the value of the field at an index of `steps` may be, apart from the operation's own age.
  func age(at step: Int) -> FieldAge { ages.isEmpty ? .none : ages[step] }

  /// Calls `body` with the bytes of the response key that identifies objects, which are valid during the call.
  func withIDKey<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe keyBytes.withUnsafeBufferPointer { unsafe body(UnsafeBufferPointer(rebasing: $0[idBytes])) }
  }

  /// A sentence that says why the plan cannot be used; `nil` if this runtime understands the plan.
  var problem: String? { PlanDecoder.sentence(problems, of: name) }

  /// The field of a step: its name in the schema, and its arguments if it has any.
  func field(_ step: NormalizationStep) -> (name: String, arguments: [Argument]) {
    guard let index = step.key.argumentField else { return (step.key.fixed.map { Keys.name($0) } ?? "", []) }
    return (argumentFields[index].name, argumentFields[index].arguments)
  }

  /// The name of a step's field, without arguments.
  func nameKey(_ step: NormalizationStep) -> KeyID {
    guard let index = step.key.argumentField else { return step.key.fixed ?? Keys.none }
    return Keys.intern(argumentFields[index].name)
  }

  private static func asksServer(_ steps: ContiguousArray<NormalizationStep>) -> Bool {
    var index = 0
    while index < steps.count {
      switch steps[index].kind {
      case .scalar, .linked: return true
      case .clientExtension: index = Int(steps[index].next)
      default: index += 1
      }
    }
    return false
  }
}
