/// Fields of records in one block of memory. The fields of each record are preceded by its identity, as a separate field.
///
/// Rows read fields in place, and a row keeps the blocks that it reads. So the fields of a block never change, except those of a record
/// that is the only owner of its block; see `RecordFields`.
final class FieldBlock: ManagedBuffer<FieldBlock.Header, Record.Field> {
  /// The counts of a block's elements.
  struct Header {
    /// The number of elements.
    var count: Int
    let capacity: Int
    /// During the sweep of a store: the number of elements that belong to its records.
    var usedCount = 0
    #if RELAY_THREAD_SANITIZER
      let releases = Releases()
    #endif
  }

  /// The position of a record's identity relative to its fields.
  static let dataIDPosition = -1

  /// The capacity of a block shared by several records. It bounds the memory that one remaining record or row can keep
  /// alive.
  static let sharedCapacity = 80

  /// Makes a block without elements.
  static func make(capacity: Int) -> FieldBlock {
    let block = FieldBlock.create(minimumCapacity: capacity) { _ in Header(count: 0, capacity: capacity) }
    return unsafeDowncast(block, to: FieldBlock.self)
  }

  /// Makes a block with the identity of a record that has no fields.
  static func make(dataID: String) -> FieldBlock {
    let block = make(capacity: 1)
    block.elements.initialize(to: Record.Field(dataID: dataID))
    block.counts.pointee.count = 1
    return block
  }

  /// The block of rows without identity and fields.
  // Sound to share: nobody writes to a block that has more than one owner, and this constant is one.
  nonisolated(unsafe) static let empty = make(dataID: "")

  deinit {
    #if RELAY_THREAD_SANITIZER
      recordExclusiveUse()
    #endif
    _ = withUnsafeMutablePointers { header, elements in elements.deinitialize(count: header.pointee.count) }
  }

  @inline(__always)
  var elements: UnsafeMutablePointer<Record.Field> { withUnsafeMutablePointerToElements { $0 } }

  /// The counts in place. Like the elements, they are not checked for exclusive access: that would take longer than the access.
  @inline(__always)
  var counts: UnsafeMutablePointer<Header> { withUnsafeMutablePointerToHeader { $0 } }

  /// Whether the fields at an address are in the block.
  func contains(_ fields: UnsafePointer<Record.Field>) -> Bool {
    UnsafePointer(elements) <= fields && fields <= UnsafePointer(elements + counts.pointee.count)
  }

  #if RELAY_THREAD_SANITIZER
    /// Tells ThreadSanitizer about an order that it cannot see. Reference counts keep a block from being changed or freed while rows read
    /// it: whatever a reader does before it releases the block happens before whatever the last owner does.
    final class Releases: Sendable {
      let count = Lock(0)
    }

    func recordRelease() { header.releases.count.withLock { $0 += 1 } }

    func recordExclusiveUse() { header.releases.count.withLock { _ in } }
  #endif
}
