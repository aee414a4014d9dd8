/// Under `@throwOnFieldError`, a client field must be caught: it may never have been set, and reading an unset field is a field error.
extension RelayRule {
  static let clientFieldsUseCatch = RelayRule(end: { walker, _ in walker.checkClientFieldsUseCatch() })
}

extension RelayRuleWalker {
  fileprivate mutating func checkClientFieldsUseCatch() {
    switch definition {
    case .operation(let operation) where operation.directives.contains(.throwOnFieldError):
      if !operation.directives.contains(.catch) { checkCaught(operation.selections) }
    case .fragment(let fragment) where fragment.directives.contains(.throwOnFieldError):
      if !fragment.directives.contains(.catch) { checkCaught(fragment.selections) }
    default: break
    }
  }

  private mutating func checkCaught(_ selections: [Selection]) {
    for selection in selections {
      switch selection {
      case .scalarField(let field): checkCaught(field.head)
      case .linkedField(let field):
        if field.head.directives.contains(.catch) { continue }
        checkCaught(field.head)
        checkCaught(field.selections)
      case .inlineFragment(let fragment):
        if !fragment.directives.contains(.catch) { checkCaught(fragment.selections) }
      case .condition(let condition): checkCaught(condition.selections)
      case .fragmentSpread: break
      }
    }
  }

  private mutating func checkCaught(_ head: FieldHead) {
    guard let definition = head.definition, schema[definition].isClientOnly, !head.directives.contains(.catch) else { return }
    report(.uncaughtClientField(at: head.nameRange))
  }
}
