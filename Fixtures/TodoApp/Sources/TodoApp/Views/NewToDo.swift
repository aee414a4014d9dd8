import Foundation
import RelayRuntime
import TerminalUI

/// A text field for a new to-do.
struct NewToDo: View {
  /// The store's id of the list to which the new to-do is added.
  let connection: String
  @Mutation<AddTodoMutation> var addTodo
  @State private var text = ""

  var body: some View {
    TextField("New to-do", text: $text).onSubmit {
      addTodo.commit(text: text, connection: connection)
      text = ""
    }
    if addTodo.isInFlight {
      Text("Saving…").foregroundColor(.secondary)
    } else if let error = addTodo.failure?.error {
      HStack {
        Image(systemName: "exclamationmark.triangle")
        Text(error.explanation).foregroundColor(.red)
      }
    }
  }
}

extension Mutation<AddTodoMutation>.Mutator {
  /// Adds a to-do and shows it immediately under a temporary id. The server's answer, or its error, replaces it.
  func commit(text: String, connection: String) {
    commit(
      input: AddTodoInput(text: text), connections: [connection],
      optimisticResponse: .init(addTodo: .init(todo: .init(id: "new-\(UUID().uuidString)", text: text, complete: false))))
  }
}
