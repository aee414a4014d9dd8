/// What a `@refetchable` fragment knows about its query: the query's name, the fragment's path in its result, and the pagination
/// variables.
///
/// For a fragment on a type with an `id`, `fragmentPathInResult` is `["node"]`; for one on `Query`, it is empty.
package struct RefetchMetadata: Sendable {
  package struct Variables: Sendable, Hashable {
    package var count: Name
    package var cursor: Name
  }
  package struct Connection: Sendable {
    package var forward: Variables?
    package var backward: Variables?
    package var path: [Name]
  }
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
