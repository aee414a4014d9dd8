/// `@__clientField` is the raw form of a handle: its key and its handle become a field's name in the store, and its filters must be
/// arguments of the field.
extension RelayRule {
  static let clientFields = RelayRule(annotatedField: { $0.checkClientFields($1) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkClientFields(_ head: FieldHead) {
    for directive in head.directives where directive.name == .clientField {
      for argument in directive.arguments {
        switch argument.value {
        // An empty key stands for the field's own name.
        case .constant(.string("")) where argument.name == .key: continue
        case .constant(.string(let text)): check(text, argument)
        case .constant(.list(let items)):
          for case .string(let text) in items { check(text, argument) }
        default: continue
        }
      }
    }
  }

  private mutating func check(_ text: String, _ argument: Argument) {
    if !text.isGraphQLName { report(.notAName(text, .clientField(argument.name), at: argument.valueRange)) }
  }
}
