import Foundation
import RelayRuntime
import SwiftUI

/// A text field for a new to-do. The row appears immediately, before the server has answered, and disappears if the server rejects it.
struct NewTodo: View {
  /// The store's id of the list to which the new to-do is added.
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
    if let failure = addTodo.failure { Text(failure.message).foregroundStyle(.secondary) }
  }
}
