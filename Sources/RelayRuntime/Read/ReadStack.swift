/// A stack for what the reader records for every object. It omits the checks of an array, which would take a considerable part of the
/// reading time.
///
/// `@safe`: it alone has its memory, which has room for `capacity` elements; the first `count` of them are initialized. What removes or
/// replaces elements is called where they were added, so only debug builds check that they are there.
@safe struct ReadStack<Element: BitwiseCopyable>: ~Copyable {
  private var memory: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    unsafe memory = .allocate(capacity: self.capacity)
  }

  deinit { unsafe memory.deallocate() }

  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    unsafe (memory + count).initialize(to: element)
    count &+= 1
  }

  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = larger
  }

  /// Removes the elements from index `count` on.
  @inline(__always)
  mutating func shrink(to count: Int) {
    assert(count >= 0 && count <= self.count, "the stack has fewer elements")
    self.count = count
  }

  /// Replaces the last element.
  @inline(__always)
  mutating func replaceLast(_ element: Element) {
    assert(count > 0, "the stack is empty")
    unsafe memory[count &- 1] = element
  }

  /// Valid until another element is added.
  var elements: UnsafeBufferPointer<Element> { unsafe UnsafeBufferPointer(start: memory, count: count) }

  /// A copy of the elements from index `start` on.
  func array(from start: Int = 0) -> ContiguousArray<Element> { unsafe ContiguousArray(elements.extracting(start...)) }
}
