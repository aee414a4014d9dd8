/// What `@catch` replaces a value with nested errors by: a result that holds the errors, or null.
enum CatchTarget: String, Sendable, Hashable {
  case result = "RESULT"
  case null = "NULL"
}

extension [Directive] {
  /// The target of `@catch`: a `Result` unless the argument `to` is `NULL`. nil without `@catch`.
  var catchTarget: CatchTarget? {
    guard let directive = named(.catch) else { return nil }
    return directive.arguments.named(.to)?.value == .constant(.enum("NULL")) ? .null : .result
  }
}
