/// Adds what an updater needs to assign a record, next to every spread of an `@assignable` fragment in a document that is read: the
/// record's `__id`, and the proof of its type: `__typename` or, for an abstract type, `__is<Fragment>: __typename` under a refinement.
func transformAssignableSpreads(_ program: Program) -> Program {
  let assignable = program.fragments.filter { $0.directives.contains(.assignable) }
  guard !assignable.isEmpty else { return program }
  var transformer = AssignableSpreadTransformer(program: program)
  return program.with(
    operations: program.operations.map { $0.directives.contains(.updatable) ? $0 : transformer.transform($0) },
    fragments: program.fragments.map { $0.directives.contains(.updatable) ? $0 : transformer.transform($0) })
}

private struct AssignableSpreadTransformer: SelectionTransformer {
  let program: Program

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    let schema = program.schema
    guard let fragment = program.fragment(spread.name), fragment.directives.contains(.assignable),
      let id = schema.type(named: .idType), let proof = proofOfType(fragment)
    else { return .keep }
    var record = FieldHead(name: .clientID, definition: nil, type: TypeReference(id).nonNull)
    record.isHidden = true
    return .replaceMany([.fragmentSpread(spread), proof, .scalarField(ScalarField(record))])
  }

  /// The selection that tells whether a record has the fragment's type.
  private func proofOfType(_ fragment: FragmentDefinition) -> Selection? {
    let schema = program.schema
    guard schema.isAbstract(fragment.type) else { return schema.typenameField() }
    guard let mark = schema.typenameField(alias: .abstractKey(of: fragment.name), isHidden: true) else { return nil }
    return .inlineFragment(InlineFragment(typeCondition: fragment.type, selections: [mark]))
  }
}
