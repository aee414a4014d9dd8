/// The header of a row. Its slots follow it in memory.
struct RowHeader: BitwiseCopyable {
  /// The fields of the record as they were when the row was read, in a block that the chunk keeps. A store that changes the record changes
  /// a copy, so most of what a row shows is in here, and reading a record copies none of its values.
  let fields: UnsafePointer<Record.Field>
  /// Kept alive by the chunk's owner, and so is the context.
  let shape: Unmanaged<RowShape>
  /// The plan and variables that the row was read with; `nil` for a row that comes from no store.
  let context: Unmanaged<ReadContext>?
  let record: RecordID
  /// The version that the record had.
  let version: UInt32
  /// The step of the linked field that the row was read for; -1 for a root, -2 where several steps contributed.
  var step: Int32
  let slotCount: UInt16
  /// Whether the slots depend only on the record and on the rows in them.
  var isReusable: Bool

  /// The fields of a record without fields and identity.
  nonisolated(unsafe) static let noFields = UnsafePointer(FieldBlock.empty.elements + 1)

  var dataID: String {
    guard case .string(let dataID) = fields[FieldBlock.dataIDPosition].value else { return "" }
    return dataID
  }

  /// The number of slots that belong to the shape.
  var count: Int { Int(slotCount) }
}

/// A slot of a row in four bytes: a small value itself, or the position of a larger one.
struct RowSlot {
  struct Kind: Equatable {
    fileprivate let bits: UInt32

    static var missing: Kind { Kind(bits: 0) }
    static var null: Kind { Kind(bits: 1) }
    static var `false`: Kind { Kind(bits: 2) }
    static var `true`: Kind { Kind(bits: 3) }
    static var pointer: Kind { Kind(bits: 4) }
    static var unmatchedPointer: Kind { Kind(bits: 5) }
    /// A field of the record; the position is its index.
    static var field: Kind { Kind(bits: 6) }
    /// A row of the same chunk; the position is its distance from this slot's row in words, negative if it comes first.
    static var inner: Kind { Kind(bits: 7) }
    /// One of the chunk's values; the position is its index.
    static var value: Kind { Kind(bits: 8) }
  }

  /// The kind in the lowest bits, the position above them.
  private let bits: UInt32

  @inline(__always) init(_ kind: Kind) { bits = kind.bits }

  /// - Parameter position: what fits 27 bits and a sign. Positions count the fields of a record and what a plan selects of one object, so
  ///   none comes near that: no response has as many tokens (`JSONTape.maximumLength`).
  @inline(__always)
  init(_ kind: Kind, _ position: Int) { bits = kind.bits | UInt32(truncatingIfNeeded: position) << 4 }

  @inline(__always) var kind: Kind { Kind(bits: bits & 15) }

  @inline(__always) var position: Int { Int(Int32(bitPattern: bits) >> 4) }
}

/// Some rows in one piece of memory: those that one reading made of an object and of the objects below it that stand in no list, or of
/// some items of a list and the objects below them.
///
/// A row keeps its chunk, and with it the rows beside it. A chunk is therefore kept small (`RowBuilder.chunkSize`), and a reading that
/// takes over a row of an earlier one refers to its chunk instead of copying it. Chunks refer only to chunks that were there before them,
/// so none keeps itself.
final class RowChunk: ManagedBuffer<RowChunk.Header, UInt64> {
  struct Header {
    /// What keeps shapes and contexts alive: the context that the reading began with, which keeps those of the fragments spread in its
    /// data, or the shape itself for rows that come from no store.
    let owner: AnyObject
    /// The size of the rows in bytes. The blocks with their fields follow; the chunk retains them.
    let size: Int
    let blockCount: Int
    /// Values that are in no record: lists, rows of other chunks, custom scalars, errors.
    let values: ContiguousArray<SlotValue>
  }

  /// The unit that rows are aligned to, in bytes.
  static let word = RowLayout.word

  /// Makes a chunk of rows that lie one behind another.
  ///
  /// - Parameter blocks: the blocks of the rows' fields; the chunk takes over a reference to each.
  static func make(
    _ rows: UnsafeRawBufferPointer, blocks: UnsafeBufferPointer<Unmanaged<FieldBlock>>, values: ContiguousArray<SlotValue>,
    owner: AnyObject
  ) -> RowChunk {
    let buffer = RowChunk.create(minimumCapacity: rows.count / word + blocks.count) { _ in
      Header(owner: owner, size: rows.count, blockCount: blocks.count, values: values)
    }
    let chunk = unsafeDowncast(buffer, to: RowChunk.self)
    chunk.withUnsafeMutablePointerToElements { elements in
      UnsafeMutableRawBufferPointer(start: elements, count: rows.count).copyMemory(from: rows)
    }
    _ = UnsafeMutableBufferPointer(mutating: chunk.blocks).initialize(fromContentsOf: blocks)
    return chunk
  }

  deinit {
    for block in blocks {
      #if RELAY_THREAD_SANITIZER
        block._withUnsafeGuaranteedRef { $0.noteRelease() }
      #endif
      block.release()
    }
  }

  /// The blocks of the rows' fields.
  private var blocks: UnsafeBufferPointer<Unmanaged<FieldBlock>> {
    withUnsafeMutablePointers { header, elements in
      let start = (UnsafeMutableRawPointer(elements) + header.pointee.size).assumingMemoryBound(to: Unmanaged<FieldBlock>.self)
      return UnsafeBufferPointer(start: start, count: header.pointee.blockCount)
    }
  }

  /// The block of a row's fields; `nil` for a row without fields and identity.
  func block(of row: RowPointer) -> FieldBlock? {
    blocks.first { $0._withUnsafeGuaranteedRef { $0.contains(row.header.fields) } }?.takeUnretainedValue()
  }

  /// The row `offset` bytes after the first one.
  @inline(__always)
  func row(at offset: Int) -> Row { Row(chunk: self, pointer: pointer(at: offset)) }

  /// The row `offset` bytes after the first one, valid as long as the chunk.
  @inline(__always)
  func pointer(at offset: Int) -> RowPointer {
    assert(offset >= 0 && offset < header.size, "the chunk ends before the row")
    return withUnsafeMutablePointerToElements { RowPointer(UnsafeMutableRawPointer($0) + offset) }
  }

  @inline(__always)
  func value(at index: Int) -> SlotValue { withUnsafeMutablePointerToHeader { $0.pointee.values[index] } }

  var owner: AnyObject { withUnsafeMutablePointerToHeader { $0.pointee.owner } }
}
