extension RelayEnvironment {
  /// The environments whose log handlers are running on this thread or in the task that started this one. A handler does not receive the
  /// events that it causes; otherwise one that writes to the store would call itself endlessly.
  @TaskLocal private static var reporting: Set<ObjectIdentifier> = []

  /// Whether the log handler caused the current event.
  var isReporting: Bool { Self.reporting.contains(ObjectIdentifier(self)) }

  /// Reports an event.
  func log(_ event: @autoclosure () -> RelayLogEvent) {
    guard configuration.log != nil, !isReporting else { return }
    deliver(event())
  }

  /// Passes a queued event to the handler.
  func deliver(_ event: RelayLogEvent) {
    guard let log = configuration.log else { return }
    guard !isReporting else {
      // The handler may hold a lock. Do not call it again for other callers' events while it runs.
      Task.detached { self.deliver(event) }
      return
    }
    Self.$reporting.withValue(Self.reporting.union([ObjectIdentifier(self)])) { log(event) }
  }

  /// Reports that an updater failed, unless the log handler started it.
  func reportUpdaterFailure(_ error: any Error) {
    if error is UnreportedFailure { return }
    log(.warning("An updater failed and its changes were dropped: \(error)"))
  }

  /// `updater`, changed so that its failure is not reported if the log handler started it: it may run after the handler has returned.
  func silencedWhileReporting(_ updater: @escaping StoreUpdater) -> StoreUpdater {
    guard isReporting else { return updater }
    return { source in
      do { try updater(source) } catch { throw UnreportedFailure(error: error) }
    }
  }

  private struct UnreportedFailure: Error {
    let error: any Error
  }
}
