/// Writes one definition: indented by two spaces with one selection per line, or compact, without any space that the grammar does not
/// require.
struct SelectionWriter {
  let schema: Schema
  let isCompact: Bool
  private(set) var text: [UInt8] = []

  init(schema: Schema, isCompact: Bool) {
    self.schema = schema
    self.isCompact = isCompact
    text.reserveCapacity(1024)
  }

  mutating func write(_ operation: OperationDefinition) {
    text.append(contentsOf: operation.kind.rawValue.utf8)
    text.append(UInt8(ascii: " "))
    text.append(operation.name)
    write(operation.variables)
    write(operation.directives)
    writeBody(operation.selections)
  }

  mutating func write(_ fragment: FragmentDefinition) {
    text.append(ascii: "fragment ")
    text.append(fragment.name)
    text.append(ascii: " on ")
    text.append(schema[fragment.type].name)
    write(argumentDefinitions: fragment.variables)
    write(fragment.directives)
    writeBody(fragment.selections)
  }

  private mutating func writeBody(_ selections: [Selection]) {
    space()
    text.append(UInt8(ascii: "{"))
    newline()
    write(selections, indentation: 1)
    if isCompact { dropTrailingComma() }
    text.append(UInt8(ascii: "}"))
    newline()
  }

  private mutating func write(_ variables: [VariableDefinition]) {
    if variables.isEmpty { return }
    text.append(UInt8(ascii: "("))
    newline()
    for (index, variable) in variables.enumerated() {
      indent(1)
      text.append(UInt8(ascii: "$"))
      text.append(variable.name)
      text.append(UInt8(ascii: ":"))
      space()
      text.append(contentsOf: schema.description(of: variable.type).utf8)
      if let value = variable.defaultValue {
        space()
        text.append(UInt8(ascii: "="))
        space()
        text.append(graphQL: value, isCompact: isCompact)
      }
      write(variable.directives.filter { $0.name != .unusedLocalVariable && schema.directives[$0.name]?.isClientOnly != true })
      if isCompact, index < variables.count - 1 { text.append(UInt8(ascii: ",")) }
      newline()
    }
    text.append(UInt8(ascii: ")"))
  }

  /// Only for the text as written: operations are sent with fragment arguments applied.
  private mutating func write(argumentDefinitions variables: [VariableDefinition]) {
    if variables.isEmpty { return }
    space()
    text.append(ascii: "@argumentDefinitions(")
    newline()
    for (index, variable) in variables.enumerated() {
      indent(1)
      text.append(variable.name)
      text.append(ascii: isCompact ? ":{type:\"" : ": {type: \"")
      text.append(contentsOf: schema.description(of: variable.type).utf8)
      text.append(UInt8(ascii: "\""))
      if let value = variable.defaultValue {
        text.append(ascii: isCompact ? ",defaultValue:" : ", defaultValue: ")
        text.append(graphQL: value, isCompact: isCompact)
      }
      if let provider = variable.provider {
        text.append(ascii: isCompact ? ",provider:\"" : ", provider: \"")
        text.append(contentsOf: StringSyntax.escaped(provider).utf8)
        text.append(UInt8(ascii: "\""))
      }
      text.append(UInt8(ascii: "}"))
      if isCompact, index < variables.count - 1 { text.append(UInt8(ascii: ",")) }
      newline()
    }
    text.append(UInt8(ascii: ")"))
  }

  // MARK: Selections

  private mutating func write(_ selections: [Selection], indentation: Int) {
    for selection in selections { write(selection, conditions: [], indentation: indentation) }
  }

  /// - Parameter conditions: the enclosing conditions, outermost first. They are printed on the selection, innermost first.
  private mutating func write(_ selection: Selection, conditions: [Condition], indentation: Int) {
    switch selection {
    case .condition(let condition):
      // GraphQL does not allow the same directive twice at one location, so an enclosing condition of the same kind gets an inline
      // fragment.
      if conditions.contains(where: { $0.passingValue == condition.passingValue }) {
        indent(indentation)
        text.append(ascii: "...")
        write(conditions)
        space()
        text.append(UInt8(ascii: "{"))
        text.append(UInt8(ascii: "\n"))
        write(selection, conditions: [], indentation: indentation + 1)
        if isCompact { dropTrailingComma() }
        indent(indentation)
        text.append(UInt8(ascii: "}"))
        endSelection()
        return
      }
      for inner in condition.selections { write(inner, conditions: conditions + [condition], indentation: indentation) }
      return
    case .scalarField(let field):
      indent(indentation)
      write(field.head, conditions)
    case .linkedField(let field):
      indent(indentation)
      write(field.head, conditions)
      writeBraces(field.selections, indentation: indentation)
    case .fragmentSpread(let spread):
      indent(indentation)
      text.append(ascii: "...")
      text.append(spread.name)
      write(conditions)
      if !spread.arguments.isEmpty {
        space()
        text.append(ascii: "@arguments")
        write(spread.arguments)
      }
      write(spread.directives)
    case .inlineFragment(let fragment):
      indent(indentation)
      text.append(ascii: "...")
      if let type = fragment.typeCondition {
        space()
        text.append(ascii: "on ")
        text.append(schema[type].name)
      }
      write(conditions)
      write(fragment.directives)
      writeBraces(fragment.selections, indentation: indentation)
    }
    endSelection()
  }

  private mutating func writeBraces(_ selections: [Selection], indentation: Int) {
    space()
    text.append(UInt8(ascii: "{"))
    newline()
    write(selections, indentation: indentation + 1)
    if isCompact { dropTrailingComma() }
    indent(indentation)
    text.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ head: FieldHead, _ conditions: [Condition]) {
    if let alias = head.alias {
      text.append(alias)
      text.append(UInt8(ascii: ":"))
      space()
    }
    text.append(head.name)
    write(head.arguments)
    write(conditions)
    write(head.directives)
  }

  private mutating func write(_ conditions: [Condition]) {
    for condition in conditions.reversed() {
      space()
      text.append(ascii: condition.passingValue ? "@include(if:" : "@skip(if:")
      space()
      switch condition.value {
      case .constant(let constant): text.append(ascii: constant ? "true" : "false")
      case .variable(let variable):
        text.append(UInt8(ascii: "$"))
        text.append(variable.name)
      }
      text.append(UInt8(ascii: ")"))
    }
  }

  private mutating func write(_ directives: [Directive]) {
    for directive in directives {
      space()
      text.append(UInt8(ascii: "@"))
      text.append(directive.name)
      write(directive.arguments)
    }
  }

  private mutating func write(_ arguments: [Argument]) {
    if arguments.isEmpty { return }
    text.append(UInt8(ascii: "("))
    for (index, argument) in arguments.enumerated() {
      if index > 0 { separator() }
      text.append(argument.name)
      text.append(UInt8(ascii: ":"))
      space()
      text.append(graphQL: argument.value, isCompact: isCompact)
    }
    text.append(UInt8(ascii: ")"))
  }

  // MARK: Layout

  private mutating func indent(_ depth: Int) {
    if isCompact { return }
    for _ in 0..<depth { text.append(ascii: "  ") }
  }

  private mutating func endSelection() { text.append(isCompact ? UInt8(ascii: ",") : UInt8(ascii: "\n")) }

  private mutating func dropTrailingComma() {
    if text.last == UInt8(ascii: ",") { text.removeLast() }
  }

  private mutating func newline() {
    if !isCompact { text.append(UInt8(ascii: "\n")) }
  }

  private mutating func space() {
    if !isCompact { text.append(UInt8(ascii: " ")) }
  }

  private mutating func separator() {
    text.append(UInt8(ascii: ","))
    space()
  }
}
