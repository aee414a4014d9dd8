import RelayRuntime

/// A node of a normalization plan. The type of a field is written in the notation of plans: `D!` for an `ID!`, `[O]` for a list of
/// objects, `S!@60` for a text that is stale after a minute.
indirect enum NormalizationPlanNode: Sendable {
  case scalar(_ name: String, _ type: String? = nil, alias: String? = nil, arguments: PlanArguments = [:])
  /// - Parameter concrete: the object type; nil for an interface or union.
  case linked(
    _ name: String, _ type: String? = "O", of: String? = nil, alias: String? = nil, arguments: PlanArguments = [:],
    _ selections: [NormalizationPlanNode])
  case scalarHandle(
    _ name: String, _ handle: String, key: String = "", filters: [String]? = nil, alias: String? = nil, arguments: PlanArguments = [:],
    dynamicKey: PlanArguments = [:], with: PlanArguments = [:])
  case linkedHandle(
    _ name: String, _ handle: String, key: String = "", filters: [String]? = nil, alias: String? = nil, arguments: PlanArguments = [:],
    dynamicKey: PlanArguments = [:], with: PlanArguments = [:])
  case inlineFragment(on: String, abstractKey: String? = nil, _ selections: [NormalizationPlanNode])
  case typeDiscriminator(_ abstractKey: String)
  case condition(_ variable: String, is: Bool, _ selections: [NormalizationPlanNode])
  case `defer`(_ label: String, if: String? = nil, _ selections: [NormalizationPlanNode])
  case stream(_ label: String, if: String? = nil, _ selections: [NormalizationPlanNode])
  case clientExtension(_ selections: [NormalizationPlanNode])
  /// What is stale after the field before it.
  case invalidation(types: [String] = [], fields: KeyValuePairs<String, [String]> = [:])

  var json: PlanJSON {
    switch self {
    case .scalar(let name, let type?, nil, let arguments) where arguments.isEmpty: .string(type == "S" ? name : "\(name):\(type)")
    case .scalar(let name, let type, let alias, let arguments):
      .node(.scalarField, .string(name), .string(type), .string(alias), arguments.json)
    case .linked(let name, let type, let concrete, let alias, let arguments, let selections):
      .node(.linkedField, .string(name), .string(concrete), .string(type), selections.json, .string(alias), arguments.json)
    case .scalarHandle(let name, let handle, let key, let filters, let alias, let arguments, let dynamicKey, let handleArguments):
      .node(
        .scalarHandle, .string(name), .string(handle), .string(key), Self.json(filters), .string(alias), arguments.json, dynamicKey.json,
        handleArguments.json)
    case .linkedHandle(let name, let handle, let key, let filters, let alias, let arguments, let dynamicKey, let handleArguments):
      .node(
        .linkedHandle, .string(name), .string(handle), .string(key), Self.json(filters), .string(alias), arguments.json, dynamicKey.json,
        handleArguments.json)
    case .inlineFragment(let type, let key, let selections):
      .node(.inlineFragment, .string(type), .string(key), selections.json)
    case .typeDiscriminator(let key): .node(.typeDiscriminator, .string(key))
    case .condition(let variable, let passingValue, let selections):
      .node(.condition, .string(variable), .value(passingValue ? 1 : 0), selections.json)
    case .defer(let label, let variable, let selections): .node(.defer, .string(variable), .string(label), selections.json)
    case .stream(let label, let variable, let selections): .node(.stream, .string(variable), .string(label), selections.json)
    case .clientExtension(let selections): .node(.clientExtension, selections.json)
    case .invalidation(let types, let fields):
      .node(
        .invalidation, .array(types.map { .string($0) }),
        .object(fields.map { (key: $0.key, value: .array($0.value.map { .string($0) })) }))
    }
  }

  private static func json(_ filters: [String]?) -> PlanJSON { filters.map { .array($0.map { .string($0) }) } ?? .zero }
}

extension [NormalizationPlanNode] {
  var json: PlanJSON { .array(map(\.json)) }
}

extension Plans {
  /// - Parameters:
  ///   - arguments: the variables of the operation, each with its default.
  ///   - age: how old the operation's data may be, in the notation of plans.
  static func normalization(
    _ name: String, arguments: KeyValuePairs<String, JSON> = [:], names: PlanNames = PlanNames(), age: String? = nil,
    _ selections: [NormalizationPlanNode]
  ) -> String {
    PlanJSON.object(
      [
        (key: "version", value: .value(.int(PlanTextCode.version))), (key: "name", value: .string(name)),
        (key: "arguments", value: .array(arguments.map { .array([.string($0.key), .value($0.value)]) })),
      ] + names.members + (age.map { [(key: "age", value: .string($0))] } ?? []) + [(key: "selections", value: selections.json)]
    ).text
  }
}
