/// Finds members of one object that have the same name. The memory is used again for the next object.
struct JSONNameTable {
  /// The positions of the names, by hash, with open addressing; -1 where there is none.
  private var slots: ContiguousArray<Int32> = []
  private var mask = 0

  /// Begins an object.
  ///
  /// - Parameter count: the number of its members.
  mutating func begin(_ count: Int) {
    var size = 4
    while size < 2 * count { size *= 2 }
    mask = size - 1
    for index in 0..<min(size, slots.count) { slots[index] = -1 }
    if slots.count < size { slots.append(contentsOf: repeatElement(-1, count: size - slots.count)) }
  }

  /// Enters a name in place of an earlier one with the same bytes.
  ///
  /// - Parameter position: the position of the name.
  /// - Returns: the position of the earlier one, if there is one.
  mutating func replace(with position: Int, _ cursor: JSONCursor) -> Int? {
    var slot = Self.hash(position, cursor) & mask
    while slots[slot] >= 0 {
      let known = Int(slots[slot])
      if Self.isSame(known, position, cursor) {
        slots[slot] = Int32(truncatingIfNeeded: position)
        return known
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: position)
    return nil
  }

  private static func hash(_ position: Int, _ cursor: JSONCursor) -> Int {
    // Different in each process, so that a server cannot prepare names with the same hash. It reads the bytes during the call.
    var hasher = Hasher()
    if cursor.kind(position) == .string {
      unsafe hasher.combine(bytes: cursor.bytes(position))
    } else {
      var name = cursor.string(position)
      name.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
    return hasher.finalize()
  }

  private static func isSame(_ left: Int, _ right: Int, _ cursor: JSONCursor) -> Bool {
    guard cursor.kind(left) == .string, cursor.kind(right) == .string else {
      return cursor.string(left).hasSameBytes(as: cursor.string(right))
    }
    return unsafe cursor.bytes(left).elementsEqual(cursor.bytes(right))
  }
}
