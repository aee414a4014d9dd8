/// Receives the progress of one exchange from its client, and reports it as events.
final class ExchangeObserver: Sendable {
  /// The numbers of requests and connections.
  static func nextID() -> Int {
    ids.withLock { last in
      last += 1
      return last
    }
  }
  private static let ids = Lock(0)

  private let id = ExchangeObserver.nextID()
  private let onEvent: @Sendable (TransportEvent) -> Void
  private let isOver = Lock(false)

  init(_ request: HTTPNetwork.Request, _ onEvent: @escaping @Sendable (TransportEvent) -> Void) {
    self.onEvent = onEvent
    onEvent(.request(id: id, request))
  }

  /// The response's head has arrived.
  func receive(_ status: Int, _ headers: HTTPNetwork.Headers) {
    onEvent(.response(id: id, status: status, headers: headers))
  }

  /// The exchange has ended. Only the first call counts.
  func end(_ metrics: TransportMetrics?, _ error: (any Error)?) {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    guard isFirst else { return }
    onEvent(.completed(id: id, metrics: metrics, error: error))
  }
}
