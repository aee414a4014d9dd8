/// Walks a normalization plan and generates a value for each field that a server would send.
struct MockGenerator {
  private let payload: MockPayload
  private let plan: NormalizationPlan
  private let rootType: String
  private let name: String
  private let variables: [String: JSON]
  private let definition: OperationDefinition
  private let types: MockFieldTypes
  private let identities: MockIdentities
  /// The number of the last id.
  private var identifiers: Int
  /// The mistakes in the payload's overrides, in the order in which they were found.
  private(set) var mistakes: [MockError]
  /// The names of the overrides by type that were used.
  private var usedTypes: Set<String> = []
  /// A field of an interface or union whose object no override by type has set.
  private var untyped: [String]?

  /// - Parameters:
  ///   - payload: the overrides.
  ///   - operation: the operation.
  ///   - lastIdentifier: the number before that of the first id.
  init(payload: MockPayload, operation: OperationDescriptor, lastIdentifier: Int = 0) {
    identifiers = lastIdentifier
    let definition = operation.definition
    self.payload = payload
    plan = definition.normalization
    let kind = definition.kind
    let usualType = kind == .query ? "Query" : kind == .mutation ? "Mutation" : "Subscription"
    rootType = definition.fragment.plan.type.isEmpty ? usualType : definition.fragment.plan.type
    name = definition.name
    variables = operation.variables
    self.definition = definition
    types = MockFieldTypes(definition)
    identities = MockIdentities(operation)
    mistakes = MockOverrideCheck(payload, definition, types).mistakes
  }

  /// The data, with ``mistakes`` as far as they concern the data.
  mutating func data() -> JSON {
    let root = MockPayload.Context(parentType: rootType, name: "", alias: nil, path: [], arguments: [:])
    let given = payload.types[rootType]?(root)
    reportMisspelledMembers(in: given, MockSelections(plan), at: [])
    let data = JSON.object(object(0..<plan.steps.count, of: rootType, given: given, at: []))
    return payload.edits.reduce(data) { data, edit in edit.name == name ? edit.change(data) : data }
  }

  /// A sentence about overrides by type without effect, if there is an object that they may have been meant for: the operation does not
  /// tell the name of its interface or union. Overrides for other operations have no effect either, so that this is no mistake.
  var doubt: String? {
    guard let untyped else { return nil }
    let names = MockTypeNames(definition, types)
    let unused = payload.types.keys.filter { !usedTypes.contains($0) && !names.known.contains($0) && !Self.builtInNames.contains($0) }
    if unused.isEmpty { return nil }
    let quoted = unused.ascending().map { "'\($0)'" }.joined(separator: ", ")
    let place = untyped.joined(separator: ".")
    return "MockPayload's values for \(quoted) have no effect on \(name). If they are for the object in '\(place)', give its '__typename' "
      + "there, or mark the operation with @relay_test_operation."
  }

  // MARK: Objects

  private mutating func object(_ steps: Range<Int>, of type: String, given: JSON?, at path: [String]) -> [String: JSON] {
    var members = [String: JSON]()
    add(steps, of: type, given: given, at: path, to: &members)
    return members
  }

  private mutating func add(
    _ steps: Range<Int>, of type: String, given: JSON?, at path: [String], to members: inout [String: JSON]
  ) {
    plan.forEachStep(in: steps) { position, step, children in
      switch step.kind {
      case .scalar, .linked:
        let key = plan.responseKeys[Int(step.index)]
        // The same field in several branches counts once.
        if step.kind == .scalar, members[key] != nil { return }
        let context = context(of: step, key: key, parentType: type, at: path)
        let known = members[key] ?? payload.paths[context.path.joined(separator: ".")] ?? given?[key] ?? given?[context.name]
        members[key] =
          step.kind == .scalar
          ? known ?? scalar(plan.types[Int(step.valueType)], context)
          : linked(position, plan.types[Int(step.valueType)], context, given: known)
      case .inlineFragment:
        if step.abstractKey == Keys.none {
          guard Keys.name(step.type) == type else { return }
        } else {
          members[plan.responseKeys[Int(step.name)]] = .string(type)
        }
        add(children, of: type, given: given, at: path, to: &members)
      case .typeDiscriminator: members[plan.responseKeys[Int(step.name)]] = .string(type)
      case .condition:
        if plan.isTrue(step, variables) == step.flag { add(children, of: type, given: given, at: path, to: &members) }
      case .defer, .stream, .clientExtension: add(children, of: type, given: given, at: path, to: &members)
      case .scalarHandle, .linkedHandle: break
      }
    }
  }

  private func context(of step: NormalizationStep, key: String, parentType: String, at path: [String]) -> MockPayload.Context {
    let (name, arguments) = plan.field(step)
    return MockPayload.Context(
      parentType: parentType, name: name, alias: key == name ? nil : key, path: path + [key],
      arguments: arguments.evaluate(variables))
  }

  /// The value of a field of objects.
  ///
  /// - Parameter position: the index of the field's step.
  private mutating func linked(_ position: Int, _ type: SlotType, _ context: MockPayload.Context, given: JSON?) -> JSON {
    switch type {
    case .nonNull(let inner), .result(let inner): return linked(position, inner, context, given: given)
    case .list(let inner):
      let items: [JSON?]
      switch given {
      case .null?: return .null
      case .array(let given)?: items = given
      default: items = [given]
      }
      return .array(items.map { linked(position, inner, context, given: $0) })
    default: return object(position, context, given: given)
    }
  }

  private mutating func object(_ position: Int, _ context: MockPayload.Context, given: JSON?) -> JSON {
    if let given, given.isNull { return .null }
    let step = plan.steps[position]
    let children = position + 1..<max(position + 1, Int(step.next))
    let declared = types[context.path]?.name
    var type = given?["__typename"]?.stringValue
    if type == nil, step.type != Keys.none { type = Keys.name(step.type) }
    let likely = type ?? firstObjectType(children)
    var given = given
    let override = [likely, declared].lazy.compactMap { $0 }.first { payload.types[$0] != nil }
    if let override { usedTypes.insert(override) }
    if override == nil, type == nil, declared == nil, untyped == nil { untyped = context.path }
    if let override, let value = payload.types[override]?(context) {
      if value.isNull, given == nil { return .null }
      reportMisspelledMembers(in: value, MockSelections(plan, [children]), at: context.path)
      given = .object((value.objectValue ?? [:]).merging(given?.objectValue ?? [:]) { _, outer in outer })
      type = type ?? given?["__typename"]?.stringValue
    }
    if !step.flag {
      let identity = identities.members(ofStep: position, at: context.path, context.arguments)
      if !identity.isEmpty { given = .object(identity.merging(given?.objectValue ?? [:]) { _, outer in outer }) }
    }
    return .object(object(children, of: type ?? likely ?? declared ?? "__MockObject", given: given, at: context.path))
  }

  /// The first selected object type.
  private func firstObjectType(_ steps: Range<Int>) -> String? {
    steps.lazy.map { plan.steps[$0] }
      .first { $0.kind == .inlineFragment && $0.abstractKey == Keys.none && $0.type != Keys.none }
      .map { Keys.name($0.type) }
  }

  /// Reports a misspelled member of an object that an override by type returned. It may have members that this operation does not select.
  private mutating func reportMisspelledMembers(in value: JSON?, _ selections: MockSelections, at path: [String]) {
    guard let members = value?.objectValue else { return }
    let known = selections.keysAndNames
    for key in members.keys.ascending() where !known.contains(key) && !key.hasPrefix("__") {
      guard let near = NearName.of(key, among: known.subtracting(members.keys), isCertainlyWrong: false) else { continue }
      mistakes.append(.unknownField(key, path: path.joined(separator: "."), operation: name, suggestion: near))
    }
  }

  // MARK: Scalars

  private mutating func scalar(_ type: SlotType, _ context: MockPayload.Context) -> JSON {
    if context.name == "__typename" { return .string(context.parentType) }
    if let tested = types[context.path] {
      if let value = payload.types[tested.name]?(context) { return value }
      guard let first = tested.enumValues.first else { return value(of: type, context) }
      return tested.isList ? .array([.string(first)]) : .string(first)
    }
    if let name = Self.builtInName(type.base), let value = payload.types[name]?(context) { return value }
    return value(of: type, context)
  }

  private mutating func value(of type: SlotType, _ context: MockPayload.Context) -> JSON {
    switch type {
    case .nonNull(let inner), .result(let inner): return value(of: inner, context)
    case .list(let inner): return .array([value(of: inner, context)])
    case .int: return .int(42)
    case .double: return .double(4.2)
    case .bool: return .bool(false)
    case .id: return identifier(context)
    case .scalar(let index) where definition.scalars.indices.contains(index): return definition.scalars[index].placeholder()
    default:
      if context.name == plan.idKey.name { return identifier(context) }
      return .string("<mock-value-for-field-\"\(context.alias ?? context.name)\">")
    }
  }

  private mutating func identifier(_ context: MockPayload.Context) -> JSON {
    identifiers += 1
    return .string("<\(context.parentType)-mock-id-\(identifiers)>")
  }

  private static let builtInNames: Set<String> = ["String", "Int", "Float", "Boolean", "ID"]

  /// The name of a type of GraphQL itself; `nil` for others.
  private static func builtInName(_ type: SlotType) -> String? {
    switch type {
    case .string: "String"
    case .int: "Int"
    case .double: "Float"
    case .bool: "Boolean"
    case .id: "ID"
    default: nil
    }
  }
}
