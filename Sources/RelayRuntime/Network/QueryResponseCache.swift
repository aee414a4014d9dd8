import Foundation
import Synchronization

/// Keeps the responses of queries for a while, by operation and variables (Relay's `QueryResponseCache`).
///
/// This is a cache of answers, in front of the server; the store of an environment is another thing and always holds the records.
public final class QueryResponseCache: Sendable {
  private struct Entry {
    var data: Data
    var setAt: ContinuousClock.Instant
    var order: UInt64
  }

  private struct State {
    var entries: [ByteKey: Entry] = [:]
    var nextOrder: UInt64 = 0
  }

  private let size: Int
  private let timeToLive: Duration?
  private let state = Mutex(State())

  /// Creates a cache.
  /// - Parameters:
  ///   - size: responses to keep; when it is full, the one that was set the longest ago goes.
  ///   - timeToLive: how long a response counts from when it was set; nil: until another takes its place.
  public init(size: Int, timeToLive: Duration?) {
    self.size = max(size, 0)
    self.timeToLive = timeToLive
  }

  /// The response kept for an operation with these variables, nil when there is none or it is too old.
  public func response(cacheID: String, variables: JSON) -> NetworkPayload? {
    let key = Self.key(cacheID, variables)
    return self.state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      if let timeToLive, entry.setAt.duration(to: .now) >= timeToLive {
        state.entries.removeValue(forKey: key)
        return nil
      }
      return NetworkPayload(data: entry.data)
    }
  }

  /// Keeps a response.
  public func set(_ payload: NetworkPayload, cacheID: String, variables: JSON) {
    guard size > 0 else { return }
    let key = Self.key(cacheID, variables)
    self.state.withLock { state in
      state.entries[key] = Entry(data: payload.data, setAt: .now, order: state.nextOrder)
      state.nextOrder += 1
      if state.entries.count > size, let oldest = state.entries.min(by: { $0.value.order < $1.value.order }) {
        state.entries.removeValue(forKey: oldest.key)
      }
    }
  }

  /// Forgets everything.
  public func clear() {
    state.withLock { $0.entries = [:] }
  }

  private static func key(_ cacheID: String, _ variables: JSON) -> ByteKey {
    ByteKey("\(cacheID)\(String(decoding: variables.data, as: UTF8.self))")
  }
}

/// A network that answers repeated queries from a ``QueryResponseCache``.
///
/// To whoever asks the network, the cache is a part of it: views, sequences and `fetch`, under every ``FetchPolicy`` that asks the network,
/// may get an answer that was kept. The server is always asked by what says that it wants something new: `refetch`, `retry`, `poll`, paging,
/// ``CacheConfig/force``, a load of what was invalidated or is stale in the store, and every mutation and subscription. A mutation clears the
/// cache when it starts and when it ends. Responses with errors and incremental responses are not kept.
public struct CachedNetwork: Network {
  private let network: any Network
  private let cache: QueryResponseCache

  /// Puts `cache` in front of `network`.
  public init(_ network: any Network, cache: QueryResponseCache) {
    self.network = network
    self.cache = cache
  }

  public func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    switch request.operationKind {
    case .query:
      if !request.cacheConfig.force, let payload = cache.response(cacheID: request.identity, variables: request.variables) {
        return AsyncThrowingStream { continuation in
          continuation.yield(payload)
          continuation.finish()
        }
      }
      return observe(request) { payloads in
        guard payloads.count == 1, let payload = payloads.first, !request.isIncremental, payload.hasNoErrors else { return }
        cache.set(payload, cacheID: request.identity, variables: request.variables)
      }
    case .mutation:
      cache.clear()
      return observe(request) { _ in cache.clear() }
    case .subscription:
      return network.execute(request)
    }
  }

  /// Passes the payloads on; `completion` gets them all before the stream ends without an error.
  private func observe(
    _ request: NetworkRequest, completion: @escaping @Sendable ([NetworkPayload]) -> Void
  ) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let source = network.execute(request)
    return AsyncThrowingStream { continuation in
      let task = Task {
        var payloads: [NetworkPayload] = []
        do {
          for try await received in source {
            let payload = received.handedOn()
            if payloads.count < 2 { payloads.append(payload) }
            continuation.yield(payload)
          }
          if !Task.isCancelled { completion(payloads) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension NetworkRequest {
  /// What tells operations apart: the hash of the text or the persisted id.
  var identity: String { cacheID.isEmpty ? (operationID ?? text ?? operationName) : cacheID }
}
