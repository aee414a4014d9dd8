/// The state of the connection that delivers a subscription's events, as reported by its network.
///
/// ``WebSocketNetwork`` reports it for all operations, ``HTTPNetwork`` for subscriptions. Your own network can report it with
/// ``NetworkRequest/report(_:error:)``.
///
/// ```swift
/// let changes = environment.subscribe(
///   TodoChangedSubscription(user: "me"),
///   onConnectionChange: { state in
///     if case .reconnecting(let attempt) = state { print("The connection is lost, attempt \(attempt)") }
///   })
/// for try await event in changes { print(event.todoChanged?.text ?? "") }
/// ```
///
/// See <doc:Subscriptions>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ConnectionState: Sendable, Hashable {
  /// The connection is being opened for the first time.
  case connecting
  /// The connection is open, and the operation has been sent.
  case connected
  /// The connection was lost or could not be opened, and is being reopened. `attempt` counts from 1 since it last delivered anything.
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
