/// The options of an execution, besides the operation's variables.
struct ExecutionOptions: Sendable {
  var cacheConfig = CacheConfig()
  /// The time from the end of each answer to the next request, until the execution is cancelled; nil for one request.
  var pollInterval: Duration?
  var uploads = [String: GraphQLUpload]()
  /// The expected response, which the store shows until the real one arrives.
  var optimisticResponse: JSON?
  var optimisticUpdater: RelayEnvironment.SelectorStoreUpdater?
  var updater: RelayEnvironment.SelectorStoreUpdater?
  /// Called on any thread when the connection's state changes, with the error if the connection was lost.
  var onConnectionChange: (@Sendable (ConnectionState, (any Error)?) -> Void)?
  /// Begins before each element, and before the end, of the stream that a handle follows.
  var reaction: Reaction?
}
