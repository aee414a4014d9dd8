/// Makes the reader read what the handler wrote: a field with a handle is read under `__<key>_<handle>`, with only those arguments that
/// tell one instance from another, and the written key as its alias.
func transformHandleFields(_ program: Program) -> Program {
  var transformer = HandleFieldTransformer()
  return program.transformed(by: &transformer)
}

private struct HandleFieldTransformer: SelectionTransformer {
  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    read(field.head).map { .replace(.scalarField(ScalarField($0))) } ?? .keep
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    let selections = transform(field.selections, on: field.head.type.named)
    guard let head = read(field.head) else {
      return selections.map { .replace(.linkedField(field.with(selections: $0))) } ?? .keep
    }
    return .replace(.linkedField(LinkedField(head, selections: selections ?? field.selections, isConnection: field.isConnection)))
  }

  private func read(_ head: FieldHead) -> FieldHead? {
    guard let handle = head.handles.first else { return nil }
    var head = head
    head.alias = head.responseKey
    head.name = handle.storageName(of: head.name)
    let filters = handle.filters ?? []
    head.arguments = head.arguments.filter { filters.contains($0.name) }
    if let key = handle.dynamicKey { head.arguments.append(Argument(.dynamicKeyArgument, key)) }
    head.handles = []
    return head
  }
}
