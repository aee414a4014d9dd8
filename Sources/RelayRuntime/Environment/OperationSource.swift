/// Where the data of an ``OperationResponse`` comes from.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum OperationSource: Sendable, Hashable {
  /// The server has answered the request.
  case network
  /// A ``QueryResponseCache`` had an earlier answer.
  case responseCache
  /// The environment's store had it.
  case store
}
