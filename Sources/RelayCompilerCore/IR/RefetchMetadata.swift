/// What a refetchable fragment knows of its query: its name, where the fragment stands in its result, and which variables page it.
///
/// `fragmentPathInResult` of a fragment on a type with an `id` is `["node"]`; on `Query` it is empty.
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
    /// The query's variable as Relay's artifacts call it: `nodeInterfaceIdVariableName` of the configuration, whatever the query says.
    package var queryVariable: Name
    /// The query's variable.
    package var variable: Name
  }
  package var connection: Connection?
  package var fragmentPathInResult: [Name]
  package var operation: Name
  package var identifier: Identifier?
  package var edgesFragment: Name?
}
