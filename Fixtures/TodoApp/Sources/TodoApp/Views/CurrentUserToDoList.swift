import RelayRuntime
import TerminalUI

/// The screen: fetches everything that the views below it need, in one request, without knowing what that is.
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
