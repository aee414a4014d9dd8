import Combine
import Network
import OtherClient
import Packages
import RelayRuntime
import SwiftData

/// The names of this library with its module before them.
@MainActor struct TodoRow {
  @RelayRuntime.Fragment<TodoRow_todo> var todo
  @RelayRuntime.Mutation<RenameMutation> var rename

  var text: String { todo?.text ?? "-" }
}

@MainActor struct TodoList {
  @RelayRuntime.Query<TodosQuery> var query
  @RelayRuntime.Subscription<TodoChangedSubscription> var changes

  var texts: [String] {
    _ = changes.get()
    return (query.get().data?.todos ?? []).map { TodoRow(todo: $0.asFragment()).text }
  }
}

/// The same with the second names.
@MainActor struct OtherRow {
  @RelayFragment<TodoRow_todo> var todo
  @RelayMutation<RenameMutation> var rename

  var text: String { todo?.text ?? "-" }
}

@MainActor struct OtherList {
  @RelayQuery<TodosQuery> var query
  @RelaySubscription<TodoChangedSubscription> var changes

  var texts: [String] {
    _ = changes.get()
    return (query.get().data?.todos ?? []).map { OtherRow(todo: $0.asFragment()).text }
  }
}

func environment(_ network: any RelayNetwork, _ store: RelayStore) -> RelayEnvironment {
  RelayEnvironment(network: network, store: store)
}

let answer: RelayRuntime.JSON = ["todos": [["id": "1", "text": "Buy milk", "priority": "HIGH"]]]
