/// Finds the few bytes of a text that need special handling, eight bytes at a time.
extension BorrowedBytes {
  /// The position of the first control character (below 0x20, or 0x7F) from `start` on; the number of bytes if there is none.
  func firstControlCharacter(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    var position = start
    while position + 8 <= count {
      let word = word(at: position)
      let deletes = word ^ (ones &* 0x7F)
      // The lowest set bit belongs to the first such byte; higher bits may also be set for other bytes.
      let found = ((word &- ones &* 0x20) & ~word | (deletes &- ones) & ~deletes) & high
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < count {
      if self[position] < 0x20 || self[position] == 0x7F { return position }
      position += 1
    }
    return count
  }

  /// Whether the byte occurs.
  func hasByte(_ byte: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = 0
    while position + 8 <= count {
      let word = word(at: position) ^ (ones &* UInt64(byte))
      if (word &- ones) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
      position += 8
    }
    while position < count {
      if self[position] == byte { return true }
      position += 1
    }
    return false
  }
}
