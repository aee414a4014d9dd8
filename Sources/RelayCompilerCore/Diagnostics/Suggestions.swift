/// "Did you mean": names that are close to one that is unknown.
///
/// Distance is Damerau and Levenshtein's on letters without case, a difference in case alone counting one. A name is close up to a
/// distance of two fifths of the length of what was written, and one, and only where no other is closer by more than one.
package enum Suggestions {
  /// The closest of `candidates`, nearest first and then by name, at most five.
  package static func closest(to text: String, among candidates: some Sequence<String>) -> [String] {
    let wanted = Array(text.utf8)
    // A name this long is no slip of the keyboard, and comparing it would take time.
    guard wanted.count <= 200 else { return [] }
    let threshold = wanted.count * 2 / 5 + 1
    var found: [(distance: Int, name: String)] = []
    for candidate in candidates {
      let bytes = Array(candidate.utf8)
      guard abs(bytes.count - wanted.count) <= threshold else { continue }
      if let distance = distance(wanted, bytes, threshold: threshold) { found.append((distance, candidate)) }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best = found.first?.distance else { return [] }
    var result: [String] = []
    for (distance, name) in found where distance <= best + 1 && result.count < 5 && result.last != name { result.append(name) }
    return result
  }

  package static func closest(to name: Name, among candidates: some Sequence<Name>) -> [String] {
    closest(to: name.string, among: candidates.lazy.map(\.string))
  }

  /// ` Did you mean 'a', 'b' or 'c'?`, empty where there is nothing to suggest.
  package static func text(_ names: [String], prefix: String = "") -> String {
    guard let last = names.last else { return "" }
    let quoted = names.dropLast().map { "'\(prefix)\($0)'" }.joined(separator: ", ")
    return " Did you mean \(quoted.isEmpty ? "" : quoted + " or ")'\(prefix)\(last)'?"
  }

  /// nil where it is more than `threshold`.
  private static func distance(_ a: [UInt8], _ b: [UInt8], threshold: Int) -> Int? {
    if a == b { return 0 }
    let a = a.map(lowercased)
    let b = b.map(lowercased)
    if a == b { return 1 }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [Int](repeating: 0, count: b.count + 1)
      row[0] = i + 1
      var smallest = row[0]
      for j in 0..<b.count {
        let cost = a[i] == b[j] ? 0 : 1
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + cost)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
        row[j + 1] = best
        smallest = min(smallest, best)
      }
      if smallest > threshold { return nil }
      beforeLast = last
      last = row
    }
    return last[b.count] <= threshold ? last[b.count] : nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
