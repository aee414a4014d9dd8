import RelayRuntime
import Synchronization
import TerminalUI
import Testing
import TodoServer

@testable import TodoApp

/// The app from its views down to the server: what each action shows, at once and in the end, and which views it takes.
@MainActor
struct TodoFlowTests {
  private let server = TodoServer(todos: (1...12).map { "to-do \($0)" })
  private let gate = Gate()
  private let screen = Screen(CurrentUserToDoList())
  private let environment: RelayEnvironment

  init() {
    self.environment = RelayEnvironment(network: GatedNetwork(base: self.server.network(), gate: self.gate))
  }

  /// Runs `body` with the list's first page on the screen, and requests held back.
  private func withList(_ body: () async throws -> Void) async throws {
    try await RelayEnvironment.withCurrent(self.environment) {
      try await self.screen.wait(for: "the list", settling: .milliseconds(30)) { $0.text.contains("to-do 1") }
      self.gate.close()
      try await body()
    }
  }

  private func wait(for text: String) async throws -> Screen.Update {
    try await self.screen.wait(for: text, settling: .milliseconds(30)) { $0.text.contains(text) }
  }

  private var rows: [String] {
    self.screen.lines().map(\.text).filter { $0.hasPrefix("☐") || $0.hasPrefix("☑") }
  }

  @Test func loads() async throws {
    self.gate.close()
    try await RelayEnvironment.withCurrent(self.environment) {
      #expect(self.screen.update().evaluated.map(\.name) == ["CurrentUserToDoList"])
      #expect(self.screen.text == "Loading…")
      self.gate.open()
      let update = try await self.wait(for: "to-do 1")
      #expect(self.rows == ["☐ to-do 1", "☐ to-do 2", "☐ to-do 3", "☑ to-do 4", "☐ to-do 5"])
      #expect(self.screen.text.hasPrefix("To-do list of Ada: 3 of 12 done\n"))
      #expect(update.untouchedCount == 0)
    }
  }

  @Test func loadsTheNextPages() async throws {
    try await self.withList {
      try self.screen.tap("Load more…")
      let loading = try await self.wait(for: "Loading…")
      #expect(loading.evaluated.map(\.name) == ["ToDoList"])
      #expect(self.rows.count == 5)
      self.gate.open()
      let loaded = try await self.wait(for: "to-do 10")
      #expect(self.rows.count == 10)
      #expect(loaded.evaluated.map(\.firstLine).dropFirst() == ["☐ to-do 6", "☐ to-do 7", "☑ to-do 8", "☐ to-do 9", "☐ to-do 10"])
      try self.screen.tap("Load more…")
      _ = try await self.wait(for: "to-do 12")
      #expect(self.rows.count == 12)
      #expect(!self.screen.text.contains("Load more…"))
    }
  }

  @Test func completesAtOnceAndCountsWithTheAnswer() async throws {
    try await self.withList {
      try self.screen.tap("to-do 2")
      let optimistic = try await self.wait(for: "☑ to-do 2")
      #expect(optimistic.evaluated.map(\.firstLine) == ["☑ to-do 2"])
      #expect(self.screen.text.contains("3 of 12 done"))
      self.gate.open()
      let confirmed = try await self.wait(for: "4 of 12 done")
      #expect(confirmed.evaluated.map(\.name) == ["ToDoSummary"])
      #expect(self.rows[1] == "☑ to-do 2")
    }
  }

  @Test func addsAtOnceAndReplacesWhatItAddedByTheAnswer() async throws {
    try await self.withList {
      try self.screen.type("another", into: "New to-do")
      let optimistic = try await self.wait(for: "Saving…")
      #expect(self.rows.prefix(2) == ["☐ another", "☐ to-do 1"])
      #expect(optimistic.evaluated.map(\.name) == ["ToDoList", "ToDoItem", "NewToDo"])
      self.gate.open()
      _ = try await self.screen.wait(for: "the answer", settling: .milliseconds(30)) { !$0.text.contains("Saving…") }
      #expect(self.rows.prefix(2) == ["☐ another", "☐ to-do 1"])
      #expect(self.rows.count == 6)
      #expect(self.screen.text.contains("3 of 13 done"))
      // It is the server's to-do now, which can be completed like any other.
      try self.screen.tap("another")
      _ = try await self.wait(for: "4 of 13 done")
      #expect(self.rows.first == "☑ another")
    }
  }

  @Test func takesBackWhatTheServerRefuses() async throws {
    try await self.withList {
      let before = self.rows
      let text = String(repeating: "too long ", count: 10)
      try self.screen.type(text, into: "New to-do")
      _ = try await self.wait(for: "☐ too long")
      self.gate.open()
      _ = try await self.wait(for: "⚠ A to-do has at most 60 characters.")
      #expect(self.rows == before)
      #expect(self.screen.text.contains("3 of 12 done"))
      // The message goes with the next attempt.
      try self.screen.type("shorter", into: "New to-do")
      _ = try await self.screen.wait(for: "no message") { !$0.text.contains("⚠") }
    }
  }

  @Test func takesBackWhatDidNotReachTheServer() async throws {
    try await self.withList {
      self.gate.fail()
      try self.screen.tap("to-do 2")
      _ = try await self.screen.wait(for: "the row as it was", settling: .milliseconds(30)) { $0.text.contains("☐ to-do 2") }
      #expect(self.rows[1] == "☐ to-do 2")
      self.gate.open()
      try self.screen.tap("to-do 2")
      _ = try await self.wait(for: "4 of 12 done")
    }
  }

  @Test func showsAfterARefetchWhatOthersHaveDone() async throws {
    try await self.withList {
      self.gate.open()
      let other = AnotherDevice(environment: RelayEnvironment(network: self.server.network()))
      #expect(try await other.completeFirst() == "to-do 1")
      #expect(self.rows.first == "☐ to-do 1")
      try self.screen.tap("Refresh")
      _ = try await self.wait(for: "4 of 12 done")
      #expect(self.rows == ["☑ to-do 1", "☐ to-do 2", "☐ to-do 3", "☑ to-do 4", "☐ to-do 5"])
      // Paging goes on from what was refetched.
      try self.screen.tap("Load more…")
      _ = try await self.wait(for: "to-do 10")
      #expect(self.rows.count == 10)
    }
  }

  @Test func removesTheEdgesOfWhatIsDone() async throws {
    try await self.withList {
      self.gate.open()
      try self.screen.tap("Remove completed")
      let update = try await self.wait(for: "0 of 9 done")
      #expect(self.rows == ["☐ to-do 1", "☐ to-do 2", "☐ to-do 3", "☐ to-do 5"])
      #expect(Set(update.evaluated.map(\.name)) == ["ToDoList", "ToDoSummary"])
    }
  }

  @Test func saysWhyThereIsNoListAndTriesAgain() async throws {
    self.gate.fail()
    try await RelayEnvironment.withCurrent(self.environment) {
      _ = try await self.wait(for: "Error: HTTP status 503.")
      self.gate.open()
      try self.screen.tap("Try again")
      _ = try await self.wait(for: "to-do 1")
    }
  }

  @Test func theTourRuns() async throws {
    let lines = Mutex<[String]>([])
    var tour = Tour(
      network: TodoServer().network(latency: .milliseconds(100)),
      terminal: Terminal(isStyled: false) { line in lines.withLock { $0.append(line) } })
    try await tour.run()
    let text = lines.withLock { $0.joined(separator: "\n") }
    #expect(text.contains("At once: 1 of 15 views evaluated (ToDoItem)"))
    #expect(text.contains("⚠ A to-do has at most 60 characters."))
    #expect(text.contains("▸ To-do list of Ada: 0 of 8 done"))
  }
}

/// Holds requests back until a test lets them pass.
final class Gate: Sendable {

  private enum Position {
    case open, closed, failing
  }

  private let position = Mutex(Position.open)

  func open() { self.position.withLock { $0 = .open } }
  func close() { self.position.withLock { $0 = .closed } }
  func fail() { self.position.withLock { $0 = .failing } }

  func pass() async throws {
    while true {
      switch self.position.withLock({ $0 }) {
      case .open: return
      case .failing: throw RelayError.http(status: 503, body: "")
      case .closed: try await Task.sleep(for: .milliseconds(1))
      }
    }
  }
}

/// A network whose requests wait at a gate.
struct GatedNetwork<Base: Network>: Network {
  let base: Base
  let gate: Gate

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await self.gate.pass()
          for try await payload in self.base.execute(request) { continuation.yield(payload) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
