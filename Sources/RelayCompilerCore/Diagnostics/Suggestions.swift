/// Finds names that are close to an unknown one, for "Did you mean …?".
///
/// The distance is the Damerau–Levenshtein distance, ignoring case; a difference in case alone counts as one. A name is close if its
/// distance is at most two fifths of the length of the unknown name plus one, and at most one more than that of the closest name.
package enum Suggestions {
  /// The longest list that is searched for every diagnostic.
  static let shortList = 100
  /// The number of diagnostics of one stage for which longer lists are searched. More of them usually share one cause.
  static let longSearches = 20

  /// The closest of `candidates`: at most five, sorted by distance and then by name.
  package static func closest(to text: String, among candidates: some Sequence<String>) -> [String] {
    guard var search = Search(text) else { return [] }
    for candidate in candidates { candidate.withBytes { search.consider($0, candidate) } }
    return search.result
  }

  package static func closest(to name: Name, among candidates: some Sequence<Name>) -> [String] {
    guard var search = Search(name.string) else { return [] }
    for candidate in candidates { candidate.withBytes { search.consider($0, candidate.string) } }
    return search.result
  }

  /// `. Did you mean 'a', 'b' or 'c'?`, to append to a message without a full stop. Empty if there are no names.
  package static func sentence(_ names: [String], prefix: String = "") -> String {
    guard let last = names.last else { return "" }
    let quoted = names.dropLast().map { "'\(prefix)\($0)'" }.joined(separator: ", ")
    return ". Did you mean \(quoted.isEmpty ? "" : quoted + " or ")'\(prefix)\(last)'?"
  }

  /// The close names or, if there are none, all of a short list: `. Its values are 'ASC' and 'DESC'`.
  ///
  /// - Parameter names: a lazy list, because of a long one only the first few are looked at.
  static func sentence(_ close: [String], kind: String, among names: some Sequence<Name>) -> String {
    guard close.isEmpty else { return sentence(close) }
    let names = Array(names.prefix(shownCandidates + 1))
    guard let last = names.last, names.count <= shownCandidates else { return "" }
    if names.count == 1 { return ". Its only \(kind) is '\(shown(last))'" }
    return ". Its \(kind)s are \(names.dropLast().map { "'\(shown($0))'" }.joined(separator: ", ")) and '\(shown(last))'"
  }

  /// The number of names up to which all of them are shown.
  private static let shownCandidates = 6

  private static func shown(_ name: Name) -> String { Diagnostic.shortened(name.string) }

  /// One search. It tracks the closest distance so far and gives up early on names that are further away.
  private struct Search {
    private let wanted: [UInt8]
    private let lowercasedWanted: [UInt8]
    /// Names at a greater distance are not suggested.
    private var threshold: Int
    private var found: [(distance: Int, name: String)] = []
    private var distances = EditDistance()

    init?(_ text: String) {
      wanted = Array(text.utf8)
      // A name of this length is unlikely to be a typo, and comparing it would take long.
      guard wanted.count <= 200 else { return nil }
      lowercasedWanted = wanted.map(\.lowercased)
      threshold = wanted.count * 2 / 5 + 1
    }

    mutating func consider(_ bytes: borrowing BorrowedBytes, _ name: @autoclosure () -> String) {
      guard abs(bytes.count - wanted.count) <= threshold, let distance = distance(bytes) else { return }
      found.append((distance, name()))
      // Only names at most one further away than the closest are suggested.
      threshold = min(threshold, distance + 1)
    }

    var result: [String] {
      let sorted = found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      guard let best = sorted.first?.distance else { return [] }
      var result: [String] = []
      for (distance, name) in sorted where distance <= best + 1 && result.count < 5 && result.last != name { result.append(name) }
      return result
    }

    /// nil if the distance exceeds `threshold`.
    private mutating func distance(_ other: borrowing BorrowedBytes) -> Int? {
      if other.array == wanted { return 0 }
      let lowercasedOther = other.array.map(\.lowercased)
      return lowercasedOther == lowercasedWanted ? 1 : distances.between(lowercasedWanted, lowercasedOther, limit: threshold)
    }
  }
}
