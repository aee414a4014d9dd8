/// Turns the declarative mutation directives into handles: `@appendEdge`, `@prependEdge`, `@appendNode` and `@prependNode` on linked
/// fields, `@deleteEdge` and `@deleteRecord` on ids. `Validation/Relay/DeclarativeConnectionRules.swift` checks them.
///
/// As in Relay, this applies to operations, not to fragments, and only the first directive of a field counts. On an object, `@deleteEdge`
/// has no effect. `@deleteEdge` also stays on its field, which for Relay's artifacts is another one than the same field without it.
func transformDeclarativeConnections(_ program: Program) -> Program {
  var transformer = DeclarativeConnectionTransformer()
  return program.with(operations: program.operations.map { transformer.transform($0) })
}

private struct DeclarativeConnectionTransformer: SelectionTransformer {
  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    handled(field.head, by: Name.declarativeConnections).map { .replace(.scalarField(field.with(head: $0))) } ?? .keep
  }

  /// The head of a linked field. A scalar field has different directives and is handled above.
  func transform(head: FieldHead) -> FieldHead? { handled(head, by: Name.declarativeInsertions) }

  private func handled(_ head: FieldHead, by names: [Name]) -> FieldHead? {
    guard let directive = head.directives.first(where: { names.contains($0.name) }) else { return nil }
    var head = head
    if directive.name != .deleteEdge { head.directives = head.directives.without(directive.name) }
    head.handles.append(FieldHandle(key: "", handle: directive.name.string, arguments: directive.arguments))
    return head
  }
}
