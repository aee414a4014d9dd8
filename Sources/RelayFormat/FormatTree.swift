internal import RelayCompilerCore

/// Makes the tree of a document's parts: this file has what all kinds of definitions share.
struct FormatTree {
  let text: FormatText
  let hasBracketSpacing: Bool

  func document(_ document: Document) -> FormatNode {
    let definitions = document.definitions.map(definition)
    return FormatNode(document: 0..<text.bytes.count, definitions) {
      var parts: [Layout] = []
      for (index, definition) in definitions.enumerated() {
        parts.append(layout(definition))
        if index == definitions.count - 1 { break }
        parts.append(.hardLine)
        if text.isBlankLine(after: definition.range.upperBound) { parts.append(.hardLine) }
      }
      return .sequence(parts + [.hardLine])
    }
  }

  private func definition(_ definition: Definition) -> FormatNode {
    switch definition {
    case .operation(let operation): self.operation(operation)
    case .fragment(let fragment): self.fragment(fragment)
    case .schema(let schema): self.schema(schema)
    case .type(let type): self.type(type)
    case .directive(let directive): directiveDefinition(directive)
    }
  }

  // MARK: - Layouts

  func layout(_ node: FormatNode) -> Layout { node.layout(in: text) }

  func layouts(_ nodes: [FormatNode]) -> [Layout] { nodes.map(layout) }

  /// `(a: 1, b: 2)`, or each on a line of its own.
  ///
  /// - Parameter keepsBlankLines: whether blank lines between them stay.
  func list(_ nodes: [FormatNode], open: String, close: String, keepsBlankLines: Bool = false) -> Layout {
    if nodes.isEmpty { return .empty }
    let items = keepsBlankLines ? sequence(nodes) : layouts(nodes)
    let separator = Layout.sequence([.ifBroken(.empty, flat: ", "), .softLine])
    return .group(.sequence([.text(open), .indent(.sequence([.softLine, .joined(items, by: separator)])), .softLine, .text(close)]))
  }

  /// The nodes with the blank lines that are between them.
  func sequence(_ nodes: [FormatNode]) -> [Layout] {
    nodes.enumerated().map { index, node in
      let isLast = index == nodes.count - 1
      return !isLast && text.isBlankLine(after: node.range.upperBound) ? .sequence([layout(node), .hardLine]) : layout(node)
    }
  }

  /// `{`, each node on a line of its own, `}`.
  func block(_ nodes: [FormatNode]) -> Layout {
    .sequence(["{", .indent(.sequence([.hardLine, .joined(sequence(nodes), by: .hardLine)])), .hardLine, "}"])
  }

  /// Directives behind something else.
  func directives(_ nodes: [FormatNode]) -> Layout {
    if nodes.isEmpty { return .empty }
    return .sequence([
      " ", .group(.indent(.sequence([.softLine, .joined(layouts(nodes), by: .sequence([.ifBroken(.empty, flat: " "), .softLine]))]))),
    ])
  }

  /// The directives of an operation or a fragment, which are not indented.
  func definitionDirectives(_ nodes: [FormatNode]) -> Layout {
    nodes.isEmpty ? .empty : .group(.sequence([.line, .joined(layouts(nodes), by: .sequence([.ifBroken(.empty, flat: " "), .softLine]))]))
  }

  func description(_ node: FormatNode?) -> Layout { node.map { .sequence([layout($0), .hardLine]) } ?? .empty }

  // MARK: - Nodes

  func verbatim(_ range: SourceRange) -> FormatNode { FormatNode(verbatim: range, in: text) }

  func name(_ name: NameSyntax) -> FormatNode { verbatim(name.range) }

  func type(_ type: TypeSyntax) -> FormatNode {
    switch type {
    case .named(let name): return self.name(name)
    case .list(let item, let range):
      let inner = self.type(item)
      return FormatNode(range, [inner]) { .sequence(["[", layout(inner), "]"]) }
    case .nonNull(let item, let range):
      let inner = self.type(item)
      return FormatNode(range, [inner]) { .sequence([layout(inner), "!"]) }
    }
  }

  func value(_ value: ValueSyntax) -> FormatNode {
    switch value {
    case .variable, .int, .float, .boolean, .null, .enum: return verbatim(value.range)
    case .string(let string): return self.string(string)
    case .list(let items, let range):
      let nodes = items.map(self.value)
      return FormatNode(range, nodes, brackets: ("[", "]")) { nodes.isEmpty ? "[]" : list(nodes, open: "[", close: "]") }
    case .object(let fields, let range):
      let nodes = fields.map(argument)
      return FormatNode(range, nodes, brackets: ("{", "}")) {
        let space: Layout = hasBracketSpacing && !nodes.isEmpty ? " " : .empty
        let separator = Layout.sequence([.ifBroken(.empty, flat: ", "), .softLine])
        return .group(
          .sequence([
            "{", space, .indent(.sequence([.softLine, .joined(layouts(nodes), by: separator)])), .softLine, .ifBroken(.empty, flat: space),
            "}",
          ]))
      }
    }
  }

  /// A block string has its quotes on lines of their own. Any other string stays as it is.
  func string(_ string: StringSyntax) -> FormatNode {
    guard string.isBlock else { return verbatim(string.range) }
    return FormatNode(string.range) {
      var lines = string.value.escapingTripleQuotes.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.count == 1 { lines[0] = lines[0].trimmed }
      if lines.allSatisfy(\.isEmpty) { lines = [] }
      return .joined((["\"\"\""] + lines + ["\"\"\""]).map { .text($0) }, by: .hardLine)
    }
  }

  func argument(_ argument: ArgumentSyntax) -> FormatNode {
    let (name, value) = (name(argument.name), value(argument.value))
    return FormatNode(argument.range, [name, value]) { .sequence([layout(name), ": ", layout(value)]) }
  }

  func directive(_ directive: DirectiveSyntax) -> FormatNode {
    let (name, arguments) = (name(directive.name), directive.arguments.map(argument))
    return FormatNode(directive.range, [name] + arguments) {
      .sequence([layout(name), list(arguments, open: "(", close: ")", keepsBlankLines: true)])
    }
  }
}
