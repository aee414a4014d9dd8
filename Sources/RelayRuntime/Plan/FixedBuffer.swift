/// An immutable array at a fixed address. Several reads can walk its elements at the same time, and one read can walk
/// those of several plans, without reference counting.
final class FixedBuffer<Element: BitwiseCopyable & Sendable>: Sendable {
  /// Unsafe, because they do not keep the buffer: who takes them says what keeps it.
  @unsafe let elements: FixedElements<Element>

  init(_ elements: some Collection<Element>) {
    // Allocated for as many elements as are written, and freed below, by the only owner.
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    _ = unsafe UnsafeMutableBufferPointer(start: memory, count: elements.count).initialize(from: elements)
    unsafe self.elements = FixedElements(start: memory, count: elements.count)
  }

  deinit { unsafe elements.start.deallocate() }
}

/// Elements at a fixed address, without a reference to what keeps them.
///
/// `@safe`, and `Sendable` like the elements: who makes them says what keeps them as long as they are used, and nothing writes to them in
/// that time. The numbers in plans by which elements are found were made, when the plan was decoded, for what the plan has. As they are
/// looked up for each field of each object, only debug builds check them.
@safe struct FixedElements<Element>: BitwiseCopyable {
  let start: UnsafePointer<Element>
  let count: Int

  @inline(__always)
  init(start: UnsafePointer<Element>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// The elements of a buffer, which is valid as long as they are used.
  init(_ buffer: UnsafeBufferPointer<Element>) {
    // An address other than 0 is never nil. Nothing is read from it, because there are no elements then.
    let none = unsafe UnsafePointer<Element>(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    unsafe self.init(start: buffer.baseAddress ?? none, count: buffer.count)
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count, "there are \(count) elements, but none at \(index)")
      return unsafe start + index
    }
  }
}

extension FixedElements: @unchecked Sendable where Element: Sendable {}
