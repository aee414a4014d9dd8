/// Chooses the fragments to spread in an answer: few, and of these the smallest, that together show the forgotten fields.
///
/// A fragment can be spread where the operation has the variables that it uses, where it needs no arguments, and where none of its fields
/// has the name of another field that is selected there.
struct CoveringSpreads {
  struct Spread {
    var name: Name
    var needsAlias: Bool
  }

  private let program: Program
  private let identities: Identities
  private let options: CompilerOptions
  private var variables: ReachableVariables
  private var sizes: [Name: Int] = [:]

  init(program: Program, identities: Identities, options: CompilerOptions) {
    self.program = program
    self.identities = identities
    self.options = options
    variables = ReachableVariables(program)
  }

  mutating func covering(_ fields: [ForgottenField], of object: AnswerObject) -> [Spread] {
    var shown: [Name: (fragment: FragmentDefinition, count: Int)] = [:]
    for field in fields {
      for place in field.places { shown[place.fragment.name, default: (place.fragment, 0)].count += 1 }
    }
    let likeliest = shown.values.sorted { $0.count != $1.count ? $0.count > $1.count : $0.fragment.name < $1.fragment.name }
    var candidates = likeliest.prefix(Self.maximumCandidates).filter { canSpread($0.fragment, in: object) }
      .map { ($0.fragment, covered(fields, by: $0.fragment, in: object), size(of: $0.fragment)) }
    var names = ResponseNames(program)
    guard names.add(object.selections) else { return [] }
    var missing = Set(fields.indices)
    var result: [Spread] = []
    while !candidates.isEmpty {
      candidates.sort { a, b in
        let (left, right) = (a.1.intersection(missing).count, b.1.intersection(missing).count)
        return left != right ? left > right : a.2 != b.2 ? a.2 < b.2 : a.0.name < b.0.name
      }
      let (fragment, covered, _) = candidates.removeFirst()
      if covered.isDisjoint(with: missing) { break }
      var extended = names
      guard extended.add(fragment.selections) else { continue }
      names = extended
      missing.subtract(covered)
      result.append(Spread(name: fragment.name, needsAlias: needsAlias(fragment, in: object)))
    }
    return result
  }

  /// The fields that the fragment selects, also in the fragments that it spreads.
  private func covered(_ fields: [ForgottenField], by fragment: FragmentDefinition, in object: AnswerObject) -> Set<Int> {
    var collector = FieldCollector(program: program, identities: identities, spreads: .all)
    collector.collect(fragment.selections, of: object.type)
    return Set(fields.indices.filter { collector.selected.contains(fields[$0].path) })
  }

  private mutating func canSpread(_ fragment: FragmentDefinition, in object: AnswerObject) -> Bool {
    if object.spreads.contains(fragment.name) || fragment.variables.contains(where: \.isRequired) { return false }
    if fragment.isPlural, !object.isInList { return false }
    guard program.schema.doTypesOverlap(object.type, fragment.type) else { return false }
    return variables.globals(of: fragment).allSatisfy { used in
      object.operation.variables.contains { declared in
        declared.name == used.name
          && program.schema.isVariableUsageAllowed(
            declared.type, hasNonNullDefault: declared.defaultValue.map { $0 != .null } ?? false, location: used.type,
            locationHasDefault: false)
      }
    }
  }

  /// The rule of `transformFragmentAliases`.
  private func needsAlias(_ fragment: FragmentDefinition, in object: AnswerObject) -> Bool {
    guard options.featureFlags.enforceFragmentAliasWhereAmbiguous.isEnabled(for: object.operation.name) else { return false }
    if object.isInList, fragment.isPlural { return false }
    return object.isConditional || !program.schema.isSubtype(object.knownType, of: fragment.type)
  }

  private mutating func size(of fragment: FragmentDefinition) -> Int {
    if let known = sizes[fragment.name] { return known }
    let size = Int(fragment.range.end - fragment.range.start)
    sizes[fragment.name] = size
    return size
  }

  private static let maximumCandidates = 32
}

/// The names of fields in a response, to find two fields that would have the same one (specification, "FieldsInSetCanMerge"). It may take
/// fields for a conflict that exclude each other by their types.
private struct ResponseNames {
  private struct Field {
    var name: Name
    var arguments: [Argument]
  }

  private let program: Program
  private var fields: [[Name]: Field] = [:]
  private var remaining = 20_000

  init(_ program: Program) { self.program = program }

  /// - Returns: false if there is a conflict, or too much to tell.
  mutating func add(_ selections: [Selection]) -> Bool {
    var entered: Set<[Name]> = []
    return add(selections, at: [], from: nil, &entered)
  }

  private mutating func add(_ selections: [Selection], at path: [Name], from fragment: FragmentDefinition?, _ entered: inout Set<[Name]>)
    -> Bool
  {
    for selection in selections {
      remaining -= 1
      if remaining < 0 { return false }
      let fits: Bool
      switch selection {
      case .scalarField(let field): fits = add(field.head, at: path, from: fragment)
      case .linkedField(let field):
        fits =
          add(field.head, at: path, from: fragment)
          && add(field.selections, at: path + [field.head.responseKey], from: fragment, &entered)
      case .inlineFragment(let inner): fits = add(inner.selections, at: path, from: fragment, &entered)
      case .condition(let condition): fits = add(condition.selections, at: path, from: fragment, &entered)
      case .fragmentSpread(let spread):
        guard entered.insert(path + [spread.name]).inserted, let inner = program.fragment(spread.name) else { continue }
        fits = add(inner.selections, at: path, from: inner, &entered)
      }
      if !fits { return false }
    }
    return true
  }

  private mutating func add(_ head: FieldHead, at path: [Name], from fragment: FragmentDefinition?) -> Bool {
    let key = path + [head.responseKey]
    guard let other = fields[key] else {
      fields[key] = Field(name: head.name, arguments: head.arguments)
      return true
    }
    if other.name != head.name || other.arguments != head.arguments { return false }
    // The same argument may have another value in another fragment.
    return !head.arguments.contains { argument in
      argument.isDynamic && fragment.map { fragment in fragment.variables.contains { argument.value.uses($0.name) } } ?? false
    }
  }
}

extension Value {
  fileprivate func uses(_ variable: Name) -> Bool {
    switch self {
    case .constant: false
    case .variable(let used): used.name == variable
    case .list(let items): items.contains { $0.uses(variable) }
    case .object(let fields): fields.contains { $0.value.uses(variable) }
    }
  }
}
