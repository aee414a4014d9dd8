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
    let bytes = Array(name.utf8.prefix(64))
    var distance = EditDistance()
    return names.compactMap { name in
      distance.between(bytes, Array(name.utf8.prefix(64)), limit: min(limit, name.utf8.count - 1)).map { (name: name, distance: $0) }
    }.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }
}
