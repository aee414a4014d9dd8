/// The difference of two texts as `diff -u` prints it, with three lines of context.
enum TextDifference {
  static func unified(_ old: [UInt8], _ new: [UInt8], path: String) -> String {
    if old == new { return "" }
    let (oldLines, newLines) = (lines(of: old), lines(of: new))
    let changes = newLines.difference(from: oldLines)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    // Every line with its sign, and its number in both texts.
    var entries: [Entry] = []
    var (o, n) = (0, 0)
    while o < oldLines.count || n < newLines.count {
      if o < oldLines.count, removed.contains(o) {
        entries.append(Entry(sign: "-", line: oldLines[o], old: o, new: n))
        o += 1
      } else if n < newLines.count, inserted.contains(n) {
        entries.append(Entry(sign: "+", line: newLines[n], old: o, new: n))
        n += 1
      } else if o < oldLines.count, n < newLines.count {
        entries.append(Entry(sign: " ", line: oldLines[o], old: o, new: n))
        o += 1
        n += 1
      } else {
        break
      }
    }
    return "--- \(path)\n+++ \(path)\n" + hunks(of: entries)
  }

  private struct Entry {
    let sign: Character
    let line: ArraySlice<UInt8>
    let old: Int
    let new: Int
  }

  private static func hunks(of entries: [Entry]) -> String {
    let context = 3
    var text = ""
    var start = 0
    while let first = entries[start...].firstIndex(where: { $0.sign != " " }) {
      var last = first
      while let next = entries[(last + 1)...].firstIndex(where: { $0.sign != " " }), next - last <= 2 * context { last = next }
      let hunk = entries[max(start, first - context)..<min(entries.count, last + context + 1)]
      guard let begin = hunk.first else { break }
      let (oldCount, newCount) = (hunk.count { $0.sign != "+" }, hunk.count { $0.sign != "-" })
      text += "@@ -\(begin.old + (oldCount > 0 ? 1 : 0)),\(oldCount) +\(begin.new + (newCount > 0 ? 1 : 0)),\(newCount) @@\n"
      for entry in hunk {
        text += "\(entry.sign)\(String(decoding: entry.line, as: UTF8.self))"
        text += entry.line.last == UInt8(ascii: "\n") ? "" : "\n\\ No newline at end of file\n"
      }
      start = min(entries.count, last + 1)
    }
    return text
  }

  /// The lines with their line feeds. They are compared by bytes.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }
}
