import RelayRuntime
import TerminalUI

/// The screen: fetches the data of all views below it in one request, without knowing what they select.
struct CurrentUserToDoList: View {
  @Query<CurrentUserToDoListQuery> var query

  var body: some View {
    switch query.get() {
    case .loading:
      Text("Loading…")
    case .failure(let error):
      Text("Error: \(error.explanation)").foregroundColor(.red)
      Button("Try again") { query.retry() }
    case .success(let data):
      if let user = data?.user {
        ToDoList(user: user.asFragment())
      }
    }
  }
}
