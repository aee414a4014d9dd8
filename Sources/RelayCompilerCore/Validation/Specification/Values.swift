/// Values of Correct Type (specification, section 5.6.1), with the rules for input objects (5.6.2 to 5.6.4, `InputObjects`). Every
/// variable found is recorded with the type expected at its position.
extension ValidationRule {
  static let values = ValidationRule(sections: ["5.6.1"], literal: { $0.checkLiteral($1.value, $1.type) })
}

extension DefinitionWalker {
  /// - Parameter type: the expected type; nil if it is unknown.
  mutating func walk(_ value: ValueSyntax, as type: TypeReference?, hasDefault: Bool = false, oneOf: TypeID? = nil) {
    switch value {
    case .variable(let variable):
      use(VariableUse(variable: variable, type: type, hasDefault: hasDefault, oneOf: oneOf, isInClientField: isInClientField))
      return
    case .null:
      if let type, type.isNonNull { check(value, type) }
      return
    case .list(let items, _):
      guard let type else {
        for item in items { walk(item, as: nil) }
        return
      }
      if let itemType = type.item {
        for item in items { walk(item, as: itemType) }
      } else {
        check(value, type)
        if takesAnyLiteral(type.named) { for item in items { walk(item, as: nil) } }
      }
      return
    case .object(let fields, let range):
      guard var type else {
        check(fields, of: nil, at: range)
        for field in fields { walk(field.value, as: nil) }
        return
      }
      while let item = type.item { type = item }
      if schema[type.named].kind == .inputObject {
        walk(fields, of: type.named, at: range)
      } else {
        check(fields, of: nil, at: range)
        check(value, type)
        if takesAnyLiteral(type.named) { for field in fields { walk(field.value, as: nil) } }
      }
      return
    case .int, .float, .string, .boolean, .enum:
      guard var type else { return }
      // A single value is coerced to a list of one (section 3.12, "Input Coercion").
      while let item = type.item { type = item }
      check(value, type)
    }
  }

  private mutating func check(_ value: ValueSyntax, _ type: TypeReference) {
    for check in checks.literal { check(&self, (value, type)) }
  }

  private func takesAnyLiteral(_ type: TypeID) -> Bool {
    schema[type].kind == .scalar && !isBuiltInScalar(type)
  }

  private func isBuiltInScalar(_ type: TypeID) -> Bool {
    type == context.int || type == context.float || type == context.string || type == context.boolean || type == context.id
  }

  /// Checks null for a non-null type, a literal for a scalar or enum, or one that is not a list or input object although it should be.
  fileprivate mutating func checkLiteral(_ value: ValueSyntax, _ type: TypeReference) {
    let range = value.range
    if case .null = value { return report(.nullForNonNull(type: schema.description(of: type), at: range)) }
    let id = type.named
    switch schema[id].kind {
    case .enum: checkEnum(value, id, at: range)
    case .scalar where isBuiltInScalar(id): checkBuiltIn(value, id, at: range)
    case .scalar: checkCustomScalar(value, id, at: range)
    case .inputObject, .object, .interface, .union:
      report(.wrongValue(expected: schema.description(of: type), found: value, at: range))
    }
  }

  private mutating func checkBuiltIn(_ value: ValueSyntax, _ type: TypeID, at range: SourceRange) {
    let isRight: Bool
    switch value {
    case .int(let text, _):
      if type == context.int {
        guard Int32(text) != nil else { return report(.integerOutOfRange(text, at: range)) }
        isRight = true
      } else if type == context.float {
        guard let number = Double(text), number.isFinite else { return report(.floatOutOfRange(text, at: range)) }
        isRight = true
      } else {
        isRight = type == context.id
      }
    case .float(let text, _):
      isRight = type == context.float
      if isRight, Double(text)?.isFinite != true { return report(.floatOutOfRange(text, at: range)) }
    case .string: isRight = type == context.string || type == context.id
    case .boolean: isRight = type == context.boolean
    case .enum, .list, .object, .null, .variable: isRight = false
    }
    if isRight { return }
    if case .enum(let name) = value, hasVariable(name.name) {
      report(.nameForVariable(name, expected: schema[type].name.string))
    } else {
      report(.wrongValue(expected: schema[type].name.string, found: value, at: range))
    }
  }

  /// Whether there is a variable with this name, so that its `$` may have been forgotten.
  private func hasVariable(_ name: Name) -> Bool {
    variables.map { $0[name] != nil } ?? arguments.contains(name)
  }

  private mutating func checkEnum(_ value: ValueSyntax, _ type: TypeID, at range: SourceRange) {
    switch value {
    case .enum(let name):
      if !schema[type].values.contains(name.name) {
        report(.unknownEnumValue(name, of: schema[type]))
      }
    case .string(let string) where !string.isBlock:
      report(.stringForEnum(string, of: schema[type]))
    default:
      report(.wrongValue(expected: schema[type].name.string, found: value, at: range))
    }
  }

  /// For the specification, a custom scalar accepts every literal. Relay accepts no enum values, no literals that contain variables and,
  /// with `enable_strict_custom_scalars` or the comment in the document, no literals at all.
  private mutating func checkCustomScalar(_ value: ValueSyntax, _ type: TypeID, at range: SourceRange) {
    guard isRelay else { return }
    switch value {
    case .variable, .null: return
    case .enum: report(.enumForCustomScalar(schema[type].name, at: range))
    case _ where forbidsCustomScalarLiterals: report(.literalForCustomScalar(schema[type].name, at: range))
    case .int(let text, _) where Int64(text) == nil: report(.integerOutOfRange64(text, at: range))
    // A scalar is sent as a whole, so it must be a single variable.
    case .list, .object:
      if value.firstVariable != nil { report(.wrongValue(expected: schema[type].name.string, found: value, at: range)) }
    case .int, .float, .string, .boolean: return
    }
  }

  private mutating func use(_ use: VariableUse) {
    if !arguments.isEmpty, let local = arguments.named(use.variable.name) {
      checkFragmentArgumentUse(use, local)
    } else {
      facts.variableUses.append(use)
    }
  }
}
