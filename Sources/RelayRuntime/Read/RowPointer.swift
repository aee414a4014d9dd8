/// A row in memory: its header, followed by its slots. All access to both goes through here; debug builds assert that a slot belongs to
/// the row.
///
/// Valid as long as the memory: that of a chunk, or that of a builder until another row is made.
///
/// `@safe`: a `Row` keeps its chunk, and a list keeps the chunks of its items. What makes rows names them by their offset, and asks for
/// their pointer each time. `RowBuilder` reserves memory for the header and all slots of the shape, which callers compare indices with, and
/// writes both; an inner row and its distance are in the same chunk.
@safe struct RowPointer: Equatable {
  private let memory: UnsafeMutablePointer<RowHeader>

  /// - Parameter memory: the address of the header, aligned to a word.
  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer) {
    assert(UInt(bitPattern: memory) % UInt(RowLayout.word) == 0, "a row begins at a word")
    unsafe self.memory = memory.assumingMemoryBound(to: RowHeader.self)
  }

  @inline(__always) var header: RowHeader {
    unsafeAddress { unsafe UnsafePointer(memory) }
    nonmutating unsafeMutableAddress { unsafe memory }
  }

  @inline(__always) var identity: RowIdentity { unsafe RowIdentity(address: UInt(bitPattern: memory)) }

  @inline(__always)
  static func == (left: RowPointer, right: RowPointer) -> Bool { left.identity == right.identity }

  /// The distance in bytes from the first row of the same chunk.
  func offset(from first: RowPointer) -> Int { unsafe UnsafeRawPointer(memory) - UnsafeRawPointer(first.memory) }

  /// Writes the header of a new row.
  @inline(__always)
  func initialize(to header: RowHeader) { unsafe memory.initialize(to: header) }

  /// A slot. There is one more than in the shape; see `RowBuilder.finish`.
  @inline(__always)
  subscript(slot: Int) -> RowSlot {
    get { unsafe slotAddress(slot).pointee }
    nonmutating set { unsafe slotAddress(slot).pointee = newValue }
  }

  @inline(__always)
  private func slotAddress(_ slot: Int) -> UnsafeMutablePointer<RowSlot> {
    assert(slot >= 0 && slot <= header.count, "a row with \(header.count) slots has no slot \(slot)")
    return unsafe UnsafeMutableRawPointer(memory + 1).assumingMemoryBound(to: RowSlot.self) + slot
  }

  /// The record's field that a slot of kind `field` refers to.
  @inline(__always)
  func field(at position: Int) -> Record.Field { header.fields[position] }

  /// The row that a slot of kind `inner` refers to.
  @inline(__always)
  func inner(_ slot: RowSlot) -> RowPointer {
    assert(slot.kind == .inner, "the slot has no row of the same chunk")
    return unsafe RowPointer(UnsafeMutableRawPointer(memory) + slot.position * RowLayout.word)
  }
}

/// Tells rows apart: the address of a row, through which nothing is read. Another row may get it once the row's chunk is gone.
struct RowIdentity: Hashable {
  fileprivate let address: UInt
}
