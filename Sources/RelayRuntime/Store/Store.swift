import Foundation
import Synchronization

/// A store of normalized records: every object that was fetched, once, linked by identity.
///
/// How the parts work together:
/// - `Normalizer.normalize(document, …)` makes a `NormalizedPayload` of a response's bytes. It is pure and runs outside the lock.
/// - `PublishQueue` brings payloads, updaters and optimistic layers into the store, in order, and tells subscribers.
/// - `lookup(_:)` reads a `Selector` (from `FragmentPointer.selector(_:)` or `selector(_:)`) into a `Snapshot`. Synchronous;
///   it waits for no parse, only for the lock, which is never held while user code runs.
/// - `subscribe(_:_:)` keeps a snapshot up to date; `retain(_:)` keeps an operation's records from being collected;
///   `check(_:)` tells whether an operation can be read from the store.
///
/// Records are places in one array, found by interned ids; their fields lie in one array per record. A publish changes records in
/// place and costs what it changes, not what is stored. Optimistic updates change records in place too, and an undo log holds what
/// they overwrote.
public final class Store: Sendable {
  /// The environment that the store belongs to.
  let environmentReference = EnvironmentReference()
  let keys = KeyTable()
  let state = Mutex(StoreState())
  /// Held by whoever changes the store, from before it looks until after it has published; taken before `state`, never inside it.
  let writer = NSRecursiveLock()
  let deliveries = Mutex(DeliveryQueue())
  let collection = Mutex(CollectionState())
  let configuration: Configuration

  /// How long a store keeps what.
  public struct Configuration: Sendable {
    /// How many released operations keep their data, the most recently released ones.
    public var releaseBufferSize: Int
    /// How long a released operation keeps its data at most; `nil`: as long as the buffer has room.
    public var releaseBufferAge: Duration?
    /// After which time written data counts as stale; `nil`: never.
    public var queryCacheExpirationTime: Duration?
    /// Runs the steps of a garbage collection.
    var schedule: @Sendable (@escaping @Sendable () -> Void) -> Void = { step in
      Task.detached(priority: .utility) { step() }
    }
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// What `now` is on the calendar, for what outlives the process.
    var secondsSince1970: @Sendable () -> Double = { Date().timeIntervalSince1970 }

    /// - Parameters:
    ///   - releaseBufferSize: how many released operations keep their data.
    ///   - releaseBufferAge: how long a released operation keeps its data at most.
    ///   - queryCacheExpirationTime: after which time written data counts as stale.
    public init(
      releaseBufferSize: Int = 10, releaseBufferAge: Duration? = nil, queryCacheExpirationTime: Duration? = nil
    ) {
      self.releaseBufferSize = max(0, releaseBufferSize)
      self.releaseBufferAge = releaseBufferAge
      self.queryCacheExpirationTime = queryCacheExpirationTime
    }
  }

  /// An empty store.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    state.withLock { state in
      let root = state.intern(DataID.root)
      state.merge(Record(type: Keys.rootType), into: root)
      _ = state.takeNotifications()
    }
  }

  // MARK: Reading

  /// How to read an operation's own data.
  func selector(_ operation: OperationDescriptor) -> Selector {
    let definition = operation.definition.fragment
    let variables = ReadContext.variables(
      definition.plan.argumentDefinitions, given: operation.variables, root: operation.variables)
    let context = ReadContext(store: self, definition: definition, owner: operation, variables: variables)
    return Selector(context: context, dataID: operation.rootID, record: .missing)
  }

  /// Reads what is in the store now.
  func lookup(_ selector: Selector) -> Snapshot { state.withLock { $0.read(selector) } }

  /// Reads an operation's own data as it is in the store now.
  func lookup(_ operation: OperationDescriptor) -> Snapshot { lookup(selector(operation)) }

  /// Calls `callback` with every later state of a snapshot whose content differs from the one before.
  ///
  /// - Parameters:
  ///   - snapshot: what the caller has now; when the store has changed since, `callback` is called soon.
  ///   - callback: called outside the lock, on the thread that publishes.
  /// - Returns: ends the subscription when it is disposed of, or with its last reference.
  func subscribe(_ snapshot: Snapshot, _ callback: @escaping @Sendable (Snapshot) -> Void) -> Disposable {
    let (index, missed) = state.withLock { state -> (Int32, Snapshot?) in
      if state.revision == snapshot.revision { return (state.subscribe(snapshot, callback), nil) }
      let current = state.read(snapshot.selector)
      let isSame = current.hasSameContent(as: snapshot)
      return (state.subscribe(current, callback), isSame ? nil : current)
    }
    if let missed { callback(missed) }
    return Disposable { [weak self] in self?.state.withLock { $0.unsubscribe(index) } }
  }
}
