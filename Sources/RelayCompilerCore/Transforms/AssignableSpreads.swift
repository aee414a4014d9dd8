/// Reads what an updater needs to assign a record beside every spread of an `@assignable` fragment in a document that is read: the
/// record's `__id`, and what proves its type: `__typename`, or for an abstract type `__is<Fragment>: __typename` under a refinement.
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
      let string = schema.type(named: .stringType), let id = schema.type(named: .idType)
    else { return .keep }
    let type = TypeReference(string).nonNull
    let proof: Selection
    if schema.isAbstract(fragment.type) {
      var mark = FieldHead(alias: .abstractKey(of: fragment.name), name: .typename, definition: nil, type: type)
      mark.isHidden = true
      proof = .inlineFragment(
        InlineFragment(typeCondition: fragment.type, selections: [.scalarField(ScalarField(mark))]))
    } else {
      proof = .scalarField(ScalarField(FieldHead(name: .typename, definition: nil, type: type)))
    }
    var record = FieldHead(name: .clientID, definition: nil, type: TypeReference(id).nonNull)
    record.isHidden = true
    return .replaceMany([.fragmentSpread(spread), proof, .scalarField(ScalarField(record))])
  }
}
