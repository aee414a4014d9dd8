/// What a `@refetchable` fragment knows about its query: the query's name, the fragment's path in its result, and the pagination
/// variables.
///
/// For a fragment on a type with an `id`, `fragmentPathInResult` is `["node"]`; for one on `Query`, it is empty.
package struct RefetchMetadata: Sendable {
  /// The variables of one direction of pagination, such as `count` and `cursor` for `todos(first: $count, after: $cursor)`.
  package struct Variables: Sendable, Hashable {
    package var count: Name
    package var cursor: Name
  }
  /// The connection that the query pages, with its path in the fragment. A direction without variables cannot be paged.
  package struct Connection: Sendable {
    package var forward: Variables?
    package var backward: Variables?
    package var path: [Name]
  }
  /// The field that identifies the fragment's object, and the variable for it. For `node(id: $id)`, all three names are `id`.
  package struct Identifier: Sendable, Hashable {
    package var field: Name
    /// The name of the query's variable in Relay's artifacts: `nodeInterfaceIdVariableName` in the configuration.
    package var queryVariable: Name
    /// The variable that the generated query declares.
    package var variable: Name
  }
  package var connection: Connection?
  package var fragmentPathInResult: [Name]
  package var operation: Name
  package var identifier: Identifier?
  package var edgesFragment: Name?
}
