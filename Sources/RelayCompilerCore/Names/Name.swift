/// An interned name: equal names are the same value, so comparing and hashing are as fast as for a pointer.
///
/// The text of a name lives as long as the process. A compilation interns each distinct name once. The order of interning is arbitrary, so
/// nothing may be sorted by identity: `<` compares bytes.
@safe package struct Name: Hashable, Sendable {
  // Sound to use and to share: an entry is written once, before its address leaves `NameTable`'s lock, and never freed.
  nonisolated(unsafe) private let entry: UnsafePointer<Entry>

  @unsafe private struct Entry {
    /// The bytes follow the entry in the same allocation.
    let bytes: UnsafeBufferPointer<UInt8>
    let hash: UInt64
  }

  /// Makes the one entry for a text. Only `NameTable` knows whether there is one.
  fileprivate init(new bytes: borrowing BorrowedBytes, hash: UInt64) {
    let memory = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Entry>.stride + bytes.count, alignment: MemoryLayout<Entry>.alignment)
    let text = unsafe (memory + MemoryLayout<Entry>.stride).bindMemory(to: UInt8.self, capacity: bytes.count)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { unsafe text.initialize(from: start, count: bytes.count) }
    }
    let start = unsafe memory.bindMemory(to: Entry.self, capacity: 1)
    unsafe start.initialize(to: Entry(bytes: UnsafeBufferPointer(start: text, count: bytes.count), hash: hash))
    unsafe entry = UnsafePointer(start)
  }

  package init(_ text: String) { self = text.withBytes { Name($0) } }

  init(_ bytes: borrowing BorrowedBytes) { self = NameTable.shared.intern(bytes, hash: NameTable.hash(bytes)) }

  package init(_ bytes: ArraySlice<UInt8>) { self = bytes.withBytes { Name($0) } }

  package static func == (a: Name, b: Name) -> Bool { unsafe a.entry == b.entry }

  /// Hashes the address rather than the text's hash, which would have to be loaded from memory.
  package func hash(into hasher: inout Hasher) { hasher.combine(address) }

  package func _rawHashValue(seed: Int) -> Int { WordHash.mix(address, seed: seed) }

  /// For keys that combine a name with something else.
  var address: UInt64 { unsafe UInt64(UInt(bitPattern: entry)) }

  package var string: String { withBytes { $0.string } }

  /// The UTF-8 bytes.
  package var bytes: [UInt8] { withBytes { $0.array } }

  package var count: Int { unsafe entry.pointee.bytes.count }

  /// Calls `body` with the name's UTF-8 bytes.
  func withBytes<Result>(_ body: (borrowing BorrowedBytes) throws -> Result) rethrows -> Result {
    try body(unsafe BorrowedBytes(entry.pointee.bytes))
  }

  package func hasPrefix(_ prefix: StaticString) -> Bool {
    bytes.starts(with: prefix.withBytes { $0.array })
  }

  /// A 64-bit hash of the text, the same on every run.
  package var stableHash: UInt64 { unsafe entry.pointee.hash }
}

extension Name: Comparable {
  /// Compares bytes, which for names is the order of code points.
  package static func < (a: Name, b: Name) -> Bool {
    a != b && a.withBytes { left in b.withBytes { left.precedes($0) } }
  }
}

extension Array {
  /// Sorted by a name of each element. The names are compared in a separate array, and elements, which may be large, move only once.
  func sorted(byName name: (Element) -> Name) -> [Element] {
    if count < 2 { return self }
    return Name.order(of: map(name)).map { self[$0] }
  }
}

extension Name {
  /// The positions of the names in sorted order. It is a single function for all element types; otherwise each type would get its own
  /// specialized sort.
  @inline(never)
  fileprivate static func order(of names: [Name]) -> [Int] {
    var order = Array(names.indices)
    order.sort { names[$0] < names[$1] }
    return order
  }
}

extension Name: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral value: String) { self.init(value) }
  package var description: String { string }
}

/// The table of all names of the process, in shards so that files can be parsed in parallel.
final class NameTable: Sendable {
  static let shared = NameTable()

  private struct Shard {
    var slots = [Slot](repeating: Slot(), count: 256)
    var count = 0
  }

  /// The hash is stored next to the name, so that probing and growing need not read entries.
  private struct Slot {
    var hash: UInt64 = 0
    var name: Name?
  }

  /// A `Lock` cannot be copied, so each one is in its own object.
  private final class Locked: Sendable {
    let lock = Lock(Shard())
  }

  private let shards: [Locked] = (0..<64).map { _ in Locked() }

  /// FNV-1a with a final mix, which suits short texts.
  static func hash(_ bytes: borrowing BorrowedBytes) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    hash ^= hash >> 32
    return hash &* 0x9e37_79b9_7f4a_7c15
  }

  fileprivate func intern(_ bytes: borrowing BorrowedBytes, hash: UInt64) -> Name {
    shards[Int(hash >> 58)].lock.withLock { shard in
      var index = Int(truncatingIfNeeded: hash) & (shard.slots.count - 1)
      while let name = shard.slots[index].name {
        if shard.slots[index].hash == hash, name.withBytes({ $0.hasSameBytes(as: bytes) }) { return name }
        index = (index + 1) & (shard.slots.count - 1)
      }
      let name = Name(new: bytes, hash: hash)
      shard.slots[index] = Slot(hash: hash, name: name)
      shard.count += 1
      if shard.count * 2 > shard.slots.count { grow(&shard) }
      return name
    }
  }

  private func grow(_ shard: inout Shard) {
    var slots = [Slot](repeating: Slot(), count: shard.slots.count * 2)
    for slot in shard.slots where slot.name != nil {
      var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
      while slots[index].name != nil { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
    shard.slots = slots
  }
}

/// A small cache in front of `NameTable` for one parser, so that a repeated name in a file needs no lock.
struct NameCache {
  private var slots: [Name?]

  /// - Parameter byteCount: the length of the text to parse; a small file gets a small cache.
  init(byteCount: Int = 16_384) {
    var count = 32
    while count < 8192, count * 16 < byteCount { count *= 2 }
    slots = Array(repeating: nil, count: count)
  }

  mutating func name(_ bytes: [UInt8], _ range: Range<Int>) -> Name {
    bytes[range].withBytes { name($0) }
  }

  private mutating func name(_ bytes: borrowing BorrowedBytes) -> Name {
    let hash = NameTable.hash(bytes)
    let index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    if let cached = slots[index], cached.stableHash == hash, cached.withBytes({ $0.hasSameBytes(as: bytes) }) { return cached }
    let name = NameTable.shared.intern(bytes, hash: hash)
    slots[index] = name
    return name
  }
}
