// A view with a state of its own as newer SDKs have it, where @State is a macro: what the macro writes is written out. It stands beside
// the runtime's property wrappers, and the view has an initialiser.
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
