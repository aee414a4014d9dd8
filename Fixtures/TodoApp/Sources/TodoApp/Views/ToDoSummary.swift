import RelayRuntime
import TerminalUI

/// Whose list it is, and how much of it is done.
struct ToDoSummary: View {
  @Fragment<ToDoSummary_user> var user

  var body: some View {
    if let user {
      HStack {
        Text("To-do list of \(user.name):").bold()
        Text("\(user.completedCount) of \(user.totalCount) done")
      }
    }
  }
}
