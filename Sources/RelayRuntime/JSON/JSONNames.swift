/// The bound on the names of members.
///
/// Names become keys of Swift dictionaries. To hash or compare a string that is not ASCII, Swift normalizes it, which sorts every run of
/// combining marks and takes the square of its length. So a run is bounded to 30 marks, as in Unicode's Stream-Safe Text Format (Unicode
/// Standard Annex #15, section 13); no language comes near that.
enum JSONNames {
  /// The largest number of combining marks in a row.
  static let maximumMarks = 30
  /// Shorter names, in bytes, cannot have more marks in a row.
  static let longestUnchecked = 2 * maximumMarks
}

extension JSONCursor {
  /// Whether every run of combining marks in the name at `index` is bounded.
  func isBoundedName(_ index: Int) -> Bool {
    if kind(index) == .string, unsafe bytes(index).allSatisfy({ $0 < 0x80 }) { return true }
    var marks = 0
    for scalar in string(index).unicodeScalars {
      // The first combining mark is U+0300.
      let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      marks = isMark ? marks + 1 : 0
      if marks > JSONNames.maximumMarks { return false }
    }
    return true
  }

  /// Whether that holds for all names in the value at `index`.
  func hasBoundedNames(_ index: Int) -> Bool {
    var ends: [(end: Int, isObject: Bool)] = []
    var position = index
    let end = next(index)
    while position < end {
      while let last = ends.last, last.end == position { ends.removeLast() }
      if ends.last?.isObject == true {
        guard unsafe bytes(position).count <= JSONNames.longestUnchecked || isBoundedName(position) else { return false }
        position += 1
      }
      let kind = kind(position)
      if kind == .object || kind == .array { ends.append((next(position), kind == .object)) }
      position += 1
    }
    return true
  }
}
