/// A network that answers repeated queries from a ``QueryResponseCache``.
///
/// The cache is part of the network: views, sequences and `fetch` may get a cached answer with every ``FetchPolicy`` that uses the
/// network. The server is always asked by calls that explicitly want new data: `refetch`, `retry`, `poll`, pagination,
/// ``CacheConfig/force``, loading data that is invalidated or stale in the store, and all mutations and subscriptions. A mutation clears
/// the cache when it starts and when it ends, fails or is cancelled. Responses with errors and incremental responses are not cached, nor
/// are those with fields that the schema marks as `PRIVATE`, those that a header keeps out
/// (``HTTPNetwork/Configuration/obeysCacheControl``), and those to requests that were sent before the cache or the environment's store was
/// cleared.
///
/// ```swift
/// let cache = QueryResponseCache(size: 100, timeToLive: .seconds(60))
/// let environment = RelayEnvironment(network: CachedNetwork(network, cache: cache))
/// ```
///
/// See <doc:Networking>.
public struct CachedNetwork: RelayNetwork {
  private let network: any RelayNetwork
  private let cache: QueryResponseCache

  /// Creates a network that uses `cache` in front of `network`.
  public init(_ network: any RelayNetwork, cache: QueryResponseCache) {
    self.network = network
    self.cache = cache
  }

  public func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    switch request.operationKind {
    case .query:
      if !request.cacheConfig.force, let payload = cache.response(to: request) { return .one(payload) }
      let clearings = cache.clearings
      return observe(request) { payloads in
        guard payloads.count == 1, let payload = payloads.first, !request.isIncremental, payload.hasNoErrors else { return }
        cache.set(payload, for: request, ifClearedTimes: clearings)
      }
    case .mutation:
      cache.clear()
      let source = network.execute(request)
      return .produced { yield in
        // The server may also have executed a mutation that fails or is cancelled.
        defer { cache.clear() }
        for try await payload in source { yield(payload) }
      }
    case .subscription:
      return network.execute(request)
    }
  }

  /// Reopens lost connections of the network behind the cache.
  public func reconnect() { network.reconnect() }

  /// Passes the payloads on, and all of them to `completion` before the stream ends without an error.
  private func observe(
    _ request: NetworkRequest, completion: @escaping @Sendable ([NetworkPayload]) -> Void
  ) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let source = network.execute(request)
    return .produced { yield in
      var payloads: [NetworkPayload] = []
      for try await received in source {
        let payload = received.handedOn()
        if payloads.count < 2 { payloads.append(payload) }
        yield(payload)
      }
      if !Task.isCancelled { completion(payloads) }
    }
  }
}
