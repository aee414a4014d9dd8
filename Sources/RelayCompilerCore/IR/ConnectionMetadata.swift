/// What the connection handler and a fragment with pagination know about a field with `@connection`: its pagination variables, and the
/// path to it.
///
/// For `friends(first: $count, after: $cursor) @connection(key: "F_friends")` at the root of a fragment, `count` and `first` are `count`,
/// `cursor` and `after` are `cursor`, the direction is forward, and the path is `["friends"]`.
struct ConnectionMetadata: Sendable, Hashable {
  /// Forward with `first`, backward with `last`, bidirectional with both.
  enum Direction: String, Sendable { case forward, backward, bidirectional }
  /// The variable of the page size; nil for a literal, and for a bidirectional connection.
  var count: Name?
  var cursor: Name?
  var direction: Direction
  /// The response keys from the root of the definition to the connection; nil below a list.
  var path: [Name]?
  var isStream: Bool
  /// The variables of the four pagination arguments; nil if the argument is absent or a literal.
  var first: Name?
  var after: Name?
  var last: Name?
  var before: Name?
  /// The generated fragment on the edges, for prefetchable pagination.
  var edgesFragment: Name?
}

extension Name {
  /// The name of the generated fragment for the edges of a definition's connection, for prefetchable pagination.
  static func edgesFragment(of document: Name) -> Name { Name(document.string + "__edges") }
}

extension Value {
  /// The strings of a literal list; nil for other values.
  var stringList: [Name]? {
    guard case .constant(.list(let items)) = self else { return nil }
    return items.compactMap { item in
      if case .string(let string) = item { Name(string) } else { nil }
    }
  }
}
