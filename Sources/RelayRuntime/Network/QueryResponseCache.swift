import Foundation

/// Keeps the responses of queries for some time, by operation and variables (Relay's `QueryResponseCache`).
///
/// It caches whole answers in front of the server. It is independent of an environment's store, which holds records.
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
  private let state = Lock(State())

  /// Creates a cache.
  /// - Parameters:
  ///   - size: the number of responses to keep. If the cache is full, the oldest response is removed.
  ///   - timeToLive: how long a response is valid; nil: until another one replaces it.
  public init(size: Int, timeToLive: Duration?) {
    self.size = max(size, 0)
    self.timeToLive = timeToLive
  }

  /// The response for an operation with these variables; nil if there is none or it is too old.
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

  /// Adds a response.
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

  /// Removes all responses.
  public func clear() {
    state.withLock { $0.entries = [:] }
  }

  private static func key(_ cacheID: String, _ variables: JSON) -> ByteKey {
    ByteKey("\(cacheID)\(String(decoding: variables.data, as: UTF8.self))")
  }
}

extension NetworkRequest {
  /// Identifies an operation: the hash of the text or the persisted id.
  var identity: String { cacheID.isEmpty ? (operationID ?? text ?? operationName) : cacheID }
}
