/// An argument that a fragment declares with `@argumentDefinitions(name: {type: "T", defaultValue: v, provider: "module"})`.
struct FragmentArgument: Named {
  var name: NameSyntax
  /// nil if the type is missing or wrong.
  var type: TypeReference?
  var defaultValue: ValueSyntax?
  /// The module that provides the value. Such an argument cannot be passed.
  var provider: StringSyntax?
  /// The directives for the variable of a generated query, and the mark that allows the argument to be unused.
  var directives: [DirectiveSyntax] = []

  /// Whether the value is never null if none is passed.
  var hasNonNullDefault: Bool {
    switch defaultValue {
    case nil, .null: false
    default: true
    }
  }

  /// Whether a spread must pass the argument.
  var isRequired: Bool { type?.isNonNull == true && defaultValue == nil && provider == nil }

  var listedName: Name { name.name }
}

/// The arguments that one fragment declares, and the errors in the declarations. Default values are not checked here, but in the walk
/// over the definition.
struct FragmentArguments: Sendable {
  private(set) var list: NamedList<FragmentArgument> = []
  private(set) var diagnostics: [Diagnostic] = []

  /// nil for a fragment without `@argumentDefinitions`.
  init?(of fragment: FragmentDefinitionSyntax, schema: Schema) {
    guard let directive = fragment.directives.first(where: { $0.name.name == .argumentDefinitions }) else { return nil }
    for syntax in directive.arguments where !list.contains(syntax.name.name) {
      list.append(FragmentArgument(syntax, schema: schema, diagnostics: &diagnostics))
    }
  }
}

extension FragmentArgument {
  fileprivate init(_ syntax: ArgumentSyntax, schema: Schema, diagnostics: inout [Diagnostic]) {
    name = syntax.name
    guard case .object(let options, let range) = syntax.value else {
      diagnostics.append(.argumentDefinitionNotAnObject(syntax.name.name, found: syntax.value))
      return
    }
    var hasType = false
    for option in options {
      switch option.name.name {
      case .type:
        hasType = true
        type = FragmentArgument.type(option.value, schema: schema, &diagnostics)
      case .defaultValue:
        defaultValue = option.value
      case .provider:
        if case .string(let string) = option.value {
          provider = string
          if !namesType(string.value) { diagnostics.append(.providerWithoutName(string.value, at: string.range)) }
        } else {
          diagnostics.append(.argumentOptionNotAString("provider", at: option.value.range))
        }
      case .directives:
        directives += FragmentArgument.directives(option.value, schema: schema, &diagnostics)
      case .unusedLocalVariable:
        if case .boolean(true, _) = option.value {
          directives.append(DirectiveSyntax(range: option.range, name: NameSyntax(.unusedLocalVariable, at: option.range), arguments: []))
        } else {
          diagnostics.append(.unusedMarkerNotTrue(at: option.value.range))
        }
      default:
        diagnostics.append(.unknownArgumentOption(option.name))
      }
    }
    if !hasType { diagnostics.append(.argumentWithoutType(name.name, at: range)) }
    if provider != nil, let defaultValue { diagnostics.append(.providedArgumentWithDefault(name.name, at: defaultValue.range)) }
  }

  /// Whether the last component of a provider's path contains characters that can name a Swift type.
  private func namesType(_ provider: String) -> Bool {
    let file = provider.split(separator: "/").last ?? ""
    return file.prefix { $0 != "." }.utf8.contains(where: Lexer.continuesName)
  }

  private static func type(_ value: ValueSyntax, schema: Schema, _ diagnostics: inout [Diagnostic]) -> TypeReference? {
    let syntax: TypeSyntax
    switch value {
    case .enum(let name):
      syntax = .named(name)
    case .string(let string):
      let (parsed, problems) = Parser.type(in: string)
      diagnostics += problems
      guard let parsed else { return nil }
      syntax = parsed
    default:
      diagnostics.append(.argumentOptionNotAString("type", at: value.range))
      return nil
    }
    guard let type = schema.resolve(syntax) else {
      diagnostics.append(.unknownInputType(syntax.innermost, in: schema))
      return nil
    }
    guard schema.isInput(type.named) else {
      diagnostics.append(.variableOfOutputType(syntax.innermost, kind: schema[type.named].kind))
      return nil
    }
    return type
  }

  /// `directives: ["@a", "@b(x: 1)"]`
  private static func directives(_ value: ValueSyntax, schema: Schema, _ diagnostics: inout [Diagnostic]) -> [DirectiveSyntax] {
    guard case .list(let items, _) = value else {
      diagnostics.append(.argumentDirectivesNotAList(at: value.range))
      return []
    }
    var result: [DirectiveSyntax] = []
    for item in items {
      guard case .string(let string) = item else {
        diagnostics.append(.argumentDirectivesNotAList(at: item.range))
        continue
      }
      let (parsed, problems) = Parser.directive(in: string)
      diagnostics += problems
      guard let directive = parsed else { continue }
      guard let definition = schema.directives[directive.name.name] else {
        diagnostics.append(.unknownDirective(directive.name, among: schema.directives.keys))
        continue
      }
      result.append(directive)
      if !definition.locations.contains(DirectiveLocation.variableDefinition) {
        diagnostics.append(
          .misplacedDirective(directive.name, at: DirectiveLocation.variableDefinition, allowed: definition.locations))
      }
      for argument in directive.arguments where !definition.arguments.contains(argument.name.name) {
        diagnostics.append(.unknownArgument(argument.name, of: .directive(definition.name), definition.arguments, in: schema))
      }
    }
    return result
  }
}
