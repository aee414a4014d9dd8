/// What happens where a field with `@required` is null: its parent becomes null silently, with an entry in the log, or reading throws.
package enum RequiredAction: String, Sendable, Hashable {
  case none = "NONE"
  case log = "LOG"
  case `throw` = "THROW"
}
