import RelayRuntime

@testable import RelayCompilerCore

/// An object of the example server. Objects with an `id` are the same everywhere; others belong to their position.
struct ExampleObject: Hashable {
  let type: TypeID
  let identity: String
}

/// The value of an object's field.
indirect enum ExampleValue {
  case null
  case scalar(JSON)
  case object(ExampleObject)
  case list([ExampleValue])
}

/// A stateless world: the value of a field depends only on the object, the field and its arguments, so that everyone gets the same
/// result.
struct ExampleData {
  let schema: Schema

  func root(_ type: TypeID) -> ExampleObject { ExampleObject(type: type, identity: "root") }

  /// - Parameter arguments: as passed; null counts as not passed, as in the keys of Relay's store.
  func value(of field: FieldID, arguments: [String: JSON], on object: ExampleObject) -> ExampleValue {
    let definition = schema[field]
    let name = definition.name.string
    if name == "id" { return .scalar(.string(object.identity)) }
    var passed = arguments.filter { !$0.value.isNull }
    for argument in definition.arguments where passed[argument.name.string] == nil {
      if let value = argument.defaultValue { passed[argument.name.string] = JSON(value) }
    }
    if let id = passed["id"]?.stringValue { return node(id, as: definition.type.named) }
    let seed = "\(object.identity).\(name)(\(passed.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",")))"
    return complete(definition.type, seed)
  }

  /// The object for an id of this world, `Book:3`.
  private func node(_ id: String, as type: TypeID) -> ExampleValue {
    guard let own = schema.type(named: Name(String(id.prefix { $0 != ":" }))), schema.possibleTypes(of: type).contains(own) else {
      return .null
    }
    return .object(ExampleObject(type: own, identity: id))
  }

  private func complete(_ type: TypeReference, _ seed: String) -> ExampleValue {
    let hash = ExampleData.hash(seed)
    if !type.isNonNull, hash % 7 == 0 { return .null }
    if let item = type.item { return .list((0..<Int(hash % 4)).map { complete(item, "\(seed)[\($0)]") }) }
    let definition = schema[type.named]
    let number = Int(hash % 1000)
    switch definition.kind {
    case .object, .interface, .union:
      let types = schema.possibleTypes(of: type.named)
      let own = types[number % types.count]
      let hasID = schema.field("id", on: own) != nil
      return .object(ExampleObject(type: own, identity: hasID ? "\(schema[own].name):\(number % 5)" : seed))
    case .enum: return .scalar(.string(definition.values[number % definition.values.count].name.string))
    case .scalar, .inputObject:
      switch definition.name.string {
      case "Int": return .scalar(.int(number))
      case "Float": return .scalar(.double(Double(number) + 0.5))
      case "Boolean": return .scalar(.bool(number % 2 == 0))
      default: return .scalar(.string("s\(number)"))
      }
    }
  }

  /// FNV-1a, mixed once more.
  private static func hash(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    return hash ^ (hash >> 33)
  }
}

extension JSON {
  init(_ constant: ConstantValue) {
    switch constant {
    case .int(let value): self = .int(Int(value))
    case .float(let value): self = .double(Double("\(value)") ?? 0)
    case .boolean(let value): self = .bool(value)
    case .null: self = .null
    case .enum(let name): self = .string(name.string)
    case .string(let text): self = .string(text)
    case .list(let items): self = .array(items.map { JSON($0) })
    case .object(let fields): self = .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name.string, JSON($0.value)) }))
    }
  }

  /// The value of a literal (specification, section 6.4.1); nil for a variable without a value.
  init?(_ literal: ValueSyntax, _ variables: [String: JSON]) {
    switch literal {
    case .variable(let name):
      guard let value = variables[name.name.string] else { return nil }
      self = value
    case .int(let text, _): self = .int(Int(text) ?? 0)
    case .float(let text, _): self = .double(Double(text) ?? 0)
    case .string(let string): self = .string(string.value)
    case .boolean(let value, _): self = .bool(value)
    case .null: self = .null
    case .enum(let name): self = .string(name.name.string)
    case .list(let items, _): self = .array(items.map { JSON($0, variables) ?? .null })
    case .object(let fields, _):
      self = .object([:].merging(fields.compactMap { field in JSON(field.value, variables).map { (field.name.name.string, $0) } }) { $1 })
    }
  }
}

extension [ArgumentSyntax] {
  func values(_ variables: [String: JSON]) -> [String: JSON] {
    [:].merging(compactMap { argument in JSON(argument.value, variables).map { (argument.name.name.string, $0) } }) { $1 }
  }
}

extension [DirectiveSyntax] {
  func named(_ name: String) -> DirectiveSyntax? { first { $0.name.name.string == name } }

  /// Whether `@skip` and `@include` include a selection (specification, sections 3.13.1 and 3.13.2).
  func include(_ variables: [String: JSON]) -> Bool {
    named("skip")?.arguments.values(variables)["if"] != true && named("include")?.arguments.values(variables)["if"] != false
  }
}
