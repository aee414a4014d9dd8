import SwiftUI
import Testing

@testable import RelayRuntime

extension RenderingTests {
  /// What a view can show about its data, apart from the data itself.
  @Suite("Screens") @MainActor
  struct Screens {
    @Test("A placeholder shows while the query loads; a failure is shown and retried without its type")
    func placeholderAndFailure() async throws {
      try await Stage.play { stage in
        let host = stage.show { CarefulScreen(id: "u1") }
        #expect(host.texts == ["▒▒▒", "▒▒"])
        #expect(try stage.mock.mostRecentOperation().request.cacheConfig.metadata == ["screen": "careful"])
        try await stage.mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
        await stage.settle()
        #expect(host.texts.count == 2)
        #expect(host.texts.first?.hasPrefix("Sorry: ") == true)
        host.press("Try again")
        await stage.settle()
        #expect(host.texts == ["▒▒▒", "▒▒"])
        #expect(try stage.mock.mostRecentOperation().request.cacheConfig.metadata == ["screen": "careful"])
        try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
        await stage.settle()
        #expect(host.texts == ["user u1"])
      }
    }

    @Test("Failed pages and refetches are retried with the same request")
    func failedPages() async throws {
      try await Stage.play { stage in
        try stage.seed([("t1", "one")], hasNext: true)
        let user = try stage.user()
        let host = stage.show { FailingList(user: user.asFragment()) }
        for button in ["More", "Refetch"] {
          host.press(button)
          let request = try await stage.mock.nextOperation(ToDoListPaginationQuery.self).request
          try await stage.mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
          await stage.settle(until: { host.texts.contains("[Try again]") })
          host.press("Try again")
          let again = try await stage.mock.nextOperation(ToDoListPaginationQuery.self).request
          #expect(again.variables == request.variables)
          #expect(again.cacheConfig == request.cacheConfig)
          #expect(again.cacheConfig.metadata == (button == "More" ? ["page": "next"] : [:]))
          try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.secondPage)
          await stage.settle(until: { !host.texts.contains("[Try again]") })
          #expect(!host.texts.contains("[Try again]"))
          if button == "More" { #expect(host.texts.first == "2") }
          try stage.mock.environment.commitLocalUpdate { _ in }
        }
      }
    }

    @Test("A query reads its variables from a binding")
    func binding() async throws {
      try await Stage.play { stage in
        for id in ["u1", "u2", ""] { try stage.seed([], for: id) }
        let host = stage.show { SearchScreen() }
        #expect(host.texts == ["[u2]", "u1", "[clear]"])
        host.press("u2")
        await stage.settle()
        #expect(host.texts == ["[u2]", "u2", "[clear]"])
        host.press("clear")
        await stage.settle()
        #expect(host.texts == ["[u2]", "", "[clear]"])
      }
    }

    @Test("Polling pauses with the scene and ends with the view")
    func polling() async throws {
      try await Stage.play { stage in
        var phase = ScenePhase.active
        var isShown = true
        try stage.seed([])
        let host = stage.show { if isShown { PollingScreen().environment(\.scenePhase, phase) } }
        #expect(host.texts == ["u1"])
        for _ in 0..<3 {
          let operation = try await stage.mock.nextOperation(CurrentUserToDoListQuery.self)
          try await stage.mock.resolve(operation, data: ToDoPayloads.user)
          await stage.settle()
        }
        // A failure does not end polling.
        try await stage.mock.reject(stage.mock.nextOperation(CurrentUserToDoListQuery.self), RelayError.http(status: 503, body: ""))
        _ = try await stage.mock.nextOperation(CurrentUserToDoListQuery.self)
        phase = .background
        await stage.renderAgain()
        // Nothing is left that could make a request, but what tells the environment whether the scene is active.
        await stage.settle(until: { stage.mock.pendingOperations.isEmpty && Host.runningTasks <= 1 })
        #expect(stage.mock.pendingOperations.isEmpty)
        phase = .active
        await stage.renderAgain()
        _ = try await stage.mock.nextOperation(CurrentUserToDoListQuery.self)
        isShown = false
        await stage.renderAgain()
        await stage.settle(until: { stage.mock.pendingOperations.isEmpty })
        #expect(stage.mock.pendingOperations.isEmpty)
      }
    }

    @Test("A task ends when the data has arrived")
    func task() async throws {
      try await Stage.play { stage in
        let host = stage.show { ReadingScreen() }
        let operation = try await stage.mock.nextOperation(CurrentUserToDoListQuery.self)
        await stage.settle()
        #expect(host.texts.last == "reading")
        try await stage.mock.resolve(operation, data: ToDoPayloads.user)
        await stage.settle(host, until: ["u1", "read"])
      }
    }

    @Test("onNext is called for each event, in order")
    func events() async throws {
      try await Stage.play { stage in
        EventList.events = []
        let host = stage.show { EventList() }
        let operation = try await stage.mock.nextOperation(TodoChangedSubscription.self)
        for index in 0..<50 {
          try await operation.send(
            NetworkPayload(["data": ["change": ["kind": .string("\(index)"), "todo": ["id": "t1", "text": "New"]]]]))
        }
        await stage.settle(host, until: ["last: 49"])
        #expect(EventList.events == (0..<50).map { "\($0)" })
      }
    }
  }

  @Suite("Preloading") @MainActor
  struct Preloading {
    @Test("A query preloaded by a link is adopted without another request, and released with the path")
    func adoption() async throws {
      try await Stage.play { stage in
        let host = stage.show { Navigation() }
        host.press("Open")
        #expect(stage.mock.pendingOperations.count == 1)
        await stage.settle()
        #expect(host.texts == ["Loading", "[Back]"])
        #expect(stage.mock.pendingOperations.count == 1)
        try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
        await stage.settle()
        #expect(host.texts == ["Details of u1", "[Back]"])
        try stage.mock.environment.commitPayload(CurrentUserToDoListQuery(id: "u1"), ["user": .null])
        await stage.settle()
        #expect(host.texts == ["Details of nobody", "[Back]"])
        host.press("Back")
        await stage.settle()
        #expect(Alive.count == 0)
        stage.mock.environment.store.collectGarbage()
        #expect(stage.mock.environment.check(CurrentUserToDoListQuery(id: "u1")) == .missing)
      }
    }

    @Test("The answer or the failure may arrive before the view exists")
    func early() async throws {
      try await Stage.play { stage in
        let query = stage.mock.environment.preload(CurrentUserToDoListQuery(id: "u1"))
        try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
        let host = stage.show { Detail(preloaded: query) }
        #expect(host.texts == ["Details of u1"])
        let failing = stage.mock.environment.preload(CurrentUserToDoListQuery(id: "u2"))
        try await stage.mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
        let other = stage.show { Detail(preloaded: failing) }
        #expect(other.texts.first?.hasPrefix("Failed: ") == true)
        #expect(stage.mock.pendingOperations.isEmpty)
      }
    }

    @Test("The query of a link that starts nothing is fetched by the view")
    func unstarted() async throws {
      try await Stage.play { stage in
        let host = stage.show { Navigation() }
        #expect(stage.mock.pendingOperations.isEmpty)
        host.press("Link")
        await stage.settle()
        #expect(stage.mock.pendingOperations.count == 1)
        try await stage.mock.resolveMostRecentOperation(data: ToDoPayloads.user)
        await stage.settle()
        #expect(host.texts == ["Details of u1", "[Back]"])
      }
    }
  }
}
