/// Making constant values from syntax.
extension ConstantValue {
  /// nil if the value contains a variable; the parser has reported it.
  init?(_ syntax: ValueSyntax) {
    switch syntax {
    case .variable: return nil
    case .int(let text, _):
      // An integer that does not fit is valid only for types with numbers of any size: a custom scalar or a `Float`.
      self = Int64(text).map(ConstantValue.int) ?? .float(Double(text) ?? 0)
    case .float(let text, _): self = .float(Double(text) ?? 0)
    case .string(let string): self = .string(string.literal)
    case .boolean(let value, _): self = .boolean(value)
    case .null: self = .null
    case .enum(let name): self = .enum(name.name)
    case .list(let items, _):
      var values: [ConstantValue] = []
      values.reserveCapacity(items.count)
      for item in items {
        guard let value = ConstantValue(item) else { return nil }
        values.append(value)
      }
      self = .list(values)
    case .object(let fields, _):
      guard let fields = ConstantArgument.list(fields) else { return nil }
      self = .object(fields)
    }
  }
}

extension ConstantArgument {
  /// nil if one of the values is not constant.
  static func list(_ syntax: [ArgumentSyntax]) -> [ConstantArgument]? {
    if syntax.isEmpty { return [] }
    var arguments: [ConstantArgument] = []
    arguments.reserveCapacity(syntax.count)
    for argument in syntax {
      guard let value = ConstantValue(argument.value) else { return nil }
      arguments.append(ConstantArgument(name: argument.name.name, value: value))
    }
    return arguments
  }
}
