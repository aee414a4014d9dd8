/// Options of one execution for the network (Relay's `CacheConfig`).
///
/// ```swift
/// let config = CacheConfig(force: true, metadata: ["screen": "home"])
/// let data = try await environment.fetch(HomeQuery(id: "me"), cacheConfig: config)
/// print(data.user?.name ?? "Nobody")
/// ```
///
/// See <doc:Networking>.
public struct CacheConfig: Sendable, Hashable {
  /// Ask the server even if a response cache has an answer.
  public var force: Bool
  /// Values for the application's own network layer; the library does not read them.
  public var metadata: [String: String]
  /// Whether the operation may share a request with others, if the network supports that: ``HTTPNetwork/Configuration/batching``.
  public var allowsBatching: Bool

  /// Creates a configuration.
  public init(force: Bool = false, metadata: [String: String] = [:], allowsBatching: Bool = true) {
    self.force = force
    self.metadata = metadata
    self.allowsBatching = allowsBatching
  }
}
