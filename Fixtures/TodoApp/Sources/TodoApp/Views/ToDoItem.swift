import RelayRuntime
import TerminalUI

/// One to-do; a tap completes it, or makes it incomplete again.
struct ToDoItem: View {
  @Fragment<ToDoItem_todo> var todo
  @Mutation<ChangeTodoStatusMutation> var changeStatus

  var body: some View {
    if let todo {
      HStack {
        Image(systemName: todo.complete ? "checkmark.square" : "square")
        Text(verbatim: todo.text).strikethrough(todo.complete)
      }.onTapGesture {
        changeStatus.commit(id: todo.id, complete: !todo.complete)
      }
    }
  }
}

extension Mutation<ChangeTodoStatusMutation>.Mutator {
  /// Marks a to-do as complete or incomplete immediately; the server's answer confirms it, and contains the user's new
  /// count.
  func commit(id: String, complete: Bool) {
    commit(
      input: ChangeTodoStatusInput(id: id, complete: complete),
      optimisticResponse: .init(changeTodoStatus: .init(todo: .init(id: id, complete: complete))))
  }
}
