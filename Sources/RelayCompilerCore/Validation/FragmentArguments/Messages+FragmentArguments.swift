/// Diagnostics for fragment arguments: `@argumentDefinitions`, `@arguments`, and the result of applying them.
extension Diagnostic {
  // MARK: - Declarations

  static func argumentDefinitionNotAnObject(_ name: Name, found value: ValueSyntax) -> Diagnostic {
    let type: String? =
      switch value {
      case .enum(let name): name.name.string
      case .string(let string) where !string.isBlock: string.value
      default: nil
      }
    let example = type.map { "{type: \"\(shortened($0))\"}" }
    return Diagnostic(
      "argument-definition",
      "The declaration of the argument '\(name)' must be an object such as \(example ?? "{type: \"Int!\", defaultValue: 10}")",
      at: value.range, fixIts: example.map { [.init(replace: value.range, with: $0)] } ?? [])
  }

  static func argumentWithoutType(_ name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("argument-definition", "The declaration of '\(name)' needs a type: {type: \"Int!\"}", at: range)
  }

  static func argumentOptionNotAString(_ option: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("argument-definition", "'\(option)' must be a literal string", at: range)
  }

  static func unknownArgumentOption(_ name: NameSyntax) -> Diagnostic {
    let options = ["type", "defaultValue", "provider", "directives", "unusedLocalVariable_DEPRECATED"]
    let close = Suggestions.closest(to: name.name.string, among: options)
    return Diagnostic(
      "argument-definition",
      "Unknown option '\(name.name)' in the declaration of an argument"
        + (close.isEmpty ? ". The options are 'type', 'defaultValue' and 'provider'" : Suggestions.sentence(close)),
      at: name.range, fixIts: FixIt.replacing(name.range, with: close))
  }

  static func argumentDirectivesNotAList(at range: SourceRange) -> Diagnostic {
    Diagnostic("argument-definition", "'directives' must be a list of literal strings such as [\"@example\"]", at: range)
  }

  static func unusedMarkerNotTrue(at range: SourceRange) -> Diagnostic {
    Diagnostic("argument-definition", "'unusedLocalVariable_DEPRECATED' can only be true; leave it out otherwise", at: range)
  }

  static func providedArgumentWithDefault(_ name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("argument-definition", "'\(name)' has a provider and cannot have a default value too", at: range)
  }

  // MARK: - Passed arguments

  static func unknownFragmentArgument(_ name: NameSyntax, fragment: Name, _ arguments: NamedList<some Named>) -> Diagnostic {
    return suggesting(among: arguments.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: arguments.lazy.map(\.listedName)) : []
      return Diagnostic(
        "unknown-argument",
        "The fragment '\(fragment)' has no argument '\(name.name)'"
          + Suggestions.sentence(close, kind: "argument", among: arguments.lazy.map(\.listedName)),
        at: name.range, fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  static func missingFragmentArgument(_ argument: NameSyntax, fragment: NameSyntax) -> Diagnostic {
    Diagnostic(
      "missing-argument", "The fragment '\(fragment.name)' needs the argument '\(argument.name)'. Pass it with @arguments",
      at: fragment.range, notes: [.init("'\(argument.name)' is declared here", at: argument.range)])
  }

  static func passedProvidedArgument(_ name: NameSyntax, definition: SourceRange) -> Diagnostic {
    Diagnostic(
      "passed-provided-argument", "'\(name.name)' has a provider and cannot be passed", at: name.range,
      notes: [.init("'\(name.name)' is declared here", at: definition)])
  }

  static func fragmentArgumentTooLarge(_ name: NameSyntax, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "fragment-argument-too-large",
      "With the arguments of the fragments around it, '\(name.name)' has more than \(FragmentArgumentLimits.values) values or nests more "
        + "than \(FragmentArgumentLimits.depth) levels deep. "
        + "Pass a variable of the operation instead of an object that grows from fragment to fragment",
      at: range)
  }

  static func tooManyFragmentCopies(_ fragment: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "too-many-fragment-copies",
      "The fragment '\(fragment)' is spread with more than \(FragmentArgumentLimits.copies) different sets of arguments", at: range)
  }
}
