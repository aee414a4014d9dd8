/// Replaces spreads marked `@relay(mask: false)` by the fragment's selections, so that their reader sees the fields.
///
/// The fragment's variables become those of the fragment that it is inlined into. What cannot be combined is an error.
func mask(_ program: Program, diagnostics: inout [Diagnostic]) -> Program {
  var transformer = MaskTransformer(program: program)
  let operations = program.operations.map { operation in
    transformer.begin()
    return transformer.transform(operation)
  }
  let fragments = program.fragments.map { fragment in
    transformer.begin()
    return transformer.joined(transformer.transform(fragment), original: fragment)
  }
  diagnostics += transformer.diagnostics
  return program.with(operations: operations, fragments: fragments)
}

extension FragmentSpread {
  var isUnmasked: Bool { directives.named(.relay)?.arguments.named(.mask)?.value.booleanLiteral == false }
}

private struct MaskTransformer: SelectionTransformer {
  let program: Program
  var diagnostics: [Diagnostic] = []
  /// The fragments that were inlined into the current definition, in the order met.
  private var inlined: [FragmentDefinition] = []
  private var stack: [Name] = []

  init(program: Program) { self.program = program }

  mutating func begin() { inlined = [] }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    guard spread.isUnmasked, let fragment = program.fragment(spread.name), !stack.contains(spread.name) else { return .keep }
    if let extra = spread.directives.first(where: { $0.name != .relay }) ?? fragment.directives.first(where: { $0.name != .relay }) {
      diagnostics.append(
        Diagnostic(
          "unmasked-fragment-with-directives",
          "Cannot use @relay(mask: false) on fragment spreads for fragments with directives", at: extra.range))
    }
    inlined.append(fragment)
    stack.append(fragment.name)
    defer { stack.removeLast() }
    return .replace(
      .inlineFragment(
        InlineFragment(
          typeCondition: fragment.type, selections: transform(fragment.selections, on: fragment.type) ?? fragment.selections,
          range: spread.range)))
  }

  mutating func joined(_ fragment: FragmentDefinition, original: FragmentDefinition) -> FragmentDefinition {
    if inlined.isEmpty { return fragment }
    var locals = fragment.variables
    var globals = fragment.usedGlobalVariables
    for part in inlined {
      for variable in part.variables {
        if globals.contains(where: { $0.name == variable.name }) {
          reportMixed(variable)
        } else {
          join(variable, into: &locals)
        }
      }
      for variable in part.usedGlobalVariables {
        if locals.contains(where: { $0.name == variable.name }) {
          reportMixed(variable)
        } else {
          join(variable, into: &globals)
        }
      }
    }
    return fragment.with(variables: locals, usedGlobalVariables: globals)
  }

  private mutating func reportMixed(_ variable: VariableDefinition) {
    diagnostics.append(
      Diagnostic(
        "unmasked-variable-conflict", "Cannot combine global and local variables when applying @relay(mask: false)",
        at: variable.range))
  }

  private mutating func join(_ variable: VariableDefinition, into list: inout [VariableDefinition]) {
    guard let index = list.firstIndex(where: { $0.name == variable.name }) else {
      list.append(variable)
      return
    }
    let schema = program.schema
    if schema.isSubtype(list[index].type, of: variable.type) { return }
    guard schema.isSubtype(variable.type, of: list[index].type) else {
      diagnostics.append(
        Diagnostic(
          "unmasked-variable-conflict",
          "Cannot combine variables with incompatible types \(schema.description(of: list[index].type)) and "
            + "\(schema.description(of: variable.type)) when applying @relay(mask: false)", at: variable.range))
      return
    }
    list[index] = variable
  }
}
