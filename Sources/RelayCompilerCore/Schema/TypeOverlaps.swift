/// Caches which pairs of interfaces and unions have an object in common. Comparing two types takes time proportional to the number of
/// their objects, and documents need the same few pairs again and again.
final class TypeOverlaps: Sendable {
  private struct Pair: Hashable {
    var a: TypeID
    var b: TypeID
  }

  private let known = Lock<[Pair: Bool]>([:])

  /// The cached result for the two types, or else that of `compare`, which must always return the same result.
  func value(for a: TypeID, _ b: TypeID, compare: () -> Bool) -> Bool {
    let pair = a.rawValue < b.rawValue ? Pair(a: a, b: b) : Pair(a: b, b: a)
    if let value = known.withLock({ $0[pair] }) { return value }
    let value = compare()
    known.withLock { $0[pair] = value }
    return value
  }
}
