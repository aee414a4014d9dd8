/// The identifiers in Swift source, found without parsing it: also those in comments and strings.
package enum SwiftWords {
  package static func all(in text: some StringProtocol) -> Set<String> {
    var words: Set<String> = []
    for word in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) where word.first?.isNumber == false {
      words.insert(String(word))
    }
    return words
  }

  /// Those between `#if` and its `#endif`, in all branches.
  package static func underConditions(in text: String) -> Set<String> {
    guard text.contains("#if") else { return [] }
    var words: Set<String> = []
    var depth = 0
    for line in text.split(whereSeparator: \.isNewline) {
      let start = line.drop { $0 == " " || $0 == "\t" }
      if start.hasPrefix("#if") {
        depth += 1
      } else if start.hasPrefix("#endif") {
        depth = max(0, depth - 1)
      } else if depth > 0, !start.hasPrefix("#else") {
        words.formUnion(all(in: line))
      }
    }
    return words
  }
}
