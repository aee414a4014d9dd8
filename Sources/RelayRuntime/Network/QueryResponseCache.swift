import Foundation

/// Keeps the responses of queries for some time, by operation and variables (Relay's `QueryResponseCache`). A request with header fields or
/// extensions of its own is answered only with the response to one that had the same.
///
/// It caches whole answers in front of the server. It is independent of an environment's store, which holds records.
///
/// ```swift
/// let cache = QueryResponseCache(size: 100, timeToLive: .seconds(60))
/// let environment = RelayEnvironment(network: CachedNetwork(network, cache: cache))
/// // When the user has changed something elsewhere:
/// cache.clear()
/// ```
///
/// See <doc:Networking>.
public final class QueryResponseCache: Sendable {
  private struct Entry {
    var data: Data
    var setAt: ContinuousClock.Instant
    var order: UInt64
    /// The session of the store that the response was for.
    var session: StoreSession?
    /// What its header said about its age.
    var age: ResponseAge?
  }

  private struct State {
    /// The number of times that the cache was cleared.
    var clearings: UInt64 = 0
    var entries = [ByteKey: Entry]()
    var queue = EvictionQueue()
    var nextOrder: UInt64 = 0

    mutating func set(_ entry: Entry, for key: ByteKey, size: Int) {
      var entry = entry
      entry.order = nextOrder
      entries[key] = entry
      queue.append(key, order: nextOrder)
      nextOrder += 1
      while entries.count > size, let oldest = queue.popFirst() {
        if entries[oldest.key]?.order == oldest.order { entries.removeValue(forKey: oldest.key) }
      }
      if queue.count > 2 * entries.count + 16 { queue.compact { entries[$0]?.order == $1 } }
    }
  }

  /// The keys of all responses in the order in which they were set. A key that was set again or removed is still at its former places.
  private struct EvictionQueue {
    private var items: [(key: ByteKey, order: UInt64)] = []
    private var head = 0

    var count: Int { items.count - head }

    mutating func append(_ key: ByteKey, order: UInt64) { items.append((key, order)) }

    mutating func popFirst() -> (key: ByteKey, order: UInt64)? {
      guard head < items.count else { return nil }
      defer {
        head += 1
        if head > 32, 2 * head > items.count {
          items.removeFirst(head)
          head = 0
        }
      }
      return items[head]
    }

    /// Removes the places that no longer count. The cost is spread over the appended keys.
    mutating func compact(_ counts: (ByteKey, UInt64) -> Bool) {
      items = items[head...].filter { counts($0.key, $0.order) }
      head = 0
    }
  }

  private let size: Int
  private let timeToLive: Duration?
  private let state = Lock(State())
  /// The clock.
  let now: @Sendable () -> ContinuousClock.Instant

  /// The number of keys, with those that no longer count, that the order of eviction has.
  var queueCount: Int { state.withLock { $0.queue.count } }

  /// Creates a cache.
  /// - Parameters:
  ///   - size: the number of responses to keep. If the cache is full, the oldest response is removed.
  ///   - timeToLive: how long a response is valid; nil: until another one replaces it.
  public convenience init(size: Int, timeToLive: Duration?) { self.init(size: size, timeToLive: timeToLive) { .now } }

  init(size: Int, timeToLive: Duration?, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.size = max(size, 0)
    self.timeToLive = timeToLive
    self.now = now
  }

  /// The response for an operation with these variables; nil if there is none, it is too old, or the store that it was for has been
  /// cleared. It keeps the time at which it was received: the ages of its data count from there.
  public func response(cacheID: String, variables: JSON) -> NetworkPayload? { response(for: Self.key(cacheID, variables)) }

  /// The response to an equal request.
  func response(to request: NetworkRequest) -> NetworkPayload? { response(for: Self.key(request)) }

  private func response(for key: ByteKey) -> NetworkPayload? {
    state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      let elapsed = entry.setAt.duration(to: now())
      let origin = PayloadOrigin(isCached: true, elapsed: elapsed, age: entry.age)
      let isTooOld = timeToLive.map { elapsed >= $0 } ?? false || origin.remaining.map { $0 <= .zero } ?? false
      if isTooOld || entry.session?.isOver == true {
        state.entries.removeValue(forKey: key)
        return nil
      }
      var payload = NetworkPayload(data: entry.data)
      payload.origin = origin
      return payload
    }
  }

  /// Adds a response, unless its header forbids that and the network obeys it (``HTTPNetwork/Configuration/obeysCacheControl``).
  public func set(_ payload: NetworkPayload, cacheID: String, variables: JSON) {
    guard size > 0, payload.origin.mayBeStored else { return }
    let key = Self.key(cacheID, variables)
    let entry = entry(of: payload, session: nil)
    state.withLock { $0.set(entry, for: key, size: size) }
  }

  /// The number of times that the cache was cleared.
  var clearings: UInt64 { state.withLock { $0.clearings } }

  /// Adds the response to `request`, unless the cache has been cleared since it was sent: it may be another user's.
  /// - Parameter clearings: the number of clearings when the request was sent.
  func set(_ payload: NetworkPayload, for request: NetworkRequest, ifClearedTimes clearings: UInt64) {
    guard size > 0, request.isCurrent, payload.origin.mayBeStored, !request.isPrivate else { return }
    let key = Self.key(request)
    let entry = entry(of: payload, session: request.session)
    state.withLock { state in
      guard state.clearings == clearings else { return }
      state.set(entry, for: key, size: size)
    }
  }

  private func entry(of payload: NetworkPayload, session: StoreSession?) -> Entry {
    let received = now().advanced(by: .zero - payload.origin.elapsed)
    return Entry(data: payload.data, setAt: received, order: 0, session: session, age: payload.origin.age)
  }

  /// Removes all responses. Those to requests in flight will not be added.
  public func clear() {
    state.withLock { state in
      state.clearings += 1
      state.entries.removeAll()
      state.queue = EvictionQueue()
    }
  }

  private static func key(_ cacheID: String, _ variables: JSON) -> ByteKey {
    ByteKey("\(cacheID)\(String(decoding: variables.data, as: UTF8.self))")
  }

  private static func key(_ request: NetworkRequest) -> ByteKey {
    guard !request.extensions.isEmpty || request.headers != HTTPNetwork.Headers() else { return key(request.identity, request.variables) }
    let headers = Dictionary(request.headers.map { ($0.name.asciiLowercased, JSON.string($0.value)) }) { $1 }
    return key(request.identity, [request.variables, .object(headers), .object(request.extensions)])
  }
}

extension NetworkRequest {
  /// Whether the response has data that belongs to one user.
  var isPrivate: Bool { operation?.definition.normalization.hasPrivateFields ?? false }

  /// Identifies an operation: the hash of the text or the persisted id.
  var identity: String { cacheID.isEmpty ? (operationID ?? text ?? operationName) : cacheID }
}
