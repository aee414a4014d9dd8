/// What happens if a field with `@required` is null: the parent becomes null silently, it becomes null and the log gets an entry, or
/// reading throws.
enum RequiredAction: String, Sendable, Hashable {
  case none = "NONE"
  case log = "LOG"
  case `throw` = "THROW"
}

extension [Directive] {
  /// The action of `@required`. The variant of `THROW` that only switches a check off counts as `THROW`.
  var requiredAction: RequiredAction? {
    guard case .constant(.enum(let action))? = named(.required)?.arguments.named(.action)?.value else { return nil }
    switch action {
    case "NONE": return RequiredAction.none
    case "LOG": return .log
    default: return .throw
    }
  }
}
