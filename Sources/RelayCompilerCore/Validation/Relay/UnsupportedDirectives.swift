/// Relay's directives that have no meaning in Swift.
///
/// Uses that Relay rejects are rejected here too. Directives that would make a server's response load code (`@match`, `@module`) are
/// errors that say what to write instead. Directives that do not affect the app are warnings.
extension RelayRule {
  static let unsupportedDirectives = RelayRule(
    operation: { $0.checkUnsupportedDirectives(of: $1) },
    fragment: { $0.checkUnsupportedDirectives(of: $1) },
    annotatedScalarField: { $0.checkUnsupportedDirectives(on: $1.head, isScalar: true) },
    annotatedLinkedField: { $0.checkUnsupportedDirectives(on: $1.head, isScalar: false) },
    annotatedSpread: { $0.checkUnsupportedDirectives(of: $1) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkUnsupportedDirectives(of operation: OperationDefinition) {
    for directive in operation.directives {
      switch directive.name {
      case .preloadable: if options.persist == nil { report(.preloadableWithoutPersisting(directive)) }
      case .execTimeResolvers, .debug, .liveQuery: report(.directiveWithoutEffect(directive))
      default: continue
      }
    }
  }

  fileprivate mutating func checkUnsupportedDirectives(of fragment: FragmentDefinition) {
    for directive in fragment.directives {
      switch directive.name {
      case .noInline: if !options.featureFlags.noInline.isEnabled(for: fragment.name) { report(.noInline(fragment.name, directive)) }
      case .debug: report(.directiveWithoutEffect(directive))
      default: continue
      }
    }
  }

  fileprivate mutating func checkUnsupportedDirectives(on field: FieldHead, isScalar: Bool) {
    for directive in field.directives {
      switch directive.name {
      case .waterfall: report(.waterfall(directive))
      case .match where isScalar, .connection where isScalar, .streamConnection where isScalar: report(.directiveWithoutEffect(directive))
      case .match: checkMatch(directive, on: field)
      default: continue
      }
    }
  }

  private mutating func checkMatch(_ directive: Directive, on field: FieldHead) {
    let takesTypes = field.definition.map { schema[$0].arguments.named(.supported) != nil } ?? false
    guard let argument = directive.arguments.named(.key), !argument.value.isNull else {
      return report(takesTypes ? .matchOfModules(field.name, directive) : .matchWithoutKey(directive))
    }
    let prefix = definition.name.string + "_"
    guard let key = argument.value.stringLiteral, key.hasPrefix(prefix), key != prefix else {
      return report(.matchKey(prefix: prefix, at: argument.valueRange))
    }
    report(takesTypes ? .matchOfModules(field.name, directive) : .directiveWithoutEffect(directive))
  }

  fileprivate mutating func checkUnsupportedDirectives(of spread: FragmentSpread) {
    if let directive = spread.directives.named(.module) { report(.module(spread.name, directive)) }
  }
}
