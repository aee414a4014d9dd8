import RelayRuntime
import SwiftUI

/// One to-do. Only this view is evaluated when it changes.
struct TodoRow: View {
  @Fragment<TodoRow_todo> var todo
  @Mutation<ChangeTodoStatusMutation> var changeStatus

  var body: some View {
    if let todo {
      HStack {
        Button(todo.complete ? "Reopen" : "Done") {
          changeStatus.commit(
            input: ChangeTodoStatusInput(id: todo.id, complete: !todo.complete),
            optimisticResponse: .init(changeTodoStatus: .init(todo: .init(id: todo.id, complete: !todo.complete))))
        }
        .disabled(changeStatus.isInFlight)
        Text(todo.text).foregroundStyle(todo.complete ? .secondary : .primary)
      }
    }
  }
}
