#if RELAY_THREAD_SANITIZER
  import Synchronization
#endif

/// Fields of records in one piece of memory. In front of the fields of each record stands its identity, as a field of its own.
///
/// Rows read fields where they are, and whoever has a row keeps the blocks that it reads. So the fields of a block never change, but for
/// those of a record that has a block of its own and is the only one to have it; see `RecordFields`.
final class FieldBlock: ManagedBuffer<FieldBlock.Header, Record.Field> {
  struct Header {
    /// How many elements there are.
    var count: Int
    let capacity: Int
    /// While a store is swept: how many of the elements belong to its records.
    var usedCount = 0
    #if RELAY_THREAD_SANITIZER
      let releases = Releases()
    #endif
  }

  /// Where a record's identity is, seen from its fields.
  static let dataIDPosition = -1

  /// The capacity of a block that several records share. A record, or a row, that stays when all others have gone keeps no more than this.
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
    block.header.count = 1
    return block
  }

  /// For rows without identity and fields.
  nonisolated(unsafe) static let empty = make(dataID: "")

  deinit {
    #if RELAY_THREAD_SANITIZER
      noteExclusiveUse()
    #endif
    _ = withUnsafeMutablePointers { header, elements in elements.deinitialize(count: header.pointee.count) }
  }

  @inline(__always)
  var elements: UnsafeMutablePointer<Record.Field> { withUnsafeMutablePointerToElements { $0 } }

  /// Whether the fields at an address are in the block.
  func contains(_ fields: UnsafePointer<Record.Field>) -> Bool {
    UnsafePointer(elements) <= fields && fields <= UnsafePointer(elements + header.count)
  }

  #if RELAY_THREAD_SANITIZER
    /// ThreadSanitizer does not see reference counts, which are what keeps a block from being changed or freed while rows read it. It is
    /// told here what they guarantee: what a reader did before it gave the block away happened before what the last owner does.
    final class Releases: Sendable {
      let count = Atomic<Int>(0)
    }

    func noteRelease() { header.releases.count.add(1, ordering: .releasing) }

    func noteExclusiveUse() { _ = header.releases.count.load(ordering: .acquiring) }
  #endif
}

/// Brings the records of one response together in common blocks, one behind another as they were met: reading them goes through memory in
/// one direction, and rows keep a block for many records instead of the fields of each.
///
/// `@unchecked Sendable`: used by one payload, which is passed on as a whole; two copies of a payload do not change it (`PayloadRecords`).
final class FieldArena: @unchecked Sendable {
  private var blocks: ContiguousArray<FieldBlock> = []
  /// How much room the last block has.
  private var room = 0
  /// How many elements are still to come at most.
  private var rest: Int

  /// - Parameter capacity: how many fields and records there will be at most.
  init(capacity: Int = .max) { rest = capacity }

  /// Moves a record's fields, which nobody else has, behind those that came before. Large records stay in blocks of their own.
  func pack(_ fields: inout RecordFields, dataID: String) {
    let size = fields.count + 1
    guard size <= FieldBlock.sharedCapacity / 2 else { return }
    if size > room {
      room = min(FieldBlock.sharedCapacity, max(size, rest))
      blocks.append(FieldBlock.make(capacity: room))
    }
    guard let block = blocks.last, fields.move(into: block, dataID: dataID) else { return }
    room -= size
    rest = max(0, rest - size)
  }

  /// Makes every link in the blocks point elsewhere.
  func mapLinks(_ transform: (RecordID) -> RecordID) {
    for block in blocks {
      for index in 0..<block.header.count {
        if let value = block.elements[index].value.mapLinks(transform) { block.elements[index].value = value }
      }
    }
  }
}
