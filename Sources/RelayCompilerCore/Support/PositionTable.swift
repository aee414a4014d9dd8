/// The positions of keys in a list that grows. Most lists are short: a linear search finds their keys faster than hashing, and needs no
/// table for each list.
struct PositionTable<Key: Hashable & Sendable>: Sendable {
  private var keys: [Key] = []
  /// Empty up to `linearLimit` keys.
  private var positions: [Key: Int] = [:]
  private static var linearLimit: Int { 16 }

  init() {}

  subscript(key: Key) -> Int? { positions.isEmpty ? keys.firstIndex(of: key) : positions[key] }

  /// Adds a key that the table does not have yet. Its position is the number of keys before it.
  mutating func append(_ key: Key) {
    if keys.isEmpty { keys.reserveCapacity(8) }
    keys.append(key)
    if keys.count == Self.linearLimit + 1 {
      for (position, key) in keys.enumerated() { positions[key] = position }
    } else if keys.count > Self.linearLimit {
      positions[key] = keys.count - 1
    }
  }
}
