/// Wraps aliased spreads in inline fragments, and records on aliased inline fragments what their alias means. Requires `@alias` where a
/// spread may not match or may not be fetched, because its reader could not detect that.
///
/// The spread itself keeps `@alias`, so that it is not merged with the same spread without an alias.
///
/// The feature flag `enforce_fragment_alias_where_ambiguous` disables the requirement.
func transformFragmentAliases(_ program: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
  var transformer = FragmentAliasTransformer(
    program: program, isEnforced: options.featureFlags.enforceFragmentAliasWhereAmbiguous)
  let operations = program.operations.map { operation in
    transformer.begin(operation.name, on: operation.type)
    return transformer.transform(operation)
  }
  let fragments = program.fragments.map { fragment in
    transformer.begin(fragment.name, on: fragment.type)
    return transformer.transform(fragment)
  }
  diagnostics += transformer.diagnostics
  return program.with(operations: operations, fragments: fragments)
}

private struct FragmentAliasTransformer: SelectionTransformer {
  let program: Program
  let isEnforced: FeatureFlag
  var diagnostics: [Diagnostic] = []
  private var document: Name = ""
  /// The type that the reader knows the object to have: that of the field or definition, or of an aliased refinement, but not of a
  /// refinement without an alias, which the reader cannot distinguish.
  private var knownType: TypeID?
  /// The innermost condition around the current selections.
  private var condition: Condition?
  private var isInList = false

  init(program: Program, isEnforced: FeatureFlag) {
    self.program = program
    self.isEnforced = isEnforced
  }

  mutating func begin(_ document: Name, on type: TypeID) {
    self.document = document
    knownType = type
    condition = nil
    isInList = false
  }

  private var schema: Schema {
    _read { yield program.schema }
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    let outer = (knownType, condition, isInList)
    defer { (knownType, condition, isInList) = outer }
    knownType = field.head.type.named
    condition = nil
    isInList = field.head.type.isList
    return descend(into: field)
  }

  mutating func transform(_ condition: Condition, on parent: TypeID) -> SelectionChange {
    let outer = self.condition
    defer { self.condition = outer }
    self.condition = condition
    return descend(into: condition, on: parent)
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    guard let directive = fragment.directives.named(.alias) else { return descend(into: fragment, on: parent) }
    guard let name = name(of: directive, fallback: fragment.typeCondition.map { schema[$0].name }) else {
      if directive.arguments.named(.as) == nil {
        diagnostics.append(.aliasWithoutName(at: directive.range))
      }
      return descend(into: fragment, on: parent)
    }
    let type = fragment.typeCondition ?? parent
    let alwaysMatches = condition == nil && (fragment.typeCondition == nil || schema.isSubtype(knownType ?? parent, of: type))
    let outer = (knownType, condition)
    if fragment.typeCondition != nil { knownType = type }
    condition = nil
    defer { (knownType, condition) = outer }
    let selections = transform(fragment.selections, on: type)
    let alias = FragmentAlias(name: name, type: type, alwaysMatches: alwaysMatches, catch: nil, isSpread: false)
    return .replace(
      .inlineFragment(
        fragment.with(role: .aliased(alias), directives: fragment.directives.without(.alias), selections: selections)))
  }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    guard let fragment = program.fragment(spread.name) else { return .keep }
    guard let directive = spread.directives.named(.alias) else {
      checkUnaliased(spread, of: fragment, on: parent)
      return .keep
    }
    guard let name = name(of: directive, fallback: spread.name) else { return .keep }
    if isInList, fragment.isPlural {
      diagnostics.append(.aliasOnPluralFragment(fragment, at: directive.range))
    }
    let alias = FragmentAlias(
      name: name, type: fragment.type, alwaysMatches: condition == nil && schema.isSubtype(knownType ?? parent, of: fragment.type),
      catch: nil, isSpread: true)
    return .replace(
      .inlineFragment(
        InlineFragment(
          typeCondition: fragment.type, role: .aliased(alias),
          selections: [.fragmentSpread(spread)], range: spread.range)))
  }

  private mutating func name(of directive: Directive, fallback: Name?) -> Name? {
    guard let argument = directive.arguments.named(.as) else { return fallback }
    guard let string = argument.value.stringLiteral else {
      diagnostics.append(.aliasNotLiteral(at: argument.valueRange))
      return nil
    }
    if string.isEmpty {
      diagnostics.append(.emptyAlias(at: argument.valueRange))
      return nil
    }
    guard string.isGraphQLName else {
      diagnostics.append(.notAName(string, .alias, at: argument.valueRange))
      return nil
    }
    return Name(string)
  }

  private mutating func checkUnaliased(_ spread: FragmentSpread, of fragment: FragmentDefinition, on parent: TypeID) {
    guard isEnforced.isEnabled(for: document), !spread.directives.contains(.unaliasedFixme) else { return }
    // The keys of a plural fragment are an array, which omits objects that do not match.
    if isInList, fragment.isPlural { return }
    // No data is read through the key of such a fragment. The type of an assignable fragment is tested for each object, and an updatable
    // one is allowed only where the type is certain (`SpreadPlaceChecker`).
    if fragment.directives.contains(.assignable) || fragment.directives.contains(.updatable) { return }
    let known = knownType ?? parent
    if let condition {
      diagnostics.append(.aliasRequiredUnderCondition(condition, spread))
    } else if !schema.isSubtype(known, of: fragment.type) {
      diagnostics.append(
        schema.isSubtype(parent, of: fragment.type)
          ? .aliasRequiredInRefinement(spread, of: schema[parent].name, known: schema[known].name)
          : .aliasRequiredForType(spread, on: schema[fragment.type].name, known: schema[known].name))
    }
  }
}
