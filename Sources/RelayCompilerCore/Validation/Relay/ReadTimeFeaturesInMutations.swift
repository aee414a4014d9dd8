/// `@required(action: THROW)` is not allowed in mutations, because their response is not read by a view that could show the error. The
/// feature flag `allow_required_in_mutation_response` allows it.
extension RelayRule {
  static let readTimeFeaturesInMutations = RelayRule(annotatedField: { $0.checkRequiredInMutation($1) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkRequiredInMutation(_ head: FieldHead) {
    guard case .operation(let operation) = definition, operation.kind == .mutation,
      !options.featureFlags.allowRequiredInMutationResponse.isEnabled(for: operation.name),
      let directive = head.directives.named(.required), head.directives.requiredAction == .throw
    else { return }
    report(.throwInMutation(at: directive.range))
  }
}
