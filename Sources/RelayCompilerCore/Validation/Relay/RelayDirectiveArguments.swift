/// `@relay(mask:)` and `@relay(plural:)` take literals.
extension RelayRuleWalker {
  mutating func checkRelayDirective(_ directives: [Directive]) {
    guard let directive = directives.named(.relay) else { return }
    for argument in directive.arguments where argument.value.booleanLiteral == nil && !argument.value.isNull {
      report(
        "relay-argument", "'\(argument.name)' of '@relay' decides what is generated, so it must be true or false",
        at: argument.valueRange)
    }
  }
}
