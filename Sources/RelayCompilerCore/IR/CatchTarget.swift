/// What `@catch` makes of the errors below it: a result that holds them, or null.
package enum CatchTarget: String, Sendable, Hashable {
  case result = "RESULT"
  case null = "NULL"
}
