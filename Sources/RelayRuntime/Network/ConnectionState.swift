/// How the connection stands that a subscription's events come over, as far as its network tells.
///
/// ``WebSocketNetwork`` tells it of each of its operations, ``HTTPNetwork`` of subscriptions. A network of your own tells it with
/// ``NetworkRequest/report(_:error:)``.
public enum ConnectionState: Sendable, Hashable {
  /// It is being opened for the first time.
  case connecting
  /// It is open, and the server has been asked.
  case connected
  /// It was lost, or could not be opened, and is opened again. `attempt` counts from 1 since it was last good for something.
  case reconnecting(attempt: Int)
}

extension NetworkRequest {
  /// Tells the environment that asks how the connection stands: for its log, and for views that show it
  /// (``SubscriptionHandle/connectionState``).
  /// - Parameters:
  ///   - state: how it stands now.
  ///   - error: why it was lost or could not be opened.
  public func report(_ state: ConnectionState, error: (any Error)? = nil) {
    onConnectionChange?(state, error)
  }
}
