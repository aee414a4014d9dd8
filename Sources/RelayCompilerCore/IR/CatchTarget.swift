/// What `@catch` makes of the errors below it: a result that holds them, or null.
package enum CatchTarget: String, Sendable, Hashable {
  case result = "RESULT"
  case null = "NULL"
}

extension [Directive] {
  /// What `@catch` makes of an error: a `Result` unless it says null.
  var catchTarget: CatchTarget? {
    guard let directive = named(.catch) else { return nil }
    return directive.arguments.named(.to)?.value == .constant(.enum("NULL")) ? .null : .result
  }
}
