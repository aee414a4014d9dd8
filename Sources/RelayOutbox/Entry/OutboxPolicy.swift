/// How an outbox treats one mutation.
///
/// ```swift
/// let policy = OutboxPolicy(delivery: .atLeastOnce, lane: "1", expiresAfter: .seconds(3_600))
/// try await outbox.enqueue(RenameTodoMutation(id: "1", text: "Tea"), policy: policy)
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public struct OutboxPolicy: Sendable, Hashable {
  /// What happens when it is not known whether the server has executed the mutation: the connection broke after the request was sent, the
  /// answer did not come in time, or the app was ended while it waited.
  public enum Delivery: String, Sendable, Hashable {
    /// The mutation is not sent again by itself: its outcome is unknown until the app decides (``OutboxStatus/outcomeUnknown``).
    case atMostOnce
    /// The mutation is sent again with the same key. A server that honors idempotency keys executes it once; any other may execute it twice.
    case atLeastOnce
  }

  /// What happens when the outcome of an attempt is unknown.
  public var delivery: Delivery
  /// Mutations of one lane are sent one after the other in the order in which they were enqueued; lanes are sent at the same time. Nil means
  /// the common lane. Use the id of the object that is changed if its changes depend on nothing else.
  public var lane: String?
  /// How long after it was enqueued the mutation may be sent; nil for any time. Then it is ``OutboxStatus/expired``.
  public var expiresAfter: Duration?
  /// A mutation takes the place of an earlier one of the same operation that has the same coalescing key and has never been sent. Nil: none.
  public var coalescingKey: String?
  /// The path of a variable of type `String` or `ID` that receives the idempotency key, such as `input.clientMutationId`.
  public var keyVariable: String?

  /// Creates a policy.
  public init(
    delivery: Delivery = .atMostOnce, lane: String? = nil, expiresAfter: Duration? = nil, coalescingKey: String? = nil,
    keyVariable: String? = nil
  ) {
    self.delivery = delivery
    self.lane = lane
    self.expiresAfter = expiresAfter
    self.coalescingKey = coalescingKey
    self.keyVariable = keyVariable
  }
}
