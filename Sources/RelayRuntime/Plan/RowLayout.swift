/// The size of rows: a header (`RowHeader`) followed by slots (`RowSlot`). Each shape stores the size of its rows.
enum RowLayout {
  /// The alignment of rows.
  static let word = MemoryLayout<UInt64>.stride
  /// Three pointers, three 32-bit numbers, a 16-bit number and a flag.
  static let header = 3 * MemoryLayout<UInt>.stride + 16
  static let slot = MemoryLayout<UInt32>.stride

  /// The size of a row in bytes. A connection has one more slot than its shape; see `RowBuilder.finish`.
  static func size(slots count: Int) -> Int { (header + (count + 1) * slot + word - 1) & ~(word - 1) }
}
