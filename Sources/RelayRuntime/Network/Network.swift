/// How an environment reaches its server: one request in, a stream of GraphQL response bodies out.
///
/// A query or a mutation usually yields one payload; `@defer`, `@stream` and subscriptions yield several. The stream ends after the
/// server's last payload, and throws if the operation fails. Terminating the stream (the consumer's task was cancelled or it dropped the
/// stream) stops the request.
///
/// The library ships ``HTTPNetwork``, ``WebSocketNetwork``, ``CachedNetwork`` and ``FetchNetwork``; a network may wrap another one to
/// add what it needs.
public protocol Network: Sendable {
  /// Sends `request` and returns its payloads as they arrive.
  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error>

  /// Reopens lost connections of subscriptions at once instead of waiting for the next attempt; by default nothing happens. A network that
  /// wraps another one forwards this call too.
  func reconnect()
}

extension Network {
  /// Does nothing.
  public func reconnect() {}
}

/// Query, mutation or subscription.
public typealias OperationKind = OperationDefinition.Kind
