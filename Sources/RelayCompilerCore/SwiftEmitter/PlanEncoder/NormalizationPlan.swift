/// The normalization AST as the runtime's normalization plan: an operation in, JSON text out.
enum NormalizationPlan {
  /// `{}` for an operation that is never sent.
  static func encode(_ artifact: OperationArtifact) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      guard let operation = artifact.normalization else { return }
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
      json.key("selections")
      selections(operation.selections, to: &json)
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

  private static func selections(_ nodes: [NormalizationNode], to json: inout JSONWriter) {
    json.array { json in
      for node in nodes { json.array { json in self.node(node, to: &json) } }
    }
  }

  private static func node(_ node: NormalizationNode, to json: inout JSONWriter) {
    switch node {
    case .scalarField(let field):
      json.number(0)
      json.name(field.name)
      json.trailing(alias: field.alias, field.arguments)
    case .linkedField(let field):
      json.number(1)
      json.name(field.name)
      json.name(field.concreteType)
      json.flag(field.isPlural)
      selections(field.selections, to: &json)
      json.trailing(alias: field.alias, field.arguments)
    case .scalarHandle(let handle): self.handle(2, handle, to: &json)
    case .linkedHandle(let handle): self.handle(3, handle, to: &json)
    case .inlineFragment(let type, let abstractKey, let selections):
      json.number(4)
      json.name(type)
      json.name(abstractKey)
      self.selections(selections, to: &json)
    case .typeDiscriminator(let abstractKey):
      json.number(5)
      json.name(abstractKey)
    case .condition(let variable, let passingValue, let selections):
      json.number(6)
      json.name(variable)
      json.flag(passingValue)
      self.selections(selections, to: &json)
    case .defer(let variable, let label, let selections): incremental(7, variable, label, selections, to: &json)
    case .stream(let variable, let label, let selections): incremental(8, variable, label, selections, to: &json)
    case .clientExtension(let selections):
      json.number(9)
      self.selections(selections, to: &json)
    }
  }

  private static func handle(_ code: Int, _ handle: HandleNode, to json: inout JSONWriter) {
    json.number(code)
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

  private static func incremental(
    _ code: Int, _ variable: Name?, _ label: String, _ selections: [NormalizationNode], to json: inout JSONWriter
  ) {
    json.number(code)
    json.name(variable)
    json.string(label)
    self.selections(selections, to: &json)
  }
}
