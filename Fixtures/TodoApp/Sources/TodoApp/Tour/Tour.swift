import RelayRuntime
import TerminalUI

/// Uses the app as a person would, and shows after each step what is on the screen and which views it took.
@MainActor
struct Tour {
  private let screen: Screen
  private let terminal: Terminal
  private let requests: RequestLog
  private let environment: RelayEnvironment
  private let otherDevice: AnotherDevice

  init(network: any Network, terminal: Terminal) {
    let requests = RequestLog(terminal)
    self.environment = RelayEnvironment(network: network, configuration: .init(log: { requests.record($0) }))
    self.otherDevice = AnotherDevice(environment: RelayEnvironment(network: network))
    self.requests = requests
    self.terminal = terminal
    self.screen = Screen(CurrentUserToDoList())
  }

  func run() async throws {
    try await RelayEnvironment.withCurrent(self.environment) {
      try await self.load()
      try await self.loadMore()
      try await self.complete()
      try await self.add()
      try await self.addAndFail()
      try await self.refresh()
      try await self.removeCompleted()
    }
    self.terminal.print()
    self.terminal.print("\(self.requests.count) requests. Every type the views used was generated from a .graphql file by this build.")
  }

  // MARK: - Steps

  private func load() async throws {
    self.begin("Load the list", "One query fetches what all views below it ask for.")
    self.show("At once", self.screen.update())
    try await self.showAnswer()
  }

  private func loadMore() async throws {
    self.begin("Load the next page", "Its edges are merged into the list; the rows that are there stay as they are.")
    guard self.screen.text.contains("Load more…") else {
      self.terminal.print("  The list has no further page.")
      return
    }
    try self.screen.tap("Load more…")
    try await self.showOptimism { $0.text.contains("Loading…") }
    try await self.showAnswer()
  }

  private func complete() async throws {
    guard let row = self.firstOpenRow else { return }
    self.begin("Complete “\(row.dropFirst(2))”", "The row changes at once. The answer brings the user's new count with it.")
    try self.screen.tap(row)
    try await self.showOptimism { !$0.text.contains(row) }
    try await self.showAnswer()
  }

  private func add() async throws {
    let text = "Write to Mary Somerville"
    self.begin("Add “\(text)”", "It is in the list before the server knows of it.")
    try self.screen.type(text, into: "New to-do")
    try await self.showOptimism { $0.text.contains("☐ \(text)") }
    try await self.showAnswer()
  }

  private func addAndFail() async throws {
    let text = "Explain the Analytical Engine to everybody at once, and to the Astronomer Royal twice"
    self.begin("Add something that the server refuses", "What was shown too early is taken back, to the letter.")
    try self.screen.type(text, into: "New to-do")
    try await self.showOptimism { $0.text.contains("☐ \(text)") }
    try await self.showAnswer()
    guard !self.screen.text.contains(text) else {
      throw Screen.TimedOut(expectation: "the list as it was", screen: self.screen.text)
    }
  }

  private func refresh() async throws {
    guard let text = try await self.otherDevice.completeFirst() else { return }
    self.begin("Refresh", "Meanwhile another device has completed “\(text)”.")
    try self.screen.tap("Refresh")
    try await self.showAnswer()
  }

  private func removeCompleted() async throws {
    self.begin("Remove what is done", "The answer lists ids; a directive in the document takes their edges out of the list.")
    try self.screen.tap("Remove completed")
    try await self.showAnswer()
  }

  /// The first to-do that is not complete, as it is on the screen.
  private var firstOpenRow: String? {
    self.screen.lines().map(\.text).first { $0.hasPrefix("☐ ") }
  }

  // MARK: - Showing

  private func begin(_ title: String, _ explanation: String) {
    self.terminal.print()
    self.terminal.print("── \(title) " + String(repeating: "─", count: max(2, 70 - title.count)), .bold)
    self.terminal.print("   \(explanation)")
  }

  /// Shows what has changed before the server has answered.
  private func showOptimism(until condition: (Screen) -> Bool) async throws {
    self.show("At once", try await self.screen.wait(for: "the change", until: condition))
  }

  /// Waits for the server and shows what its answer has changed.
  private func showAnswer() async throws {
    let update = try await self.screen.wait(for: "an answer", settling: .milliseconds(20)) { _ in self.requests.isIdle }
    self.show("Then", update)
  }

  private func show(_ moment: String, _ update: Screen.Update) {
    let evaluated = update.evaluated.map(\.name)
    let names = evaluated.reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    let list = names.map { name in
      let count = evaluated.count { $0 == name }
      return count == 1 ? name : "\(count) × \(name)"
    }
    if list.isEmpty {
      self.terminal.print("  \(moment), nothing to evaluate: the screen shows it already.", .accent)
      return
    }
    let rest = update.untouchedCount == 0 ? "" : " (and not the \(update.untouchedCount) others)"
    self.terminal.print("  \(moment), evaluated: \(list.joined(separator: ", "))\(rest)", .accent)
    for line in self.screen.lines(marking: update) { self.terminal.print(line) }
  }
}
