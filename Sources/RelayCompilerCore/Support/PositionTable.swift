/// The positions of keys in a growing list. Most lists are short: a linear search finds their keys faster than hashing, and does not need
/// a table.
struct PositionTable<Key: Hashable & Sendable>: Sendable {
  private var keys: [Key] = []
  /// Empty until there are more than `linearLimit` keys.
  private var positions: [Key: Int] = [:]
  private static var linearLimit: Int { 16 }

  init() {}

  subscript(key: Key) -> Int? { positions.isEmpty ? keys.firstIndex(of: key) : positions[key] }

  /// Adds a new key. Its position is the number of keys before it.
  mutating func append(_ key: Key) {
    if keys.isEmpty { keys.reserveCapacity(8) }
    keys.append(key)
    if keys.count == Self.linearLimit + 1 {
      for (position, key) in keys.enumerated() { positions[key] = position }
    } else if keys.count > Self.linearLimit {
      positions[key] = keys.count - 1
    }
  }

  /// Adds the key, and returns whether it is new.
  mutating func insert(_ key: Key) -> Bool {
    if self[key] != nil { return false }
    append(key)
    return true
  }
}
