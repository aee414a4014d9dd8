/// Walks a normalization plan and generates a value for each field that a server would send.
struct MockGenerator {
  private let payload: MockPayload
  private let plan: NormalizationPlan
  private let kind: OperationDefinition.Kind
  private let name: String
  private let variables: [String: JSON]
  private let types: MockFieldTypes
  private var identifiers = 0

  init(payload: MockPayload, operation: OperationDescriptor) {
    self.payload = payload
    plan = operation.definition.normalization
    kind = operation.definition.kind
    name = operation.definition.name
    variables = operation.variables
    types = MockFieldTypes(operation.definition, fragments: payload.fragments)
  }

  mutating func data() -> JSON {
    let root = kind == .query ? "Query" : kind == .mutation ? "Mutation" : "Subscription"
    let data = JSON.object(object(0..<plan.steps.count, of: root, given: nil, at: []))
    return payload.edits.reduce(data) { data, edit in edit.name == name ? edit.change(data) : data }
  }

  // MARK: Objects

  private mutating func object(_ steps: Range<Int>, of type: String, given: JSON?, at path: [String]) -> [String: JSON] {
    var members: [String: JSON] = [:]
    add(steps, of: type, given: given, at: path, to: &members)
    return members
  }

  private mutating func add(
    _ steps: Range<Int>, of type: String, given: JSON?, at path: [String], to members: inout [String: JSON]
  ) {
    var index = steps.lowerBound
    while index < steps.upperBound {
      let step = plan.steps[index]
      let children = index + 1..<max(index + 1, Int(step.next))
      index = children.upperBound
      switch step.kind {
      case .scalar, .linked:
        let key = plan.responseKeys[Int(step.index)]
        // The same field in several branches counts once.
        if step.kind == .scalar, members[key] != nil { continue }
        let context = context(of: step, key: key, parentType: type, at: path)
        let known = members[key] ?? payload.paths[context.path.joined(separator: ".")] ?? given?[key] ?? given?[context.name]
        members[key] =
          step.kind == .scalar
          ? known ?? scalar(context) : linked(isList: step.flag, step.type, children, context, given: known)
      case .inlineFragment:
        if step.abstractKey == Keys.none {
          guard Keys.name(step.type) == type else { continue }
        } else {
          members[plan.responseKeys[Int(step.name)]] = .string(type)
        }
        add(children, of: type, given: given, at: path, to: &members)
      case .typeDiscriminator: members[plan.responseKeys[Int(step.name)]] = .string(type)
      case .condition:
        let isTrue = variables[plan.conditionVariables[Int(step.name)]]?.isTruthy ?? false
        if isTrue == step.flag { add(children, of: type, given: given, at: path, to: &members) }
      case .defer, .stream, .clientExtension: add(children, of: type, given: given, at: path, to: &members)
      case .scalarHandle, .linkedHandle: continue
      }
    }
  }

  private func context(of step: NormalizationStep, key: String, parentType: String, at path: [String]) -> MockPayload.Context {
    let (name, arguments) = plan.field(step)
    return MockPayload.Context(
      parentType: parentType, name: name, alias: key == name ? nil : key, path: path + [key],
      arguments: arguments.evaluate(variables))
  }

  private mutating func linked(
    isList: Bool, _ concreteType: KeyID, _ children: Range<Int>, _ context: MockPayload.Context, given: JSON?
  ) -> JSON {
    guard isList else { return linked(concreteType, children, context, given: given) }
    let items: [JSON?]
    switch given {
    case .null?: return .null
    case .array(let given)?: items = given
    default: items = [given]
    }
    return .array(items.map { linked(concreteType, children, context, given: $0) })
  }

  private mutating func linked(_ concreteType: KeyID, _ children: Range<Int>, _ context: MockPayload.Context, given: JSON?) -> JSON {
    if let given, given.isNull { return .null }
    let declared = types.name(at: context.path)
    var type = given?["__typename"]?.stringValue
    if type == nil, concreteType != Keys.none { type = Keys.name(concreteType) }
    let likely = type ?? firstObjectType(children)
    var given = given
    if let resolver = likely.flatMap({ payload.types[$0] }) ?? declared.flatMap({ payload.types[$0] }), let value = resolver(context) {
      if value.isNull, given == nil { return .null }
      given = .object((value.objectValue ?? [:]).merging(given?.objectValue ?? [:]) { _, outer in outer })
      type = type ?? given?["__typename"]?.stringValue
    }
    return .object(object(children, of: type ?? likely ?? declared ?? "__MockObject", given: given, at: context.path))
  }

  /// The first selected object type.
  private func firstObjectType(_ steps: Range<Int>) -> String? {
    steps.lazy.map { plan.steps[$0] }
      .first { $0.kind == .inlineFragment && $0.abstractKey == Keys.none && $0.type != Keys.none }
      .map { Keys.name($0.type) }
  }

  // MARK: Scalars

  private mutating func scalar(_ context: MockPayload.Context) -> JSON {
    if context.name == "__typename" { return .string(context.parentType) }
    switch types[context.path] {
    case .schema(let name, let isList, let enumValues)?:
      if let value = payload.types[name]?(context) { return value }
      let value = enumValues.first.map { .string($0) } ?? scalar(named: name, context)
      return isList ? .array([value]) : value
    case .slot(let type, let scalars)?: return value(of: type, scalars, context)
    case nil: return string(context)
    }
  }

  private mutating func scalar(named name: String, _ context: MockPayload.Context) -> JSON {
    switch name {
    case "Int": .int(42)
    case "Float": .double(4.2)
    case "Boolean": .bool(false)
    case "ID": identifier(context)
    default: string(context)
    }
  }

  private mutating func value(of type: SlotType, _ scalars: [ScalarType], _ context: MockPayload.Context) -> JSON {
    switch type {
    case .nonNull(let inner), .result(let inner): value(of: inner, scalars, context)
    case .list(let inner): .array([value(of: inner, scalars, context)])
    case .int: .int(42)
    case .double: .double(4.2)
    case .bool: .bool(false)
    case .scalar(let index) where scalars.indices.contains(index): scalars[index].placeholder()
    default: string(context)
    }
  }

  private mutating func string(_ context: MockPayload.Context) -> JSON {
    context.name == plan.idKey.name ? identifier(context) : .string("<mock-value-for-field-\"\(context.alias ?? context.name)\">")
  }

  private mutating func identifier(_ context: MockPayload.Context) -> JSON {
    identifiers += 1
    return .string("<\(context.parentType)-mock-id-\(identifiers)>")
  }
}
