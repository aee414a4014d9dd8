import RelayRuntime
import SwiftUI

struct TodoRow: View {
  @Fragment<TodoRow_todo> var todo
  @Mutation<ChangeTodoStatusMutation> var change

  var body: some View {
    if let todo {
      Button(todo.complete ? "☑ \(todo.text)" : "☐ \(todo.text)") {
        change.commit(
          input: ChangeTodoStatusInput(id: todo.id, complete: !todo.complete),
          optimisticResponse: .init(
            changeTodoStatus: .init(
              todo: .init(id: todo.id, complete: !todo.complete))))
      }
    }
  }
}
