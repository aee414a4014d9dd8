extension RelayEnvironment {
  /// The environments whose log handlers are running, on this thread or where this task was started. A handler is not told of events that
  /// it causes itself; otherwise one that writes to the store would be called without end.
  @TaskLocal private static var reporting: Set<ObjectIdentifier> = []

  /// Whether the current event is caused by the log handler.
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
      // What others have reported is not put into the middle of a handler, which may hold a lock.
      Task.detached { self.deliver(event) }
      return
    }
    Self.$reporting.withValue(Self.reporting.union([ObjectIdentifier(self)])) { log(event) }
  }

  /// Reports that an updater failed, unless the log handler wants it to have run.
  func reportUpdaterFailure(_ error: any Error) {
    if error is UnreportedFailure { return }
    log(.warning("An updater failed, its changes are dropped: \(error)"))
  }

  /// `updater` such that its failure is not reported if it comes from the log handler: it may run when the handler has returned.
  func quietIfReporting(_ updater: @escaping StoreUpdater) -> StoreUpdater {
    guard isReporting else { return updater }
    return { source in
      do { try updater(source) } catch { throw UnreportedFailure(error: error) }
    }
  }

  private struct UnreportedFailure: Error {
    let error: any Error
  }
}
