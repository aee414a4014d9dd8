/// A field cannot have both `@catch` and `@required`, and `@catch` on an inline fragment needs an alias for the result.
extension RelayRule {
  static let catches = RelayRule(annotatedField: { $0.checkRequiredAndCatch(on: $1) }, annotatedInlineFragment: { $0.checkCatch(on: $1) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkRequiredAndCatch(on head: FieldHead) {
    guard let caught = head.directives.named(.catch), let required = head.directives.named(.required) else { return }
    report(.requiredAndCaught(head.responseKey, required: required.range, caught: caught.range))
  }

  fileprivate mutating func checkCatch(on fragment: InlineFragment) {
    guard let directive = fragment.directives.named(.catch), !fragment.directives.contains(.alias) else { return }
    report(.catchWithoutAlias(at: directive.range))
  }
}
