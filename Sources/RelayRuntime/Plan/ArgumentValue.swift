/// The value of an argument in a plan: a constant, or made from variables when needed.
indirect enum ArgumentValue: Sendable {
  case literal(JSON)
  case variable(String)
  /// A list; `nil` items are null.
  case list([ArgumentValue?])
  case object([Argument])

  /// The value with `variables`; `nil` for a variable without a value.
  func evaluate(_ variables: [String: JSON]) -> JSON? {
    switch self {
    case .literal(let value): return value
    case .variable(let name): return variables[name]
    case .list(let items): return .array(items.map { $0?.evaluate(variables) ?? .null })
    case .object(let fields): return .object(fields.evaluate(variables))
    }
  }

  /// Whether the value does not depend on variables.
  var isConstant: Bool {
    switch self {
    case .literal: return true
    case .variable: return false
    case .list(let items): return items.allSatisfy { $0?.isConstant ?? true }
    case .object(let fields): return fields.allSatisfy { $0.value.isConstant }
    }
  }
}

/// A named argument in a plan.
struct Argument: Sendable {
  let name: String
  let value: ArgumentValue
}

extension [Argument] {
  /// The arguments that have a value with `variables`, including nulls.
  func evaluate(_ variables: [String: JSON]) -> [String: JSON] {
    var values = [String: JSON]()
    values.reserveCapacity(count)
    for argument in self {
      if let value = argument.value.evaluate(variables) { values[argument.name] = value }
    }
    return values
  }
}

/// An argument that a definition declares or uses.
enum ArgumentDefinition: Sendable {
  /// An argument of the definition itself, with its default value.
  case local(name: String, defaultValue: JSON)
  /// A variable of the operation that a fragment uses.
  case root(name: String)

  var name: String {
    switch self {
    case .local(let name, _), .root(let name): return name
    }
  }
}

/// A field with arguments: what its storage key is made from.
struct ArgumentField: Sendable {
  let name: String
  let arguments: [Argument]
}
