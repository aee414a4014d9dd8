/// Inlines `@inline` fragments at their spreads: such a fragment is read by value together with its parent, so its data must be available
/// there.
func inlineDataFragments(_ program: Program, diagnostics: inout [Diagnostic]) -> Program {
  guard program.fragments.contains(where: { $0.directives.contains(.inline) }) else { return program }
  var transformer = InlineDataTransformer(program: program)
  let result = program.transformed(by: &transformer)
  diagnostics += transformer.diagnostics
  return ExpandedSize.limited(result, diagnostics: &diagnostics)
}

private struct InlineDataTransformer: SelectionTransformer {
  let program: Program
  var diagnostics: [Diagnostic] = []
  private var inlined: [Name: InlineFragment?] = [:]

  init(program: Program) { self.program = program }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    guard let fragment = program.fragment(spread.name), fragment.directives.contains(.inline) else { return .keep }
    for directive in spread.directives where directive.name != .unaliasedFixme && directive.name != .alias {
      diagnostics.append(.directiveOnInlineDataSpread(directive))
    }
    let body: InlineFragment
    if let known = inlined[spread.name] {
      guard let known else {
        diagnostics.append(.fragmentSpreadsItself(fragment))
        return .delete
      }
      body = known
    } else {
      inlined[spread.name] = .some(nil)
      body = InlineFragment(
        typeCondition: fragment.type, selections: transform(fragment.selections, on: fragment.type) ?? fragment.selections,
        range: fragment.range)
      inlined[spread.name] = body
    }
    let data = InlineDataSpread(name: fragment.name, arguments: spread.arguments)
    return .replace(
      .inlineFragment(
        InlineFragment(typeCondition: nil, role: .inlineData(data), selections: [.inlineFragment(body)], range: spread.range)))
  }
}
