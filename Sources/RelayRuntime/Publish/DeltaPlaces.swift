/// The place of each record's change in a transaction. It uses open addressing, because ids are small numbers, and looking them up is most
/// of what handlers do.
struct DeltaPlaces {
  private struct Entry {
    var id: RecordID
    var place: Int32
  }

  private static let empty = Entry(id: .null, place: 0)
  private static let smallestSize = 16
  /// None until a record changes: many transactions change nothing.
  private var entries: ContiguousArray<Entry> = []
  private var count = 0
  /// How far the hash of a group of records is shifted.
  private var shift: UInt32 = 0

  /// Whether there is no table yet.
  var isEmpty: Bool { entries.isEmpty }

  /// The index where a record belongs. Eight records with successive ids, which are often used together, share a line of the processor's
  /// cache.
  @inline(__always)
  private func home(_ id: RecordID) -> Int {
    let id = UInt32(bitPattern: id)
    return Int(((id >> 3) &* 0x9E37_79B1) >> shift) << 3 | Int(id & 7)
  }

  /// The index of the entry of a record, or of the empty one where it belongs. There are entries.
  @inline(__always)
  private func index(_ id: RecordID) -> Int {
    // The number of entries is a power of two, for which `home` and the mask are made, and at most half of them are taken.
    unsafe entries.withUnsafeBufferPointer { entries in
      var index = home(id)
      while unsafe entries[index].id != id, unsafe entries[index].id != .null { index = (index &+ 1) & (entries.count &- 1) }
      return index
    }
  }

  /// The place of a record's change; `nil` if the record has not changed.
  @inline(__always)
  subscript(id: RecordID) -> Int? {
    guard !entries.isEmpty else { return nil }
    let entry = entries[index(id)]
    return entry.id == id ? Int(entry.place) : nil
  }

  /// Adds a record that has not changed before.
  mutating func insert(_ id: RecordID, at place: Int) {
    if (count &+ 1) &* 2 > entries.count { grow(to: max(Self.smallestSize, entries.count &* 2)) }
    count &+= 1
    entries[index(id)] = Entry(id: id, place: Int32(truncatingIfNeeded: place))
  }

  mutating func remove(_ id: RecordID) {
    guard !entries.isEmpty else { return }
    var hole = index(id)
    guard entries[hole].id == id else { return }
    count &-= 1
    // Moves later entries of the same run back, so that searches do not end early.
    let mask = entries.count &- 1
    var next = (hole &+ 1) & mask
    while entries[next].id != .null {
      if (next &- home(entries[next].id)) & mask >= (next &- hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
      next = (next &+ 1) & mask
    }
    entries[hole] = Self.empty
  }

  /// Makes room for `count` records.
  mutating func reserve(_ count: Int) {
    var size = max(Self.smallestSize, entries.count)
    while size < count &* 2 { size &*= 2 }
    if size > entries.count { grow(to: size) }
  }

  private mutating func grow(to size: Int) {
    let old = entries
    entries = ContiguousArray(repeating: Self.empty, count: size)
    shift = UInt32(35 - size.trailingZeroBitCount)
    for entry in old where entry.id != .null { entries[index(entry.id)] = entry }
  }
}
