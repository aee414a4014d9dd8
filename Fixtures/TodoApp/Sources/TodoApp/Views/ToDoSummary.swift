import RelayRuntime
import TerminalUI

/// The owner of the list, and how many to-dos are complete.
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
