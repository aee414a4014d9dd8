/// Notifications for subscribers, in the order in which the store changed.
final class DeliveryQueue: Sendable {
  typealias Delivery = @Sendable () -> Void

  private struct State: Sendable {
    var waiting: [Delivery] = []
    var isDelivering = false
  }

  private let state = Lock(State())

  /// Appends deliveries to the queue.
  func add(_ deliveries: [Delivery]) { state.withLock { $0.waiting += deliveries } }

  /// Delivers everything in the queue, in order and outside of all locks. Deliveries that are added in the meantime
  /// follow in the same call.
  func deliver() {
    while true {
      let batch = state.withLock { state -> [Delivery]? in
        guard !state.isDelivering, !state.waiting.isEmpty else { return nil }
        state.isDelivering = true
        let batch = state.waiting
        state.waiting.removeAll()
        return batch
      }
      guard let batch else { return }
      for delivery in batch { delivery() }
      state.withLock { $0.isDelivering = false }
    }
  }
}
