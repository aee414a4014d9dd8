/// All Variable Uses Defined, All Variables Used, All Variable Usages Are Allowed (specification, sections 5.8.3 to 5.8.5), checked for an
/// operation with every fragment that it reaches.
///
/// For Relay, the walk has removed a fragment's own arguments from `variableUses`, so the rest are global. Relay checks that every global
/// variable of a fragment is defined, and that every variable is used, after fragments are inlined.
extension ValidationRule {
  static let variableUsages = ValidationRule(
    sections: ["5.8.3", "5.8.4", "5.8.5"],
    definition: { index, context, graph, facts in context.checkVariables(of: index, in: graph, facts: facts) })
}

extension ValidationContext {
  fileprivate func checkVariables(of index: Int, in graph: FragmentGraph, facts: [DefinitionFacts]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    guard case .operation(let operation) = definitions[index].syntax else {
      if profile == .relay { checkFragmentVariables(facts[index].variableUses, &diagnostics) }
      return diagnostics
    }
    var declared: [Name: (definition: VariableDefinitionSyntax, type: TypeReference?)] = [:]
    for variable in operation.variables where declared[variable.variable.name] == nil {
      declared[variable.variable.name] = (variable, schema.resolve(variable.type))
    }
    let names = operation.variables.map(\.variable.name)
    var used: Set<Name> = []
    var unmasked: Set<Int>?
    let skipsClientFields = skipsFullArgumentTypes(of: operation)
    for reached in graph.reachable(from: index) {
      for use in facts[reached].variableUses {
        guard let (definition, type) = declared[use.variable.name] else {
          if reached == index || profile == .specification {
            diagnostics.append(
              .undefinedVariable(
                use.variable, type: use.type.map { schema.description(of: $0) }, operation: operation.name?.name,
                among: names, operationRange: reached == index ? nil : definitions[index].nameRange))
          }
          continue
        }
        used.insert(use.variable.name)
        guard let type, schema.isInput(type.named), !(skipsClientFields && use.isInClientField && reached != index) else { continue }
        checkUsage(use, in: reached, of: definition, type: type, operation: index, &unmasked, &diagnostics)
      }
    }
    guard profile == .specification else { return diagnostics }
    for variable in operation.variables where !used.contains(variable.variable.name) {
      diagnostics.append(.unusedVariable(variable.variable, operation: operation.name?.name))
    }
    return diagnostics
  }

  /// Relay's feature flag `disable_full_argument_type_validation`: types of an operation's variables are checked only in its own text,
  /// and in what its fragments send to the server.
  func skipsFullArgumentTypes(of operation: OperationDefinitionSyntax) -> Bool {
    let flag = options.featureFlags.disableFullArgumentTypeValidation
    guard profile == .relay, flag != .disabled else { return false }
    return operation.name.map { flag.isEnabled(for: $0.name) } ?? flag.isFullyEnabled
  }

  /// "IsVariableUsageAllowed"
  ///
  /// A use in a fragment that the operation includes unmasked is reported as an error of the operation.
  ///
  /// - Parameter unmasked: these fragments, once they have been needed.
  private func checkUsage(
    _ use: VariableUse, in user: Int, of definition: VariableDefinitionSyntax, type: TypeReference, operation: Int,
    _ unmasked: inout Set<Int>?, _ diagnostics: inout [Diagnostic]
  ) {
    if let oneOf = use.oneOf, !type.isNonNull {
      diagnostics.append(.nullableVariableForOneOf(use.variable, type: schema.description(of: type), input: schema[oneOf].name))
      return
    }
    guard let place = use.type else { return }
    let hasNonNullDefault =
      switch definition.defaultValue {
      case nil, .null: false
      default: true
      }
    if schema.isVariableUsageAllowed(
      type, hasNonNullDefault: hasNonNullDefault, location: place, locationHasDefault: use.hasDefault)
    {
      return
    }
    let (type, expected) = (schema.description(of: type), schema.description(of: place))
    let includes = unmasked ?? self.unmasked(in: operation)
    unmasked = includes
    diagnostics.append(
      user != operation && includes.contains(user)
        ? .variableOfWrongTypeForUnmasked(definition.variable, type: type, expected: expected, use: use.variable.range)
        : .variableOfWrongType(
          use.variable, type: type, expected: expected, definition: definition.variable.range, typeRange: definition.type.range))
  }

  /// For Relay: the definition and what it includes through `@relay(mask: false)`, directly or through other fragments.
  private func unmasked(in definition: Int) -> Set<Int> {
    guard profile == .relay else { return [] }
    var pending = [definition]
    var seen: Set<Int> = []
    while let index = pending.popLast() {
      guard seen.insert(index).inserted else { continue }
      definitions[index].selectionSet.forEachSpread { spread in
        if spread.isUnmasked, let next = fragments[spread.name.name] { pending.append(next) }
      }
    }
    return seen
  }

  /// For Relay: one type must satisfy all uses of a global variable in a fragment.
  private func checkFragmentVariables(_ uses: [VariableUse], _ diagnostics: inout [Diagnostic]) {
    guard uses.count > 1 else { return }
    var strictest: [Name: (type: TypeReference, range: SourceRange)] = [:]
    for use in uses {
      guard var type = use.type else { continue }
      if use.hasDefault { type = type.nullable }
      guard let (earlier, range) = strictest[use.variable.name] else {
        strictest[use.variable.name] = (type, use.variable.range)
        continue
      }
      if schema.isSubtype(type, of: earlier) {
        strictest[use.variable.name] = (type, use.variable.range)
      } else if !schema.isSubtype(earlier, of: type) {
        diagnostics.append(
          .variableUsedWithTwoTypes(
            use.variable, type: schema.description(of: type), other: schema.description(of: earlier), first: range))
      }
    }
  }
}

extension SelectionSetSyntax {
  fileprivate func forEachSpread(_ body: (FragmentSpreadSyntax) -> Void) {
    for selection in selections {
      switch selection {
      case .field(let field): field.selectionSet?.forEachSpread(body)
      case .inlineFragment(let fragment): fragment.selectionSet.forEachSpread(body)
      case .fragmentSpread(let spread): body(spread)
      }
    }
  }
}

extension FragmentSpreadSyntax {
  fileprivate var isUnmasked: Bool {
    directives.contains { directive in
      directive.name.name == .relay
        && directive.arguments.contains { argument in
          if argument.name.name == .mask, case .boolean(false, _) = argument.value { true } else { false }
        }
    }
  }
}
