/// Makes the reader read what a handler has written: a field with a handle is read as `__<key>_<handle>`, only with the arguments that
/// distinguish instances, and with its response key as the alias.
///
/// There are two steps, because the same field may also be selected without the handle: this one drops arguments, and `nameHandleFields`
/// renames the field after both selections have been merged.
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
