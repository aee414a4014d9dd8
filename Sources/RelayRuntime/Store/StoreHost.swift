/// What a store needs of the environment that it belongs to. The store knows nothing else of environments.
protocol StoreHost: AnyObject, Sendable {
  /// What tells the objects of responses apart.
  var identityRules: IdentityRules { get }
  /// Whether the host wants to hear of events now.
  var observesStore: Bool { get }
  /// Takes an event. Called outside every lock.
  func observe(_ event: StoreEvent)
}

/// What a store tells its host.
enum StoreEvent: Sendable {
  /// A change was published; `changedRecords` differ since subscribers were last told.
  case publish(changedRecords: Int, isOptimistic: Bool)
  /// `subscribers` see different content now and are told next.
  case notify(subscribers: Int)
  /// A garbage collection has ended.
  case collect(removedRecords: Int)
  /// An archive was brought in.
  case restore(records: Int)
  /// Something that is likely a mistake of the server or of the app, in words.
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

extension Store {
  /// The host that the store was last given to, as long as it lives.
  var host: (any StoreHost)? { hostReference.host }

  /// Whether two types that share an id have one record.
  var mixesTypes: Bool { host?.identityRules.mixesTypes ?? true }
}
