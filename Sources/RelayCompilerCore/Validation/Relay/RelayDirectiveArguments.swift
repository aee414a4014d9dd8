/// The arguments of `@relay(mask:)` and `@relay(plural:)` are literals.
extension RelayRule {
  static let relayDirectiveArguments = RelayRule(
    fragment: { $0.checkRelayDirective($1.directives) },
    annotatedSpread: { $0.checkRelayDirective($1.directives) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkRelayDirective(_ directives: [Directive]) {
    guard let directive = directives.named(.relay) else { return }
    for argument in directive.arguments where argument.value.booleanLiteral == nil && !argument.value.isNull {
      report(.relayArgumentNotLiteral(argument))
    }
  }
}
