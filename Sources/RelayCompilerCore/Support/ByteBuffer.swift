/// Bytes that grow at the end, for text that is written in many small pieces.
///
/// Unlike an array, a buffer cannot be copied, so appending needs no check whether it has other owners.
@safe struct ByteBuffer: ~Copyable {
  // Sound: the memory belongs to this buffer alone, which frees it. `append` makes room before it writes, so that all writes are within
  // `capacity`, and everything before `count` has been written.
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// Bytes beyond this count are dropped.
  private let limit: Int
  /// Whether bytes have been dropped.
  private(set) var isFull = false

  init(capacity: Int, limit: Int = .max) {
    self.capacity = max(16, min(capacity, limit))
    self.limit = limit
    unsafe start = .allocate(capacity: self.capacity)
  }

  deinit { unsafe start.deallocate() }

  /// The bytes so far, in an array of exactly their size.
  var array: [UInt8] { unsafe [UInt8](UnsafeBufferPointer(start: start, count: count)) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity, makeRoom(for: 1) == 0 { return }
    unsafe start[count] = byte
    count += 1
  }

  mutating func append(contentsOf bytes: borrowing BorrowedBytes) {
    let added = capacity - count < bytes.count ? makeRoom(for: bytes.count) : bytes.count
    unsafe bytes.withUnsafeBufferPointer { source in
      if let source = source.baseAddress { unsafe (start + count).initialize(from: source, count: added) }
    }
    count += added
  }

  mutating func append(contentsOf bytes: [UInt8]) { bytes.withBytes { append(contentsOf: $0) } }

  mutating func append(_ text: String) { text.withBytes { append(contentsOf: $0) } }

  mutating func append(repeating byte: UInt8, count wanted: Int) {
    let added = capacity - count < wanted ? makeRoom(for: wanted) : wanted
    unsafe (start + count).initialize(repeating: byte, count: added)
    count += added
  }

  mutating func removeLast(_ removed: Int) { count -= min(removed, count) }

  /// Returns how many of the bytes fit.
  @inline(never)
  private mutating func makeRoom(for wanted: Int) -> Int {
    let added = min(wanted, max(0, limit - count))
    if added < wanted { isFull = true }
    if count + added <= capacity { return added }
    capacity = min(max(capacity * 2, count + added), limit)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.initialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = larger
    return added
  }
}
