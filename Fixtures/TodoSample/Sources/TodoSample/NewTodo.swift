import Foundation
import RelayRuntime
import SwiftUI

/// A line to write a new to-do in. The row is in the list at once, before the server has answered, and goes if the server refuses it.
struct NewTodo: View {
  /// The list that the new to-do goes into, by its id in the store.
  let connection: String
  @Mutation<AddTodoMutation> var addTodo
  @State private var text = ""

  var body: some View {
    TextField("New to-do", text: $text).onSubmit {
      addTodo.commit(
        input: AddTodoInput(text: text), connections: [connection],
        optimisticResponse: .init(addTodo: .init(todo: .init(id: "new-\(UUID().uuidString)", text: text, complete: false))))
      text = ""
    }
    if let error = addTodo.error { Text(error.localizedDescription).foregroundStyle(.secondary) }
  }
}
