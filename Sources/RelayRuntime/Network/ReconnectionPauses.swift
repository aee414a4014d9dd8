/// The pauses before attempts to reconnect. They end early when an attempt is likely to succeed.
final class ReconnectionPauses: Sendable {
  private struct State {
    var nextID = 0
    var pauses = [Int: Task<Void, Never>]()
  }

  private let state = Lock(State())
  private let path: NetworkPath?

  /// - Parameter path: monitors the network path; by default the system's, on Apple's platforms.
  init(path: NetworkPath? = .system) { self.path = path }

  /// Starts a pause. It ends after `delay`, when ``endAll()`` is called, when the task is cancelled, or when the network path becomes
  /// usable again.
  func start(_ delay: Duration) -> Task<Void, Never> {
    state.withLock { state in
      state.nextID += 1
      let id = state.nextID
      let pause = Task {
        await sleep(id, for: delay)
        self.state.withLock { _ = $0.pauses.removeValue(forKey: id) }
      }
      state.pauses[id] = pause
      return pause
    }
  }

  /// Waits until `pause` has ended.
  /// - Throws: `CancellationError` if the caller's task is cancelled.
  func wait(for pause: Task<Void, Never>) async throws {
    _ = await pause.joined()
    try Task.checkCancellation()
  }

  /// Ends all pauses.
  func endAll() {
    for pause in state.withLock({ Array($0.pauses.values) }) { pause.cancel() }
  }

  private func end(_ id: Int) {
    state.withLock { $0.pauses[id] }?.cancel()
  }

  private func sleep(_ id: Int, for delay: Duration) async {
    let known = KnownPath()
    let watch = path?.watch { [weak self] isUsable in
      if known.isBack(isUsable) { self?.end(id) }
    }
    defer { watch?.dispose() }
    _ = try? await Task.sleep(for: delay)
  }
}

/// Whether the path was usable according to the latest update.
private final class KnownPath: Sendable {
  private let wasUsable = Lock(true)

  /// Whether an update means that the path has become usable again. The first update only reports the initial state.
  func isBack(_ isUsable: Bool) -> Bool {
    wasUsable.withLock { was in
      defer { was = isUsable }
      return isUsable && !was
    }
  }
}
