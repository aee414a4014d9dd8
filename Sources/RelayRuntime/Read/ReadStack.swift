/// A stack of what a reading notes down for every object: without the checks of an array, which would be a good part of a reading.
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

  /// Ends the elements from the one at `count` on.
  @inline(__always)
  mutating func shrink(to count: Int) { self.count = count }

  /// Puts another element in the place of the last one.
  @inline(__always)
  mutating func replaceLast(_ element: Element) { memory[count &- 1] = element }

  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: memory, count: count) }
}
