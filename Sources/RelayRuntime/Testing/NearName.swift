/// Finds the name that was probably meant.
enum NearName {
  /// The nearest of the names, the first in alphabetical order among several; `nil` if none is near.
  ///
  /// - Parameters:
  ///   - name: a name that is wrong or, if `isCertainlyWrong` is false, may be right elsewhere: then only one that differs in a slip of the
  ///     keyboard is near, so that `firstName` is not taken for `lastName`.
  ///   - names: the names that would be right.
  static func of(_ name: String, among names: some Collection<String>, isCertainlyWrong: Bool = true) -> String? {
    let length = name.utf8.count
    let limit = isCertainlyWrong ? max(1, length / 3) : length < 8 ? 1 : 2
    return names.map { (name: $0, distance: distance(name, $0)) }
      .filter { $0.distance <= limit && $0.distance < $0.name.utf8.count }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// How many bytes have to be inserted, removed, replaced or exchanged with the next, to make one name of the other (optimal string
  /// alignment).
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.utf8.prefix(64)), Array(second.utf8.prefix(64)))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
