/// When fields were received, and what the server has said about keeping them.
struct Reception: Sendable, Hashable {
  /// When they were received, on the store's clock; `nil` if that is unknown.
  var time: Moment?
  /// When they become stale whatever their age may be, because of the header of the response.
  var expiresAt: Moment?
  /// Whether they must not be written to files (`no-store`).
  var isTransient = false
  /// Whether they belong to one user (`scope: PRIVATE`).
  var isPrivate = false
  /// Whether they were not received but derived from others, so that they have no age of their own.
  var isDerived = false

  /// What a missing field handler has supplied.
  static let derived = Reception(isDerived: true)
}
