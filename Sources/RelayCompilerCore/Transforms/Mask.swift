/// Replaces spreads marked `@relay(mask: false)` with the fragment's selections, so that the enclosing definition can
/// read the fields.
///
/// The operation's variables that the fragment uses become those of the enclosing fragment. Conflicting types are an error, and so is a
/// fragment with its own arguments or directives, which would be lost.
///
/// Each fragment is inlined once and shared, as in `inlineFragments`.
func mask(_ program: Program, diagnostics: inout [Diagnostic]) -> Program {
  guard program.hasUnmaskedSpreads else { return program }
  var transformer = MaskTransformer(program: program)
  let operations = program.operations.map { operation in
    transformer.begin()
    let transformed = transformer.transform(operation)
    transformer.check(operation)
    return transformed
  }
  let fragments = program.fragments.map { fragment in
    transformer.begin()
    return transformer.joined(transformer.transform(fragment))
  }
  diagnostics += transformer.diagnostics
  let masked = ExpandedSize.limited(program.with(operations: operations, fragments: fragments), diagnostics: &diagnostics)
  // Selections that are combined only here must agree about `@required` as if they had been written together.
  let written = Set(program.operations.map { NodeIdentity($0) } + program.fragments.map { NodeIdentity($0) })
  for operation in masked.operations where !written.contains(NodeIdentity(operation)) {
    diagnostics += operation.requiredProblems(in: program.schema)
  }
  for fragment in masked.fragments where !written.contains(NodeIdentity(fragment)) {
    diagnostics += fragment.requiredProblems(in: program.schema)
  }
  return masked
}

extension Program {
  fileprivate var hasUnmaskedSpreads: Bool {
    func search(_ selections: [Selection]) -> Bool {
      selections.contains { selection in
        switch selection {
        case .scalarField: false
        case .fragmentSpread(let spread): spread.isUnmasked
        case .linkedField(let field): search(field.selections)
        case .inlineFragment(let fragment): search(fragment.selections)
        case .condition(let condition): search(condition.selections)
        }
      }
    }
    return operations.contains { search($0.selections) } || fragments.contains { search($0.selections) }
  }
}

private struct MaskTransformer: SelectionTransformer {
  let program: Program
  var diagnostics: [Diagnostic] = []
  /// The fragments inlined into the current definition so far, in order.
  private var inlined: [FragmentDefinition] = []
  private var inlinedNames: Set<Name> = []
  private var stack: [Name] = []
  private var bodies: [Name: (selections: [Selection], inlined: [FragmentDefinition])] = [:]

  init(program: Program) { self.program = program }

  mutating func begin() {
    inlined = []
    inlinedNames = []
  }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    guard spread.isUnmasked, let fragment = program.fragment(spread.name), !stack.contains(spread.name) else { return .keep }
    if !fragment.variables.isEmpty || fragment.directives.contains(where: { $0.name != .relay }) {
      diagnostics.append(.unmaskedWithDirectives(spread, fragment))
    }
    let body = body(of: fragment)
    for fragment in body.inlined where inlinedNames.insert(fragment.name).inserted { inlined.append(fragment) }
    return .replace(
      .inlineFragment(InlineFragment(typeCondition: fragment.type, selections: body.selections, range: spread.range)))
  }

  /// The fragment's selections with its own unmasked spreads inlined, and the fragments inlined there.
  private mutating func body(of fragment: FragmentDefinition) -> (selections: [Selection], inlined: [FragmentDefinition]) {
    if let known = bodies[fragment.name] { return known }
    let outer = (inlined, inlinedNames)
    defer { (inlined, inlinedNames) = outer }
    (inlined, inlinedNames) = ([fragment], [fragment.name])
    stack.append(fragment.name)
    let selections = transform(fragment.selections, on: fragment.type) ?? fragment.selections
    stack.removeLast()
    let result = (selections: selections, inlined: inlined)
    bodies[fragment.name] = result
    return result
  }

  /// Checks that the variables of the inlined fragments agree with those of the operation.
  mutating func check(_ operation: OperationDefinition) {
    var variables = JoinedVariables(operation.variables)
    for part in inlined {
      for variable in part.usedGlobalVariables { join(variable, into: &variables) }
    }
  }

  mutating func joined(_ fragment: FragmentDefinition) -> FragmentDefinition {
    if inlined.isEmpty { return fragment }
    var globals = JoinedVariables(fragment.usedGlobalVariables)
    let own = NameLookup(fragment.variables) { $0.name }
    for part in inlined {
      for variable in part.usedGlobalVariables {
        guard let local = own[variable.name] else {
          join(variable, into: &globals)
          continue
        }
        diagnostics.append(.unmaskedArgumentAndVariable(local, global: variable))
      }
    }
    return fragment.with(usedGlobalVariables: globals.list)
  }

  private mutating func join(_ variable: VariableDefinition, into variables: inout JoinedVariables) {
    guard let index = variables.positions[variable.name] else {
      variables.append(variable)
      return
    }
    let schema = program.schema
    if schema.isSubtype(variables.list[index].type, of: variable.type) { return }
    guard schema.isSubtype(variable.type, of: variables.list[index].type) else {
      diagnostics.append(.unmaskedVariableWithTwoTypes(variables.list[index], variable, in: schema))
      return
    }
    variables.list[index] = variable
  }

  /// Variables in the order in which they were added, and by name.
  private struct JoinedVariables {
    var list: [VariableDefinition] = []
    private(set) var positions: [Name: Int] = [:]

    init(_ variables: [VariableDefinition]) {
      list.reserveCapacity(variables.count)
      for variable in variables { append(variable) }
    }

    mutating func append(_ variable: VariableDefinition) {
      if positions[variable.name] == nil { positions[variable.name] = list.count }
      list.append(variable)
    }
  }
}
