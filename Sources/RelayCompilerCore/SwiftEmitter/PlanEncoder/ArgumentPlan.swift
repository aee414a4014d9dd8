/// What both kinds of plan have: codes, arguments and constant values.
extension JSONWriter {
  /// `"version": 1`, the first member of a plan.
  mutating func version() {
    key("version")
    number(PlanCode.version)
  }

  /// Begins a node.
  mutating func code(_ code: PlanCode) { number(code.rawValue) }

  /// Begins the value of an argument.
  mutating func code(_ code: PlanArgumentCode) { number(code.rawValue) }

  /// Writes the name, or `0` if there is none.
  @inline(never)
  mutating func name(_ name: Name?) {
    if let name { self.name(name) } else { number(0) }
  }

  mutating func flag(_ value: Bool) { number(value ? 1 : 0) }

  /// Writes a text without characters that need escapes.
  mutating func plain(_ string: SwiftText) { plain { text in string.withBytes { text.append(contentsOf: $0) } } }

  /// `"name:[S]!"`: a name and a type in the notation of slots; the name alone for `S`, the type of most fields.
  ///
  /// - Parameter age: what follows the type.
  mutating func nameAndType(_ name: Name, _ type: SwiftText, _ age: SwiftText = SwiftText()) {
    plain { text in
      name.withBytes { text.append(contentsOf: $0) }
      if type != "S" || !age.isEmpty {
        text.append(0x3A)
        type.withBytes { text.append(contentsOf: $0) }
        age.withBytes { text.append(contentsOf: $0) }
      }
    }
  }

  mutating func arguments(_ arguments: [ArgumentNode]) {
    if arguments.isEmpty { return number(0) }
    array { json in
      for argument in arguments {
        json.array { json in
          json.name(argument.name)
          json.kindAndValue(argument.value)
        }
      }
    }
  }

  /// The trailing elements of an array; they are omitted if only `0` would follow.
  mutating func trailing(alias: Name?, _ arguments: [ArgumentNode]) {
    if arguments.isEmpty {
      if let alias { name(alias) }
    } else {
      name(alias)
      self.arguments(arguments)
    }
  }

  mutating func kindAndValue(_ value: ArgumentNode.Value) {
    switch value {
    case .literal(let literal):
      code(PlanArgumentCode.literal)
      constant(literal)
    case .variable(let name):
      code(PlanArgumentCode.variable)
      self.name(name)
    case .list(let items):
      code(PlanArgumentCode.list)
      array { json in
        for item in items {
          if let item { json.array { $0.kindAndValue(item) } } else { json.null() }
        }
      }
    case .object(let fields):
      code(PlanArgumentCode.object)
      array { json in
        for field in fields {
          json.array { json in
            json.name(field.name)
            json.kindAndValue(field.value)
          }
        }
      }
    }
  }

  mutating func constant(_ value: ConstantValue) {
    if isFull { return }
    switch value {
    case .int(let number): raw(String(number))
    case .float(let number): raw(JSONWriter.text(number))
    case .string(let raw): string(StringSyntax.value(ofRaw: raw))
    case .boolean(let value): bool(value)
    case .null: null()
    case .enum(let name): self.name(name)
    case .list(let items): array { json in for item in items { json.constant(item) } }
    case .object(let fields):
      object { json in
        for field in fields {
          json.key(field.name)
          json.constant(field.value)
        }
      }
    }
  }

  /// The number as JavaScript prints it, without an empty fraction; null for a number that JSON cannot represent.
  private static func text(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
