/// Leaves out arguments of fields and directives whose value is a literal null: for the server that is the same, and a fragment's
/// argument that nobody passed became one.
func skipNullArguments(_ program: Program) -> Program {
  var transformer = NullArgumentTransformer()
  return program.transformed(by: &transformer)
}

private struct NullArgumentTransformer: SelectionTransformer {
  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    withoutNulls(field.head).map { .replace(.scalarField(ScalarField($0))) } ?? .keep
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    let head = withoutNulls(field.head)
    let selections = transform(field.selections, on: field.head.type.named)
    if head == nil && selections == nil { return .keep }
    return .replace(
      .linkedField(LinkedField(head ?? field.head, selections: selections ?? field.selections, isConnection: field.isConnection)))
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    let directives = withoutNulls(fragment.directives)
    let selections = transform(fragment.selections, on: fragment.typeCondition ?? parent)
    if directives == nil && selections == nil { return .keep }
    return .replace(.inlineFragment(fragment.with(directives: directives, selections: selections)))
  }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    withoutNulls(spread.directives).map { .replace(.fragmentSpread(spread.with(directives: $0))) } ?? .keep
  }

  private func withoutNulls(_ head: FieldHead) -> FieldHead? {
    let directives = withoutNulls(head.directives)
    let hasNull = head.arguments.contains { $0.value.isNull }
    if directives == nil && !hasNull { return nil }
    var head = head
    if let directives { head.directives = directives }
    if hasNull { head.arguments.removeAll { $0.value.isNull } }
    return head
  }

  private func withoutNulls(_ directives: [Directive]) -> [Directive]? {
    guard directives.contains(where: { $0.arguments.contains { $0.value.isNull } }) else { return nil }
    return directives.map { directive in
      Directive(directive.name, directive.arguments.filter { !$0.value.isNull }, range: directive.range)
    }
  }
}
