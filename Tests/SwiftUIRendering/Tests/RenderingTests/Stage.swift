import SwiftUI
import Testing

@testable import RelayRuntime

/// The setting of a scenario: environments that the test answers, and the views shown. Nothing may remain at the end.
@MainActor
final class Stage {
  /// The environment of views that are shown without another one. Its store keeps no released data.
  let mock = Stage.makeMock()
  private var hosts: [Host] = []
  private var seeds: [RelayDisposable] = []
  private var environments: [MockEnvironment]

  private init() { environments = [mock] }

  private static func makeMock() -> MockEnvironment {
    MockEnvironment(store: RelayStore(configuration: RelayStore.Configuration(releaseBufferSize: 0)))
  }

  /// Runs a scenario. Then it removes the views from the screen and counts what they have left behind.
  static func play(at location: SourceLocation = #_sourceLocation, _ scenario: (Stage) async throws -> Void) async throws {
    Alive.clear()
    RuntimeIssues.clear()
    let stage = Stage()
    try await scenario(stage)
    stage.hosts.forEach { $0.remove() }
    stage.hosts = []
    stage.seeds.forEach { $0.dispose() }
    await stage.settle(until: { Alive.count == 0 && stage.isIdle })
    #expect(Alive.count == 0, "handles are left", sourceLocation: location)
    for mock in stage.environments {
      #expect(mock.environment.retainedOperations == [], "queries are left", sourceLocation: location)
      #expect(mock.pendingOperations.map(\.request.operationName) == [], "operations are left", sourceLocation: location)
    }
    #expect(RuntimeIssues.messages == [], sourceLocation: location)
  }

  private var isIdle: Bool {
    environments.allSatisfy { $0.pendingOperations.isEmpty && $0.environment.retainedOperations.isEmpty }
  }

  /// Another environment.
  func another() -> MockEnvironment {
    let mock = Stage.makeMock()
    environments.append(mock)
    return mock
  }

  // MARK: Views

  /// Shows a view without an environment.
  func showAlone(@ViewBuilder _ view: @escaping () -> some View) -> Host {
    let host = Host(view)
    hosts.append(host)
    host.render()
    return host
  }

  /// Shows a view in the environment.
  func show(@ViewBuilder _ view: @escaping () -> some View) -> Host {
    let environment = mock.environment
    return showAlone { view().relayEnvironment(environment) }
  }

  /// Shows a screen whose query is answered, and resets the evaluation counts.
  func showScreen(_ view: @escaping () -> Screen = { Screen(id: "u1") }) async throws -> Host {
    let host = show(view)
    try await mock.resolve(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
    await settle()
    host.clearEvaluations()
    return host
  }

  /// Recreates the root views, as a change above them does.
  func renderAgain() async {
    for host in hosts {
      host.clearEvaluations()
      host.render()
    }
    await settle()
  }

  /// Lets changes reach the screen.
  func settle() async {
    for _ in 0..<100 {
      await MockEnvironment.settle()
      guard hosts.contains(where: { $0.update() }) else { return }
    }
    Issue.record("The views do not come to rest.")
  }

  /// Lets changes reach the screen until a condition is true.
  /// - Returns: whether it became true.
  @discardableResult
  func settle(until condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + HangGuard.time
    while ContinuousClock.now < deadline {
      await settle()
      if condition() { return true }
      await Task.yield()
    }
    return false
  }

  /// Lets changes reach the screen until it shows the expected texts.
  func settle(_ host: Host, until texts: [String], at location: SourceLocation = #_sourceLocation) async {
    await settle(until: { host.texts == texts })
    #expect(host.texts == texts, sourceLocation: location)
  }

  // MARK: Data

  static let page = ["List of u1", "Buy milk", "[Rename t1]", "Feed the cat", "[Rename t2]", "[More]"]

  /// Writes a user's list to the store and retains it.
  func seed(_ todos: [(String, String)], for id: String = "u1", hasNext: Bool = false) throws {
    let operation = CurrentUserToDoListQuery(id: id)
    let items = todos.map { ToDoPayloads.todo($0.0, $0.1) }
    let list = ToDoPayloads.todos(items, end: items.isEmpty ? nil : "c9", hasNext: hasNext)
    seeds.append(mock.environment.retain(operation))
    try mock.environment.commitPayload(operation, ["user": ToDoPayloads.user(id, todos: list)])
  }

  /// A user's data, with the references to its fragments.
  func user(_ id: String = "u1") throws -> CurrentUserToDoListQuery.Data.User_user {
    try #require(mock.environment.read(CurrentUserToDoListQuery(id: id))?.user)
  }

  /// References to the items of a user's list.
  func items(_ id: String = "u1") throws -> [ToDoItem_todo] {
    let list = try #require(FragmentHandle(ToDoList_user(fragmentPointer: try user(id).fragment_ToDoList_user)).data)
    return (list.todos ?? []).map { ToDoItem_todo(fragmentPointer: $0.fragment_ToDoItem_todo) }
  }
}

extension RelayEnvironment {
  /// The names of the operations whose data is retained.
  fileprivate var retainedOperations: [String] {
    store.state.withLock { $0.retention.roots.values.map(\.operation.definition.name) }.sorted()
  }
}
