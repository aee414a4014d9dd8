// A view with its own state as in newer SDKs, where @State is a macro, with the macro expanded. The state is next to the runtime's
// property wrappers, and the view has an initializer.
import RelayRuntime
import SwiftUI

struct ExpandedStateView: View {
  var isEditing: Bool {
    @storageRestrictions(initializes: _isEditing)
    init { _isEditing = State(wrappedValue: newValue) }
    get { _isEditing.wrappedValue }
    nonmutating set { _isEditing.wrappedValue = newValue }
  }
  private var _isEditing: State<Bool>

  @Fragment<ToDoItem_todo> var todo
  @Mutation<RenameTodoMutation> var rename

  init(todo: Fragment<ToDoItem_todo>) {
    _todo = todo
    isEditing = false
  }

  var body: some View {
    Text(todo?.text ?? "")
    Button(isEditing ? "Done" : "Edit") { isEditing.toggle() }
  }
}
