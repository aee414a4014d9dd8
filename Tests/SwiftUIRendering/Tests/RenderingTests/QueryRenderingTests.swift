import SwiftUI
import Testing

@testable import RelayRuntime

extension RenderingTests {
  @Suite("Queries") @MainActor
  struct Queries {
    @Test("A query loads, shows its data, and evaluates nothing afterwards")
    func load() async throws {
      try await Stage.play { stage in
        let host = stage.show { Screen(id: "u1") }
        #expect(host.texts == ["Loading"])
        #expect(host.evaluations(of: Screen.self) == 1)
        #expect(stage.mock.pendingOperations.map(\.request.operationName) == ["CurrentUserToDoListQuery"])
        try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
        await stage.settle()
        #expect(host.texts == Stage.page)
        #expect(host.evaluations(of: Screen.self) == 1)
        #expect(host.evaluations(of: ItemList.self) == 1)
        #expect(host.evaluations(of: ItemRow.self) == 2)
        await stage.settle()
        #expect(host.evaluations(of: Screen.self) == 0)
      }
    }

    @Test("Evaluating a parent does not affect handles and views")
    func unrelatedChange() async throws {
      try await Stage.play { stage in
        let host = try await stage.showScreen()
        let handles = Alive.count
        await stage.renderAgain()
        #expect(host.texts == Stage.page)
        #expect(host.evaluations(of: Screen.self) == 0)
        #expect(host.evaluations(of: ItemList.self) == 0)
        #expect(host.evaluations(of: ItemRow.self) == 0)
        #expect(Alive.count == handles)
        #expect(stage.mock.pendingOperations.isEmpty)
      }
    }

    @Test("A new fetch key evaluates the screen; list and rows are not evaluated")
    func fetchKey() async throws {
      try await Stage.play { stage in
        var key = 0
        let host = try await stage.showScreen { Screen(id: "u1", fetchKey: key) }
        let handles = Alive.count
        key = 1
        await stage.renderAgain()
        #expect(host.texts == Stage.page)
        #expect(host.evaluations(of: Screen.self) == 1)
        #expect(host.evaluations(of: ItemList.self) == 0)
        #expect(host.evaluations(of: ItemRow.self) == 0)
        #expect(Alive.count == handles)
        #expect(stage.mock.pendingOperations.isEmpty)
      }
    }

    @Test("A query follows its variables back and forth with one handle")
    func variables() async throws {
      try await Stage.play { stage in
        var id = "u1"
        let host = try await stage.showScreen { Screen(id: id) }
        let kept = stage.mock.environment.retain(CurrentUserToDoListQuery(id: "u1"))
        defer { kept.dispose() }
        id = "u2"
        await stage.renderAgain()
        #expect(host.texts == ["Loading"])
        #expect(host.evaluations(of: Screen.self) == 1)
        let todos = ToDoPayloads.todos([ToDoPayloads.todo("t9", "Sleep")], end: nil, hasNext: false)
        try await stage.mock.resolve(CurrentUserToDoListQuery(id: "u2"), data: ["user": ToDoPayloads.user("u2", todos: todos)])
        await stage.settle()
        #expect(host.texts == ["List of u2", "Sleep", "[Rename t9]"])
        id = "u1"
        await stage.renderAgain()
        #expect(host.texts == Stage.page)
        #expect(stage.mock.pendingOperations.isEmpty)
        #expect(Alive.count(of: QueryHandle<CurrentUserToDoListQuery>.self) == 1)
      }
    }

    @Test("A failed query can be retried")
    func retry() async throws {
      try await Stage.play { stage in
        let host = stage.show { Screen(id: "u1") }
        try await stage.mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
        await stage.settle()
        #expect(host.texts.count == 2)
        #expect(host.texts.first?.hasPrefix("Failed: ") == true)
        #expect(host.press("Again"))
        await stage.settle()
        #expect(host.texts == ["Loading"])
        try await stage.mock.resolve(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
        await stage.settle()
        #expect(host.texts == Stage.page)
      }
    }

    @Test("Two views with one query make one request, even in the app's own property")
    func ownProperties() async throws {
      try await Stage.play { stage in
        let host = stage.show {
          VStack {
            OwnProperty(id: "u1")
            OwnProperty(id: "u1")
          }
        }
        #expect(stage.mock.pendingOperations.count == 1)
        try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
        await stage.settle()
        #expect(host.texts == ["user u1", "user u1"])
        try stage.mock.environment.commitPayload(CurrentUserToDoListQuery(id: "u1"), ["user": .null])
        await stage.settle()
        #expect(host.texts == ["user none", "user none"])
      }
    }
  }

  // MARK: Environments

  @Suite("Environments") @MainActor
  struct Environments {
    @Test("A view follows the environment of the hierarchy")
    func environments() async throws {
      try await Stage.play { stage in
        let other = stage.another()
        let kept = [stage.mock, other].map { $0.environment.retain(CurrentUserToDoListQuery(id: "u1")) }
        defer { kept.forEach { $0.dispose() } }
        var environment: RelayEnvironment? = stage.mock.environment
        let host = stage.showAlone { Screen(id: "u1").relayEnvironment(environment) }
        try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
        await stage.settle()
        environment = other.environment
        await stage.renderAgain()
        #expect(host.texts == ["Loading"])
        let todos = ToDoPayloads.todos([ToDoPayloads.todo("t1", "Elsewhere")], end: nil, hasNext: false)
        try await other.resolveMostRecentOperation(data: ["user": ToDoPayloads.user(todos: todos)])
        await stage.settle()
        #expect(host.texts == ["List of u1", "Elsewhere", "[Rename t1]"])
        host.press("Rename t1")
        await stage.settle()
        #expect(other.pendingOperations.map(\.request.operationName) == ["RenameTodoMutation"])
        #expect(stage.mock.pendingOperations.isEmpty)
        try await other.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
        await stage.settle(host, until: ["List of u1", "Elsewhere", "[Rename t1]"])
        environment = stage.mock.environment
        await stage.renderAgain()
        #expect(host.texts == Stage.page)
        environment = other.environment
        await stage.renderAgain()
        #expect(host.texts == ["List of u1", "Elsewhere", "[Rename t1]"])
        #expect(stage.mock.pendingOperations.isEmpty && other.pendingOperations.isEmpty)
        environment = nil
        await stage.renderAgain()
        #expect(host.texts.first == "Failed: \(RelayError.noEnvironment.errorDescription ?? "")")
      }
    }

    @Test("The current environment serves views without one in their hierarchy")
    func currentEnvironment() async throws {
      try await Stage.play { stage in
        try await RelayEnvironment.withCurrent(stage.mock.environment) {
          let host = stage.showAlone { Screen(id: "u1") }
          try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
          await stage.settle()
          #expect(host.texts == Stage.page)
        }
      }
    }

    @Test("Outside a view, the environment is not read")
    func outsideOfAView() async throws {
      try await Stage.play { stage in
        try await RelayEnvironment.withCurrent(stage.mock.environment) {
          let query = Query<CurrentUserToDoListQuery>()
          #expect(query.wrappedValue.get(id: "u1").isLoading)
          try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
          #expect(query.wrappedValue.get(id: "u1").data?.user?.id == "u1")
          #expect(RuntimeIssues.messages == [])
        }
      }
    }

    @Test("A modifier's mutation runs in the environment of the modified view")
    func modifier() async throws {
      try await Stage.play { stage in
        try stage.seed([("t1", "one")])
        let host = stage.show { Text("row").modifier(Renaming(id: "t1")) }
        #expect(host.texts == ["row", "[Rename]"])
        host.press("Rename")
        await stage.settle()
        #expect(host.texts == ["row", "saving"])
        let data: JSON = ["renameTodo": ["todo": ["id": "t1", "text": "renamed"]]]
        try await stage.mock.resolve(RenameTodoMutation(id: "t1", text: "renamed"), data: data)
        await stage.settle(host, until: ["row", "[Rename]"])
      }
    }
  }

  // MARK: Lifetime

  @Suite("Lifetime") @MainActor
  struct Lifetime {
    @Test("A removed view releases its handles and its data; when it returns, it starts over")
    func release() async throws {
      try await Stage.play { stage in
        var isShown = true
        let host = stage.show { if isShown { Screen(id: "u1") } }
        try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
        await stage.settle()
        #expect(host.texts == Stage.page)
        #expect(Alive.count == 6)
        isShown = false
        await stage.renderAgain()
        #expect(host.texts == [])
        #expect(Alive.count == 0)
        stage.mock.environment.store.collectGarbage()
        #expect(stage.mock.environment.check(CurrentUserToDoListQuery(id: "u1")) == .missing)
        isShown = true
        await stage.renderAgain()
        #expect(host.texts == ["Loading"])
        #expect(stage.mock.pendingOperations.count == 1)
        // Removed and back while the request is in flight.
        isShown = false
        await stage.renderAgain()
        isShown = true
        await stage.renderAgain()
        #expect(stage.mock.pendingOperations.count == 1)
        try await stage.mock.resolve(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
        await stage.settle()
        #expect(host.texts == Stage.page)
      }
    }

    @Test("A subscription shows its events and ends with its view")
    func subscription() async throws {
      try await Stage.play { stage in
        var isShown = true
        let host = stage.show { if isShown { Changes() } }
        #expect(host.texts == ["quiet"])
        await stage.settle(until: { stage.mock.pendingOperations.count == 1 })
        let event: JSON = ["change": ["kind": "ADDED", "todo": ["id": "t1", "text": "New"]]]
        try await stage.mock.nextValue(stage.mock.nextOperation(TodoChangedSubscription.self), data: event)
        await stage.settle(host, until: ["event: ADDED"])
        await stage.renderAgain()
        #expect(host.evaluations(of: Changes.self) == 0)
        isShown = false
        await stage.renderAgain()
        await stage.settle(until: { stage.mock.pendingOperations.isEmpty })
        #expect(stage.mock.pendingOperations.isEmpty)
      }
    }
  }
}
