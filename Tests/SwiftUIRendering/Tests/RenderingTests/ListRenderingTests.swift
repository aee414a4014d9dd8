import SwiftUI
import Testing

@testable import RelayRuntime

extension RenderingTests {
  @Suite("Lists and items") @MainActor
  struct Lists {
    @Test("A change of one item evaluates only the view of that item")
    func oneItem() async throws {
      try await Stage.play { stage in
        let host = try await stage.showScreen()
        try stage.mock.environment.commitLocalUpdate { $0["t2"]?["text"] = "Feed the dog" }
        await stage.settle()
        #expect(host.texts.contains("Feed the dog"))
        #expect(host.evaluations(of: ItemRow.self) == 1)
        #expect(host.evaluations(of: ItemList.self) == 0)
        #expect(host.evaluations(of: Screen.self) == 0)
      }
    }

    @Test("A mutation in flight is visible where it was committed")
    func mutation() async throws {
      try await Stage.play { stage in
        let host = try await stage.showScreen()
        _ = Evaluations.takeRows()
        #expect(host.press("Rename t1"))
        await stage.settle()
        #expect(host.texts[1] == "Buy milk (saving)")
        #expect(host.evaluations(of: ItemRow.self) == 1)
        let data: JSON = ["renameTodo": ["todo": ["id": "t1", "text": "renamed"]]]
        try await stage.mock.resolve(RenameTodoMutation(id: "t1", text: "renamed"), data: data)
        await stage.settle(until: { host.texts[1] == "renamed" })
        #expect(host.texts[1] == "renamed")
        #expect(Evaluations.takeRows() == ["t1"])
        #expect(host.evaluations(of: ItemList.self) == 0)
      }
    }

    @Test("The next page evaluates the list and the new rows")
    func nextPage() async throws {
      try await Stage.play { stage in
        let host = try await stage.showScreen()
        #expect(host.press("More"))
        await stage.settle()
        #expect(host.texts.last == "Loading more")
        #expect(host.evaluations(of: ItemList.self) == 1)
        #expect(host.evaluations(of: ItemRow.self) == 0)
        try await stage.mock.resolve(stage.mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.secondPage)
        await stage.settle(host, until: Stage.page.dropLast() + ["Call home", "[Rename t3]"])
        #expect(host.evaluations(of: ItemRow.self) == 1)
        #expect(host.evaluations(of: Screen.self) == 0)
      }
    }

    @Test("Rows that move are not evaluated, and a removed row releases its handle")
    func reorder() async throws {
      try await Stage.play { stage in
        let host = try await stage.showScreen()
        let handles = Alive.count
        let todos = ToDoPayloads.todos([ToDoPayloads.todo("t2", "Feed the cat", true)], end: "c2", hasNext: true)
        try stage.mock.environment.commitPayload(CurrentUserToDoListQuery(id: "u1"), ["user": ToDoPayloads.user(todos: todos)])
        await stage.settle()
        #expect(host.texts == ["List of u1", "Feed the cat", "[Rename t2]", "[More]"])
        #expect(host.evaluations(of: ItemRow.self) == 0)
        #expect(Alive.count == handles - 2)
        let both = [ToDoPayloads.todo("t2", "Feed the cat", true), ToDoPayloads.todo("t1", "Buy milk")]
        let payload = ToDoPayloads.user(todos: ToDoPayloads.todos(both, end: "c2", hasNext: true))
        try stage.mock.environment.commitPayload(CurrentUserToDoListQuery(id: "u1"), ["user": payload])
        await stage.settle()
        #expect(host.texts == ["List of u1", "Feed the cat", "[Rename t2]", "Buy milk", "[Rename t1]", "[More]"])
        #expect(host.evaluations(of: ItemRow.self) == 1)
      }
    }

    @Test("Pull to refresh ends when the data has arrived", .enabled(if: Host.canPerform))
    func refresh() async throws {
      try await Stage.play { stage in
        let host = try await stage.showScreen()
        let refreshed = Task { await host.perform("refreshable") }
        let operation = try await stage.mock.nextOperation(ToDoListPaginationQuery.self)
        let todos = ToDoPayloads.todos([ToDoPayloads.todo("t1", "Buy oat milk")], end: nil, hasNext: false)
        try await stage.mock.resolve(operation, data: ToDoPayloads.page(todos))
        await refreshed.value
        await stage.settle()
        #expect(host.texts == ["List of u1", "Buy oat milk", "[Rename t1]"])
      }
    }

    @Test("A change evaluates one of 1,000 rows, and a next page only the new ones")
    func thousandRows() async throws {
      try await Stage.play { stage in
        try stage.seed((0..<1000).map { ("t\($0)", "item \($0)") }, hasNext: true)
        let host = stage.show { Screen(id: "u1") }
        await stage.settle()
        #expect(host.evaluations(of: ItemRow.self) == 1000)
        try stage.mock.environment.commitLocalUpdate { $0["t500"]?["text"] = "changed" }
        await stage.settle()
        #expect(host.evaluations(of: ItemRow.self) == 1)
        for page in 0..<3 {
          #expect(host.press("More"))
          let items = (0..<20).map { ToDoPayloads.todo("p\(page)-\($0)", "paged") }
          let todos = ToDoPayloads.todos(items, end: "c\(page)", hasNext: true)
          try await stage.mock.resolve(stage.mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.page(todos))
          await stage.settle(until: { host.texts.last == "[More]" })
          #expect(host.evaluations(of: ItemRow.self) == 20)
          #expect(host.texts.count == 2 + 2 * (1000 + 20 * (page + 1)))
        }
        #expect(host.evaluations(of: Screen.self) == 1)
      }
    }

    @Test("A different reference at the same position is followed by the same handle")
    func anotherReference() async throws {
      try await Stage.play { stage in
        try stage.seed([("t1", "one"), ("t2", "two")])
        let items = try stage.items()
        var index = 0
        let host = stage.show { ItemRow(todo: Fragment(items[index])) }
        #expect(host.texts.first == "one")
        index = 1
        await stage.renderAgain()
        #expect(host.texts.first == "two")
        #expect(Alive.count(of: FragmentHandle<ToDoItem_todo>.self) == 1)
        try stage.mock.environment.commitLocalUpdate { $0["t2"]?["text"] = "second" }
        await stage.settle()
        #expect(host.texts.first == "second")
      }
    }
  }

  @Suite("Actions that outlive their evaluation") @MainActor
  struct LateActions {
    @Test("They see what the view currently follows, and do not change it")
    func late() async throws {
      try await Stage.play { stage in
        try stage.seed([("t1", "one"), ("t2", "two")])
        let items = try stage.items()
        var index = 0
        let host = stage.show { LateRow(todo: Fragment(items[index])) }
        await stage.settle(until: { LateRow.action != nil })
        index = 1
        await stage.renderAgain()
        #expect(host.texts == ["two"])
        #expect(host.evaluations(of: LateRow.self) == 1)
        #expect(LateRow.action?() == "two")
        await stage.settle()
        #expect(host.texts == ["two"])
        #expect(host.evaluations(of: LateRow.self) == 0)
        LateRow.action = nil
      }
    }

    @Test("They have what the view was given last, though it has not read it and something else around it has changed since")
    func unread() async throws {
      try await Stage.play { stage in
        try stage.seed([("t1", "one"), ("t2", "two")])
        let items = try stage.items()
        var (index, phase) = (0, ScenePhase.active)
        let host = stage.show { ActionRow(todo: Fragment(items[index])).environment(\.scenePhase, phase) }
        index = 1
        await stage.renderAgain()
        #expect(host.evaluations(of: ActionRow.self) == 1)
        phase = .inactive
        await stage.renderAgain()
        #expect(host.evaluations(of: ActionRow.self) == 0)
        host.press("Rename")
        await stage.settle(until: { !stage.mock.pendingOperations.isEmpty })
        let operation = try #require(stage.mock.pendingOperations.first)
        #expect(operation.request.variables["id"] == "t2")
        try await stage.mock.resolve(operation, data: ["renameTodo": ["todo": ["id": "t2", "text": "renamed"]]])
      }
    }
  }

  // MARK: Handles that are passed on

  /// A view to which a handle is passed shows what the handle's owner follows; the owner is evaluated once for it.
  @Suite("Handles passed on") @MainActor
  struct PassedOn {
    @Test("A fragment's handle")
    func fragment() async throws {
      try await Stage.play { stage in
        try stage.seed([("t1", "one"), ("t2", "two")])
        let items = try stage.items()
        var index = 0
        let host = stage.show { PassingRow(todo: Fragment(items[index])) }
        #expect(host.texts == ["own: one", "passed on: one"])
        index = 1
        await stage.renderAgain()
        #expect(host.texts == ["own: two", "passed on: two"])
        #expect(host.evaluations(of: PassingRow.self) == 1)
        #expect(host.evaluations(of: ItemText.self) == 1)
        try stage.mock.environment.commitLocalUpdate { $0["t2"]?["text"] = "second" }
        await stage.settle()
        #expect(host.texts == ["own: second", "passed on: second"])
        #expect(host.evaluations(of: PassingRow.self) == 1)
        #expect(host.evaluations(of: ItemText.self) == 1)
      }
    }

    @Test("A query's handle")
    func query() async throws {
      try await Stage.play { stage in
        try stage.seed([], for: "u1")
        try stage.seed([], for: "u2")
        var id = "u1"
        let host = stage.show { PassingScreen(id: id) }
        await stage.settle()
        #expect(host.texts == ["own: u1", "status: u1"])
        id = "u2"
        await stage.renderAgain()
        #expect(host.texts == ["own: u2", "status: u2"])
        #expect(host.evaluations(of: PassingScreen.self) == 1)
        #expect(host.evaluations(of: QueryStatus.self) == 1)
        id = "u3"
        await stage.renderAgain()
        #expect(host.texts == ["own: none", "status: loading"])
        try await stage.mock.resolveMostRecentOperation(data: ["user": .null])
        await stage.settle()
        #expect(host.texts == ["own: none", "status: none"])
      }
    }

    @Test("A pagination handle")
    func list() async throws {
      try await Stage.play { stage in
        try stage.seed([("t1", "one")], for: "u1")
        try stage.seed([("t2", "two"), ("t3", "three")], for: "u2", hasNext: true)
        let lists = [try stage.user("u1"), try stage.user("u2")]
        var index = 0
        let host = stage.show { PassingList(user: lists[index].asFragment()) }
        #expect(host.texts == ["own: 1", "u1: 1, all"])
        index = 1
        await stage.renderAgain()
        #expect(host.texts == ["own: 2", "u2: 2, more"])
        #expect(host.evaluations(of: PassingList.self) == 1)
        #expect(host.evaluations(of: ListCount.self) == 1)
      }
    }

    @Test("A refetchable handle, which drops the refetch of the previous fragment")
    func refetchable() async throws {
      try await Stage.play { stage in
        try stage.seed([], for: "u1")
        try stage.seed([], for: "u2")
        let users = [try stage.user("u1"), try stage.user("u2")]
        var index = 0
        let host = stage.show { PassingRefetchable(user: users[index].asFragment()) }
        await stage.renderAgain()
        #expect(host.evaluations(of: PassingRefetchable.self) == 0)
        host.press("Refetch")
        await stage.settle()
        #expect(host.texts == ["own: u1", "u1: refetching", "[Refetch]"])
        index = 1
        await stage.renderAgain()
        #expect(host.texts == ["own: u2", "u2: idle", "[Refetch]"])
        #expect(host.evaluations(of: PassingRefetchable.self) == 1)
        #expect(host.evaluations(of: RefetchCount.self) == 1)
        // The refetch of the previous fragment ends without a visible effect.
        let nothing = ToDoPayloads.todos([], end: nil, hasNext: false)
        let former = try await stage.mock.nextOperation(ToDoListPaginationQuery.self)
        try await stage.mock.resolve(former, data: ToDoPayloads.page(nothing))
        await stage.settle()
        #expect(host.texts == ["own: u2", "u2: idle", "[Refetch]"])
        host.press("Refetch")
        let operation = try await stage.mock.nextOperation(ToDoListPaginationQuery.self)
        try await stage.mock.resolve(operation, data: ToDoPayloads.page(nothing, user: "u2"))
        await stage.settle(host, until: ["own: u2", "u2: idle", "[Refetch]"])
      }
    }

    @Test("A plural handle")
    func items() async throws {
      try await Stage.play { stage in
        try stage.seed([("t1", "one"), ("t2", "two"), ("t3", "three")])
        let items = try stage.items()
        var count = 2
        let host = stage.show { PassingRows(todos: PluralFragment(Array(items.prefix(count)))) }
        #expect(host.texts == ["own: 2", "one, two"])
        count = 3
        await stage.renderAgain()
        #expect(host.texts == ["own: 3", "one, two, three"])
        #expect(host.evaluations(of: PassingRows.self) == 1)
        #expect(host.evaluations(of: Texts.self) == 1)
        await stage.renderAgain()
        #expect(host.evaluations(of: PassingRows.self) == 0)
      }
    }

    @Test("A subscription's handle")
    func subscription() async throws {
      try await Stage.play { stage in
        let other = stage.another()
        var environment: RelayEnvironment? = stage.mock.environment
        let host = stage.showAlone { PassingChanges().relayEnvironment(environment) }
        let event: JSON = ["change": ["kind": "ADDED", "todo": ["id": "t1", "text": "New"]]]
        try await stage.mock.nextValue(stage.mock.nextOperation(TodoChangedSubscription.self), data: event)
        await stage.settle(host, until: ["own: ADDED", "passed on: ADDED"])
        environment = other.environment
        await stage.renderAgain()
        #expect(host.texts == ["own: none", "passed on: none"])
        #expect(host.evaluations(of: PassingChanges.self) == 1)
      }
    }
  }

  // MARK: Previews

  @Suite("Previews") @MainActor
  struct Previews {
    @Test("Previews answer with their payloads, combine several, and keep them")
    func previews() async throws {
      try await Stage.play { stage in
        let nobody = ToDoPayloads.todos([], end: nil, hasNext: false)
        let host = stage.showAlone {
          VStack {
            QueryPreview(CurrentUserToDoListQuery(id: "u1")) { data in
              if let user = data.user { ItemList(user: user.asFragment()) }
            }
            Screen(id: "u2")
          }
          .previewPayload(CurrentUserToDoListQuery(id: "u1"), ToDoPayloads.user)
          .previewPayload(CurrentUserToDoListQuery(id: "u2"), ["user": ToDoPayloads.user("u2", todos: nobody)])
        }
        await stage.settle()
        #expect(host.texts == Stage.page.dropFirst() + ["List of u2"])
        await stage.renderAgain()
        #expect(host.texts == Stage.page.dropFirst() + ["List of u2"])
      }
    }
  }
}
