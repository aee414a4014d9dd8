#if os(Linux)
  // Foundation has a type `Host`, too.
  import class Foundation.FileManager
  import struct Foundation.UUID
  import RelayDurableStore
  import RelayRuntime
  import SwiftUI
  import Testing
  import TodoServer

  @testable import TodoSample

  /// The app's screens, evaluated by the SwiftUI of the rendering tests, against the server.
  @Suite("The sample app") @MainActor
  struct TodoSampleTests {
    private let relay = RelayEnvironment(network: TodoServer().network())

    private func wait(_ host: Host, until condition: ([String]) -> Bool) async throws {
      // Only what hangs takes longer.
      let deadline = ContinuousClock.now + .seconds(1800)
      while ContinuousClock.now < deadline {
        host.update()
        if condition(host.texts) { return }
        try await Task.sleep(for: .milliseconds(1))
      }
      Issue.record("never shown: \(host.texts)")
    }

    @Test("The list has a placeholder, to-dos, and a next page")
    func list() async throws {
      let server = TodoServer()
      // The server answers only after the gate has been opened.
      let (gate, opener) = AsyncStream<Never>.makeStream()
      let network = FetchNetwork { request in
        for await _ in gate {}
        return NetworkPayload(
          await server.execute(request.text ?? "", operationName: request.operationName, variables: request.variables))
      }
      let relay = RelayEnvironment(network: network)
      let host = Host { TodoNavigation().relayEnvironment(relay) }
      host.render()
      #expect(host.texts.count { $0 == "[Done]" } == 3)
      opener.finish()
      try await wait(host) { $0.contains("Water the tomatoes") }
      #expect(!host.texts.contains("Plan the flying machine"))
      #expect(host.press("Load more…"))
      try await wait(host) { $0.contains("Plan the flying machine") }
      #expect(host.press("Done"))
      try await wait(host) { $0.contains("[Reopen]") }
    }

    @Test("The list of the last time is shown at the start, without a network")
    func offline() async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-sample-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      let store = try await RelayStore.open(DurableFolder(folder))
      try await RelayEnvironment(network: TodoServer().network(), store: store).fetch(TodoListScreenQuery())
      await store.suspend()
      let network = FetchNetwork { _ in throw RelayError.http(status: 503, body: "") }
      let host = Host { TodoRoot(network: network, folder: folder) }
      host.render()
      try await wait(host) { $0.contains("Water the tomatoes") }
    }

    @Test("Details are shown by the query that the tap started")
    func detail() async throws {
      let list = try await relay.fetch(TodoListScreenQuery())
      let id = try #require(list.user?.fragments.todoList_user.todos?.first?.id)
      let (relay, preloaded) = (relay, relay.preload(TodoDetailQuery(id: id)))
      let host = Host { TodoDetailScreen(preloaded: preloaded).relayEnvironment(relay) }
      host.render()
      try await wait(host) { $0.contains("It is not done yet.") }
    }
  }
#endif
