/// An immutable array at a fixed address. Several readings walk over its elements at once, and one
/// reading walks over those of several plans, without counting references.
///
/// `@unchecked Sendable`: nothing writes to the memory after `init`, and it is freed with the last reference.
final class FixedBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// Valid as long as the buffer lives.
  let elements: UnsafeBufferPointer<Element>

  init(_ elements: some Collection<Element>) {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    self.elements = UnsafeBufferPointer(memory)
  }

  deinit { elements.deallocate() }
}
