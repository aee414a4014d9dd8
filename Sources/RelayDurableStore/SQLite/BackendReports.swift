import RelayRuntime

/// Passes on what a backend reports, once there is a store that has it. Why it began empty is in the contents with which it was opened.
final class BackendReports: Sendable {
  private struct Reference { weak var mirror: DurableMirror? }
  private let reference = Lock(Reference())

  var mirror: DurableMirror? {
    get { reference.withLock { $0.mirror } }
    set { reference.withLock { $0.mirror = newValue } }
  }

  func report(_ event: SQLiteBackend.Event) {
    guard let mirror else { return }
    switch event {
    case .startedEmpty(let reason):
      mirror.recordsWereLost()
      mirror.report(.startedEmpty(reason))
    case .damaged(let records): mirror.report(.damaged(records: records))
    }
  }
}
