import RelayRuntime

/// A node of a reader plan. Slots and shapes follow from the nodes: each new response key of an object gets the next slot of its shape,
/// and each new linked field and aliased fragment gets the next shape.
///
/// A type is written in the notation of plans, without the number of the shape: `S!` for a `String!`, `[O]` for a list of objects.
indirect enum ReaderPlanNode: Sendable {
  case scalar(_ name: String, _ type: String, alias: String? = nil, arguments: PlanArguments = [:])
  /// - Parameters:
  ///   - of: the object type; nil for an interface or union.
  ///   - connection: the response keys of the edges and of an edge's node, for a field that reads as the collection of its nodes.
  case linked(
    _ name: String, _ type: String = "O", of: String? = nil, alias: String? = nil, arguments: PlanArguments = [:],
    connection: (edges: String, node: String)? = nil, _ selections: [ReaderPlanNode])
  /// - Parameter marker: the response key that indicates whether the type matched.
  case inlineFragment(on: String, abstractKey: String? = nil, marker: String? = nil, _ selections: [ReaderPlanNode])
  case condition(_ variable: String, is: Bool, _ selections: [ReaderPlanNode])
  case `defer`(_ selections: [ReaderPlanNode])
  case stream(_ selections: [ReaderPlanNode])
  case clientExtension(_ selections: [ReaderPlanNode])
  /// - Parameter type: `P!` if the spread always matches.
  case spread(_ name: String, _ type: String = "P", arguments: PlanArguments = [:])
  case aliased(_ alias: String, _ type: String = "O", on: String, abstractKey: String? = nil, _ selections: [ReaderPlanNode])
  case required(_ action: RequiredAction, _ field: ReaderPlanNode)
  case `catch`(_ target: CatchTarget, _ field: ReaderPlanNode)

  enum RequiredAction: String, Sendable {
    case none = "NONE"
    case log = "LOG"
    case `throw` = "THROW"
  }

  enum CatchTarget: String, Sendable {
    case result = "RESULT"
    case null = "NULL"
  }
}

/// An argument of a fragment or a variable of an operation.
enum ReaderPlanArgument: Sendable {
  case local(_ name: String, default: JSON = .null)
  case root(_ name: String)

  var json: PlanJSON {
    switch self {
    case .local(let name, let value): .array([.string("L"), .string(name), .value(value)])
    case .root(let name): .array([.string("R"), .string(name)])
    }
  }
}

extension Plans {
  static func reader(
    _ name: String, on type: String, abstractKey: String? = nil, arguments: [ReaderPlanArgument] = [], metadata: JSON = .null,
    names: PlanNames = PlanNames(), _ selections: [ReaderPlanNode]
  ) -> String {
    var writer = ReaderPlanWriter()
    let selections = writer.selections(selections, shape: writer.newShape())
    var members: [(key: String, value: PlanJSON)] = [
      (key: "version", value: .value(.int(PlanTextCode.version))), (key: "name", value: .string(name)), (key: "type", value: .string(type)),
    ]
    if let abstractKey { members.append((key: "abstractKey", value: .string(abstractKey))) }
    members.append((key: "arguments", value: .array(arguments.map(\.json))))
    members.append((key: "metadata", value: .value(metadata)))
    members += names.connectionMembers
    members += [(key: "shapes", value: writer.json), (key: "selections", value: selections)]
    return PlanJSON.object(members).text
  }
}

/// Assigns numbers to slots and shapes while it writes nodes.
private struct ReaderPlanWriter {
  private struct Shape {
    var slots: [(key: String, type: String)] = []
    var places: [String: Int] = [:]
    var shapes: [String: Int] = [:]
    var connection: (edges: String, node: String)?
  }

  private var shapes: [Shape] = []

  mutating func newShape() -> Int {
    shapes.append(Shape())
    return shapes.count - 1
  }

  mutating func selections(_ nodes: [ReaderPlanNode], shape: Int) -> PlanJSON {
    .array(
      nodes.map { node in
        if case .scalar(let name, let type, nil, let arguments) = node, arguments.isEmpty { return slot(name, type, in: shape) }
        return self.node(node, shape: shape)
      })
  }

  /// - Parameter isResult: whether `@catch` stores a result in the node's slot.
  private mutating func node(_ node: ReaderPlanNode, shape: Int, isResult: Bool = false) -> PlanJSON {
    func slotType(_ type: String) -> String { isResult ? "R(\(type))" : type }
    switch node {
    case .scalar(let name, let type, let alias, let arguments):
      let slot = slot(alias ?? name, slotType(type), in: shape)
      if alias == nil, arguments.isEmpty { return .array([.value(.int(PlanTextCode.scalarField.rawValue)), slot]) }
      return .node(.scalarField, slot, .string(alias.map { _ in name }), .string(alias), arguments.json)
    case .linked(let name, let type, let concrete, let alias, let arguments, let connection, let nodes):
      let (slot, inner) = object(alias ?? name, type, in: shape, slotType)
      if let connection { shapes[inner].connection = connection }
      return .node(
        .linkedField, slot, .value(.int(inner)), .string(alias.map { _ in name }), .string(concrete), .value(type.contains("[") ? 1 : 0),
        selections(nodes, shape: inner), .string(alias), arguments.json)
    case .inlineFragment(let type, let key, let marker, let nodes):
      let slot = marker.map { self.slot($0, "M!", in: shape) } ?? PlanJSON.value(-1)
      return .node(.inlineFragment, slot, .string(type), .string(key), selections(nodes, shape: shape))
    case .condition(let variable, let passingValue, let nodes):
      return .node(.condition, .string(variable), .value(passingValue ? 1 : 0), selections(nodes, shape: shape))
    case .defer(let nodes): return .node(.defer, selections(nodes, shape: shape))
    case .stream(let nodes): return .node(.stream, selections(nodes, shape: shape))
    case .clientExtension(let nodes): return .node(.clientExtension, selections(nodes, shape: shape))
    case .spread(let name, let type, let arguments):
      return .node(.fragmentSpread, slot("fragment_" + name, type, in: shape), .string(name), arguments.json)
    case .aliased(let alias, let type, let condition, let key, let nodes):
      let (slot, inner) = object(alias, type, in: shape, slotType)
      return .node(
        .aliasedFragment, slot, .value(.int(inner)), .string(alias), .string(condition), .string(key), selections(nodes, shape: inner))
    case .required(let action, let field):
      return .node(.required, .string(action.rawValue), self.node(field, shape: shape, isResult: isResult))
    case .catch(let target, let field):
      return .node(.catch, .string(target.rawValue), self.node(field, shape: shape, isResult: target == .result))
    }
  }

  private mutating func slot(_ key: String, _ type: String, in shape: Int) -> PlanJSON {
    if let known = shapes[shape].places[key] { return .value(.int(known)) }
    shapes[shape].places[key] = shapes[shape].slots.count
    shapes[shape].slots.append((key: key, type: type))
    return .value(.int(shapes[shape].slots.count - 1))
  }

  /// The slot of an object's response key, and the shape of the object.
  private mutating func object(
    _ key: String, _ type: String, in shape: Int, _ slotType: (String) -> String
  ) -> (slot: PlanJSON, shape: Int) {
    let inner = shapes[shape].shapes[key] ?? newShape()
    shapes[shape].shapes[key] = inner
    return (slot(key, slotType(type.replacing("O", with: "O\(inner)")), in: shape), inner)
  }

  var json: PlanJSON {
    .array(
      shapes.map { shape in
        let slots = shape.slots.map { slot in PlanJSON.string(slot.type == "S" ? slot.key : "\(slot.key):\(slot.type)") }
        guard let connection = shape.connection, let edges = shape.slots.firstIndex(where: { $0.key == connection.edges }),
          let edge = shape.shapes[connection.edges], let node = shapes[edge].slots.firstIndex(where: { $0.key == connection.node })
        else { return .array(slots) }
        return .array(slots + [.value(.int(edges)), .value(.int(node))])
      })
  }
}
