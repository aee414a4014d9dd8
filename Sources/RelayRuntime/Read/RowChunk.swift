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
