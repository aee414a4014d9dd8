/// Removes what the server does not know: client fields, fragments and inline fragments on client types, client directives, and
/// everything that becomes empty. An operation that becomes empty is not sent, so it is removed.
func skipClientExtensions(_ program: Program) -> Program {
  var transformer = ClientExtensionRemover(program: program)
  let operations = program.operations.compactMap { operation -> OperationDefinition? in
    let transformed = transformer.transform(operation)
    if transformed.selections.isEmpty { return nil }
    let directives = transformer.transform(directives: operation.directives)
    return directives.map { transformed.with(directives: $0) } ?? transformed
  }
  let fragments = program.fragments.compactMap { transformer.serverPart(of: $0) }
  return program.with(operations: operations, fragments: fragments)
}

private struct ClientExtensionRemover: SelectionTransformer {
  let program: Program
  private var seen: [Name: FragmentDefinition?] = [:]

  init(program: Program) { self.program = program }

  private var schema: Schema {
    _read { yield program.schema }
  }

  mutating func serverPart(of fragment: FragmentDefinition) -> FragmentDefinition? {
    if let known = seen[fragment.name] { return known }
    if schema[fragment.type].isClientOnly {
      seen[fragment.name] = .some(nil)
      return nil
    }
    seen[fragment.name] = .some(fragment)
    var result: FragmentDefinition? = transform(fragment)
    if result?.selections.isEmpty == true { result = nil }
    if let directives = transform(directives: fragment.directives) { result = result?.with(directives: directives) }
    seen[fragment.name] = .some(result)
    return result
  }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    guard let fragment = program.fragment(spread.name), serverPart(of: fragment) != nil else { return .delete }
    return transform(directives: spread.directives).map { .replace(.fragmentSpread(spread.with(directives: $0))) } ?? .keep
  }

  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    if schema.isClientField(field.head) { return .delete }
    return transform(head: field.head).map { .replace(.scalarField(field.with(head: $0))) } ?? .keep
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    schema.isClientField(field.head) ? .delete : descend(into: field)
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    if let type = fragment.typeCondition, schema[type].isClientOnly { return .delete }
    return descend(into: fragment, on: parent)
  }

  func transform(head: FieldHead) -> FieldHead? {
    guard let directives = transform(directives: head.directives) else { return nil }
    var head = head
    head.directives = directives
    return head
  }

  /// Removes the directives that only the client knows.
  func transform(directives: [Directive]) -> [Directive]? {
    if directives.isEmpty { return nil }
    let kept = directives.filter { schema.directives[$0.name]?.isClientOnly == false }
    return kept.count == directives.count ? nil : kept
  }
}
