import Foundation
import Synchronization

/// A store of normalized records: every object that was fetched, once, linked by identity.
///
/// How the parts work together:
/// - `Normalizer.normalize(_:keys:)` makes a `NormalizedPayload` of a response's bytes. It is pure and runs outside the lock.
/// - `PublishQueue` brings payloads, updaters and optimistic layers into the store, in order, and tells subscribers.
/// - `lookup(_:)` reads a `Selector` (from `FragmentPointer.selector(_:)` or `selector(_:)`) into a `Snapshot`. Synchronous;
///   it waits for no parse, only for the lock, which is never held while user code runs.
/// - `subscribe(_:_:)` keeps a snapshot up to date; `retain(_:)` keeps an operation's records from being collected;
///   `check(_:)` tells whether an operation can be read from the store.
///
/// Records are places in one array, found by interned ids; their fields lie in one array per record. A publish changes records in
/// place and costs what it changes, not what is stored. Optimistic updates change records in place too, and an undo log holds what
/// they overwrote.
public final class Store: Sendable, SnapshotSource {
  /// The environment that the store belongs to.
  let hostReference = StoreHostReference()
  let keys: KeyTable
  let state: Mutex<StoreState>
  /// Held during a change, from the first look at the records until after the publication (see `change`); taken before `state`, never inside it.
  private let writer = WriterLock()
  /// Whether the change under way is asking missing field handlers.
  let isSupplying = Atomic<Bool>(false)
  let deliveries = DeliveryQueue()
  let collection = Mutex(CollectionState())
  let names = Mutex(SchemaNames())
  let configuration: Configuration
  /// What the host has been warned about.
  private let warnings = Mutex<Set<[String]>>([])

  /// How long a store keeps what, and how much of it.
  public struct Configuration: Sendable {
    /// How many released operations keep their data, the most recently released ones.
    public var releaseBufferSize: Int
    /// How long a released operation keeps its data at most; `nil`: as long as the buffer has room.
    public var releaseBufferAge: Duration?
    /// After which time written data counts as stale; `nil`: never.
    public var queryCacheExpirationTime: Duration?
    /// From how many records on the store collects garbage by itself, whether anything is released or not; `nil`: only when an operation
    /// is released for which the buffer has no room, and in ``Store/collectGarbage()``.
    ///
    /// This is what bounds the memory of a process that fetches and retains nothing, such as a server, and that of a long subscription.
    /// After each collection the next one comes when there are twice as many records as are left, and more than this, so that a store in
    /// which everything is needed seldom looks for what is not. Collections run in the background; a process that writes faster than they
    /// come to their end waits for one when there are twice as many records as that.
    public var automaticCollectionThreshold: Int?
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
    ///   - automaticCollectionThreshold: from how many records on the store collects garbage by itself; `nil`: it does not.
    public init(
      releaseBufferSize: Int = 10, releaseBufferAge: Duration? = nil, queryCacheExpirationTime: Duration? = nil,
      automaticCollectionThreshold: Int? = 10_000
    ) {
      self.releaseBufferSize = max(0, releaseBufferSize)
      self.releaseBufferAge = releaseBufferAge
      self.queryCacheExpirationTime = queryCacheExpirationTime
      self.automaticCollectionThreshold = automaticCollectionThreshold
    }
  }

  /// An empty store.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    let keys = KeyTable()
    self.keys = keys
    state = Mutex(StoreState(keys: keys, collectionThreshold: configuration.automaticCollectionThreshold))
    state.withLock { state in
      let root = state.records.intern(DataID.root)
      state.records.merge(Record(type: Keys.rootType), into: root)
      _ = state.takeNotifications()
    }
    keys.whenFull { [weak self] in self?.scheduleCollection() }
  }

  // MARK: Changing

  /// Runs `body` as the one that changes the store, and tells subscribers afterwards: other changes wait meanwhile, readings do not.
  ///
  /// A change inside a change belongs to the outer one.
  func change<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { deliverNotifications() }
    return try writer.withLock(body)
  }

  /// Whether the calling thread is changing the store.
  var isChangingHere: Bool { writer.isHeldHere }

  // MARK: The host

  func warnOnce(about subject: [String], _ text: () -> String) {
    guard let host, warnings.withLock({ $0.insert(subject).inserted }), host.observesStore else { return }
    host.observe(.warning(text()))
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
  func lookup(_ selector: Selector) -> Snapshot { state.withLock { $0.records.read(selector) } }

  /// Reads what is in the store now together with the fragments spread into it. What is handed out of it shows this moment for ever.
  ///
  /// - Parameter known: what the same selector gave before; it is the answer again if the store has not changed since.
  func capture(_ selector: Selector, after known: Snapshot? = nil) -> Snapshot {
    state.withLock { state in
      if let known, known.revision == state.records.revision { return known }
      return state.records.capture(selector)
    }
  }

  /// Reads an operation's own data as it is in the store now.
  func lookup(_ operation: OperationDescriptor) -> Snapshot { lookup(selector(operation)) }

  /// Calls `callback` with every later state of a snapshot whose content differs from the one before.
  ///
  /// - Parameters:
  ///   - snapshot: what the caller has now; when the store has changed since, `callback` is called soon.
  ///   - hearsEverything: whether `callback` is called after every change of a record that the snapshot depends on, even where the
  ///     content is the same.
  ///   - callback: called outside the lock, on the thread that publishes.
  /// - Returns: ends the subscription when it is disposed of, or with its last reference.
  func subscribe(
    _ snapshot: Snapshot, hearsEverything: Bool = false, _ callback: @escaping @Sendable (Snapshot) -> Void
  ) -> Disposable {
    let (index, missed) = state.withLock { state -> (Int32, Snapshot?) in
      if state.records.revision == snapshot.revision { return (state.subscribe(snapshot, hearsEverything: hearsEverything, callback), nil) }
      let current = state.records.read(snapshot.selector)
      let isSame = current.hasSameContent(as: snapshot) && !hearsEverything
      return (state.subscribe(current, hearsEverything: hearsEverything, callback), isSame ? nil : current)
    }
    if let missed { callback(missed) }
    return Disposable { [weak self] in self?.state.withLock { $0.unsubscribe(index) } }
  }
}
