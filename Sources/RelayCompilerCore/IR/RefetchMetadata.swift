/// What a `@refetchable` fragment knows about its query: the query's name, the fragment's path in its result, and the pagination
/// variables.
///
/// For a fragment on a type with an `id`, `fragmentPathInResult` is `["node"]`; for one on `Query`, it is empty.
struct RefetchMetadata: Sendable {
  /// The variables of one direction of pagination, such as `count` and `cursor` for `todos(first: $count, after: $cursor)`.
  struct Variables: Sendable, Hashable {
    var count: Name
    var cursor: Name
  }
  /// The connection that the query pages, with its path in the fragment. A direction without variables cannot be paged.
  struct Connection: Sendable {
    var forward: Variables?
    var backward: Variables?
    var path: [Name]
  }
  /// The field that identifies the fragment's object, and the variable for it. For `node(id: $id)`, all three names are `id`.
  struct Identifier: Sendable, Hashable {
    var field: Name
    /// The name of the query's variable in Relay's artifacts: `nodeInterfaceIdVariableName` in the configuration.
    var queryVariable: Name
    /// The variable that the generated query declares.
    var variable: Name
  }
  var connection: Connection?
  var fragmentPathInResult: [Name]
  var operation: Name
  var identifier: Identifier?
  var edgesFragment: Name?
}
