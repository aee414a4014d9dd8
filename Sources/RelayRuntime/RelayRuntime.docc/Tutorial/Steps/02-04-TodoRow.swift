import RelayRuntime
import SwiftUI

struct TodoRow: View {
  @Fragment<TodoRow_todo> var todo

  var body: some View {
    if let todo {
      Text(todo.complete ? "☑ \(todo.text)" : "☐ \(todo.text)")
    }
  }
}
