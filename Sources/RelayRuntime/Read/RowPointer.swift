/// A row in memory: its header, followed by its slots. All access to both goes through here; debug builds assert that a slot belongs to
/// the row.
///
/// Valid as long as the memory: that of a chunk, or that of a builder until another row is made.
struct RowPointer: Equatable {
  private let memory: UnsafeMutablePointer<RowHeader>

  /// - Parameter memory: the address of the header, aligned to a word.
  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer) {
    assert(UInt(bitPattern: memory) % UInt(RowLayout.word) == 0, "a row begins at a word")
    self.memory = memory.assumingMemoryBound(to: RowHeader.self)
  }

  @inline(__always) var header: RowHeader {
    _read { yield memory.pointee }
    nonmutating _modify { yield &memory.pointee }
  }

  @inline(__always) var address: UnsafeRawPointer { UnsafeRawPointer(memory) }

  /// Writes the header of a new row.
  @inline(__always)
  func initialize(to header: RowHeader) { memory.initialize(to: header) }

  /// A slot. There is one more than in the shape; see `RowBuilder.finish`.
  @inline(__always)
  subscript(slot: Int) -> RowSlot {
    get { slotAddress(slot).pointee }
    nonmutating set { slotAddress(slot).pointee = newValue }
  }

  @inline(__always)
  private func slotAddress(_ slot: Int) -> UnsafeMutablePointer<RowSlot> {
    assert(slot >= 0 && slot <= memory.pointee.count, "a row with \(memory.pointee.count) slots has no slot \(slot)")
    return UnsafeMutableRawPointer(memory + 1).assumingMemoryBound(to: RowSlot.self) + slot
  }

  /// The record's field that a slot of kind `field` refers to.
  @inline(__always)
  func field(at position: Int) -> Record.Field {
    assert(position >= FieldBlock.dataIDPosition, "the identity is in front of the fields, and nothing is in front of it")
    return memory.pointee.fields[position]
  }

  /// The row that a slot of kind `inner` refers to.
  @inline(__always)
  func inner(_ slot: RowSlot) -> RowPointer {
    assert(slot.kind == .inner, "the slot has no row of the same chunk")
    return RowPointer(UnsafeMutableRawPointer(memory) + slot.position * RowLayout.word)
  }
}
