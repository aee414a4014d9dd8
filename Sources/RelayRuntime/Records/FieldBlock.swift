/// Fields of records in one block of memory. The fields of each record are preceded by its identity, as a separate field.
///
/// Rows read fields in place, and a row keeps the blocks that it reads. So the fields of a block never change, except those of a record
/// that is the only owner of its block; see `RecordFields`.
///
/// The first `counts.count` elements are initialized, of `counts.capacity` for which there is room. The unsafe expressions here rely on
/// that; `RecordFields` and `FieldArena`, which add elements, keep it so.
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
    // `create` makes an instance of the class on which it is called.
    return unsafe unsafeDowncast(block, to: FieldBlock.self)
  }

  /// Makes a block with the identity of a record that has no fields.
  static func make(dataID: String) -> FieldBlock {
    let block = make(capacity: 1)
    unsafe block.elements.initialize(to: Record.Field(dataID: dataID))
    block.counts.count = 1
    return block
  }

  /// The block of rows without identity and fields.
  // Sound to share: nobody writes to a block that has more than one owner, and this constant is one.
  nonisolated(unsafe) static let empty = make(dataID: "")

  deinit {
    #if RELAY_THREAD_SANITIZER
      recordExclusiveUse()
    #endif
    _ = unsafe withUnsafeMutablePointers { header, elements in unsafe elements.deinitialize(count: header.pointee.count) }
  }

  /// Valid while the block is kept.
  @inline(__always)
  var elements: UnsafeMutablePointer<Record.Field> { unsafe withUnsafeMutablePointerToElements { unsafe $0 } }

  /// The counts in place. Like the elements, they are not checked for exclusive access: that would take longer than the access.
  @inline(__always)
  var counts: Header {
    unsafeAddress { unsafe UnsafePointer(withUnsafeMutablePointerToHeader { unsafe $0 }) }
    unsafeMutableAddress { unsafe withUnsafeMutablePointerToHeader { unsafe $0 } }
  }

  /// The fields of the record whose identity comes first. Unsafe, because they do not keep the block: who takes them says what keeps it.
  @unsafe var firstFields: FieldPointer { unsafe FieldPointer(elements + 1) }

  /// Whether the fields are in the block.
  func contains(_ fields: FieldPointer) -> Bool {
    // Addresses are only compared.
    unsafe UnsafePointer(elements) <= fields.first && fields.first <= UnsafePointer(elements + counts.count)
  }

  /// Replaces the record ids of all links. Only the payload that the block is being made for refers to it.
  func mapLinks(_ transform: (RecordID) -> RecordID) {
    for index in 0..<counts.count { unsafe elements[index].value.mapLinks(transform) }
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
