import RelayRuntime
import TerminalUI

/// Clears the list of what is done.
struct RemoveCompleted: View {
  /// The list that the to-dos are in, by its id in the store.
  let connection: String
  @Mutation<RemoveCompletedTodosMutation> var removeCompleted

  var body: some View {
    Button("Remove completed") { removeCompleted.commit(connections: [connection]) }
  }
}
