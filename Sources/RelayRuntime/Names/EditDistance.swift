/// How far two texts are apart: how many bytes have to be inserted, removed, replaced or exchanged with the next, to make one of the other
/// (optimal string alignment).
///
/// `RelayRuntime` and `RelayCompilerCore` both contain this file; the compiler has a link to it.
struct EditDistance {
  // Rows of the table of distances, reused for the next texts.
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  /// - Returns: nil if the distance exceeds the limit.
  mutating func between(_ first: [UInt8], _ second: [UInt8], limit: Int) -> Int? {
    if row.count <= second.count {
      row = [Int](repeating: 0, count: second.count + 1)
      (beforeLast, last) = (row, row)
    }
    for j in 0...second.count { last[j] = j }
    for i in first.indices {
      row[0] = i + 1
      var smallest = row[0]
      for j in second.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] { best = min(best, beforeLast[j - 1] + 1) }
        row[j + 1] = best
        smallest = min(smallest, best)
      }
      if smallest > limit { return nil }
      // The oldest row is overwritten next.
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
