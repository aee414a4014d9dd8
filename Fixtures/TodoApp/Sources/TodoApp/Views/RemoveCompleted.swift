import RelayRuntime
import TerminalUI

/// Removes completed to-dos from the list.
struct RemoveCompleted: View {
  /// The store's id of the list that contains the to-dos.
  let connection: String
  @Mutation<RemoveCompletedTodosMutation> var removeCompleted

  var body: some View {
    Button("Remove completed") { removeCompleted.commit(connections: [connection]) }
  }
}
