/// What a connection's handler and a paging fragment know of one field with `@connection`: which variables page it, and the path to it.
package struct ConnectionMetadata: Sendable, Hashable {
  package enum Direction: String, Sendable { case forward, backward, bidirectional }
  /// The name of the count's variable; nil for a literal.
  package var count: Name?
  package var cursor: Name?
  package var direction: Direction
  /// Response keys from the root of the definition; nil below a list.
  package var path: [Name]?
  package var isStream: Bool
  /// The names of the variables of the four paging arguments; nil for a literal or where absent.
  package var first: Name?
  package var after: Name?
  package var last: Name?
  package var before: Name?
  /// The generated fragment on the edges, with prefetchable pagination.
  package var edgesFragment: Name?
}

extension Name {
  /// The fragment that the edges of a document's connection become where they are loaded ahead.
  static func edgesFragment(of document: Name) -> Name { Name(document.string + "__edges") }
}

extension Value {
  /// The strings of a list literal of strings.
  var stringList: [Name]? {
    guard case .constant(.list(let items)) = self else { return nil }
    return items.compactMap { item in
      if case .string(let string) = item { Name(string) } else { nil }
    }
  }
}
