/// The state of the connection that brings a subscription's events, as far as its network reports it.
///
/// ``WebSocketNetwork`` reports it for all operations, ``HTTPNetwork`` for subscriptions. A network of your own reports it with
/// ``NetworkRequest/report(_:error:)``.
public enum ConnectionState: Sendable, Hashable {
  /// The connection is being opened for the first time.
  case connecting
  /// The connection is open, and the operation has been sent.
  case connected
  /// The connection was lost or could not be opened, and is being opened again. `attempt` counts from 1 since it last brought something.
  case reconnecting(attempt: Int)
}

extension NetworkRequest {
  /// Reports the state of the connection to the environment, for its log and for views that show it
  /// (``SubscriptionHandle/connectionState``).
  /// - Parameters:
  ///   - state: the new state.
  ///   - error: the reason why the connection was lost or could not be opened.
  public func report(_ state: ConnectionState, error: (any Error)? = nil) {
    onConnectionChange?(state, error)
  }
}
