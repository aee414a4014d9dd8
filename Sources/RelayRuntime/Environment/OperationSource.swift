/// Where the data of an ``OperationResponse`` comes from.
///
/// ```swift
/// let response = try await environment.response(to: HomeQuery(id: "me"), fetchPolicy: .networkOrStore())
/// if response.source == .store { print("The server cannot be reached. This is what was last known.") }
/// ```
///
/// See <doc:Queries>.
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
