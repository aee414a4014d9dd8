/// The size of rows: a header (`RowHeader`) followed by slots (`RowSlot`). Each shape stores the size of its rows.
enum RowLayout {
  /// The unit that rows are aligned to.
  static let word = MemoryLayout<UInt64>.stride
  /// Three pointers, three numbers of 32 bits, a number of 16 bits and a flag.
  static let header = 3 * MemoryLayout<UnsafeRawPointer>.stride + 16
  static let slot = MemoryLayout<UInt32>.stride

  /// The size of a row in bytes. A connection has one slot more than its shape; see `RowBuilder.finish`.
  static func size(slots count: Int) -> Int { (header + (count + 1) * slot + word - 1) & ~(word - 1) }
}
