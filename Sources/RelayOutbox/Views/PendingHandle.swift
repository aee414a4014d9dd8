public import Observation

/// Follows the entries of an outbox for a view: all of them, or those that concern an object.
///
/// ```swift
/// @MainActor @Observable
/// final class TodoRow {
///   private let pending: PendingHandle
///
///   init(id: String, outbox: Outbox) { pending = PendingHandle(outbox, concerning: id) }
///
///   var mark: String? { pending.needsDecision ? "Not saved" : pending.isPending ? "Not sent yet" : nil }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
@MainActor @Observable
public final class PendingHandle {
  /// Ends a task with its last reference.
  private final class Following: Sendable {
    let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
    deinit { task.cancel() }
  }

  @ObservationIgnored private var outbox: Outbox?
  @ObservationIgnored private var dataID: String?
  @ObservationIgnored private var following: Following?
  /// Counts changes, so that Observation knows of them.
  private var changes = 0

  /// Creates a handle.
  /// - Parameters:
  ///   - outbox: the outbox; nil for none.
  ///   - dataID: the identity of the object in the store; nil for all entries.
  public nonisolated init(_ outbox: Outbox? = nil, concerning dataID: String? = nil) {
    self.outbox = outbox
    self.dataID = dataID
  }

  /// The entries, in the order in which they were enqueued.
  public var entries: [AnyOutboxEntry] {
    follow()
    _ = changes
    guard let outbox else { return [] }
    return dataID.map { outbox.entries(concerning: $0) } ?? outbox.entries
  }

  /// Whether there are entries.
  public var isPending: Bool { !entries.isEmpty }

  /// Whether one of them waits for a decision of the user.
  public var needsDecision: Bool { entries.contains { $0.status.needsDecision } }

  /// Shows another outbox or object.
  func show(_ outbox: Outbox?, concerning dataID: String?) {
    self.dataID = dataID
    if outbox === self.outbox { return }
    self.outbox = outbox
    following = nil
  }

  private func follow() {
    guard following == nil, let changes = outbox?.changes() else { return }
    following = Following(
      Task { [weak self] in
        for await _ in changes { self?.changes += 1 }
      })
  }
}
