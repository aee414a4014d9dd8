/// `@argumentDefinitions`, `@arguments` and `@uncheckedArguments_DEPRECATED`. No schema declares these directives, because their
/// arguments are those of a fragment.
extension DefinitionWalker {
  /// Whether the directive is one of them. If so, this checks it.
  mutating func isArgumentDirective(_ directive: DirectiveSyntax, at location: Name) -> Bool {
    switch directive.name.name {
    case .argumentDefinitions:
      if location == DirectiveLocation.fragmentDefinition {
        checkArgumentsAreUnique(directive.arguments)
        checkArgumentDefaults()
      } else {
        report(.misplacedDirective(directive.name, at: location, allowed: [DirectiveLocation.fragmentDefinition]))
      }
      return true
    case .arguments, .uncheckedArguments:
      if location == DirectiveLocation.fragmentSpread { return true }
      report(.misplacedDirective(directive.name, at: location, allowed: [DirectiveLocation.fragmentSpread]))
      return true
    default:
      return false
    }
  }

  /// Default values are constant and of the declared type.
  private mutating func checkArgumentDefaults() {
    for argument in arguments {
      guard let value = argument.defaultValue else { continue }
      if let variable = value.firstVariable {
        report(.variableInConstant(variable.name, at: variable.range))
      } else {
        // A default value of null means that there is no default.
        walk(value, as: argument.type, hasDefault: true)
      }
    }
  }

  /// The arguments of a `@refetchable` fragment are variables of its query, so none of them is non-null and has a default value.
  mutating func checkDefaultsForRefetching(_ fragment: FragmentDefinitionSyntax) {
    guard fragment.directives.contains(where: { $0.name.name == .refetchable }) else { return }
    for argument in arguments where argument.type?.isNonNull == true && argument.hasNonNullDefault {
      if let value = argument.defaultValue { report(.defaultOfNonNullRefetchVariable(argument.name, at: value.range)) }
    }
  }

  /// Checks the arguments that a spread passes to a fragment.
  mutating func checkFragmentArguments(_ spread: FragmentSpreadSyntax, _ fragment: ExecutableDefinition) {
    let directive = spread.directives.first { Name.isArgumentDirective($0.name.name) }
    if directive == nil, fragment.arguments.isEmpty { return }
    let isChecked = directive?.name.name != .uncheckedArguments
    let passed = directive?.arguments ?? []
    if passed.count > 1 { checkArgumentsAreUnique(passed) }
    for argument in passed {
      guard let definition = fragment.arguments.named(argument.name.name) else {
        if isChecked { report(.unknownFragmentArgument(argument.name, fragment: spread.name.name, fragment.arguments)) }
        walk(argument.value, as: nil)
        continue
      }
      if definition.provider != nil {
        report(.passedProvidedArgument(argument.name, definition: definition.name.range))
        continue
      }
      // Passing null means passing the default. A variable is passed on, and may be null.
      let passesDefault = argument.value.isNull && definition.defaultValue != nil
      walk(argument.value, as: passesDefault ? definition.type?.nullable : definition.type)
    }
    guard isChecked else { return }
    let given = NameLookup(passed) { $0.name.name }
    for definition in fragment.arguments.required where given[definition.name.name] == nil {
      report(.missingFragmentArgument(definition.name, fragment: spread.name))
    }
  }

  /// Checks a use of a fragment's own argument in the fragment.
  mutating func checkFragmentArgumentUse(_ use: VariableUse, _ argument: FragmentArgument) {
    guard let type = argument.type else { return }
    if let oneOf = use.oneOf, !type.isNonNull {
      return report(.nullableVariableForOneOf(use.variable, type: schema.description(of: type), input: schema[oneOf].name))
    }
    guard let place = use.type else { return }
    if schema.isVariableUsageAllowed(
      type, hasNonNullDefault: argument.hasNonNullDefault, location: place, locationHasDefault: use.hasDefault)
    {
      return
    }
    report(
      .variableOfWrongType(
        use.variable, type: schema.description(of: type), expected: schema.description(of: place), definition: argument.name.range))
  }
}

extension Name {
  static func isArgumentDirective(_ name: Name) -> Bool {
    name == .arguments || name == .uncheckedArguments || name == .argumentDefinitions
  }
}

extension ValueSyntax {
  /// The first variable in the value, if any.
  var firstVariable: NameSyntax? {
    switch self {
    case .variable(let name): return name
    case .list(let items, _):
      for item in items { if let variable = item.firstVariable { return variable } }
      return nil
    case .object(let fields, _):
      for field in fields { if let variable = field.value.firstVariable { return variable } }
      return nil
    case .int, .float, .string, .boolean, .null, .enum: return nil
    }
  }
}
