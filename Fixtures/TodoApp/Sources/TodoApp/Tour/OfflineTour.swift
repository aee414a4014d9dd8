import Foundation
import RelayOutbox
import RelayRuntime
import TerminalUI

/// Uses the app without a network: what is changed is stored and shown, also after the app has ended, and sent when the network is back.
@MainActor
struct OfflineTour {
  let network: any RelayNetwork
  let folder: URL
  let terminal: Terminal

  func run() async throws {
    let network = SwitchedNetwork(network)
    let first = try await OfflineApp(network, folder: folder)
    try await RelayEnvironment.withCurrent(first.environment) {
      try await first.screen.wait(for: "the list") { $0.text.contains("☐ ") }
      network.isOn = false
      begin("Change the list without a network", "Adds a to-do, completes one, deletes what is done, completes the new one.")
      try await first.change()
      try await show(first.screen) { $0.text.contains("⏳ 4") }
      try await first.end()
    }
    let second = try await OfflineApp(network, folder: folder)
    try await RelayEnvironment.withCurrent(second.environment) {
      begin("Start again, still without a network", "The store and the outbox are on the disk, so everything is as it was.")
      try await show(second.screen) { $0.text.contains("⏳ 4") }
      begin("The network is back", "The mutations are sent in their order. The added to-do has the id that the app has made.")
      network.isOn = true
      await second.outbox.resume()
      try await show(second.screen) { !$0.text.contains("⏳") || second.outbox.entries.contains(where: \.status.needsDecision) }
      if let entry = second.outbox.entries.first { throw NotTaken(mutation: entry.operationName, status: entry.status) }
      try await second.end()
    }
  }

  /// What the server does not take waits for a decision, which only a person can make.
  private struct NotTaken: Error, CustomStringConvertible {
    let mutation: String
    let status: OutboxStatus
    var description: String { "the server has not taken \(mutation): \(status)" }
  }

  private func begin(_ title: String, _ explanation: String) {
    terminal.print()
    terminal.print("── \(title) " + String(repeating: "─", count: max(2, 76 - title.count)), .bold)
    terminal.print("  \(explanation)", .secondary)
  }

  private func show(_ screen: Screen, until condition: (Screen) -> Bool) async throws {
    let update = try await screen.wait(for: "the changes", settle: MockEnvironment.settle, until: condition)
    for line in screen.lines(marking: update) { terminal.print(line) }
  }
}
