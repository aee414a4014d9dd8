/// Bytes that grow at the end, for text that is written in many small pieces.
///
/// Unlike an array, a buffer cannot be copied, so appending needs no check whether it has other owners.
struct ByteBuffer: ~Copyable {
  // Sound: the memory belongs to this buffer alone, which frees it. `append` makes room before it writes, so that all writes are within
  // `capacity`, and everything before `count` has been written.
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(16, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The bytes so far, in an array of exactly their size.
  var array: [UInt8] { [UInt8](UnsafeBufferPointer(start: start, count: count)) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { makeRoom(for: 1) }
    start[count] = byte
    count += 1
  }

  mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if capacity - count < bytes.count { makeRoom(for: bytes.count) }
    (start + count).initialize(from: source, count: bytes.count)
    count += bytes.count
  }

  mutating func append(contentsOf bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append(contentsOf: $0) } }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  mutating func append(repeating byte: UInt8, count added: Int) {
    if capacity - count < added { makeRoom(for: added) }
    (start + count).initialize(repeating: byte, count: added)
    count += added
  }

  @inline(never)
  private mutating func makeRoom(for added: Int) {
    capacity = max(capacity * 2, count + added)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.initialize(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
