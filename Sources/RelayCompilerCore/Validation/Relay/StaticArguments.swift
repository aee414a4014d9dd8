/// Arguments of directives that are declared `@static` must be literals, because the compiler reads them.
extension RelayRule {
  static let staticArguments = RelayRule(directives: { $0.checkStaticArguments($1) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkStaticArguments(_ directives: [Directive]) {
    for directive in directives where !directive.arguments.isEmpty {
      guard let definition = schema.directives[directive.name] else { continue }
      for argument in directive.arguments where argument.value.containsVariable {
        guard let input = definition.arguments.first(where: { $0.name == argument.name }),
          input.directives.contains(where: { $0.name == "static" })
        else { continue }
        report(.dynamicArgument(argument, of: directive.name))
      }
    }
  }
}
