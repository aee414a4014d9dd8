// Plans as text, written like the documents that they represent (ARCHITECTURE.md, "The plans"). This file does not depend on the
// compiler.
import RelayRuntime

/// The codes at the beginning of nodes and argument values in plans. The runtime has the same table (`PlanCode`).
enum PlanTextCode: Int {
  case scalarField = 0
  case linkedField = 1
  case scalarHandle = 2
  case linkedHandle = 3
  case inlineFragment = 4
  case typeDiscriminator = 5
  case condition = 6
  case `defer` = 7
  case stream = 8
  case clientExtension = 9
  case fragmentSpread = 10
  case aliasedFragment = 11
  case inlineDataFragmentSpread = 12
  case required = 13
  case `catch` = 14
  case invalidation = 15

  /// The version of the format, with which every plan begins.
  static let version = 1

  enum Argument: Int {
    case literal = 0
    case variable = 1
    case list = 2
    case object = 3
  }
}

/// An ordered JSON value. (The members of `JSON` are not ordered, but those of a plan are.)
indirect enum PlanJSON: Sendable {
  case value(JSON)
  case array([PlanJSON])
  case object([(key: String, value: PlanJSON)])

  static let zero = PlanJSON.value(0)
  static func string(_ text: String?) -> PlanJSON { text.map { .value(.string($0)) } ?? .zero }

  /// A node: its kind and its elements. Trailing zeros are left out.
  static func node(_ code: PlanTextCode, _ elements: PlanJSON...) -> PlanJSON {
    let count = (elements.lastIndex { !$0.isZero } ?? -1) + 1
    return .array([.value(.int(code.rawValue))] + elements[..<count])
  }

  private var isZero: Bool {
    if case .value(let value) = self { value == 0 } else { false }
  }

  var text: String {
    switch self {
    case .value(let value): "\(value)"
    case .array(let items): "[\(items.map(\.text).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\(JSON.string($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }
}

/// The ordered arguments of a field: `["id": .variable("id"), "first": .literal(10)]`.
struct PlanArguments: Sendable, ExpressibleByDictionaryLiteral {
  indirect enum Value: Sendable {
    case literal(JSON)
    case variable(String)
    /// nil is a null item.
    case list([Value?])
    case object(PlanArguments)
  }

  private var list: [(name: String, value: Value)]

  init(dictionaryLiteral elements: (String, Value)...) { list = elements.map { (name: $0.0, value: $0.1) } }

  /// Arguments that pass the variables of the same names.
  static func variables(_ names: String...) -> PlanArguments {
    var result: PlanArguments = [:]
    result.list = names.map { (name: $0, value: .variable($0)) }
    return result
  }

  var isEmpty: Bool { list.isEmpty }

  var json: PlanJSON {
    list.isEmpty ? .zero : .array(list.map { .array([.string($0.name)] + Self.elements(of: $0.value)) })
  }

  /// The elements that represent a value, after an argument's name or as a list item.
  private static func elements(of value: Value) -> [PlanJSON] {
    func code(_ code: PlanTextCode.Argument) -> PlanJSON { .value(.int(code.rawValue)) }
    switch value {
    case .literal(let literal): return [code(.literal), .value(literal)]
    case .variable(let name): return [code(.variable), .string(name)]
    case .list(let items): return [code(.list), .array(items.map { item in item.map { .array(elements(of: $0)) } ?? .value(.null) })]
    case .object(let members): return [code(.object), members.list.isEmpty ? .array([]) : members.json]
    }
  }
}

/// The names from the schema that a plan contains.
struct PlanNames {
  /// The field that identifies an object, if it is not `id`.
  var id: String?
  /// The names of connections that are not Relay's: `["edges": "links"]`.
  var connection: KeyValuePairs<String, String> = [:]
  /// The fields that identify the objects of a type.
  var keys: KeyValuePairs<String, [String]> = [:]

  var members: [(key: String, value: PlanJSON)] {
    var members: [(key: String, value: PlanJSON)] = []
    if let id { members.append((key: "id", value: .string(id))) }
    members += connectionMembers
    if !keys.isEmpty {
      members.append((key: "keys", value: .object(keys.map { (key: $0.key, value: .array($0.value.map { .string($0) })) })))
    }
    return members
  }

  var connectionMembers: [(key: String, value: PlanJSON)] {
    connection.isEmpty ? [] : [(key: "connection", value: .object(connection.map { (key: $0.key, value: .string($0.value)) }))]
  }
}
