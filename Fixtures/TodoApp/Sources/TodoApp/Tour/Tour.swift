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
  /// The number of requests before the step that is under way.
  private var requestsBefore = 0

  init(network: any Network, terminal: Terminal) {
    let requests = RequestLog()
    self.environment = RelayEnvironment(network: network, configuration: .init(log: { requests.record($0) }))
    self.otherDevice = AnotherDevice(environment: RelayEnvironment(network: network))
    self.requests = requests
    self.terminal = terminal
    self.screen = Screen(CurrentUserToDoList())
  }

  mutating func run() async throws {
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

  private mutating func load() async throws {
    self.begin("Load the list", "One query fetches what all views below it ask for.")
    try await self.showOptimism { $0.text == "Loading…" }
    try await self.showAnswer()
  }

  private mutating func loadMore() async throws {
    self.begin("Load the next page", "Its edges are merged into the list; the rows that are there stay as they are.")
    guard self.screen.text.contains("Load more…") else {
      self.terminal.print("  The list has no further page.")
      return
    }
    try self.screen.tap("Load more…")
    try await self.showOptimism { $0.text.contains("Loading…") }
    try await self.showAnswer()
  }

  private mutating func complete() async throws {
    guard let row = self.firstOpenRow else { return }
    self.begin("Complete “\(row.dropFirst(2))”", "The row changes at once. The answer brings the user's new count with it.")
    try self.screen.tap(row)
    try await self.showOptimism { !$0.text.contains(row) }
    try await self.showAnswer()
  }

  private mutating func add() async throws {
    let text = "Write to Mary Somerville"
    self.begin("Add “\(text)”", "It is in the list before the server knows of it.")
    try self.screen.type(text, into: "New to-do")
    try await self.showOptimism { $0.text.contains("☐ \(text)") }
    try await self.showAnswer()
  }

  private mutating func addAndFail() async throws {
    let text = "Explain the Analytical Engine to everybody at once, and to the Astronomer Royal twice"
    self.begin("Add something that the server refuses", "What was shown too early is taken back, to the letter.")
    try self.screen.type(text, into: "New to-do")
    try await self.showOptimism { $0.text.contains("☐ \(text)") }
    try await self.showAnswer()
    try await self.screen.wait(for: "the list as it was") { !$0.text.contains(text) }
  }

  private mutating func refresh() async throws {
    guard let text = try await self.otherDevice.completeFirst() else { return }
    self.begin("Refresh", "Meanwhile another device has completed “\(text)”.")
    try self.screen.tap("Refresh")
    try await self.showAnswer()
  }

  private mutating func removeCompleted() async throws {
    self.begin("Remove what is done", "The answer lists ids; a directive in the document takes their edges out of the list.")
    try self.screen.tap("Remove completed")
    try await self.showAnswer()
  }

  /// The first to-do that is not complete, as it is on the screen.
  private var firstOpenRow: String? {
    self.screen.lines().map(\.text).first { $0.hasPrefix("☐ ") }
  }

  // MARK: - Showing

  private mutating func begin(_ title: String, _ explanation: String) {
    self.requestsBefore = self.requests.count
    self.terminal.print()
    self.terminal.print("── \(title) " + String(repeating: "─", count: max(2, 76 - title.count)), .bold)
    self.terminal.print("  \(explanation)", .secondary)
  }

  /// Shows what has changed before the server has answered, unless it has already.
  private func showOptimism(until condition: (Screen) -> Bool) async throws {
    let update = try await self.screen.wait(for: "the change") {
      self.requests.count > self.requestsBefore && (condition($0) || self.requests.isIdle)
    }
    if !self.requests.isIdle { self.show("At once", update) }
  }

  /// Waits for the server and shows what its answer has changed.
  private func showAnswer() async throws {
    let update = try await self.screen.wait(for: "an answer", settling: .milliseconds(20)) { _ in
      self.requests.count > self.requestsBefore && self.requests.isIdle
    }
    self.show("Then", update)
  }

  private func show(_ moment: String, _ update: Screen.Update) {
    for line in self.requests.takeLines() { self.terminal.print("  \(line)", .secondary) }
    let evaluated = update.evaluated.map(\.name)
    let names = evaluated.reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    let list = names.map { name in
      let count = evaluated.count { $0 == name }
      return count == 1 ? name : "\(count) \(name)s"
    }
    let count = "\(evaluated.count) of \(evaluated.count + update.untouchedCount) views evaluated"
    self.terminal.print("  \(moment): \(count)\(list.isEmpty ? "" : " (\(list.joined(separator: ", ")))")", .accent)
    self.printLines(self.screen.lines(marking: update))
  }

  /// Prints the lines that are fresh with some around them.
  private func printLines(_ lines: [Screen.Line]) {
    var isSkipping = false
    for index in lines.indices {
      let isNear = lines[max(0, index - 1)...min(lines.count - 1, index + 1)].contains(where: \.isFresh)
      if isNear { self.terminal.print(lines[index]) } else if !isSkipping { self.terminal.print("    ⋮", .secondary) }
      isSkipping = !isNear
    }
  }
}
