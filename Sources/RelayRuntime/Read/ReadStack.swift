/// A stack for what the reader records for every object. It omits the checks of an array, which would take a considerable part of the
/// reading time.
struct ReadStack<Element: BitwiseCopyable>: ~Copyable {
  private var memory: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    memory = .allocate(capacity: self.capacity)
  }

  deinit { memory.deallocate() }

  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    (memory + count).initialize(to: element)
    count &+= 1
  }

  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }

  /// Removes the elements from index `count` on.
  @inline(__always)
  mutating func shrink(to count: Int) { self.count = count }

  /// Replaces the last element.
  @inline(__always)
  mutating func replaceLast(_ element: Element) { memory[count &- 1] = element }

  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: memory, count: count) }
}
