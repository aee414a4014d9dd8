/// What a caller asks of the network for one execution (Relay's `CacheConfig`).
public struct CacheConfig: Sendable, Hashable {
  /// Ask the server even where a response cache has an answer.
  public var force: Bool
  /// Ask again this long after each completed response, until cancelled. Nil does not poll; a subscription never does.
  public var poll: Duration?
  /// Values for the application's own network layer; the library does not read them.
  public var metadata: [String: String]
  /// Whether the operation may share a request with others, where the network does that: ``HTTPNetwork/Configuration/batching``.
  public var batches: Bool

  /// Creates a configuration.
  public init(force: Bool = false, poll: Duration? = nil, metadata: [String: String] = [:], batches: Bool = true) {
    self.force = force
    self.poll = poll
    self.metadata = metadata
    self.batches = batches
  }
}
