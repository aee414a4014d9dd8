import SwiftUI
import Testing

@testable import RelayRuntime

/// A query that is fetched again when it is stale, and says whether it is.
private struct FreshScreen: View {
  @Query<CurrentUserToDoListQuery>(refetchWhenStale: true) var query

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($query)
    Text(query.get(id: "u1").data?.user?.id ?? "…")
    Text(query.isStale ? "stale" : "fresh")
  }
}

/// The fragment of an object that no parent passes on.
private struct ObjectRow: View {
  @Fragment<ToDoItem_todo> var todo

  init(id: String?) { _todo = Fragment(id: id) }

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($todo)
    Text(todo?.text ?? "-")
  }
}

/// The same for a fragment that can be fetched.
private struct ObjectList: View {
  @PaginationFragment<ToDoList_user> var user

  init(id: String?) { _user = PaginationFragment(id: id) }

  var body: some View {
    let _ = Evaluations.note(Self.self)
    let _ = Alive.note($user)
    Text(user.map { "\($0.todos?.count ?? 0) items" } ?? "-")
    Button("fetch") { $user.refetch() }
    if user?.hasNext == true { Button("more") { $user.loadNext(1) } }
  }
}

extension RenderingTests {
  @Suite("Freshness") @MainActor
  struct Freshness {
    @Test("Stale queries are not fetched again while no scene is active, and at once when one is")
    func scenePause() async throws {
      try await Stage.play { stage in
        var phase = ScenePhase.active
        let environment = stage.mock.environment
        let host = stage.showAlone { FreshScreen().relayEnvironment(environment).environment(\.scenePhase, phase) }
        try await stage.mock.resolve(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
        await stage.settle(host, until: ["u1", "fresh"])
        for inactive in [ScenePhase.inactive, .background] {
          phase = inactive
          await stage.renderAgain()
          await stage.settle(until: { environment.mounted.isPaused })
          environment.store.invalidate(type: "Todo")
          await stage.settle(host, until: ["u1", "stale"])
          #expect(stage.mock.pendingOperations.isEmpty)
          phase = .active
          await stage.renderAgain()
          let operation = try await stage.mock.nextOperation(CurrentUserToDoListQuery.self)
          #expect(stage.mock.pendingOperations.count == 1)
          try await stage.mock.resolve(operation, data: ToDoPayloads.user)
          await stage.settle(host, until: ["u1", "fresh"])
        }
      }
    }

    @Test("Of two scenes, one active is enough")
    func twoScenes() async throws {
      try await Stage.play { stage in
        let environment = stage.mock.environment
        let host = stage.showAlone { FreshScreen().relayEnvironment(environment).environment(\.scenePhase, .background) }
        let other = stage.showAlone { Text("other").relayEnvironment(environment).environment(\.scenePhase, .active) }
        try await stage.mock.resolve(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
        await stage.settle(host, until: ["u1", "fresh"])
        #expect(other.texts == ["other"] && !environment.mounted.isPaused)
        environment.store.invalidate(type: "Todo")
        try await stage.mock.resolve(stage.mock.nextOperation(CurrentUserToDoListQuery.self), data: ToDoPayloads.user)
        await stage.settle(host, until: ["u1", "fresh"])
      }
    }

    @Test("The fragment of an object by its id: it arrives, changes, is another one, and none")
    func fragmentByID() async throws {
      try await Stage.play { stage in
        var id: String? = "t1"
        let host = stage.show { ObjectRow(id: id) }
        #expect(host.texts == ["-"])
        try stage.seed([("t1", "Tea"), ("t2", "Milk")])
        await stage.settle(host, until: ["Tea"])
        host.clearEvaluations()
        try stage.mock.environment.commitLocalUpdate { $0["t1"]?["text"] = "Coffee" }
        await stage.settle(host, until: ["Coffee"])
        #expect(host.evaluations(of: ObjectRow.self) == 1)
        host.clearEvaluations()
        try stage.mock.environment.commitLocalUpdate { $0["t2"]?["text"] = "Oat milk" }
        await stage.settle()
        #expect(host.evaluations(of: ObjectRow.self) == 0)
        id = "t2"
        await stage.renderAgain()
        #expect(host.texts == ["Oat milk"])
        #expect(Alive.count(of: FragmentHandle<ToDoItem_todo>.self) == 1)
        id = nil
        await stage.renderAgain()
        #expect(host.texts == ["-"])
        #expect(stage.mock.pendingOperations.isEmpty)
      }
    }

    @Test("A refetchable fragment of an object by its id is fetched when asked to, and loads its pages")
    func refetchableByID() async throws {
      try await Stage.play { stage in
        let host = stage.show { ObjectList(id: "u1") }
        #expect(host.texts == ["-", "[fetch]"])
        #expect(stage.mock.pendingOperations.isEmpty)
        host.press("fetch")
        try await stage.mock.resolve(
          stage.mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.page(ToDoPayloads.firstPage))
        await stage.settle(host, until: ["2 items", "[fetch]", "[more]"])
        host.press("more")
        try await stage.mock.resolve(stage.mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.secondPage)
        await stage.settle(host, until: ["3 items", "[fetch]"])
      }
    }
  }
}
