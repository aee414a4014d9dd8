import ApolloAPI
import Synchronization

// Stand-ins for Apollo's normalized cache.

public typealias CacheKey = String

public struct CacheReference: Hashable, Sendable {
  public let key: CacheKey
  public init(_ key: CacheKey) { self.key = key }
}

public struct Record: Sendable {
  public typealias Value = any Hashable & Sendable
  public typealias Fields = [CacheKey: Value]
  public let key: CacheKey
  public private(set) var fields: Fields

  public init(key: CacheKey, _ fields: Fields = [:]) {
    self.key = key
    self.fields = fields
  }

  /// - Returns: the keys of the fields that have changed.
  mutating func merge(_ other: Record) -> [CacheKey] {
    let changed = other.fields.filter { name, value in fields[name].map { AnyHashable($0) != AnyHashable(value) } ?? true }
    fields.merge(changed) { $1 }
    return changed.keys.map { "\(key).\($0)" }
  }
}

public struct RecordSet: Sendable {
  public private(set) var storage: [CacheKey: Record] = [:]

  public init(records: some Sequence<Record> = []) {
    for record in records { storage[record.key] = record }
  }
}

public protocol ApolloStoreSubscriber: AnyObject, Sendable {
  func store(_ store: ApolloStore, didChangeKeys changedKeys: Set<CacheKey>)
}

public final class ApolloStore: Sendable {
  private struct State {
    var records: [CacheKey: Record] = [:]
    var subscribers: [ObjectIdentifier: any ApolloStoreSubscriber] = [:]
  }
  private let state = Mutex(State())

  public init() {}

  public func publish(records: RecordSet) async throws {
    let changedKeys = state.withLock { state in
      Set(records.storage.values.flatMap { state.records[$0.key, default: Record(key: $0.key)].merge($0) })
    }
    for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.store(self, didChangeKeys: changedKeys) }
  }

  public func subscribe(_ subscriber: any ApolloStoreSubscriber) async {
    state.withLock { $0.subscribers[ObjectIdentifier(subscriber)] = subscriber }
  }

  public final class ReadWriteTransaction: Sendable {
    fileprivate let store: ApolloStore
    fileprivate init(_ store: ApolloStore) { self.store = store }
    public func removeObject(for key: CacheKey) async throws { store.state.withLock { $0.records[key] = nil } }
  }

  public func withinReadWriteTransaction(_ body: @Sendable (ReadWriteTransaction) async throws -> Void) async throws {
    try await body(ReadWriteTransaction(self))
  }

  /// The cached data of a query, and the keys on which it depends. Unlike Apollo's cache, it reads all existing fields.
  func load(_ key: CacheKey) -> (data: DataDict, dependentKeys: Set<CacheKey>)? {
    let records = state.withLock { $0.records }
    var dependentKeys: Set<CacheKey> = []
    func object(_ key: CacheKey) -> DataDict? {
      guard let record = records[key] else { return nil }
      return DataDict(
        data: record.fields.reduce(into: [:]) { data, field in
          dependentKeys.insert("\(key).\(field.key)")
          switch field.value {
          case let reference as CacheReference: data[field.key] = object(reference.key)
          case let references as [CacheReference]: data[field.key] = references.compactMap { object($0.key) }
          default: data[field.key] = field.value
          }
        })
    }
    return object(key).map { ($0, dependentKeys) }
  }
}
