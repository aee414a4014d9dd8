import Foundation
import RelayDurableStore
import RelayRuntime
import TerminalUI

/// Uses the app as a person would. After each step, it shows the screen and the views that were evaluated.
@MainActor
struct Tour {
  private let screen: Screen
  private let terminal: Terminal
  private let requests: RequestLog
  private let environment: RelayEnvironment
  /// Where the store keeps its records.
  private let folder: DurableFolder
  private let otherDevice: AnotherDevice
  /// The number of requests before the current step.
  private var requestsBefore = 0

  init(network: any RelayNetwork, folder: URL, terminal: Terminal) async throws {
    let requests = RequestLog()
    self.folder = DurableFolder(folder)
    let store = try await RelayStore.open(self.folder)
    environment = RelayEnvironment(network: network, store: store, configuration: .init(log: { requests.record($0) }))
    otherDevice = AnotherDevice(environment: RelayEnvironment(network: network))
    self.requests = requests
    self.terminal = terminal
    screen = Screen(CurrentUserToDoList())
  }

  mutating func run() async throws {
    try await RelayEnvironment.withCurrent(environment) {
      try await load()
      try await loadMore()
      try await complete()
      try await add()
      try await addAndFail()
      try await refresh()
      try await removeCompleted()
    }
    try await startOffline()
  }

  func conclude() {
    terminal.print()
    terminal.print("\(requests.count) requests. Every type the views used was generated from a .graphql file by this build.")
  }

  // MARK: - Steps

  private mutating func load() async throws {
    begin("Load the list", "One query fetches what all views below it ask for.")
    try await showOptimism { $0.text == "Loading…" }
    try await showAnswer { $0.text != "Loading…" }
  }

  private mutating func loadMore() async throws {
    begin("Load the next page", "Its edges are merged into the list; the rows that are there stay as they are.")
    guard screen.text.contains("Load more…") else {
      terminal.print("  The list has no further page.")
      return
    }
    try screen.tap("Load more…")
    try await showOptimism { $0.text.contains("Loading…") }
    try await showAnswer { !$0.text.contains("Loading…") }
  }

  private mutating func complete() async throws {
    guard let row = firstOpenRow else { return }
    begin("Complete “\(row.dropFirst(2))”", "The row changes at once. The answer brings the user's new count with it.")
    try screen.tap(row)
    try await showOptimism { !$0.text.contains(row) }
    try await showAnswer { !$0.text.contains(row) }
  }

  private mutating func add() async throws {
    let text = "Write to Mary Somerville"
    begin("Add “\(text)”", "The row appears before the server has answered.")
    try screen.type(text, into: "New to-do")
    try await showOptimism { $0.text.contains("☐ \(text)") }
    try await showAnswer { !$0.text.contains("Saving…") }
  }

  private mutating func addAndFail() async throws {
    let text = "Explain the Analytical Engine to everybody at once, and to the Astronomer Royal twice"
    begin("Add something that the server refuses", "The optimistic row is rolled back.")
    try screen.type(text, into: "New to-do")
    try await showOptimism { $0.text.contains("☐ \(text)") }
    try await showAnswer { $0.text.contains("⚠") }
    try await screen.wait(for: "the list as it was") { !$0.text.contains(text) }
  }

  private mutating func refresh() async throws {
    guard let text = try await otherDevice.completeFirst() else { return }
    begin("Refresh", "Meanwhile another device has completed “\(text)”.")
    try screen.tap("Refresh")
    try await showAnswer { $0.text.contains("☑ \(text)") }
  }

  private mutating func removeCompleted() async throws {
    begin("Remove what is done", "The answer lists ids; a directive in the document takes their edges out of the list.")
    try screen.tap("Remove completed")
    try await showAnswer { !$0.text.contains("☑ ") }
  }

  private mutating func startOffline() async throws {
    begin("Start again without a network", "A new store opens the folder of this one, which is closed, and shows what it had.")
    await environment.store.suspend()
    let (store, requests) = (try await RelayStore.open(folder), requests)
    let offline = RelayEnvironment(
      network: FetchNetwork { _ in throw URLError(.notConnectedToInternet) }, store: store,
      configuration: .init(log: { requests.record($0) }))
    try await RelayEnvironment.withCurrent(offline) {
      let screen = Screen(CurrentUserToDoList())
      let update = try await screen.wait(for: "the list", settle: MockEnvironment.settle) { $0.text.contains("☐ ") }
      show("Without a request", update, on: screen)
    }
    await store.suspend()
  }

  /// The first incomplete to-do, as shown on the screen.
  private var firstOpenRow: String? {
    screen.lines().map(\.text).first { $0.hasPrefix("☐ ") }
  }

  // MARK: - Showing

  private mutating func begin(_ title: String, _ explanation: String) {
    requestsBefore = requests.count
    terminal.print()
    terminal.print("── \(title) " + String(repeating: "─", count: max(2, 76 - title.count)), .bold)
    terminal.print("  \(explanation)", .secondary)
  }

  /// Shows the changes before the server has answered, unless it has already answered.
  private func showOptimism(until condition: (Screen) -> Bool) async throws {
    let update = try await screen.wait(for: "the change") {
      requests.count > requestsBefore && (condition($0) || requests.isIdle)
    }
    if !requests.isIdle { show("At once", update) }
  }

  /// Waits for the server and shows the changes caused by its answer.
  private func showAnswer(until condition: (Screen) -> Bool) async throws {
    let update = try await screen.wait(for: "an answer", settle: MockEnvironment.settle) {
      requests.count > requestsBefore && requests.isIdle && condition($0)
    }
    show("Then", update)
  }

  private func show(_ moment: String, _ update: Screen.Update, on other: Screen? = nil) {
    let screen = other ?? self.screen
    for line in requests.takeLines() { terminal.print("  \(line)", .secondary) }
    let evaluated = update.evaluated.map(\.name)
    let names = evaluated.reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    let list = names.map { name in
      let count = evaluated.count { $0 == name }
      return count == 1 ? name : "\(count) \(name)s"
    }
    let count = "\(evaluated.count) of \(evaluated.count + update.untouchedCount) views evaluated"
    terminal.print("  \(moment): \(count)\(list.isEmpty ? "" : " (\(list.joined(separator: ", ")))")", .accent)
    printLines(screen.lines(marking: update))
  }

  /// Prints the changed lines with some context.
  private func printLines(_ lines: [Screen.Line]) {
    var isSkipping = false
    for index in lines.indices {
      let isNear = lines[max(0, index - 1)...min(lines.count - 1, index + 1)].contains(where: \.isFresh)
      if isNear { terminal.print(lines[index]) } else if !isSkipping { terminal.print("    ⋮", .secondary) }
      isSkipping = !isNear
    }
  }
}
