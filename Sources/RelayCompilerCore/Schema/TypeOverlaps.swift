/// Remembers which pairs of interfaces and unions have an object in common. Comparing two takes time in proportion to their objects, and
/// documents ask about the same few pairs again and again.
final class TypeOverlaps: Sendable {
  private struct Pair: Hashable {
    var a: TypeID
    var b: TypeID
  }

  private let known = Lock<[Pair: Bool]>([:])

  /// The known answer for the two types, or else that of `compare`, which must always give the same answer.
  func value(for a: TypeID, _ b: TypeID, compare: () -> Bool) -> Bool {
    let pair = a.rawValue < b.rawValue ? Pair(a: a, b: b) : Pair(a: b, b: a)
    if let value = known.withLock({ $0[pair] }) { return value }
    let value = compare()
    known.withLock { $0[pair] = value }
    return value
  }
}
