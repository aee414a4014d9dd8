/// Diagnostics of the parser (specification, sections 2 and 3).
extension Diagnostic {
  static func expected(_ what: String, found: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("unexpected-token", "Expected \(what), found \(found)", at: range)
  }

  static func unclosed(item: String, closing: String, found: String, at range: SourceRange, opening: SourceRange?) -> Diagnostic {
    Diagnostic(
      "unexpected-token", "Expected \(item) or '\(closing)', found \(found)", at: range,
      notes: opening.map { [.init("The bracket opened here is not closed", at: $0)] } ?? [])
  }

  static func unnamedArgument(_ value: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("unexpected-token", "An argument needs its name before the value: 'name: \(shortened(value))'", at: range)
  }

  static func closesNothing(_ bracket: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unexpected-token", "Unmatched '\(bracket)'. Remove it, or add the bracket that it closes", at: range)
  }

  static func missingClosingBrace(at range: SourceRange, opening: SourceRange, nextDefinition: String?) -> Diagnostic {
    let place = nextDefinition.map { "before '\($0)'" } ?? "before the end of the file"
    return Diagnostic(
      "missing-closing-brace", "Expected '}' \(place)", at: range,
      notes: [.init("The '{' opened here is not closed", at: opening)])
  }

  static func unknownDefinition(_ text: String, at range: SourceRange) -> Diagnostic {
    let close = Suggestions.closest(to: text, among: DefinitionKeyword.allCases.lazy.map(\.rawValue))
    return Diagnostic(
      "unknown-definition",
      close.isEmpty
        ? "Expected a definition such as 'query', 'fragment' or 'type', found '\(shortened(text))'"
        : "Expected a definition, found '\(shortened(text))'" + Suggestions.sentence(close),
      at: range, fixIts: close.first.map { [.init(replace: range, with: $0)] } ?? [])
  }

  static func descriptionNotAllowed(on what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("misplaced-description", "A description is not allowed on \(what). Use a comment (#) instead", at: range)
  }

  static func expectedVariable(found: String, name: String?, at range: SourceRange) -> Diagnostic {
    guard let name else { return expected("a variable such as '$id'", found: found, at: range) }
    return Diagnostic(
      "unexpected-token", "Expected a variable, found '\(shortened(name))'. Did you mean '$\(shortened(name))'?", at: range,
      fixIts: [.init(replace: range, with: "$" + name)])
  }

  static func emptySelectionSet(at range: SourceRange) -> Diagnostic {
    Diagnostic("empty-block", "A selection set cannot be empty. Select at least one field, or remove the braces", at: range)
  }

  static func emptyArguments(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "empty-block", "The parentheses are empty. Add an argument, or remove them", at: range,
      fixIts: [.init(replace: range, with: "")])
  }

  /// Braces that must not be empty, and what belongs in them.
  struct EmptyBlock {
    var item: String
    static func emptyBlock(_ item: String) -> EmptyBlock { EmptyBlock(item: item) }
  }

  static func empty(_ block: EmptyBlock, at range: SourceRange) -> Diagnostic {
    Diagnostic("empty-block", "The braces are empty. Add \(block.item), or remove them", at: range)
  }

  static func argumentsOnSpread(_ fragment: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "arguments-on-spread",
      "A fragment spread takes no arguments of its own. Write '...\(fragment) @arguments(name: value)', or enable the feature flag "
        + "'enable_fragment_argument_transform'", at: range)
  }

  static func variablesOnFragment(_ first: (name: Name, type: String)?, at range: SourceRange) -> Diagnostic {
    let example = first.map { "\($0.name): {type: \"\(shortened($0.type))\"}" } ?? "name: {type: \"Int\"}"
    return Diagnostic(
      "variables-on-fragment",
      "A fragment declares its arguments in a directive after its type. Write '@argumentDefinitions(\(example))' there, or enable the "
        + "feature flag 'enable_fragment_argument_transform'", at: range)
  }

  static func variableInConstant(_ variable: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("variable-in-constant", "The variable '$\(variable)' cannot be used here. The value must be constant", at: range)
  }

  static func emptyExtension(_ type: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("empty-extension", "The extension of '\(type)' adds nothing", at: range)
  }

  static func interfacesWithoutAmpersand(between range: SourceRange) -> Diagnostic {
    Diagnostic(
      "interfaces-without-ampersand", "Interfaces are separated by '&'", at: range, fixIts: [.init(replace: range, with: " & ")])
  }

  static func reservedEnumValue(_ text: String, of type: NameSyntax, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "reserved-enum-value", "The enum '\(type.name)' cannot have a value named '\(text)'", at: type.range,
      notes: [.init("'\(text)' is defined here", at: range)])
  }

  static func unknownDirectiveLocation(_ name: Name, at range: SourceRange) -> Diagnostic {
    let close = Suggestions.closest(to: name.string, among: DirectiveLocation.all.map(\.string))
    return Diagnostic(
      "unknown-directive-location", "'\(name)' is not a directive location" + Suggestions.sentence(close), at: range,
      fixIts: FixIt.replacing(range, with: close))
  }

  static func skippedDefinition(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "skipped-syntax", "'\(shortened(text))' does not begin a definition that is known, so what follows is skipped up to the next one",
      at: range, severity: .warning)
  }

  static func skippedDirectiveLocation(_ name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "skipped-syntax", "'\(shortened(name.string))' is not a directive location that is known, so it is ignored", at: range,
      severity: .warning)
  }

  static func nestedTooDeeply(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic("nested-too-deeply", "This is nested more than \(limit) levels deep", at: range)
  }

  static func fileTooLarge(at range: SourceRange) -> Diagnostic {
    Diagnostic("file-too-large", "The file is larger than 2 GB", at: range)
  }
}
