/// An interned name: equal names are the same value, so comparing and hashing are as fast as for a pointer.
///
/// The text of a name lives as long as the process. A compilation interns each distinct name once. The order of interning is arbitrary, so
/// nothing may be sorted by identity: `<` compares bytes.
package struct Name: Hashable, Sendable {
  // Sound to share: entries are written once, before their address leaves `NameTable`'s lock, and never freed.
  nonisolated(unsafe) private let entry: UnsafePointer<Entry>

  fileprivate struct Entry {
    /// The bytes follow the entry in the same allocation.
    let bytes: UnsafeBufferPointer<UInt8>
    let hash: UInt64
  }

  fileprivate init(entry: UnsafePointer<Entry>) { self.entry = entry }

  package init(_ text: String) {
    var text = text
    self = text.withUTF8 { Name($0) }
  }

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self = NameTable.shared.intern(bytes, hash: NameTable.hash(bytes))
  }

  package init(_ bytes: ArraySlice<UInt8>) {
    self = bytes.withUnsafeBufferPointer { Name($0) }
  }

  package static func == (a: Name, b: Name) -> Bool { a.entry == b.entry }

  /// Hashes the address rather than the text's hash, which would have to be loaded from memory.
  package func hash(into hasher: inout Hasher) { hasher.combine(entry) }

  package func _rawHashValue(seed: Int) -> Int { WordHash.mix(address, seed: seed) }

  /// For keys that combine a name with something else.
  var address: UInt64 { UInt64(UInt(bitPattern: entry)) }

  package var string: String { String(decoding: entry.pointee.bytes, as: UTF8.self) }

  package var count: Int { entry.pointee.bytes.count }

  /// Calls `body` with the name's UTF-8 bytes; the buffer must not escape.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try body(entry.pointee.bytes)
  }

  package func hasPrefix(_ prefix: StaticString) -> Bool {
    let bytes = entry.pointee.bytes
    guard bytes.count >= prefix.utf8CodeUnitCount else { return false }
    for index in 0..<prefix.utf8CodeUnitCount where bytes[index] != prefix.utf8Start[index] { return false }
    return true
  }

  /// A 64-bit hash of the text, the same on every run.
  package var stableHash: UInt64 { entry.pointee.hash }
}

extension Name: Comparable {
  /// Compares bytes, which for names is the order of code points.
  package static func < (a: Name, b: Name) -> Bool {
    if a.entry == b.entry { return false }
    let left = a.entry.pointee.bytes
    let right = b.entry.pointee.bytes
    let shared = min(left.count, right.count)
    for index in 0..<shared where left[index] != right[index] { return left[index] < right[index] }
    return left.count < right.count
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

  /// The hash is stored next to the address, so that probing and growing need not read entries.
  private struct Slot {
    var hash: UInt64 = 0
    var entry: UnsafePointer<Name.Entry>?
  }

  /// A `Lock` cannot be copied, so each one is in its own object.
  private final class Locked: Sendable {
    // Sound to send: the pointers it guards are to immutable entries that are never freed.
    struct Guarded: @unchecked Sendable { var shard = Shard() }
    let lock = Lock(Guarded())
  }

  private let shards: [Locked] = (0..<64).map { _ in Locked() }

  /// FNV-1a with a final mix, which suits short texts.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash ^= hash >> 32
    return hash &* 0x9e37_79b9_7f4a_7c15
  }

  fileprivate func intern(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Name {
    shards[Int(hash >> 58)].lock.withLock { guarded in
      var index = Int(truncatingIfNeeded: hash) & (guarded.shard.slots.count - 1)
      while let entry = guarded.shard.slots[index].entry {
        if guarded.shard.slots[index].hash == hash, equal(entry.pointee.bytes, bytes) { return Name(entry: entry) }
        index = (index + 1) & (guarded.shard.slots.count - 1)
      }
      let entry = makeEntry(bytes, hash: hash)
      guarded.shard.slots[index] = Slot(hash: hash, entry: entry)
      guarded.shard.count += 1
      if guarded.shard.count * 2 > guarded.shard.slots.count { grow(&guarded.shard) }
      return Name(entry: entry)
    }
  }

  private func makeEntry(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt64) -> UnsafePointer<Name.Entry> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Name.Entry>.stride + bytes.count, alignment: MemoryLayout<Name.Entry>.alignment)
    let text = (memory + MemoryLayout<Name.Entry>.stride).bindMemory(to: UInt8.self, capacity: bytes.count)
    if let start = bytes.baseAddress { text.initialize(from: start, count: bytes.count) }
    let entry = memory.bindMemory(to: Name.Entry.self, capacity: 1)
    entry.initialize(to: Name.Entry(bytes: UnsafeBufferPointer(start: text, count: bytes.count), hash: hash))
    return UnsafePointer(entry)
  }

  private func equal(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a[index] != b[index] { return false }
    return true
  }

  private func grow(_ shard: inout Shard) {
    var slots = [Slot](repeating: Slot(), count: shard.slots.count * 2)
    for slot in shard.slots where slot.entry != nil {
      var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
      while slots[index].entry != nil { index = (index + 1) & (slots.count - 1) }
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
    bytes[range].withUnsafeBufferPointer { name($0) }
  }

  mutating func name(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    let hash = NameTable.hash(bytes)
    let index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    if let cached = slots[index], cached.stableHash == hash, cached.count == bytes.count,
      cached.withBytes({ cachedBytes in
        for position in 0..<bytes.count where cachedBytes[position] != bytes[position] { return false }
        return true
      })
    {
      return cached
    }
    let name = NameTable.shared.intern(bytes, hash: hash)
    slots[index] = name
    return name
  }
}
