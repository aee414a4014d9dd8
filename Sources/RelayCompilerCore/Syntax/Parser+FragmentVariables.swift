/// `fragment F($size: Int = 10) on T` and `...F(size: 20)`: Relay's syntax ahead of the specification, enabled by the feature flag
/// `enable_fragment_argument_transform`.
///
/// It means the same as `@argumentDefinitions` and `@arguments`, and is converted to them here, so that later stages know only one
/// notation. Without the flag it is still parsed, so that there is only one error.
extension Parser {
  /// The variables of a fragment, as its `@argumentDefinitions`.
  mutating func parseFragmentVariables(of fragment: NameSyntax) throws(SyntaxError) -> [DirectiveSyntax] {
    guard token.kind == .leftParenthesis else { return [] }
    let start = token.start
    let variables = try parseVariableDefinitions()
    let range = range(from: start)
    if !allowsFragmentVariables {
      let first = variables.first.map { (name: $0.variable.name, type: lexer.text($0.type.range)) }
      report(.variablesOnFragment(first, at: range))
    }
    return [
      DirectiveSyntax(range: range, name: NameSyntax(.argumentDefinitions, at: range), arguments: variables.map(argumentDefinition))
    ]
  }

  /// The arguments of a spread, as its `@arguments`.
  mutating func parseSpreadArguments(of fragment: NameSyntax) throws(SyntaxError) -> [DirectiveSyntax] {
    guard token.kind == .leftParenthesis else { return [] }
    let start = token.start
    let arguments = try parseArguments(isConstant: false)
    let range = range(from: start)
    if !allowsFragmentVariables, !arguments.isEmpty { report(.argumentsOnSpread(fragment.name, at: range)) }
    return [DirectiveSyntax(range: range, name: NameSyntax(.arguments, at: range), arguments: arguments)]
  }

  /// `name: {type: "T", defaultValue: v, directives: ["@d"]}`
  private func argumentDefinition(_ variable: VariableDefinitionSyntax) -> ArgumentSyntax {
    func option(_ name: Name, _ value: ValueSyntax) -> ArgumentSyntax {
      ArgumentSyntax(range: value.range, name: NameSyntax(name, at: value.range), value: value)
    }
    var options = [option(.type, .string(quoted(variable.type.range)))]
    if let value = variable.defaultValue { options.append(option(.defaultValue, value)) }
    if !variable.directives.isEmpty {
      let directives = variable.directives.map { ValueSyntax.string(quoted($0.range)) }
      options.append(option(.directives, .list(directives, variable.range)))
    }
    return ArgumentSyntax(range: variable.range, name: variable.variable, value: .object(options, variable.range))
  }

  /// The source text as a string whose quotes enclose it, so that errors in it are reported at its position. It is never at the start of
  /// a file, because the fragment's name precedes it.
  private func quoted(_ range: SourceRange) -> StringSyntax {
    let text = lexer.text(Int(range.start), Int(range.end))
    let quotes = SourceRange(file: range.file, start: range.start - 1, end: range.end + 1)
    return StringSyntax(range: quotes, plain: text)
  }
}
