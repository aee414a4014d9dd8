/// Rows in one block of memory: those that one reading made for an object and the objects below it that are not in a list, or for some
/// items of a list and the objects below them.
///
/// Its memory contains `size` bytes of rows, and then `blockCount` references to blocks. It is completely written when the chunk is made,
/// and not changed afterwards; the unsafe expressions here rely on that.
///
/// A row keeps its chunk, and so the other rows in it. A chunk is therefore small (`RowBuilder.chunkSize`), and a reading that reuses an
/// earlier row refers to its chunk instead of copying it. Chunks refer only to older chunks, so there are no cycles.
final class RowChunk: ManagedBuffer<RowChunk.Header, UInt64> {
  /// The parts of a chunk apart from its rows.
  struct Header {
    /// Keeps shapes and contexts alive: the context with which the reading began, which keeps those of the fragments spread in its data,
    /// or the shape itself for rows that belong to no store.
    let owner: AnyObject
    /// The size of the rows in bytes. They are followed by the blocks that contain their fields; the chunk retains the
    /// blocks.
    let size: Int
    let blockCount: Int
    /// Values that are not in a record: lists, rows of other chunks, custom scalars, errors.
    let values: ContiguousArray<SlotValue>
  }

  /// The alignment of rows, in bytes.
  static let word = RowLayout.word

  /// Makes a chunk of consecutive rows.
  ///
  /// - Parameters:
  ///   - rows: valid during the call. Their size is a multiple of `word`.
  ///   - blocks: the blocks of the rows' fields, valid during the call; the chunk takes over one reference to each.
  ///   - values: what the slots of kind `value` refer to.
  ///   - owner: keeps shapes and contexts alive.
  static func make(
    _ rows: UnsafeRawBufferPointer, blocks: UnsafeBufferPointer<Unmanaged<FieldBlock>>, values: ContiguousArray<SlotValue>,
    owner: AnyObject
  ) -> RowChunk {
    let buffer = RowChunk.create(minimumCapacity: rows.count / word + blocks.count) { _ in
      Header(owner: owner, size: rows.count, blockCount: blocks.count, values: values)
    }
    // `create` makes an instance of the class on which it is called.
    let chunk = unsafe unsafeDowncast(buffer, to: RowChunk.self)
    unsafe chunk.withUnsafeMutablePointerToElements { elements in
      unsafe UnsafeMutableRawBufferPointer(start: elements, count: rows.count).copyMemory(from: rows)
    }
    _ = unsafe UnsafeMutableBufferPointer(mutating: chunk.blocks).initialize(fromContentsOf: blocks)
    return chunk
  }

  deinit {
    unsafe blocks.forEach { block in
      #if RELAY_THREAD_SANITIZER
        unsafe block._withUnsafeGuaranteedRef { $0.recordRelease() }
      #endif
      unsafe block.release()
    }
  }

  /// The blocks of the rows' fields.
  private var blocks: UnsafeBufferPointer<Unmanaged<FieldBlock>> {
    unsafe withUnsafeMutablePointers { header, elements in
      let start = unsafe (UnsafeMutableRawPointer(elements) + header.pointee.size).assumingMemoryBound(to: Unmanaged<FieldBlock>.self)
      return unsafe UnsafeBufferPointer(start: start, count: header.pointee.blockCount)
    }
  }

  /// The block of a row's fields; `nil` for a row without fields and identity.
  func block(of row: RowPointer) -> FieldBlock? {
    unsafe blocks.first { unsafe $0._withUnsafeGuaranteedRef { $0.contains(row.header.fields) } }?.takeUnretainedValue()
  }

  /// The row `offset` bytes after the first one.
  @inline(__always)
  func row(at offset: Int) -> Row { Row(chunk: self, pointer: pointer(at: offset)) }

  /// The row `offset` bytes after the first one, valid while the chunk exists.
  @inline(__always)
  func pointer(at offset: Int) -> RowPointer {
    assert(offset >= 0 && offset < header.size, "the chunk ends before the row")
    return unsafe withUnsafeMutablePointerToElements { unsafe RowPointer(UnsafeMutableRawPointer($0) + offset) }
  }

  @inline(__always)
  func value(at index: Int) -> SlotValue { unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee.values[index] } }

  var owner: AnyObject { unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee.owner } }
}
