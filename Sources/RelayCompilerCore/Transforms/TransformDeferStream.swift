/// Completes `@defer` and `@stream`: labels are made unique by the definition's name, arguments get their canonical order, a deferred
/// spread is wrapped in an inline fragment with the directive, and `if: false` removes the directive.
///
/// Labels are `<Definition>$defer$<label>`, with the directive's configured name. Without a label, the name of the fragment or field and
/// the hash of its arguments are used.
func transformDeferStream(_ program: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
  var transformer = DeferStreamTransformer(names: options.schema.deferStreamInterface)
  let operations = program.operations.map { operation in
    transformer.begin(operation.name)
    return transformer.transform(operation)
  }
  let fragments = program.fragments.map { fragment in
    transformer.begin(fragment.name)
    return transformer.transform(fragment)
  }
  diagnostics += transformer.diagnostics
  return program.with(operations: operations, fragments: fragments)
}

private struct DeferStreamTransformer: SelectionTransformer {
  let names: DeferStreamInterface
  var diagnostics: [Diagnostic] = []
  private var document: Name = ""
  private var labels: [String: SourceRange] = [:]

  init(names: DeferStreamInterface) { self.names = names }

  mutating func begin(_ document: Name) {
    self.document = document
    labels = [:]
  }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    guard let directive = spread.directives.named(names.deferName) else { return .keep }
    let bare = spread.with(directives: spread.directives.without(names.deferName))
    let condition = directive.arguments.named(names.ifArgument)
    if condition?.value.booleanLiteral == false { return .replace(.fragmentSpread(bare)) }
    let fallback = spread.name.string + (ArgumentHash.suffix(of: spread.arguments).map { "_" + $0 } ?? "")
    guard let label = label(of: directive, kind: names.deferName, fallback: fallback) else { return .replace(.fragmentSpread(bare)) }
    var arguments = [Argument(names.labelArgument, .constant(.string(label)))]
    if let condition { arguments.append(condition) }
    return .replace(
      .inlineFragment(
        InlineFragment(
          typeCondition: nil, directives: [Directive(names.deferName, arguments, range: directive.range)],
          selections: [.fragmentSpread(bare)], range: spread.range)))
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    if let directive = fragment.directives.named(names.deferName), !directive.range.isGenerated {
      diagnostics.append(.deferOnInlineFragment(at: directive.range))
    }
    return descend(into: fragment, on: parent)
  }

  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    if let directive = field.head.directives.named(names.streamName) {
      diagnostics.append(.streamOnScalar(field.head.name, at: directive.range))
    }
    return .keep
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    guard let directive = field.head.directives.named(names.streamName) else { return descend(into: field) }
    guard field.head.type.isList else {
      diagnostics.append(.streamOnSingleField(field.head.name, at: directive.range))
      return .keep
    }
    let selections = transform(field.selections, on: field.head.type.named) ?? field.selections
    var head = field.head
    head.directives = head.directives.without(names.streamName)
    let condition = directive.arguments.named(names.ifArgument)
    if condition?.value.booleanLiteral != false {
      let fallback = head.responseKey.string + (ArgumentHash.suffix(of: head.arguments).map { "_" + $0 } ?? "")
      guard let initialCount = directive.arguments.named(names.initialCountArgument) else {
        diagnostics.append(.streamWithoutInitialCount(at: directive.range))
        return .keep
      }
      if let label = label(of: directive, kind: names.streamName, fallback: fallback) {
        var arguments = [Argument(names.labelArgument, .constant(.string(label)))]
        if let condition { arguments.append(condition) }
        arguments.append(initialCount)
        if let batch = directive.arguments.named(names.useCustomizedBatchArgument) { arguments.append(batch) }
        head.directives.append(Directive(names.streamName, arguments, range: directive.range))
      }
    }
    return .replace(.linkedField(field.with(head: head, selections: selections)))
  }

  private mutating func label(of directive: Directive, kind: Name, fallback: String) -> String? {
    var name = fallback
    if let argument = directive.arguments.named(names.labelArgument) {
      guard let literal = argument.value.stringLiteral else {
        if !argument.value.isNull {
          diagnostics.append(.labelNotLiteral(directive.name, at: argument.valueRange))
          return nil
        }
        return unique("\(document)$\(kind)$\(name)", directive)
      }
      guard literal.isGraphQLName else {
        diagnostics.append(.notAName(literal, .label(directive.name), at: argument.valueRange))
        return nil
      }
      name = literal
    }
    return unique("\(document)$\(kind)$\(name)", directive)
  }

  private mutating func unique(_ label: String, _ directive: Directive) -> String? {
    if let other = labels[label], !directive.range.isGenerated {
      diagnostics.append(.repeatedLabel(directive.name, at: other, other: directive.range))
      return nil
    }
    labels[label] = directive.range
    return label
  }
}
