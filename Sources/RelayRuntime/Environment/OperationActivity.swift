/// Tracks the operations that have a request in flight.
final class OperationActivity: Sendable {
  private struct Entry {
    var count = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private let entries = Lock([ByteKey: Entry]())

  /// Whether more data of `operation` is expected.
  func isActive(_ operation: OperationDescriptor) -> Bool {
    entries.withLock { $0[operation.key] != nil }
  }

  /// The number of callers that wait until no request for `operation` is in flight.
  func waiterCount(_ operation: OperationDescriptor) -> Int {
    entries.withLock { $0[operation.key]?.waiting.count ?? 0 }
  }

  /// Marks the start of a request for `operation`; `end(_:)` must follow.
  func begin(_ operation: OperationDescriptor) {
    entries.withLock { $0[operation.key, default: Entry()].count += 1 }
  }

  /// Marks the end of a request for `operation`.
  func end(_ operation: OperationDescriptor) {
    let callbacks = entries.withLock { entries -> [@Sendable () -> Void] in
      guard var entry = entries[operation.key] else { return [] }
      entry.count -= 1
      entries[operation.key] = entry.count > 0 ? entry : nil
      return entry.count > 0 ? [] : entry.waiting
    }
    for callback in callbacks { callback() }
  }

  /// Calls `callback` when no request for `operation` is in flight: immediately if there is none, otherwise on the thread that ends the
  /// last one.
  func whenInactive(_ operation: OperationDescriptor, _ callback: @escaping @Sendable () -> Void) {
    let isInactive = entries.withLock { entries in
      guard entries[operation.key] != nil else { return true }
      entries[operation.key]?.waiting.append(callback)
      return false
    }
    if isInactive { callback() }
  }

  /// Returns when no request for `operation` is in flight, or when the calling task is cancelled.
  func waitUntilInactive(_ operation: OperationDescriptor) async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    whenInactive(operation) { continuation.finish() }
    for await _ in stream {}
  }
}
