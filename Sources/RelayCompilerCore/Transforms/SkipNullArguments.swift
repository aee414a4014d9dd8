/// Removes arguments of fields and directives whose value is a literal null. For the server it makes no difference, and a fragment
/// argument that was not passed becomes such a null.
func skipNullArguments(_ program: Program) -> Program {
  var transformer = NullArgumentTransformer()
  return program.transformed(by: &transformer)
}

private struct NullArgumentTransformer: SelectionTransformer {
  func transform(head: FieldHead) -> FieldHead? {
    let directives = transform(directives: head.directives)
    let hasNull = head.arguments.contains { $0.value.isNull }
    if directives == nil && !hasNull { return nil }
    var head = head
    if let directives { head.directives = directives }
    if hasNull { head.arguments.removeAll { $0.value.isNull } }
    return head
  }

  func transform(directives: [Directive]) -> [Directive]? {
    guard directives.contains(where: { $0.arguments.contains { $0.value.isNull } }) else { return nil }
    return directives.map { directive in
      Directive(directive.name, directive.arguments.filter { !$0.value.isNull }, range: directive.range)
    }
  }
}
