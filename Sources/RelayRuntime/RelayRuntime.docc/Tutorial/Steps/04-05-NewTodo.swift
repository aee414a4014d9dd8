import RelayRuntime
import SwiftUI

struct NewTodo: View {
  let connection: String
  @State private var text = ""
  @Mutation<AddTodoMutation> var add

  var body: some View {
    TextField("New to-do", text: $text)
      .onSubmit {
        add.commit(input: AddTodoInput(text: text), connections: [connection])
        text = ""
      }
    if let failure = add.failure {
      Text(failure.message)
      Button("Try again") { failure.retry() }
    }
  }
}
