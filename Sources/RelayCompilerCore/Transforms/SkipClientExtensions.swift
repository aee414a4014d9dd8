/// Removes what the server does not know: client fields, fragments and inline fragments on client types, client directives, and what
/// these leave empty. An operation of which nothing is left is not sent; it disappears here.
func skipClientExtensions(_ program: Program) -> Program {
  var transformer = ClientExtensionRemover(program: program)
  let operations = program.operations.compactMap { operation -> OperationDefinition? in
    let transformed = transformer.transform(operation)
    if transformed.selections.isEmpty { return nil }
    let directives = transformer.withoutClientDirectives(operation.directives)
    return directives.map { transformed.with(directives: $0) } ?? transformed
  }
  let fragments = program.fragments.compactMap { transformer.serverPart(of: $0) }
  return program.with(operations: operations, fragments: fragments)
}

private struct ClientExtensionRemover: SelectionTransformer {
  let program: Program
  private var seen: [Name: FragmentDefinition?] = [:]

  init(program: Program) { self.program = program }

  private var schema: Schema { program.schema }

  mutating func serverPart(of fragment: FragmentDefinition) -> FragmentDefinition? {
    if let known = seen[fragment.name] { return known }
    if schema[fragment.type].isClientOnly {
      seen[fragment.name] = .some(nil)
      return nil
    }
    seen[fragment.name] = .some(fragment)
    var result: FragmentDefinition? = transform(fragment)
    if result?.selections.isEmpty == true { result = nil }
    if let directives = withoutClientDirectives(fragment.directives) { result = result?.with(directives: directives) }
    seen[fragment.name] = .some(result)
    return result
  }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    guard let fragment = program.fragment(spread.name), serverPart(of: fragment) != nil else { return .delete }
    return withoutClientDirectives(spread.directives).map { .replace(.fragmentSpread(spread.with(directives: $0))) } ?? .keep
  }

  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    if schema.isClientField(field.head) { return .delete }
    return withoutClientDirectives(field.head).map { .replace(.scalarField(ScalarField($0))) } ?? .keep
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    if schema.isClientField(field.head) { return .delete }
    let head = withoutClientDirectives(field.head)
    let selections = transform(field.selections, on: field.head.type.named)
    if head == nil && selections == nil { return .keep }
    if let selections, selections.isEmpty { return .delete }
    return .replace(
      .linkedField(LinkedField(head ?? field.head, selections: selections ?? field.selections, isConnection: field.isConnection)))
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    if let type = fragment.typeCondition, schema[type].isClientOnly { return .delete }
    let directives = withoutClientDirectives(fragment.directives)
    let selections = transform(fragment.selections, on: fragment.typeCondition ?? parent)
    if directives == nil && selections == nil { return .keep }
    if let selections, selections.isEmpty { return .delete }
    return .replace(.inlineFragment(fragment.with(directives: directives, selections: selections)))
  }

  private func withoutClientDirectives(_ head: FieldHead) -> FieldHead? {
    guard let directives = withoutClientDirectives(head.directives) else { return nil }
    var head = head
    head.directives = directives
    return head
  }

  func withoutClientDirectives(_ directives: [Directive]) -> [Directive]? {
    if directives.isEmpty { return nil }
    let kept = directives.filter { schema.directives[$0.name]?.isClientOnly == false }
    return kept.count == directives.count ? nil : kept
  }
}
