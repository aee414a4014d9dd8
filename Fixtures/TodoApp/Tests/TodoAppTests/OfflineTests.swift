import Foundation
import RelayOutbox
import RelayRuntime
import TerminalUI
import Testing
import TodoServer

@testable import TodoApp

/// The app without a network: adds, completes and deletes, and shows it in the next run, too.
@MainActor
struct OfflineTests {
  private let server = TodoServer(todos: (1...4).map { "to-do \($0)" })

  private func rows(_ screen: Screen) -> [String] { screen.lines().map(\.text).filter { $0.hasPrefix("☐") || $0.hasPrefix("☑") } }

  @Test func changesOutliveTheApp() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("TodoApp-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let network = SwitchedNetwork(server.network())
    let first = try await OfflineApp(network, folder: folder)
    let changed = ["☑ Write to Mary Somerville", "☐ to-do 2", "☐ to-do 3"]
    try await RelayEnvironment.withCurrent(first.environment) {
      try await first.screen.wait(for: "the list") { $0.text.contains("to-do 4") }
      #expect(rows(first.screen) == ["☐ to-do 1", "☐ to-do 2", "☐ to-do 3", "☑ to-do 4"])
      network.isOn = false
      try await first.change()
      try await first.screen.wait(for: "what waits", settle: MockEnvironment.settle) { $0.text.contains("⏳ 4 to send: AddTodoMutation") }
      #expect(rows(first.screen) == changed)
      try await first.end()
    }
    #expect(try await onServer() == ["☐ to-do 1", "☐ to-do 2", "☐ to-do 3", "☑ to-do 4"])

    let second = try await OfflineApp(network, folder: folder)
    try await RelayEnvironment.withCurrent(second.environment) {
      try await second.screen.wait(for: "what waits", settle: MockEnvironment.settle) { $0.text.contains("⏳ 4") }
      #expect(rows(second.screen) == changed)
      #expect(second.outbox.entries.map(\.status.needsDecision) == [false, false, false, false])
      network.isOn = true
      await second.outbox.resume()
      try await second.screen.wait(for: "nothing that waits", settle: MockEnvironment.settle) { !$0.text.contains("⏳") }
      #expect(rows(second.screen) == changed && second.screen.text.contains("1 of 3 done"))
      try await second.end()
    }
    #expect(try await onServer() == changed)
  }

  private func onServer() async throws -> [String] {
    let data = try await RelayEnvironment(network: server.network()).fetch(CurrentUserToDoListQuery())
    let todos = (data.user?.fragments.toDoList_user.todos ?? []).map(\.fragments.toDoItem_todo)
    return todos.map { "\($0.complete ? "☑" : "☐") \($0.text)" }
  }

  @Test func theTourRuns() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("TodoApp-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = Guarded<[String]>([])
    try await OfflineTour(
      network: server.network(), folder: folder, terminal: Terminal(isStyled: false) { line in lines.withLock { $0.append(line) } }
    ).run()
    let text = lines.withLock { $0.joined(separator: "\n") }
    #expect(text.components(separatedBy: "⏳ 4 to send").count == 3)
    #expect(text.components(separatedBy: "☑ Write to Mary Somerville").count == 4)
  }
}
