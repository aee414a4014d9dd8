/// Encodes the normalization AST of an operation as the runtime's normalization plan, in JSON.
enum NormalizationPlan {
  /// `{}` for an operation that is never sent.
  ///
  /// - Parameter scalars: the custom scalars of the operation's reader plan. Those that only a response contains are
  ///   added.
  static func encode(
    _ artifact: OperationArtifact, types: ScalarTypes, config: SchemaConfig, scalars: inout ScalarTable
  ) -> [UInt8] {
    var encoder = Encoder(types: types, config: config, scalars: scalars)
    let plan = encoder.encode(artifact)
    scalars = encoder.scalars
    return plan
  }
}

private struct Encoder {
  let types: ScalarTypes
  let config: SchemaConfig
  var scalars: ScalarTable
  private var notations: [TypeReference: SwiftText] = [:]
  /// nil in client fields, which no server sends.
  private var ages: AgeRules?

  init(types: ScalarTypes, config: SchemaConfig, scalars: ScalarTable) {
    self.types = types
    self.config = config
    self.scalars = scalars
  }

  mutating func encode(_ artifact: OperationArtifact) -> [UInt8] {
    var json = JSONWriter.plan()
    json.object { json in
      guard let operation = artifact.normalization else { return }
      json.version()
      json.key("name")
      json.name(operation.name)
      if !operation.argumentDefinitions.isEmpty {
        json.key("arguments")
        json.array { json in
          for definition in operation.argumentDefinitions {
            json.array { json in
              json.name(definition.name)
              json.constant(definition.defaultValue)
            }
          }
        }
      }
      json.idField(config.nodeInterfaceIDField)
      json.connectionNames(config.connectionInterface)
      keys(of: operation, to: &json)
      if artifact.kind == .query { json.age(operation.age) }
      ages = AgeRules(schema: types.schema, kind: artifact.kind, operation: operation.age)
      json.key("selections")
      selections(operation.selections, below: .root, to: &json)
      if !operation.clientAbstractTypes.isEmpty {
        json.key("clientAbstractTypes")
        json.object { json in
          for (key, types) in operation.clientAbstractTypes {
            json.key(key)
            json.array { json in for type in types { json.name(type) } }
          }
        }
      }
    }
    return json.bytes
  }

  /// `"keys": {"Book": ["isbn"]}`: the fields that identify objects of the types with keys that the operation may select.
  private func keys(of operation: NormalizationOperation, to json: inout JSONWriter) {
    guard types.schema.hasKeys else { return }
    var found: Set<TypeID> = []
    collectKeyedTypes(operation.selections, into: &found)
    let schema = types.schema
    let sorted = Array(found).sorted(byName: { schema[$0].name })
    if sorted.isEmpty { return }
    json.key("keys")
    json.object { json in
      for type in sorted {
        json.key(schema[type].name)
        json.array { json in for field in schema[type].key?.fields ?? [] { json.name(schema[field].name) } }
      }
    }
  }

  private func collectKeyedTypes(_ nodes: [NormalizationNode], into found: inout Set<TypeID>) {
    for node in nodes {
      switch node {
      case .linkedField(let field):
        found.formUnion(types.schema.keyedTypes(of: field.type.named))
        collectKeyedTypes(field.selections, into: &found)
      case .inlineFragment(_, _, let selections), .condition(_, _, let selections), .defer(_, _, let selections),
        .stream(_, _, let selections), .clientExtension(let selections):
        collectKeyedTypes(selections, into: &found)
      case .scalarField, .scalarHandle, .linkedHandle, .typeDiscriminator: break
      }
    }
  }

  private mutating func selections(_ nodes: [NormalizationNode], below parent: AgeRules.Age, to json: inout JSONWriter) {
    json.array { json in
      for node in nodes {
        if case .scalarField(let field) = node, field.alias == nil, field.arguments.isEmpty {
          json.nameAndType(field.name, notation(of: field.type), age(of: field.definition, field.freshness, below: parent).suffix)
        } else {
          json.array { json in self.node(node, below: parent, to: &json) }
        }
        invalidation(after: node, to: &json)
      }
    }
  }

  private mutating func node(_ node: NormalizationNode, below parent: AgeRules.Age, to json: inout JSONWriter) {
    switch node {
    case .scalarField(let field):
      json.code(PlanCode.scalarField)
      json.name(field.name)
      json.plain(Encoder.type(notation(of: field.type), age(of: field.definition, field.freshness, below: parent).suffix))
      json.trailing(alias: field.alias, field.arguments)
    case .linkedField(let field):
      let (age, suffix) = age(of: field.definition, field.freshness, below: parent)
      json.code(PlanCode.linkedField)
      json.name(field.name)
      json.name(field.concreteType)
      json.plain(Encoder.type(notation(of: field.type), suffix))
      selections(field.selections, below: age, to: &json)
      json.trailing(alias: field.alias, field.arguments)
    case .scalarHandle(let handle): self.handle(.scalarHandle, handle, to: &json)
    case .linkedHandle(let handle): self.handle(.linkedHandle, handle, to: &json)
    case .inlineFragment(let type, let abstractKey, let selections):
      json.code(PlanCode.inlineFragment)
      json.name(type)
      json.name(abstractKey)
      self.selections(selections, below: parent, to: &json)
    case .typeDiscriminator(let abstractKey):
      json.code(PlanCode.typeDiscriminator)
      json.name(abstractKey)
    case .condition(let variable, let passingValue, let selections):
      json.code(PlanCode.condition)
      json.name(variable)
      json.flag(passingValue)
      self.selections(selections, below: parent, to: &json)
    case .defer(let variable, let label, let selections): incremental(.defer, variable, label, selections, below: parent, to: &json)
    case .stream(let variable, let label, let selections): incremental(.stream, variable, label, selections, below: parent, to: &json)
    case .clientExtension(let selections):
      let outer = ages
      ages = nil
      defer { ages = outer }
      json.code(PlanCode.clientExtension)
      self.selections(selections, below: parent, to: &json)
    }
  }

  /// The age of a field, and what says it in the plan.
  private func age(
    of field: FieldID?, _ freshness: Freshness?, below parent: AgeRules.Age
  ) -> (age: AgeRules.Age, suffix: SwiftText) {
    guard let ages, let field, types.schema.hasCacheControl || freshness?.age != nil || parent.maxAge != nil else {
      return (parent, SwiftText())
    }
    let age = ages.age(of: field, freshness?.age, below: parent)
    return (age, age.suffix(below: parent))
  }

  private static func type(_ notation: SwiftText, _ suffix: SwiftText) -> SwiftText {
    suffix.isEmpty ? notation : "\(notation)\(suffix)"
  }

  private func invalidation(after node: NormalizationNode, to json: inout JSONWriter) {
    let freshness: Freshness?
    switch node {
    case .scalarField(let field): freshness = field.freshness
    case .linkedField(let field): freshness = field.freshness
    default: return
    }
    guard let freshness, !freshness.invalidations.isEmpty, !json.isFull else { return }
    let invalidated = InvalidatedTypes(freshness.invalidations, in: types.schema)
    if invalidated.isEmpty { return }
    json.array { json in
      json.code(PlanCode.invalidation)
      json.invalidation(invalidated, in: types.schema)
    }
  }

  private func handle(_ code: PlanCode, _ handle: HandleNode, to json: inout JSONWriter) {
    json.code(code)
    json.name(handle.name)
    json.string(handle.handle)
    json.string(handle.key)
    if let filters = handle.filters {
      json.array { json in for filter in filters { json.name(filter) } }
    } else {
      json.number(0)
    }
    let hasMore = handle.dynamicKey != nil || !handle.handleArguments.isEmpty
    guard hasMore else { return json.trailing(alias: handle.alias, handle.arguments) }
    json.name(handle.alias)
    json.arguments(handle.arguments)
    if let dynamicKey = handle.dynamicKey {
      json.array { $0.kindAndValue(dynamicKey.value) }
    } else {
      json.number(0)
    }
    if !handle.handleArguments.isEmpty { json.arguments(handle.handleArguments) }
  }

  private mutating func incremental(
    _ code: PlanCode, _ variable: Name?, _ label: String, _ selections: [NormalizationNode], below parent: AgeRules.Age,
    to json: inout JSONWriter
  ) {
    json.code(code)
    json.name(variable)
    json.string(label)
    self.selections(selections, below: parent, to: &json)
  }

  /// A schema type in the notation of slots, such as `[O!]!`. An operation uses few types repeatedly, so they are
  /// cached.
  private mutating func notation(of type: TypeReference) -> SwiftText {
    if let known = notations[type] { return known }
    let text = Encoder.wrap(base(of: type.named), in: type)
    notations[type] = text
    return text
  }

  private static func wrap(_ base: SwiftText, in type: TypeReference) -> SwiftText {
    let inner = type.item.map { "[\(wrap(base, in: $0))]" } ?? base
    return type.isNonNull ? "\(inner)!" : inner
  }

  private mutating func base(of type: TypeID) -> SwiftText {
    switch types.schema[type].kind {
    case .object, .interface, .union: "O"
    case .scalar, .enum, .inputObject:
      switch types.base(of: type, numberedIn: &scalars) {
      case .string: types.schema[type].name == .idType ? "D" : "S"
      case let base: ValueType(base).slotNotation
      }
    }
  }
}
