import Foundation
import RelayRuntime
import SwiftUI

struct TodosScreen: View {
  @Query<TodosQuery> var query

  var body: some View {
    switch query.get() {
    case .loading:
      ProgressView()
    case .failure(let error):
      Text(error.localizedDescription)
      Button("Try again") { query.retry() }
    case .success(let data):
      if let user = data?.user {
        Text("\(user.name): \(user.completedCount) of \(user.totalCount) done")
        List {
          ForEach(user.todos ?? []) { todo in
            Text(todo.complete ? "☑ \(todo.text)" : "☐ \(todo.text)")
          }
        }
      }
    }
  }
}
