/// A network made of two functions, for an application with its own transport, for a server in the same process, and for tests.
///
/// ```swift
/// let network = FetchNetwork(fetch: { request in
///   NetworkPayload(["data": ["user": ["id": "me", "name": "Ada"]]])
/// })
/// ```
///
/// See <doc:Networking>.
public struct FetchNetwork: RelayNetwork {
  private let fetch: @Sendable (NetworkRequest) async throws -> NetworkPayload
  private let subscribe: (@Sendable (NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error>)?

  /// Creates a network.
  /// - Parameters:
  ///   - fetch: answers a query or a mutation with one response body. It runs in its own task, which is cancelled with the request.
  ///   - subscribe: answers a subscription with a stream of bodies. Without it, subscriptions fail with
  ///     ``RelayError/unsupportedOperation(_:)``.
  public init(
    fetch: @escaping @Sendable (NetworkRequest) async throws -> NetworkPayload,
    subscribe: (@Sendable (NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error>)? = nil
  ) {
    self.fetch = fetch
    self.subscribe = subscribe
  }

  public func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    if request.operationKind == .subscription {
      guard let subscribe else {
        return AsyncThrowingStream {
          throw RelayError.unsupportedOperation("subscription \(request.operationName): this network has no subscribe function")
        }
      }
      return subscribe(request)
    }
    let fetch = self.fetch
    return .produced { yield in yield(try await fetch(request)) }
  }
}
