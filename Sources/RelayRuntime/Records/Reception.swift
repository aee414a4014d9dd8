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

  /// Whether the same files may have what was received so.
  func hasSameScope(as other: Reception) -> Bool { isTransient == other.isTransient && isPrivate == other.isPrivate }

  /// The reception of what leads to something that was received: it may be in the same files, and has no age of its own.
  var derivedScope: Reception { Reception(isTransient: isTransient, isPrivate: isPrivate, isDerived: true) }

  /// The reception of something of which one part was received so and the other one otherwise: as old as the older part, and only in files
  /// that may have both.
  func joined(with other: Reception) -> Reception {
    var joined = isDerived ? other : self
    if !isDerived, !other.isDerived {
      joined.time = time.flatMap { time in other.time.map { min(time, $0) } }
      joined.expiresAt = [expiresAt, other.expiresAt].compactMap { $0 }.min()
    }
    joined.isTransient = isTransient || other.isTransient
    joined.isPrivate = isPrivate || other.isPrivate
    return joined
  }
}
