/// An argument of a field or spread, in the form of artifacts. Lists of them are sorted by name and have no literal nulls.
///
/// The arguments in `todos(first: $count, after: null, filter: {done: true})` become `filter` with a literal and `first` with the
/// variable `count`.
struct ArgumentNode: Sendable, Hashable {
  /// The value of an argument. A value without variables is one literal; only lists and objects that contain a variable have parts.
  indirect enum Value: Sendable, Hashable {
    case literal(ConstantValue)
    case variable(Name)
    /// A list that contains a variable. nil stands for a null item.
    case list([Value?])
    case object([ArgumentNode])
  }
  var name: Name
  var value: Value
}

/// Building argument nodes, and storage keys from them.
extension ArgumentNode {
  /// Sorted by name, without literal nulls.
  static func nodes(_ arguments: [Argument]) -> [ArgumentNode] {
    if arguments.isEmpty { return [] }
    var result: [ArgumentNode] = []
    result.reserveCapacity(arguments.count)
    for argument in arguments where !argument.value.isNull {
      result.append(ArgumentNode(name: argument.name, value: value(argument.value)))
    }
    if result.count > 1 { result = result.sorted(byName: \.name) }
    return result
  }

  static func value(_ value: RelayCompilerCore.Value) -> ArgumentNode.Value {
    switch value {
    case .constant(let constant): .literal(constant)
    case .variable(let variable): .variable(variable.name)
    case .list(let items): .list(items.map { $0.isNull ? nil : self.value($0) })
    case .object(let fields):
      .object(fields.map { ArgumentNode(name: $0.name, value: self.value($0.value)) }.sorted(byName: \.name))
    }
  }

  /// The key of the field's value in the store, if it is known at compile time; nil without arguments, and if an argument contains a
  /// variable.
  static func storageKey(_ field: Name, _ arguments: [ArgumentNode]) -> String? {
    guard !arguments.isEmpty else { return nil }
    var text: [UInt8] = []
    text.append(field)
    text.append(UInt8(ascii: "("))
    for (index, argument) in arguments.enumerated() {
      guard let constant = argument.value.constant else { return nil }
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text.append(argument.name)
      text.append(UInt8(ascii: ":"))
      text.append(json: constant)
    }
    text.append(UInt8(ascii: ")"))
    return String(decoding: text, as: UTF8.self)
  }
}

extension ArgumentNode.Value {
  /// The value if it contains no variable. A list or an object may have parts and none of them: a constant has taken its variable's place.
  var constant: ConstantValue? {
    switch self {
    case .literal(let constant): return constant
    case .variable: return nil
    case .list(let items):
      let constants = items.compactMap { item in item.map(\.constant) ?? .null }
      return constants.count == items.count ? .list(constants) : nil
    case .object(let fields):
      let constants = fields.compactMap { field in field.value.constant.map { ConstantArgument(name: field.name, value: $0) } }
      return constants.count == fields.count ? .object(constants) : nil
    }
  }
}

extension [UInt8] {
  /// The constant as JSON without spaces. Members are sorted; enum values are strings.
  package mutating func append(json constant: ConstantValue) {
    switch constant {
    case .int(let number): append(contentsOf: String(number).utf8)
    case .float(let number): append(decimal: number)
    case .boolean(let boolean): append(ascii: boolean ? "true" : "false")
    case .null: append(ascii: "null")
    case .string(let string): append(jsonString: StringSyntax.value(ofRaw: string).utf8)
    case .enum(let name): append(jsonString: name)
    case .list(let items):
      append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(json: item)
      }
      append(UInt8(ascii: "]"))
    case .object(let fields):
      append(UInt8(ascii: "{"))
      for (index, field) in fields.sorted(byName: \.name).enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(jsonString: field.name)
        append(UInt8(ascii: ":"))
        append(json: field.value)
      }
      append(UInt8(ascii: "}"))
    }
  }
}
