/// Lone Anonymous Operation (specification, section 5.2.3.1): an operation without a name is the only one in its document. Relay requires
/// names anyway (`checkOperationType`).
extension ValidationRule {
  static let loneAnonymousOperation = ValidationRule(
    sections: ["5.2.3.1"], definitions: { context, _ in context.checkLoneAnonymousOperations() })
}

extension ValidationContext {
  fileprivate func checkLoneAnonymousOperations() -> [Diagnostic] {
    guard profile == .specification else { return [] }
    var diagnostics: [Diagnostic] = []
    for document in documents {
      let operations = document.definitions.compactMap { definition in
        if case .operation(let operation) = definition { operation } else { nil }
      }
      guard operations.count > 1 else { continue }
      for operation in operations where operation.name == nil {
        diagnostics.append(.anonymousOperationNotAlone(at: operation.kindRange))
      }
    }
    return diagnostics
  }
}
