import Foundation
import Observation

/// The age of a handle's data, for the views that show it. Only they are notified when it changes.
@MainActor
final class HandleAges {
  private final class Shown: Observable, Sendable {
    let registrar = ObservationRegistrar()
    var age: Void { () }
  }

  /// What the handle follows.
  weak var owner: AnyObject?
  private let follower: AgeFollower
  private let signal = ChangeSignal()
  private let shownAges = Shown()
  /// The age that views have read last.
  private var known: DatedAge?

  /// - Parameters:
  ///   - owner: what the handle follows. With another one, it needs other ages.
  ///   - read: reads the age. It must not hold the handle.
  init(_ owner: AnyObject, in environment: RelayEnvironment, read: @escaping @Sendable () -> DataAge) {
    self.owner = owner
    follower = AgeFollower(in: environment, read: read) { [signal] in signal.send() }
    signal.connect { [weak self] in self?.publishChange() }
  }

  /// The current age; reading it observes it.
  var shown: DatedAge {
    shownAges.registrar.access(shownAges, keyPath: \.age)
    let age = follower.dated
    known = age
    return age
  }

  private func publishChange() {
    guard let known else { return }
    // Dates are made from two clocks, which may differ by a little.
    guard !follower.dated.isSame(as: known) else { return }
    shownAges.registrar.withMutation(of: shownAges, keyPath: \.age) {}
  }
}

extension DatedAge {
  /// Whether both are the same for people.
  fileprivate func isSame(as other: DatedAge) -> Bool {
    func isSame(_ left: Double?, _ right: Double?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return abs(left - right) < 0.01
    }
    return isStale == other.isStale && isSame(fetchedAt?.timeIntervalSince1970, other.fetchedAt?.timeIntervalSince1970)
      && isSame(expiresAt?.timeIntervalSince1970, other.expiresAt?.timeIntervalSince1970)
  }
}
