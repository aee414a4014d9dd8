/// What an operation is run with, besides its variables.
struct ExecutionOptions: Sendable {
  var cacheConfig = CacheConfig()
  var uploadables: [String: Upload] = [:]
  /// What the response will probably be, written to the store until the real one comes.
  var optimisticResponse: JSON?
  var optimisticUpdater: RelayEnvironment.SelectorStoreUpdater?
  var updater: RelayEnvironment.SelectorStoreUpdater?
  /// Told of what becomes of the connection, and why it was lost, on any thread.
  var onConnectionChange: (@Sendable (ConnectionState, (any Error)?) -> Void)?
}
