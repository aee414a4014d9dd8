internal import RelayCompilerCore

/// A default value as introspection shows it, after coercion to its type (specification, section 3.5 to 3.11, "Input Coercion"): `1` and
/// `[1]` are the same for a list, `{}` includes the defaults of the input object, and the order of fields does not matter.
struct CoercedDefault {
  private let schema: Schema
  /// The number of input objects around the value. Defaults may contain each other.
  private var depth = 0
  private static let maximumDepth = 32
  /// How many input objects have been written: each default may contain several others.
  private var count = 0
  private static let maximumCount = 1_000

  /// nil without a default, or with one that its type does not allow.
  static func text(of value: InputValueDefinition, in schema: Schema) -> String? {
    guard let constant = value.defaultValue else { return nil }
    var coercion = CoercedDefault(schema: schema)
    return coercion.text(constant, as: value.type)
  }

  private init(schema: Schema) { self.schema = schema }

  private mutating func text(_ value: ConstantValue, as type: TypeReference) -> String? {
    if case .null = value { return type.isNonNull ? nil : "null" }
    if let item = type.item {
      guard case .list(let elements) = value else { return text(value, as: item).map { "[\($0)]" } }
      var texts: [String] = []
      for element in elements {
        guard let text = text(element, as: item) else { return nil }
        texts.append(text)
      }
      return "[\(texts.joined(separator: ", "))]"
    }
    let definition = schema[type.named]
    switch definition.kind {
    case .inputObject: return object(value, as: definition)
    case .enum:
      guard case .enum(let name) = value, definition.values.contains(name) else { return nil }
      return name.string
    case .scalar: return definition.isBuiltIn ? Self.standard(value, as: definition.name.string) : Self.untyped(value)
    case .object, .interface, .union: return nil
    }
  }

  private mutating func object(_ value: ConstantValue, as definition: TypeDefinition) -> String? {
    // Servers ignore what the input object does not have, unlike in documents.
    guard case .object(let given) = value else { return nil }
    guard depth < Self.maximumDepth, count < Self.maximumCount else { return "{…}" }
    depth += 1
    count += 1
    defer { depth -= 1 }
    var texts: [String] = []
    for field in definition.inputFields.sorted(by: { $0.name < $1.name }) {
      if let own = given.first(where: { $0.name == field.name }) {
        guard let text = text(own.value, as: field.type) else { return nil }
        texts.append("\(field.name): \(text)")
      } else if let constant = field.defaultValue {
        if let text = text(constant, as: field.type) { texts.append("\(field.name): \(text)") }
      } else if field.type.isNonNull {
        return nil
      }
    }
    return "{\(texts.joined(separator: ", "))}"
  }

  private static func standard(_ value: ConstantValue, as scalar: String) -> String? {
    switch (scalar, value) {
    case ("Int", .int(let number)): "\(number)"
    case ("Float", .int(let number)): "\(number)"
    case ("Float", .float(let number)): self.number(number)
    case ("Boolean", .boolean(let flag)): "\(flag)"
    case ("String", .string(let raw)): quoted(raw)
    case ("ID", .int(let number)): "\(number)"
    // Introspection shows an id that is a number as one.
    case ("ID", .string(let raw)): Int64(raw).map { "\($0)" == raw } == true ? raw : quoted(raw)
    default: nil
    }
  }

  /// One notation for each text, whatever escapes it is written with.
  private static func quoted(_ raw: String) -> String { "\"\(StringSyntax.escaped(StringSyntax.value(ofRaw: raw)))\"" }

  private static func number(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func untyped(_ value: ConstantValue) -> String {
    switch value {
    case .int(let number): "\(number)"
    case .float(let number): self.number(number)
    case .string(let raw): quoted(raw)
    case .boolean(let flag): "\(flag)"
    case .null: "null"
    // Servers keep it as a string.
    case .enum(let name): quoted(name.string)
    case .list(let elements): "[\(elements.map(untyped).joined(separator: ", "))]"
    case .object(let fields):
      "{\(fields.sorted { $0.name < $1.name }.map { "\($0.name): \(untyped($0.value))" }.joined(separator: ", "))}"
    }
  }
}

extension Schema {
  /// Without the default values that their types do not allow. Servers treat those as none, so that the argument may be required.
  func droppingInvalidDefaults() -> Schema {
    func checked(_ values: NamedList<InputValueDefinition>) -> NamedList<InputValueDefinition>? {
      func isInvalid(_ value: InputValueDefinition) -> Bool { value.defaultValue != nil && CoercedDefault.text(of: value, in: self) == nil }
      guard values.contains(where: isInvalid) else { return nil }
      return NamedList(
        values.map { value in
          var value = value
          if isInvalid(value) { value.defaultValue = nil }
          return value
        })
    }
    var result = self
    for index in fields.indices {
      if let arguments = checked(fields[index].arguments) { result.fields[index].arguments = arguments }
    }
    for index in types.indices {
      if let inputFields = checked(types[index].inputFields) { result.types[index].inputFields = inputFields }
    }
    for (name, directive) in directives {
      if let arguments = checked(directive.arguments) { result.directives[name]?.arguments = arguments }
    }
    return result
  }
}
