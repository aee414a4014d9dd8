import RelayRuntime
import TerminalUI

/// Clears the list of what is done.
struct RemoveCompleted: View {
  /// The lists that the to-dos are in.
  let connections: [String]
  @Mutation<RemoveCompletedTodosMutation> var removeCompleted

  var body: some View {
    Button("Remove completed") { removeCompleted.commit(connections: connections) }
  }
}
