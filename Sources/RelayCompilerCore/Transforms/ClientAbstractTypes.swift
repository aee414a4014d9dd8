/// Finds, for the interfaces and unions of client extensions by which an operation refines types, the objects that have them. The server
/// cannot answer `__is<Type>` for these.
struct ClientAbstractTypes {
  let program: Program
  private var known: [Name: Set<TypeID>] = [:]

  /// - Parameter program: a program that still contains its fragments.
  init(_ program: Program) { self.program = program }

  mutating func types(in operation: OperationDefinition) -> [(key: Name, types: [Name])] {
    let schema = program.schema
    guard schema.hasClientAbstractTypes else { return [] }
    return collect(operation.selections)
      .map { type in
        (
          key: Name.abstractKey(of: schema[type].name),
          types: schema.possibleTypes(of: type).map { schema[$0].name }.sorted()
        )
      }
      .sorted { $0.key < $1.key }
  }

  private mutating func collect(_ selections: [Selection]) -> Set<TypeID> {
    var result: Set<TypeID> = []
    for selection in selections {
      switch selection {
      case .scalarField: break
      case .linkedField(let field): result.formUnion(collect(field.selections))
      case .condition(let condition): result.formUnion(collect(condition.selections))
      case .inlineFragment(let fragment):
        if let type = fragment.typeCondition { add(type, to: &result) }
        result.formUnion(collect(fragment.selections))
      case .fragmentSpread(let spread):
        if let known = known[spread.name] {
          result.formUnion(known)
        } else if let fragment = program.fragment(spread.name) {
          known[spread.name] = []
          var inner = collect(fragment.selections)
          add(fragment.type, to: &inner)
          known[spread.name] = inner
          result.formUnion(inner)
        }
      }
    }
    return result
  }

  private func add(_ type: TypeID, to result: inout Set<TypeID>) {
    if program.schema[type].isClientOnly, program.schema.isAbstract(type) { result.insert(type) }
  }
}
