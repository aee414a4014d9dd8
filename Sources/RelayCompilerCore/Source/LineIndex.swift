/// Lines and columns of one file, computed only when a diagnostic needs them.
///
/// Line terminators are those of the GraphQL specification, section 2.1.2: LF, CR LF, and CR alone.
package struct LineIndex: Sendable {
  private let starts: [Int]
  private let count: Int

  package init(_ bytes: [UInt8]) {
    var starts = [0]
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") {
        starts.append(position)
      } else if byte == UInt8(ascii: "\r") {
        if position < bytes.count, bytes[position] == UInt8(ascii: "\n") { position += 1 }
        starts.append(position)
      }
    }
    self.starts = starts
    count = bytes.count
  }

  /// The line and the column, both 1-based. The column counts UTF-8 bytes, as the Swift compiler does.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }

  /// The bytes of a 1-based line, including its terminator; empty if there is no such line.
  package func bytes(ofLine line: Int) -> Range<Int> {
    guard line >= 1, line <= starts.count else { return count..<count }
    return starts[line - 1]..<(line < starts.count ? starts[line] : count)
  }
}
