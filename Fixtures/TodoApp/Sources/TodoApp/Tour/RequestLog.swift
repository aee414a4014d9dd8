import RelayRuntime
import Synchronization
import TerminalUI

/// Writes down the requests of an environment as they leave and are answered.
final class RequestLog: Sendable {
  private struct State {
    var started: [Int: ContinuousClock.Instant] = [:]
    var count = 0
  }

  private let terminal: Terminal
  private let state = Mutex(State())

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  /// Whether no request is under way.
  var isIdle: Bool { self.state.withLock { $0.started.isEmpty } }

  /// How many requests there have been.
  var count: Int { self.state.withLock { $0.count } }

  /// For ``RelayEnvironment/Configuration/log``.
  func record(_ event: RelayLogEvent) {
    switch event {
    case .networkStart(let id, let request):
      self.state.withLock { state in
        state.started[id] = .now
        state.count += 1
      }
      let variables = request.variables == [:] ? "" : " \(request.variables)"
      self.terminal.print("  → \(request.operationKind.rawValue) \(request.operationName)\(variables)", .secondary)
    case .networkNext(let id, let bytes):
      self.terminal.print("  ← \(bytes) bytes\(self.time(since: id))", .secondary)
    case .networkError(let id, let error):
      self.terminal.print("  ← \(error.localizedDescription)\(self.time(since: id))", .red)
    case .executeComplete(let id, _, _):
      self.state.withLock { $0.started[id] = nil }
    default:
      break
    }
  }

  private func time(since id: Int) -> String {
    guard let start = self.state.withLock({ $0.started[id] }) else { return "" }
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    return " after \(Int(milliseconds.rounded())) ms"
  }
}
