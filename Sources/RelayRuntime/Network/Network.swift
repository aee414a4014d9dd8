/// How an environment reaches its server: one request in, a stream of GraphQL response bodies out.
///
/// A query or a mutation usually yields one payload; `@defer`/`@stream` and subscriptions yield several. The stream ends when the
/// server has said all it will say and throws when it could not. Terminating the stream (the consumer's task was cancelled or it
/// dropped the stream) stops the request.
///
/// The library ships ``HTTPNetwork``, ``WebSocketNetwork``, ``CachedNetwork`` and ``FetchNetwork``; a network may wrap another one to
/// add what it needs.
public protocol Network: Sendable {
  /// Sends `request` and returns its payloads as they arrive.
  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error>

  /// Opens lost connections of subscriptions at once, where the network waits before it does so; by default nothing happens. A network that
  /// hands requests to another one hands this on too.
  func reconnect()
}

extension Network {
  /// Does nothing.
  public func reconnect() {}
}

/// Query, mutation or subscription.
public typealias OperationKind = OperationDefinition.Kind
