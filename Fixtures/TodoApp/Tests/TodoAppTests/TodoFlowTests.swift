import Foundation
import RelayDurableStore
import RelayRuntime
import TerminalUI
import Testing
import TodoServer

@testable import TodoApp

/// The app from its views to the server: what each action shows, immediately and in the end, and which views are
/// evaluated.
@MainActor
struct TodoFlowTests {
  private let server = TodoServer(todos: (1...12).map { "to-do \($0)" })
  private let gate = Gate()
  private let screen = Screen(CurrentUserToDoList())
  private let environment: RelayEnvironment

  init() {
    environment = RelayEnvironment(network: GatedNetwork(base: server.network(), gate: gate))
  }

  /// Runs `body` with the list's first page on the screen, while requests are held back.
  private func withList(_ body: () async throws -> Void) async throws {
    try await RelayEnvironment.withCurrent(environment) {
      try await screen.wait(for: "the list", settle: MockEnvironment.settle) { $0.text.contains("to-do 1") }
      gate.close()
      try await body()
    }
  }

  private func wait(for text: String) async throws -> Screen.Update {
    try await screen.wait(for: text, settle: MockEnvironment.settle) { $0.text.contains(text) }
  }

  private var rows: [String] {
    screen.lines().map(\.text).filter { $0.hasPrefix("☐") || $0.hasPrefix("☑") }
  }

  @Test func loads() async throws {
    gate.close()
    try await RelayEnvironment.withCurrent(environment) {
      #expect(screen.update().evaluated.map(\.name) == ["CurrentUserToDoList"])
      #expect(screen.text == "Loading…")
      gate.open()
      let update = try await wait(for: "to-do 1")
      #expect(rows == ["☐ to-do 1", "☐ to-do 2", "☐ to-do 3", "☑ to-do 4", "☐ to-do 5"])
      #expect(screen.text.hasPrefix("To-do list of Ada: 3 of 12 done\n"))
      #expect(update.untouchedCount == 0)
    }
  }

  /// What the screen shows after a start with a network, in a process whose store is in a folder.
  ///
  /// - Parameter use: what is done then.
  private func start(
    _ network: any RelayNetwork, in folder: URL, _ use: (Screen, RelayEnvironment) async throws -> Void = { _, _ in }
  ) async throws -> String {
    let store = try await RelayStore.open(DurableFolder(folder))
    let environment = RelayEnvironment(network: network, store: store)
    let text = try await RelayEnvironment.withCurrent(environment) {
      let screen = Screen(CurrentUserToDoList())
      try await screen.wait(for: "an end", settle: MockEnvironment.settle) { $0.text.contains("to-do 1") || $0.text.contains("Error") }
      try await use(screen, environment)
      return screen.text
    }
    await store.suspend()
    return text
  }

  private static let offline = FetchNetwork { _ in throw URLError(.notConnectedToInternet) }

  @Test func startsOfflineWithWhatTheLastProcessHad() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("TodoApp-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let shown = try await start(server.network(), in: folder)
    let offline = try await start(TodoFlowTests.offline, in: folder)
    #expect(offline.contains("☐ to-do 1") && offline == shown)
  }

  /// The server executes a mutation, and its answer is lost: nothing of it is on disk, and the next answer brings it.
  @Test func keepsNothingOfAnAnswerThatWasLost() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("TodoApp-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let shown = try await start(server.network(), in: folder)
    let losing = FetchNetwork { [server, gate] request in
      _ = await server.execute(request.text ?? "", operationName: request.operationName, variables: request.variables)
      try await gate.pass()
      throw URLError(.networkConnectionLost)
    }
    gate.close()
    _ = try await start(losing, in: folder) { screen, environment in
      try screen.tap("to-do 1")
      try await screen.wait(for: "☑ to-do 1", settle: MockEnvironment.settle) { $0.text.contains("☑ to-do 1\n") }
      try await environment.store.flush()
      gate.open()
      try await screen.wait(for: "☐ to-do 1", settle: MockEnvironment.settle) { $0.text.contains("☐ to-do 1\n") }
    }
    #expect(try await start(TodoFlowTests.offline, in: folder) == shown)
    let back = try await start(server.network(), in: folder) { screen, _ in
      try screen.tap("Refresh")
      try await screen.wait(for: "☑ to-do 1", settle: MockEnvironment.settle) { $0.text.contains("☑ to-do 1\n") }
    }
    #expect(back.contains("4 of 12 done"))
  }

  @Test func loadsTheNextPages() async throws {
    try await withList {
      try screen.tap("Load more…")
      let loading = try await wait(for: "Loading…")
      #expect(loading.evaluated.map(\.name) == ["ToDoList"])
      #expect(rows.count == 5)
      gate.open()
      // The end of the load may reach the view after its data.
      let loaded = try await screen.wait(for: "the next page", settle: MockEnvironment.settle) {
        $0.text.contains("to-do 10") && $0.text.contains("Load more…")
      }
      #expect(rows.count == 10)
      let evaluated = loaded.evaluated.map(\.firstLine).filter { $0.hasPrefix("☐") || $0.hasPrefix("☑") }
      #expect(evaluated == ["☐ to-do 6", "☐ to-do 7", "☑ to-do 8", "☐ to-do 9", "☐ to-do 10"])
      try screen.tap("Load more…")
      try await screen.wait(for: "the last page") { $0.text.contains("to-do 12") && !$0.text.contains("Loading…") }
      #expect(rows.count == 12)
      #expect(!screen.text.contains("Load more…"))
    }
  }

  @Test func completesAtOnceAndCountsWithTheAnswer() async throws {
    try await withList {
      try screen.tap("to-do 2")
      let optimistic = try await wait(for: "☑ to-do 2")
      #expect(optimistic.evaluated.map(\.firstLine) == ["☑ to-do 2"])
      #expect(screen.text.contains("3 of 12 done"))
      gate.open()
      let confirmed = try await wait(for: "4 of 12 done")
      #expect(confirmed.evaluated.map(\.name) == ["ToDoSummary"])
      #expect(rows[1] == "☑ to-do 2")
    }
  }

  @Test func addsAtOnceAndReplacesWhatItAddedByTheAnswer() async throws {
    try await withList {
      try screen.type("another", into: "New to-do")
      let optimistic = try await wait(for: "Saving…")
      #expect(rows.prefix(2) == ["☐ another", "☐ to-do 1"])
      #expect(optimistic.evaluated.map(\.name) == ["ToDoList", "ToDoItem", "NewToDo"])
      gate.open()
      _ = try await screen.wait(for: "the answer", settle: MockEnvironment.settle) { !$0.text.contains("Saving…") }
      #expect(rows.prefix(2) == ["☐ another", "☐ to-do 1"])
      #expect(rows.count == 6)
      #expect(screen.text.contains("3 of 13 done"))
      // It is now a to-do of the server, which can be completed like any other.
      try screen.tap("another")
      _ = try await wait(for: "4 of 13 done")
      #expect(rows.first == "☑ another")
    }
  }

  @Test func takesBackWhatTheServerRefuses() async throws {
    try await withList {
      let before = rows
      let text = String(repeating: "too long ", count: 10)
      try screen.type(text, into: "New to-do")
      _ = try await wait(for: "☐ too long")
      gate.open()
      _ = try await wait(for: "⚠ A to-do has at most 60 characters.")
      #expect(rows == before)
      #expect(screen.text.contains("3 of 12 done"))
      // The message disappears with the next attempt.
      try screen.type("shorter", into: "New to-do")
      _ = try await screen.wait(for: "no message") { !$0.text.contains("⚠") }
    }
  }

  @Test func takesBackWhatDidNotReachTheServer() async throws {
    try await withList {
      try screen.tap("to-do 2")
      _ = try await wait(for: "☑ to-do 2")
      gate.fail()
      _ = try await wait(for: "☐ to-do 2")
      #expect(rows[1] == "☐ to-do 2")
      gate.open()
      try screen.tap("to-do 2")
      _ = try await wait(for: "4 of 12 done")
    }
  }

  @Test func showsAfterARefetchWhatOthersHaveDone() async throws {
    try await withList {
      gate.open()
      let other = AnotherDevice(environment: RelayEnvironment(network: server.network()))
      #expect(try await other.completeFirst() == "to-do 1")
      #expect(rows.first == "☐ to-do 1")
      try screen.tap("Refresh")
      _ = try await wait(for: "4 of 12 done")
      #expect(rows == ["☑ to-do 1", "☐ to-do 2", "☐ to-do 3", "☑ to-do 4", "☐ to-do 5"])
      // Paging continues after the refetched page.
      try screen.tap("Load more…")
      _ = try await wait(for: "to-do 10")
      #expect(rows.count == 10)
    }
  }

  @Test func removesTheEdgesOfWhatIsDone() async throws {
    try await withList {
      gate.open()
      try screen.tap("Remove completed")
      let update = try await wait(for: "0 of 9 done")
      #expect(rows == ["☐ to-do 1", "☐ to-do 2", "☐ to-do 3", "☐ to-do 5"])
      #expect(Set(update.evaluated.map(\.name)) == ["ToDoList", "ToDoSummary"])
    }
  }

  @Test func saysWhyThereIsNoListAndTriesAgain() async throws {
    gate.fail()
    try await RelayEnvironment.withCurrent(environment) {
      _ = try await wait(for: "Error: HTTP status 503.")
      gate.open()
      try screen.tap("Try again")
      _ = try await wait(for: "to-do 1")
    }
  }

  @Test func theTourRuns() async throws {
    let lines = Guarded<[String]>([])
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("TodoApp-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var tour = try await Tour(
      network: TodoServer().network(latency: .milliseconds(100)), folder: folder,
      terminal: Terminal(isStyled: false) { line in lines.withLock { $0.append(line) } })
    try await tour.run()
    let text = lines.withLock { $0.joined(separator: "\n") }
    #expect(text.contains("At once: 1 of 15 views evaluated (ToDoItem)"))
    #expect(text.contains("⚠ A to-do has at most 60 characters."))
    #expect(text.contains("▸ To-do list of Ada: 0 of 8 done"))
    #expect(text.contains("Without a request: 7 of 7 views evaluated"))
  }
}

/// Holds requests back until a test releases them.
final class Gate: Sendable {

  private enum Position {
    case open, closed, failing
  }

  private let position = Guarded(Position.open)

  func open() { position.withLock { $0 = .open } }
  func close() { position.withLock { $0 = .closed } }
  func fail() { position.withLock { $0 = .failing } }

  func pass() async throws {
    while true {
      switch position.withLock({ $0 }) {
      case .open: return
      case .failing: throw RelayError.http(status: 503, body: "")
      case .closed: try await Task.sleep(for: .milliseconds(1))
      }
    }
  }
}

/// A network whose requests wait at a gate.
struct GatedNetwork<Base: RelayNetwork>: RelayNetwork {
  let base: Base
  let gate: Gate

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await gate.pass()
          for try await payload in base.execute(request) { continuation.yield(payload) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
