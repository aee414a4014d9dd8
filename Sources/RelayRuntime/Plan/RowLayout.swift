/// The size of rows: a header (`RowHeader`), followed by slots (`RowSlot`). Shapes store it, so that it is not computed for each row.
enum RowLayout {
  /// The unit that rows are aligned to.
  static let word = MemoryLayout<UInt64>.stride
  /// Three pointers, three numbers of 32 bits, a number of 16 bits and a flag.
  static let header = 3 * MemoryLayout<UnsafeRawPointer>.stride + 16
  static let slot = MemoryLayout<UInt32>.stride

  /// How many bytes a row takes. A connection has one slot more than its shape; see `RowBuilder.finish`.
  static func size(slots count: Int) -> Int { (header + (count + 1) * slot + word - 1) & ~(word - 1) }
}
