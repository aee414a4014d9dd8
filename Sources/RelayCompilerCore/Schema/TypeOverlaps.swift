private import Synchronization

/// Which pairs of interfaces and unions have an object in common, as far as documents have asked. Comparing two takes time in proportion to
/// their objects, and documents ask for the same few pairs again and again.
final class TypeOverlaps: Sendable {
  private struct Pair: Hashable {
    var a: TypeID
    var b: TypeID
  }

  private let known = Mutex<[Pair: Bool]>([:])

  /// What is known of the two types, or what `compare` says of them; it says the same however often it is asked.
  func value(for a: TypeID, _ b: TypeID, compare: () -> Bool) -> Bool {
    let pair = a.rawValue < b.rawValue ? Pair(a: a, b: b) : Pair(a: b, b: a)
    if let value = known.withLock({ $0[pair] }) { return value }
    let value = compare()
    known.withLock { $0[pair] = value }
    return value
  }
}
