/// A field cannot have both `@catch` and `@required`, and `@catch` on an inline fragment needs an alias for the result.
extension RelayRuleWalker {
  mutating func checkRequiredAndCatch(on head: FieldHead) {
    guard let caught = head.directives.named(.catch), let required = head.directives.named(.required) else { return }
    report(.requiredAndCaught(head.responseKey, required: required.range, caught: caught.range))
  }

  mutating func checkCatch(on fragment: InlineFragment) {
    guard let directive = fragment.directives.named(.catch), !fragment.directives.contains(.alias) else { return }
    report(.catchWithoutAlias(at: directive.range))
  }
}
