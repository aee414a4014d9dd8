import Foundation

/// A set of strings, compared by their bytes, each known by the index under which it was added. It uses open addressing over indices.
///
/// Hashes are stored next to the strings, and also next to the indices: most searches are for strings that are new, and they end without
/// an access to memory elsewhere.
struct InternTable: Sendable {
  private(set) var strings: ContiguousArray<String> = []
  private var hashes: ContiguousArray<UInt32> = []
  private var buckets: ContiguousArray<Bucket>
  private var mask: Int
  /// The indices that are not in use.
  private var free: ContiguousArray<Int32> = []
  /// The same as a bit set; bits beyond its end are zero.
  private var isRemoved: ContiguousArray<UInt64> = []

  /// The place of a string in the table.
  private struct Bucket {
    static let empty = Bucket(index: -1, hash: 0)

    /// -1 in an empty place.
    let index: Int32
    let hash: UInt32
  }

  /// Different in each process, so that an attacker cannot prepare colliding strings.
  static let seed = UInt64.random(in: .min ... .max)

  init(capacity: Int = 16) {
    var size = 32
    while size < capacity &* 2 { size &*= 2 }
    buckets = ContiguousArray(repeating: .empty, count: size)
    mask = size - 1
    strings.reserveCapacity(capacity)
    hashes.reserveCapacity(capacity)
  }

  /// The number of indices given out, including removed ones.
  var count: Int { strings.count }

  /// The number of strings.
  var liveCount: Int { strings.count - free.count }

  /// The number of strings that fit without growing.
  var capacity: Int { max(strings.capacity, hashes.capacity, buckets.count / 2, free.capacity) }

  /// - Parameter bytes: valid during the call. Each read is of bytes before their end.
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var state = seed ^ UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    func mix(_ word: UInt64) {
      let product = (state ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      state = product.high ^ product.low &+ 0x9E37_79B9_7F4A_7C15
    }
    while index &+ 8 <= bytes.count {
      unsafe mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    if index < bytes.count {
      var word: UInt64 = 0
      var shift: UInt64 = 0
      while index < bytes.count {
        unsafe word |= UInt64(bytes[index]) << shift
        shift &+= 8
        index &+= 1
      }
      mix(word)
    }
    mix(0x2545_F491_4F6C_DD1D)
    return UInt32(truncatingIfNeeded: state ^ (state >> 32))
  }

  static func hash(_ string: String) -> UInt32 {
    var string = string
    return string.withUTF8 { unsafe hash(UnsafeRawBufferPointer($0)) }
  }

  /// The hash that was computed for the string at `index`.
  func hash(at index: Int32) -> UInt32 { hashes[Int(index)] }

  /// The index of `string`, or `nil`.
  func find(_ string: String, hash: UInt32) -> Int32? {
    var bucket = Int(hash) & mask
    while true {
      let known = buckets[bucket]
      if known.index == -1 { return nil }
      if known.hash == hash, strings[Int(known.index)].hasSameBytes(as: string) { return known.index }
      bucket = (bucket &+ 1) & mask
    }
  }

  func find(_ string: String) -> Int32? { find(string, hash: InternTable.hash(string)) }

  /// The index of `string`. Adds the string if it is new.
  mutating func intern(_ string: String) -> Int32 { intern(string, hash: InternTable.hash(string)) }

  mutating func intern(_ string: String, hash: UInt32) -> Int32 {
    if let index = find(string, hash: hash) { return index }
    return add(string, hash: hash)
  }

  /// Adds a string that is known to be new.
  mutating func add(_ string: consuming String, hash: UInt32) -> Int32 {
    if (strings.count &+ 1) &* 2 > buckets.count { resize(to: buckets.count &* 2) }
    let index: Int32
    if let reused = free.popLast() {
      index = reused
      isRemoved[Int(reused) >> 6] &= ~(1 << UInt64(truncatingIfNeeded: reused & 63))
      strings[Int(index)] = string
      hashes[Int(index)] = hash
    } else {
      index = Int32(truncatingIfNeeded: strings.count)
      strings.append(string)
      hashes.append(hash)
    }
    insert(index, hash)
    return index
  }

  /// Moves the string at `index` out, for a table that takes over its memory. This one does not find it any more.
  mutating func take(_ index: Int32) -> String {
    var taken = ""
    swap(&taken, &strings[Int(index)])
    return taken
  }

  /// Whether the index is not in use.
  func isFree(_ index: Int32) -> Bool {
    let word = Int(index) >> 6
    return word < isRemoved.count && isRemoved[word] & (1 << UInt64(truncatingIfNeeded: index & 63)) != 0
  }

  /// Removes the string at `index`. The index may be reused.
  mutating func remove(_ index: Int32) {
    var bucket = Int(hashes[Int(index)]) & mask
    while buckets[bucket].index != index {
      if buckets[bucket].index == -1 { return }
      bucket = (bucket &+ 1) & mask
    }
    // Moves later entries of the same run back, so that searches do not end early.
    var hole = bucket
    var next = (bucket &+ 1) & mask
    while buckets[next].index != -1 {
      let home = Int(buckets[next].hash) & mask
      if (next &- home) & mask >= (next &- hole) & mask {
        buckets[hole] = buckets[next]
        hole = next
      }
      next = (next &+ 1) & mask
    }
    buckets[hole] = .empty
    strings[Int(index)] = ""
    let word = Int(index) >> 6
    while isRemoved.count <= word { isRemoved.append(0) }
    isRemoved[word] |= 1 << UInt64(truncatingIfNeeded: index & 63)
    free.append(index)
  }

  private mutating func insert(_ index: Int32, _ hash: UInt32) {
    var bucket = Int(hash) & mask
    while buckets[bucket].index != -1 { bucket = (bucket &+ 1) & mask }
    buckets[bucket] = Bucket(index: index, hash: hash)
  }

  /// Makes room for `count` more strings.
  mutating func reserve(_ count: Int) {
    let needed = strings.count + count
    strings.reserveCapacity(needed)
    hashes.reserveCapacity(needed)
    var size = buckets.count
    while size < needed &* 2 { size &*= 2 }
    if size > buckets.count { resize(to: size) }
  }

  /// A table of the same strings without gaps, with the new index of each old one; -1 for removed strings.
  func compacted() -> (table: InternTable, indices: ContiguousArray<Int32>) {
    var table = InternTable(capacity: liveCount)
    let indices = ContiguousArray(
      strings.indices.map { index in
        isFree(Int32(truncatingIfNeeded: index)) ? -1 : table.add(strings[index], hash: hashes[index])
      })
    return (table, indices)
  }

  private mutating func resize(to size: Int) {
    let old = buckets
    buckets = ContiguousArray(repeating: .empty, count: size)
    mask = buckets.count - 1
    for known in old where known.index >= 0 { insert(known.index, known.hash) }
  }
}
