/// One step of normalizing an object. Steps lie in one array, a step's children right behind it, so that walking them follows no
/// reference and counts none.
struct NormalizationStep: Sendable {
  enum Kind: UInt8, Sendable {
    case scalar, linked, scalarHandle, linkedHandle, inlineFragment, typeDiscriminator, condition, `defer`, stream, clientExtension
  }

  var kind: Kind
  /// Linked field: whether it is a list. Condition: the value under which the children count.
  var flag = false
  /// The storage key: an id, or `-2 - n` for the `n`-th field with arguments.
  var key: KeyID = Keys.none
  /// Fields: index of the response key. Handles, placeholders: index into their table.
  var index: Int32 = -1
  /// Fields: index of the type that the schema gives them, and the same for checking values.
  var valueType: Int32 = -1
  var check = ValueCheck()
  /// Linked field: its only possible type. Inline fragment: its type condition.
  var type: KeyID = Keys.none
  /// Inline fragment, type discriminator: the `__isX` key.
  var abstractKey: KeyID = Keys.none
  /// Inline fragment, type discriminator: index of the `__isX` response key. Condition, defer, stream: index of the variable, or -1.
  /// Linked handle: the step of the field that it handles, or -1.
  var name: Int32 = -1
  /// The step after this one and its children.
  var next: Int32 = 0
  /// Where the response key, or the `__isX` key, is among the plan's key bytes.
  var bytes: Int32 = 0
  var byteCount: Int32 = 0
}

/// A field that takes arguments: what its storage key is made from.
struct ArgumentField: Sendable {
  let name: String
  let arguments: [Argument]
}

/// How the response of an operation becomes records.
final class NormalizationPlan: Sendable {
  let name: String
  let argumentDefinitions: [ArgumentDefinition]
  let steps: ContiguousArray<NormalizationStep>
  /// Response keys and `__isX` keys.
  let responseKeys: ContiguousArray<String>
  /// The same in UTF-8, one behind the other.
  let keyBytes: ContiguousArray<UInt8>
  let argumentFields: [ArgumentField]
  let handles: [HandleField]
  /// The fields' types as the schema has them. A custom scalar's number is its place among the operation's `scalars`; objects have none.
  let types: [SlotType]
  /// Labels of `@defer` and `@stream`.
  let labels: [String]
  /// Variables that conditions test.
  let conditionVariables: [String]
  /// Whether a server is asked for anything, and not only what the client knows by itself is selected.
  let asksServer: Bool
  /// The field that identifies an object.
  let idKey: FieldKey
  /// Where its name is among the key bytes.
  let idBytes: Range<Int>
  let connectionKeys: ConnectionKeys
  /// For types whose objects something else than their id identifies: the fields that do, in their order.
  let keyFields: [KeyID: [FieldKey]]
  /// The steps of fields whose arguments are what identifies the object that they return.
  let keyedSteps: [Int: [FieldKey]]
  /// For abstract types that only the client knows: the `__isX` keys and the types that implement them.
  let clientAbstractTypes: [String: [String]]

  init(parsing text: String) {
    let json = PlanDecoder.parse(text)
    var builder = Builder()
    builder.selections(json["selections"])
    name = json["name"]?.stringValue ?? ""
    argumentDefinitions = (json["arguments"]?.arrayValue ?? []).compactMap { item in
      item[0]?.stringValue.map { .local(name: $0, defaultValue: item[1] ?? .null) }
    }
    responseKeys = builder.responseKeys.strings
    types = builder.types.strings.map { SlotType(parsing: $0) }
    var keyBytes: ContiguousArray<UInt8> = []
    let starts = responseKeys.map { key in
      defer { keyBytes.append(contentsOf: key.utf8) }
      return Int32(keyBytes.count)
    }
    for index in builder.steps.indices {
      let step = builder.steps[index]
      if step.valueType >= 0 { builder.steps[index].check = ValueCheck(types[Int(step.valueType)]) }
      let key: Int32
      switch step.kind {
      case .scalar, .linked: key = step.index
      case .inlineFragment, .typeDiscriminator: key = step.name
      default: key = -1
      }
      guard key >= 0 else { continue }
      builder.steps[index].bytes = starts[Int(key)]
      builder.steps[index].byteCount = Int32(responseKeys[Int(key)].utf8.count)
    }
    steps = builder.steps
    asksServer = NormalizationPlan.asksServer(steps)
    argumentFields = builder.argumentFields
    handles = builder.handles
    labels = builder.labels
    conditionVariables = Array(builder.variables.strings)
    idKey = json["id"]?.stringValue.map { FieldKey($0) } ?? .id
    keyBytes.append(contentsOf: idKey.name.utf8)
    idBytes = keyBytes.count - idKey.name.utf8.count..<keyBytes.count
    self.keyBytes = keyBytes
    connectionKeys = ConnectionKeys(json["connection"])
    var keyFields: [KeyID: [FieldKey]] = [:]
    for (type, fields) in json["keys"]?.objectValue ?? [:] {
      let fields = (fields.arrayValue ?? []).compactMap { $0.stringValue.map { FieldKey($0) } }
      if !fields.isEmpty { keyFields[Keys.intern(type)] = fields }
    }
    self.keyFields = keyFields
    var keyedSteps: [Int: [FieldKey]] = [:]
    for (index, step) in steps.enumerated() where step.kind == .linked && !step.flag && step.key < Keys.none {
      guard let fields = keyFields[step.type], argumentFields.indices.contains(Int(-2 - step.key)) else { continue }
      if Set(argumentFields[Int(-2 - step.key)].arguments.map(\.name)) == Set(fields.map(\.name)) { keyedSteps[index] = fields }
    }
    self.keyedSteps = keyedSteps
    var abstractTypes: [String: [String]] = [:]
    for (key, types) in json["clientAbstractTypes"]?.objectValue ?? [:] {
      abstractTypes[key] = types.arrayValue?.compactMap(\.stringValue) ?? []
    }
    clientAbstractTypes = abstractTypes
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

  private struct Builder {
    var steps: ContiguousArray<NormalizationStep> = []
    var responseKeys = InternTable()
    var argumentFields: [ArgumentField] = []
    var handles: [HandleField] = []
    var types = InternTable()
    var labels: [String] = []
    var variables = InternTable()

    mutating func selections(_ json: JSON?) {
      let selections = json?.arrayValue ?? []
      var starts: [Int] = []
      for selection in selections {
        starts.append(steps.count)
        step(selection)
      }
      // A linked handle walks the selections of the field that it handles.
      for (index, selection) in selections.enumerated() where selection[0] == 3 && starts[index] < steps.count {
        let source = selections.indices.first { other in
          selections[other][0] == 1 && selections[other][1] == selection[1]
            && PlanDecoder.text(selections[other][5]) == PlanDecoder.text(selection[5])
            && PlanDecoder.isSame(selections[other][6], selection[6])
        }
        if let source { steps[starts[index]].name = Int32(starts[source]) }
      }
    }

    mutating func key(_ name: String, _ arguments: [Argument]) -> KeyID {
      guard !arguments.isEmpty else { return Keys.intern(name) }
      argumentFields.append(ArgumentField(name: name, arguments: arguments))
      return -1 - Int32(argumentFields.count)
    }

    mutating func step(_ json: JSON) {
      guard let code = json[0]?.intValue else { return }
      let at = steps.count
      switch code {
      case 0:
        guard let name = json[1]?.stringValue else { return }
        var step = NormalizationStep(kind: .scalar)
        step.key = key(name, PlanDecoder.arguments(json[4]))
        step.index = responseKeys.intern(PlanDecoder.text(json[3]) ?? name)
        step.valueType = types.intern(PlanDecoder.text(json[2]) ?? "J")
        steps.append(step)
      case 1:
        guard let name = json[1]?.stringValue else { return }
        var step = NormalizationStep(kind: .linked)
        step.key = key(name, PlanDecoder.arguments(json[6]))
        step.index = responseKeys.intern(PlanDecoder.text(json[5]) ?? name)
        step.type = PlanDecoder.text(json[2]).map { Keys.intern($0) } ?? Keys.none
        let type = PlanDecoder.text(json[3]) ?? "O"
        step.valueType = types.intern(type)
        step.flag = type.hasPrefix("[")
        steps.append(step)
        selections(json[4])
      case 2, 3:
        guard let name = json[1]?.stringValue else { return }
        let arguments = PlanDecoder.arguments(json[6])
        var step = NormalizationStep(kind: code == 2 ? .scalarHandle : .linkedHandle)
        step.key = key(name, arguments)
        step.index = Int32(handles.count)
        handles.append(
          HandleField(
            name: name, alias: PlanDecoder.text(json[5]), handle: json[2]?.stringValue ?? "", key: json[3]?.stringValue ?? "",
            filters: json[4]?.arrayValue?.compactMap(\.stringValue), arguments: arguments,
            dynamicKey: PlanDecoder.dynamicKey(json[7]), handleArguments: PlanDecoder.arguments(json[8])))
        steps.append(step)
      case 4:
        var step = NormalizationStep(kind: .inlineFragment)
        step.type = PlanDecoder.text(json[1]).map { Keys.intern($0) } ?? Keys.none
        if let abstractKey = PlanDecoder.text(json[2]) {
          step.abstractKey = Keys.intern(abstractKey)
          step.name = responseKeys.intern(abstractKey)
        }
        steps.append(step)
        selections(json[3])
      case 5:
        guard let abstractKey = json[1]?.stringValue else { return }
        var step = NormalizationStep(kind: .typeDiscriminator)
        step.abstractKey = Keys.intern(abstractKey)
        step.name = responseKeys.intern(abstractKey)
        steps.append(step)
      case 6:
        guard let variable = json[1]?.stringValue else { return }
        var step = NormalizationStep(kind: .condition, flag: PlanDecoder.flag(json[2]))
        step.name = variables.intern(variable)
        steps.append(step)
        selections(json[3])
      case 7, 8:
        var step = NormalizationStep(kind: code == 7 ? .defer : .stream)
        step.name = PlanDecoder.text(json[1]).map { variables.intern($0) } ?? -1
        step.index = Int32(labels.count)
        labels.append(json[2]?.stringValue ?? "")
        steps.append(step)
        selections(json[3])
      case 9:
        steps.append(NormalizationStep(kind: .clientExtension))
        selections(json[1])
      default: return
      }
      steps[at].next = Int32(steps.count)
    }
  }
}
