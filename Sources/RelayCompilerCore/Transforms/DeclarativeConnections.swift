/// Makes handles of the declarative mutation directives: `@appendEdge`, `@prependEdge`, `@appendNode`, `@prependNode` on linked fields,
/// `@deleteEdge` and `@deleteRecord` on ids. Their checks are `Validation/Relay/DeclarativeConnectionRules.swift`.
func transformDeclarativeConnections(_ program: Program) -> Program {
  var transformer = DeclarativeConnectionTransformer()
  return program.transformed(by: &transformer)
}

private struct DeclarativeConnectionTransformer: SelectionTransformer {
  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    handled(field.head).map { .replace(.scalarField(ScalarField($0))) } ?? .keep
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    let selections = transform(field.selections, on: field.head.type.named)
    guard let head = handled(field.head) else {
      return selections.map { .replace(.linkedField(field.with(selections: $0))) } ?? .keep
    }
    return .replace(.linkedField(LinkedField(head, selections: selections ?? field.selections, isConnection: field.isConnection)))
  }

  private func handled(_ head: FieldHead) -> FieldHead? {
    guard !head.directives.isEmpty else { return nil }
    var result: FieldHead?
    for directive in head.directives where Self.names.contains(directive.name) {
      var copy = result ?? head
      copy.directives = copy.directives.without(directive.name)
      copy.handles.append(FieldHandle(key: "", handle: directive.name.string, arguments: directive.arguments))
      result = copy
    }
    return result
  }

  private static let names: [Name] = [.appendEdge, .prependEdge, .appendNode, .prependNode, .deleteEdge, .deleteRecord]
}
