internal import RelayCompilerCore

/// Operations, fragments and selections.
extension FormatTree {
  func operation(_ operation: OperationDefinitionSyntax) -> FormatNode {
    let isShorthand = text.bytes[Int(operation.kindRange.start)] == UInt8(ascii: "{")
    let description = operation.description.map(string)
    let name = operation.name.map(self.name)
    let variables = operation.variables.map(variable)
    let directives = operation.directives.map(directive)
    let selections = selectionSet(operation.selectionSet)
    return FormatNode(operation.range, [description, name] + variables + directives + [selections]) {
      if isShorthand { return layout(selections) }
      return .sequence([
        self.description(description), .text(operation.kind.rawValue), name.map { .sequence([" ", layout($0)]) } ?? .empty,
        name == nil && !variables.isEmpty ? " " : .empty, list(variables, open: "(", close: ")"), definitionDirectives(directives), " ",
        layout(selections),
      ])
    }
  }

  private func variable(_ variable: VariableDefinitionSyntax) -> FormatNode {
    let description = variable.description.map(string)
    let (name, type) = (name(variable.variable), type(variable.type))
    let value = variable.defaultValue.map(self.value)
    let directives = variable.directives.map(directive)
    return FormatNode(variable.range, [description, name, type, value] + directives) {
      .sequence([
        self.description(description), layout(name), ": ", layout(type), value.map { .sequence([" = ", layout($0)]) } ?? .empty,
        self.directives(directives),
      ])
    }
  }

  func fragment(_ fragment: FragmentDefinitionSyntax) -> FormatNode {
    let description = fragment.description.map(string)
    let (name, condition) = (name(fragment.name), name(fragment.typeCondition))
    let variables = fragment.directives.filter(isInParentheses).flatMap(\.arguments).map(fragmentVariable)
    let directives = fragment.directives.filter { !isInParentheses($0) }.map(directive)
    let selections = selectionSet(fragment.selectionSet)
    return FormatNode(fragment.range, [description, name] + variables + [condition] + directives + [selections]) {
      .sequence([
        self.description(description), "fragment ", layout(name), list(variables, open: "(", close: ")"), " on ", layout(condition),
        definitionDirectives(directives), " ", layout(selections),
      ])
    }
  }

  /// Whether it is the parser's form of `($size: Int)` or `(size: 1)` behind a fragment's name.
  private func isInParentheses(_ directive: DirectiveSyntax) -> Bool {
    text.bytes[Int(directive.range.start)] == UInt8(ascii: "(")
  }

  /// `$size: Int = 10 @directive` of a fragment, of which the parser has made `size: {type: "Int", defaultValue: 10}`.
  private func fragmentVariable(_ argument: ArgumentSyntax) -> FormatNode {
    let name = name(argument.name)
    // The parser's form has no place for a description.
    let start = argument.range.start
    let end = UInt32(clamping: text.endOfString(Int(start)))
    let hasDescription = start < argument.name.range.start
    let description = hasDescription ? verbatim(SourceRange(file: argument.range.file, start: start, end: end)) : nil
    var children = [description, name]
    var parts: [() -> Layout] = [{ self.description(description) }, { layout(name) }, { ": " }]
    if case .object(let options, _) = argument.value {
      for option in options {
        switch option.value {
        case .string(let type) where option.name.name == "type":
          let node = verbatim(inside(type))
          children.append(node)
          parts.append { layout(node) }
        case .list(let items, _) where option.name.name == "directives":
          for case .string(let directive) in items {
            let node = verbatim(inside(directive))
            children.append(node)
            parts.append { .sequence([" ", layout(node)]) }
          }
        case let value:
          let node = self.value(value)
          children.append(node)
          parts.append { .sequence([" = ", layout(node)]) }
        }
      }
    }
    return FormatNode(argument.range, children) { .sequence(parts.map { $0() }) }
  }

  /// The text between quotes that are not in the source.
  private func inside(_ string: StringSyntax) -> SourceRange {
    SourceRange(file: string.range.file, start: string.range.start + 1, end: string.range.end - 1)
  }

  private func selectionSet(_ set: SelectionSetSyntax) -> FormatNode {
    let selections = set.selections.map(selection)
    return FormatNode(set.range, selections) { block(selections) }
  }

  private func selection(_ selection: SelectionSyntax) -> FormatNode {
    switch selection {
    case .field(let field): return self.field(field)
    case .fragmentSpread(let spread):
      let name = name(spread.name)
      let arguments = spread.directives.filter(isInParentheses).flatMap(\.arguments).map(argument)
      let directives = spread.directives.filter { !isInParentheses($0) }.map(directive)
      return FormatNode(spread.range, [name] + arguments + directives) {
        .sequence(["...", layout(name), list(arguments, open: "(", close: ")"), self.directives(directives)])
      }
    case .inlineFragment(let fragment):
      let condition = fragment.typeCondition.map(name)
      let directives = fragment.directives.map(directive)
      let selections = selectionSet(fragment.selectionSet)
      return FormatNode(fragment.range, [condition] + directives + [selections]) {
        .sequence([
          "...", condition.map { .sequence([" on ", layout($0)]) } ?? .empty, self.directives(directives), " ", layout(selections),
        ])
      }
    }
  }

  private func field(_ field: FieldSyntax) -> FormatNode {
    let alias = field.alias.map(name)
    let name = name(field.name)
    let arguments = field.arguments.map(argument)
    let directives = field.directives.map(directive)
    let selections = field.selectionSet.map(selectionSet)
    return FormatNode(field.range, [alias, name] + arguments + directives + [selections]) {
      .group(
        .sequence([
          alias.map { .sequence([layout($0), ": "]) } ?? .empty, layout(name),
          list(arguments, open: "(", close: ")", keepsBlankLines: true),
          self.directives(directives), selections.map { .sequence([" ", layout($0)]) } ?? .empty,
        ]))
    }
  }
}
