import Foundation
import RelayRuntime

extension Scenario {
  @MainActor
  private static func todos(
    _ client: RelayEnvironment, _ query: TodosQuery
  ) async throws -> (query: QueryHandle<TodosQuery>, list: PaginationHandle<Todos_user>) {
    let handle = client.query(query)
    try await eventually("the first page") { handle.result.data?.viewer != nil }
    let list = PaginationHandle(handle.result.data?.viewer.fragments.todos_user)
    try await eventually("the list") { list.data?.todos != nil }
    return (handle, list)
  }

  @MainActor
  private static func texts(_ list: PaginationHandle<Todos_user>) -> [String] { list.data?.todos.map(\.text) ?? [] }

  static let mutations: [Scenario] = [
    Scenario("an edge appended and deleted, optimistically first", needs: [.post]) { @MainActor endpoint in
      let client = try endpoint.client()
      let (query, list) = try await Self.todos(client, TodosQuery(first: 100))
      let before = Self.texts(list)
      let connection = try list.data?.todos.__id ?? { throw Failure("the connection has no id") }()
      let text = "A to-do of \(endpoint.name) \(UUID().uuidString)"
      let optimistic: JSON = [
        "addTodo": ["todoEdge": ["cursor": "", "node": ["id": "optimistic", "text": .string(text), "done": false]]]
      ]
      let adding = Task {
        try await client.commit(
          AddTodoMutation(input: AddTodoInput(text: text), connections: [connection]), optimisticResponse: optimistic)
      }
      try await eventually("the new to-do at the end") { Self.texts(list) == before + [text] }
      let id = try await adding.value.addTodo.todoEdge.node.id
      try check(id != "optimistic", "the optimistic answer stays")
      try checkEqual(Self.texts(list), before + [text])
      let node = try await client.fetch(NodeQuery(id: id)).node
      try checkEqual(node?.asTodo?.text, text)
      let removed = try await client.commit(RemoveTodoMutation(id: id, connections: [connection]))
      try checkEqual(removed.removeTodo.removedId, id)
      try checkEqual(Self.texts(list), before)
      withExtendedLifetime(query) {}
    },

    Scenario("paging forward and back, refetch", needs: [.post]) { @MainActor endpoint in
      let client = try endpoint.client()
      let whole = try await Self.todos(client, TodosQuery(first: 100))
      let all = Self.texts(whole.list)
      try check(all.count >= 4, "there are \(all.count) to-dos")
      let (query, list) = try await Self.todos(try endpoint.client(), TodosQuery(first: 2))
      try checkEqual(Self.texts(list), Array(all[..<2]))
      try check(list.hasNext, "there is no next page")
      try await list.loadNext(1).value
      try checkEqual(Self.texts(list), Array(all[..<3]))
      while list.hasNext { try await list.loadNext(10).value }
      try checkEqual(Self.texts(list), all)
      let back = try await Self.todos(try endpoint.client(), TodosQuery(last: 1))
      try checkEqual(Self.texts(back.list), Array(all.suffix(1)))
      try check(back.list.hasPrevious, "there is no previous page")
      try await back.list.loadPrevious(2).value
      try checkEqual(Self.texts(back.list), Array(all.suffix(3)))
      var three = Generated.InputFields()
      three.set("first", 3)
      try await list.refetch(partial: three).value
      try checkEqual(Self.texts(list), Array(all[..<3]))
      withExtendedLifetime((whole, query, back)) {}
    },

    Scenario("refetching one object by its id", needs: [.post]) { @MainActor endpoint in
      let client = try endpoint.client()
      let (query, list) = try await Self.todos(client, TodosQuery(first: 1))
      let item = RefetchableHandle(list.data?.todos.first?.fragments.todo_item)
      try await item.refetch().value
      try check(item.data?.text.isEmpty == false, "the to-do has no text")
      withExtendedLifetime(query) {}
    },

    Scenario("a mutation changes what is shown", needs: [.post]) { @MainActor endpoint in
      let client = try endpoint.client()
      let handle = client.query(ViewerQuery())
      try await eventually("the viewer") { handle.result.data != nil }
      try await client.commit(RenameMutation(name: "Grace"))
      try checkEqual(handle.result.data?.viewer.name, "Grace")
      try await client.commit(RenameMutation(name: "reset"))
    },
  ]
}
