/// Makes the reader read what the handler wrote: a field with a handle is read under `__<key>_<handle>`, with only those arguments that
/// tell one instance from another, and the written key as its alias.
///
/// There are two steps, because the same field may be selected without the handle as well: this one leaves out arguments, and
/// `nameHandleFields` changes names once both have become one.
func transformHandleFields(_ program: Program) -> Program {
  var transformer = HandleFieldTransformer { head, handle in
    let filters = handle.filters ?? []
    head.arguments = head.arguments.filter { filters.contains($0.name) }
    if let key = handle.dynamicKey { head.arguments.append(Argument(.dynamicKeyArgument, key)) }
  }
  return program.transformed(by: &transformer)
}

/// Gives fields with a handle the names under which their handlers write.
func nameHandleFields(_ program: Program) -> Program {
  var transformer = HandleFieldTransformer { head, handle in
    head.alias = head.responseKey
    head.name = handle.storageName(of: head.name)
    head.handles = []
  }
  return program.transformed(by: &transformer)
}

private struct HandleFieldTransformer: SelectionTransformer {
  /// Changes a field with a handle.
  let change: (inout FieldHead, FieldHandle) -> Void

  func transform(head: FieldHead) -> FieldHead? {
    guard let handle = head.handles.first else { return nil }
    var head = head
    change(&head, handle)
    return head
  }
}
