import RelayRuntime

/// An object type of the schema, with a value that resolves its fields.
protocol ObjectValue: Sendable {
  static var typeName: String { get }
  static var interfaces: Set<String> { get }
  /// The nullable fields. An error in any other field makes the whole object null.
  static var nullableFields: Set<String> { get }

  /// Resolves one field. Throws ``FieldRequest/unknown(on:)`` if the type does not have the field.
  func resolve(_ field: FieldRequest, in store: inout TodoStore) throws -> FieldValue
}

extension ObjectValue {
  static var interfaces: Set<String> { [] }
  static var nullableFields: Set<String> { [] }
}

/// The resolved value of a field.
enum FieldValue {
  case null
  case scalar(JSON)
  case object(any ObjectValue)
  case list([any ObjectValue])

  static func optional(_ object: (any ObjectValue)?) -> FieldValue {
    object.map { .object($0) } ?? .null
  }
}

/// A field with the values of its arguments.
struct FieldRequest {
  var name: String
  var arguments: [String: JSON]

  func unknown(on type: String) -> RequestError {
    RequestError("Cannot query field \"\(name)\" on type \"\(type)\".")
  }

  /// An optional argument.
  func argument<Value>(_ name: String, _ convert: (JSON) -> Value?) throws -> Value? {
    guard let json = arguments[name], !json.isNull else { return nil }
    guard let value = convert(json) else {
      throw RequestError("Argument \"\(name)\" of field \"\(self.name)\" has invalid value \(json).")
    }
    return value
  }

  /// A required argument.
  func requiredArgument<Value>(_ name: String, _ convert: (JSON) -> Value?) throws -> Value {
    guard let value = try self.argument(name, convert) else {
      throw RequestError("Field \"\(self.name)\" argument \"\(name)\" is required, but it was not provided.")
    }
    return value
  }

  /// A field of the input object that mutations receive as their argument `input`.
  func input<Value>(_ name: String, _ convert: (JSON) -> Value?) throws -> Value { try inputRequest.requiredArgument(name, convert) }

  /// An optional field of the input object.
  func optionalInput<Value>(_ name: String, _ convert: (JSON) -> Value?) throws -> Value? { try inputRequest.argument(name, convert) }

  private var inputRequest: FieldRequest {
    get throws { FieldRequest(name: "input", arguments: try requiredArgument("input") { $0.objectValue }) }
  }
}
