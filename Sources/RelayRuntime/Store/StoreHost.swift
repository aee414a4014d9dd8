/// What a store needs from its environment. The store knows nothing else about environments.
protocol StoreHost: AnyObject, Sendable {
  /// The rules that give objects in responses their identities.
  var identityRules: IdentityRules { get }
  /// Whether the host currently wants to receive events.
  var observesStore: Bool { get }
  /// Called outside of all locks after a publication, if the host follows ages (`StoreState.followsAges`).
  ///
  /// - Parameter isInvalidation: whether something was invalidated.
  func agesMayHaveChanged(isInvalidation: Bool)
  /// Refetches the mounted queries that are stale. Called outside of all locks.
  func refetchStaleQueries()
  /// Receives an event. Called outside of all locks.
  func observe(_ event: StoreEvent)
}

/// The events of a store.
enum StoreEvent: Sendable {
  /// A change was published; `changedRecords` have changed since subscribers were last notified.
  case publish(changedRecords: Int, isOptimistic: Bool)
  /// The content of `subscribers` has changed; they are notified next.
  case notify(subscribers: Int)
  /// A garbage collection has ended.
  case collect(removedRecords: Int)
  /// An archive was restored.
  case restore(records: Int)
  /// What keeps the store's contents elsewhere reports something.
  case mirror(MirrorEvent)
  /// A likely mistake in the server or the app, as text.
  case warning(String)
}

/// A store's weak reference to its host, which holds the store.
final class StoreHostReference: Sendable {
  private struct Reference {
    weak var host: (any StoreHost)?
  }

  private let reference = Lock(Reference())

  var host: (any StoreHost)? {
    get { reference.withLock { $0.host } }
    set { reference.withLock { $0.host = newValue } }
  }
}

extension RelayStore {
  /// The host that the store was last given to, while it exists.
  var host: (any StoreHost)? { hostReference.host }

  /// Whether two types with the same id share a record.
  var mixesTypes: Bool { host?.identityRules.mixesTypes ?? true }
}
