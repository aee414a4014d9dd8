import RelayRuntime

/// Writes down the requests of an environment as they leave and are answered.
final class RequestLog: Sendable {
  private struct State {
    var started: [Int: ContinuousClock.Instant] = [:]
    var count = 0
    var lines: [String] = []

    func time(since id: Int) -> String {
      guard let start = started[id] else { return "" }
      return " after \(Int(((.now - start) / Duration.milliseconds(1)).rounded())) ms"
    }
  }

  private let state = Guarded(State())

  /// Whether no request is under way.
  var isIdle: Bool { state.withLock { $0.started.isEmpty } }

  /// How many requests there have been.
  var count: Int { state.withLock { $0.count } }

  /// What has been written since the last time.
  func takeLines() -> [String] {
    self.state.withLock { state in
      defer { state.lines = [] }
      return state.lines
    }
  }

  /// For ``RelayEnvironment/Configuration/log``.
  func record(_ event: RelayLogEvent) {
    self.state.withLock { state in
      switch event {
      case .networkStart(let id, let request):
        state.started[id] = .now
        state.count += 1
        let variables = request.variables == [:] ? "" : " \(request.variables)"
        state.lines.append("→ \(request.operationKind.rawValue) \(request.operationName)\(variables)")
      case .networkNext(let id, let bytes):
        state.lines.append("← \(bytes) bytes\(state.time(since: id))")
      case .networkError(_, let error):
        state.lines.append("← \(error.explanation)")
      case .executeComplete(let id, _, _):
        state.started[id] = nil
      default:
        break
      }
    }
  }
}
