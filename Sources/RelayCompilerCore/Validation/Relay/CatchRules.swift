/// `@catch` and `@required` exclude each other on a field, and `@catch` on an inline fragment needs an alias to put the result under.
extension RelayRuleWalker {
  mutating func checkRequiredAndCatch(on head: FieldHead) {
    guard head.directives.contains(.catch), let required = head.directives.named(.required) else { return }
    report("catch-and-required", "@catch and @required directives cannot be on the same field", at: required.range)
  }

  mutating func checkCatch(on fragment: InlineFragment) {
    guard let directive = fragment.directives.named(.catch), !fragment.directives.contains(.alias) else { return }
    report("catch-without-alias", "An inline fragment can catch errors only under a name of its own. Add '@alias'", at: directive.range)
  }
}
