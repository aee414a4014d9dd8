/// A time of the store's clock. Unlike `ContinuousClock.Instant`, whose size the compiler does not know, it does not make everything slower that
/// contains one.
struct Moment: Sendable, Hashable, Comparable {
  private static let origin = ContinuousClock.now
  /// The time since a moment of this process.
  let offset: Duration

  private init(offset: Duration) { self.offset = offset }

  init(_ instant: ContinuousClock.Instant) { offset = Moment.origin.duration(to: instant) }

  var instant: ContinuousClock.Instant { Moment.origin.advanced(by: offset) }

  func advanced(by duration: Duration) -> Moment { Moment(offset: offset + duration) }

  static func - (left: Moment, right: Moment) -> Duration { left.offset - right.offset }

  static func < (left: Moment, right: Moment) -> Bool { left.offset < right.offset }
}
