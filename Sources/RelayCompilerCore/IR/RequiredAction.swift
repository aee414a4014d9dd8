/// What happens where a field with `@required` is null: its parent becomes null silently, with an entry in the log, or reading throws.
package enum RequiredAction: String, Sendable, Hashable {
  case none = "NONE"
  case log = "LOG"
  case `throw` = "THROW"
}

extension [Directive] {
  /// The action of `@required`; the variant that only switches a check off means THROW.
  var requiredAction: RequiredAction? {
    guard case .constant(.enum(let action))? = named(.required)?.arguments.named(.action)?.value else { return nil }
    switch action {
    case "NONE": return RequiredAction.none
    case "LOG": return .log
    default: return .throw
    }
  }
}
