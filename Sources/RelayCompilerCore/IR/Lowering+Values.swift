extension DefinitionBuilder {
  mutating func build(_ syntax: ArgumentSyntax, type: TypeReference, hasDefault: Bool) -> Argument {
    // A position with a default value accepts null and nullable variables (specification, section 5.8.5).
    let type = hasDefault ? type.nullable : type
    return Argument(syntax.name.name, build(syntax.value, type: type), range: syntax.range, valueRange: syntax.value.range)
  }

  /// Coerces the value to the expected type where the literal alone does not tell: an integer for a `Float` becomes a float. Literals of
  /// custom scalars are kept as they are, and a single value for a list stays a single value.
  mutating func build(_ syntax: ValueSyntax, type: TypeReference) -> Value {
    switch syntax {
    case .variable(let variable):
      return .variable(use(variable, as: type))
    case .list(let items, _):
      let itemType = type.item ?? type.nullable
      let values = items.map { build($0, type: itemType) }
      let constants = values.constants
      return constants.map { .constant(.list($0)) } ?? .list(values)
    case .object(let fields, _):
      let inputFields = schema[type.named].inputFields
      var arguments: [Argument] = []
      arguments.reserveCapacity(fields.count)
      for field in fields {
        let definition = inputFields.named(field.name.name)
        arguments.append(build(field, type: definition?.type ?? type.nullable, hasDefault: definition?.defaultValue != nil))
      }
      var constants: [ConstantArgument] = []
      for argument in arguments {
        guard case .constant(let constant) = argument.value else { return .object(arguments) }
        constants.append(ConstantArgument(name: argument.name, value: constant))
      }
      return .constant(.object(constants))
    case .int(let text, let range):
      if schema[type.named].name == .float, let number = Double(text) { return .constant(.float(number)) }
      guard let number = Int64(text) else {
        diagnostics.append(.integerOutOfRange64(text, at: range))
        return .constant(.null)
      }
      return .constant(.int(number))
    case .float(let text, let range):
      guard let number = Double(text), number.isFinite else {
        diagnostics.append(.floatOutOfRange(text, at: range))
        return .constant(.null)
      }
      return .constant(.float(number))
    case .string(let string): return .constant(.string(string.literal))
    case .boolean(let boolean, _): return .constant(.boolean(boolean))
    case .null: return .constant(.null)
    case .enum(let name): return .constant(.enum(name.name))
    }
  }

  mutating func constant(_ syntax: ValueSyntax, type: TypeReference) -> ConstantValue? {
    guard case .constant(let constant) = build(syntax, type: type) else { return nil }
    return constant
  }
}

extension [Value] {
  /// The values as constants; nil if one of them is not constant.
  var constants: [ConstantValue]? {
    var result: [ConstantValue] = []
    result.reserveCapacity(count)
    for value in self {
      guard case .constant(let constant) = value else { return nil }
      result.append(constant)
    }
    return result
  }
}
