/// Connects an environment to its server: takes a request, and returns a stream of GraphQL response bodies.
///
/// A query or a mutation usually yields one payload; `@defer`, `@stream` and subscriptions yield several. The stream ends after the
/// server's last payload, and throws if the operation fails. Terminating the stream (by cancelling the consumer's task or dropping the
/// stream) stops the request.
///
/// The library includes ``HTTPNetwork``, ``WebSocketNetwork``, ``EventStreamNetwork``, ``CachedNetwork`` and ``FetchNetwork``. A network
/// may wrap another one to extend it.
///
/// ```swift
/// struct LoggingNetwork: RelayNetwork {
///   let network: any RelayNetwork
///
///   func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
///     print(request.operationName, request.variables)
///     return network.execute(request)
///   }
///
///   func reconnect() { network.reconnect() }
/// }
/// ```
///
/// See <doc:Networking>.
public protocol RelayNetwork: Sendable {
  /// Sends `request` and returns its payloads as they arrive.
  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error>

  /// Reopens lost connections of subscriptions immediately instead of waiting for the next attempt. The default implementation does
  /// nothing. A network that wraps another one forwards this call too.
  func reconnect()
}

extension RelayNetwork {
  /// Does nothing.
  public func reconnect() {}
}

/// Query, mutation or subscription.
