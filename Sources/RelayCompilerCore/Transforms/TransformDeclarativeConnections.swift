/// Makes handles of the declarative mutation directives: `@appendEdge`, `@prependEdge`, `@appendNode`, `@prependNode` on linked fields,
/// `@deleteEdge` and `@deleteRecord` on ids. Their checks are `Validation/Relay/DeclarativeConnectionRules.swift`.
///
/// As in Relay, that is so in operations, not in fragments, and the first directive of a field counts. On an object, `@deleteEdge` has no
/// effect.
func transformDeclarativeConnections(_ program: Program) -> Program {
  var transformer = DeclarativeConnectionTransformer()
  return program.with(operations: program.operations.map { transformer.transform($0) })
}

private struct DeclarativeConnectionTransformer: SelectionTransformer {
  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    handled(field.head, by: Name.declarativeConnections).map { .replace(.scalarField(field.with(head: $0))) } ?? .keep
  }

  /// Of a linked field: a scalar field has a method of its own, because it takes other directives.
  func transform(head: FieldHead) -> FieldHead? { handled(head, by: Name.declarativeInsertions) }

  private func handled(_ head: FieldHead, by names: [Name]) -> FieldHead? {
    guard let directive = head.directives.first(where: { names.contains($0.name) }) else { return nil }
    var head = head
    head.directives = head.directives.without(directive.name)
    head.handles.append(FieldHandle(key: "", handle: directive.name.string, arguments: directive.arguments))
    return head
  }
}
