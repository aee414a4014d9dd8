/// Values in GraphQL notation. Strings are raw: the text between the quotes is copied.
extension [UInt8] {
  /// Members and items that are null are omitted in values with variables.
  mutating func append(graphQL value: Value, isCompact: Bool) {
    switch value {
    case .constant(let constant): append(graphQL: constant, isCompact: isCompact)
    case .variable(let variable):
      append(UInt8(ascii: "$"))
      append(variable.name)
    case .list(let items):
      append(items.lazy.filter { !$0.isNull }, from: "[", to: "]", isCompact: isCompact) { $0.append(graphQL: $1, isCompact: isCompact) }
    case .object(let fields):
      append(fields.lazy.filter { !$0.value.isNull }, from: "{", to: "}", isCompact: isCompact) { text, field in
        text.append(key: field.name, isCompact: isCompact)
        text.append(graphQL: field.value, isCompact: isCompact)
      }
    }
  }

  mutating func append(graphQL constant: ConstantValue, isCompact: Bool) {
    switch constant {
    case .int(let number): append(contentsOf: String(number).utf8)
    case .float(let number): append(decimal: number)
    case .boolean(let boolean): append(ascii: boolean ? "true" : "false")
    case .null: append(ascii: "null")
    case .enum(let name): append(name)
    case .string(let string):
      append(UInt8(ascii: "\""))
      append(contentsOf: string.utf8)
      append(UInt8(ascii: "\""))
    case .list(let items):
      append(items, from: "[", to: "]", isCompact: isCompact) { $0.append(graphQL: $1, isCompact: isCompact) }
    case .object(let fields):
      append(fields, from: "{", to: "}", isCompact: isCompact) { text, field in
        text.append(key: field.name, isCompact: isCompact)
        text.append(graphQL: field.value, isCompact: isCompact)
      }
    }
  }

  private mutating func append<Elements: Sequence>(
    _ elements: Elements, from opening: StaticString, to closing: StaticString, isCompact: Bool,
    _ write: (inout [UInt8], Elements.Element) -> Void
  ) {
    append(ascii: opening)
    var isFirst = true
    for element in elements {
      if !isFirst { append(ascii: isCompact ? "," : ", ") }
      isFirst = false
      write(&self, element)
    }
    append(ascii: closing)
  }

  private mutating func append(key: Name, isCompact: Bool) {
    append(key)
    append(ascii: isCompact ? ":" : ": ")
  }
}

extension ConstantValue {
  /// The value in GraphQL notation.
  package var graphQL: String {
    var text: [UInt8] = []
    text.append(graphQL: self, isCompact: false)
    return String(decoding: text, as: UTF8.self)
  }
}
