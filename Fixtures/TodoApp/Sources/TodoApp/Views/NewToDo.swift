import Foundation
import RelayRuntime
import TerminalUI

/// A line to write a new to-do in.
struct NewToDo: View {
  /// The list that the new to-do goes into, by its id in the store.
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
    } else if let error = addTodo.error {
      HStack {
        Image(systemName: "exclamationmark.triangle")
        Text(error.explanation).foregroundColor(.red)
      }
    }
  }
}

extension Mutation<AddTodoMutation>.Mutator {
  /// Adds a to-do and shows it at once, under an id of its own making. The server's answer, or its error, takes the place of that.
  func commit(text: String, connection: String) {
    commit(
      input: AddTodoInput(text: text), connections: [connection],
      optimisticResponse: .init(addTodo: .init(todo: .init(id: "new-\(UUID().uuidString)", text: text, complete: false))))
  }
}
