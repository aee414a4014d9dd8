/// Moves `@required` and `@catch` into the nodes to which they apply: fields and, for `@catch`, aliased inline fragments. Only the reader
/// uses them. `Validation/Relay` checks their rules.
func applyReadTimeDirectives(_ program: Program) -> Program {
  var transformer = ReadTimeDirectiveTransformer()
  return program.transformed(by: &transformer)
}

private struct ReadTimeDirectiveTransformer: SelectionTransformer {
  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    guard case .aliased(var alias) = fragment.role, let target = fragment.directives.catchTarget else {
      return descend(into: fragment, on: parent)
    }
    alias.catch = target
    let selections = transform(fragment.selections, on: fragment.typeCondition ?? parent)
    return .replace(
      .inlineFragment(
        fragment.with(role: .aliased(alias), directives: fragment.directives.without(.catch), selections: selections)))
  }

  func transform(head: FieldHead) -> FieldHead? {
    if head.directives.isEmpty { return nil }
    let action = head.directives.requiredAction
    let target = head.directives.catchTarget
    if action == nil && target == nil { return nil }
    var head = head
    head.required = action
    head.catch = target
    head.directives = head.directives.without(.required).without(.catch)
    return head
  }
}
