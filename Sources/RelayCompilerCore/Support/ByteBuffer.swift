/// Bytes that grow at the end, for text that is written in many small pieces.
///
/// Unlike an array, a buffer cannot be copied, so appending needs no check whether it has other owners.
struct ByteBuffer: ~Copyable {
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
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The bytes so far, in an array of exactly their size.
  var array: [UInt8] { [UInt8](UnsafeBufferPointer(start: start, count: count)) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity, makeRoom(for: 1) == 0 { return }
    start[count] = byte
    count += 1
  }

  mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    let added = capacity - count < bytes.count ? makeRoom(for: bytes.count) : bytes.count
    (start + count).initialize(from: source, count: added)
    count += added
  }

  mutating func append(contentsOf bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append(contentsOf: $0) } }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  mutating func append(repeating byte: UInt8, count wanted: Int) {
    let added = capacity - count < wanted ? makeRoom(for: wanted) : wanted
    (start + count).initialize(repeating: byte, count: added)
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
    larger.initialize(from: start, count: count)
    start.deallocate()
    start = larger
    return added
  }
}
