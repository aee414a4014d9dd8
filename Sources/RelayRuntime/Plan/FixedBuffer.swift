/// An immutable array at a fixed address. Several reads can walk its elements at the same time, and one read can walk
/// those of several plans, without reference counting.
///
/// `@unchecked Sendable`: nothing writes to the memory after `init`, and it is freed with the last reference.
final class FixedBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// Valid while the buffer exists.
  let elements: UnsafeBufferPointer<Element>

  init(_ elements: some Collection<Element>) {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    self.elements = UnsafeBufferPointer(memory)
  }

  deinit { elements.deallocate() }
}
