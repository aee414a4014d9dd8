import Foundation

/// A store of normalized records: each fetched object is kept once, under its identity, and objects link to one another.
///
/// An environment writes responses to its store and keeps views up to date; an app seldom uses a store directly, except to configure it
/// (``Configuration``), to save and restore it (``save(to:)``, ``restore(from:)``) and to empty it (``clear()``).
///
/// A publication changes records in place, so its cost depends on what changes and not on what is stored. Reading waits only for other
/// readings and for the moment in which a change is published; no code of the app runs then.
public final class Store: Sendable, SnapshotSource {
  /// The environment that the store belongs to.
  let hostReference = StoreHostReference()
  let keys: KeyTable
  let state: Lock<StoreState>
  /// Held during a change, from the first look at the records until after the publication (see `change`); taken before `state`, never inside it.
  private let writer = WriterLock()
  /// Whether the change under way is asking missing field handlers.
  let isSupplying = Lock(false)
  let deliveries = DeliveryQueue()
  let collection = Lock(CollectionState())
  let names = Lock(SchemaNames())
  let configuration: Configuration
  /// What the host has been warned about.
  private let warnings = Lock<Set<[String]>>([])

  /// How much a store keeps, and for how long.
  public struct Configuration: Sendable {
    /// How many released operations keep their data, the most recently released ones.
    public var releaseBufferSize: Int
    /// The longest time that a released operation keeps its data; `nil` for as long as the buffer has room.
    public var releaseBufferAge: Duration?
    /// The time after which written data counts as stale; `nil` for never.
    public var queryCacheExpirationTime: Duration?
    /// The number of records from which on the store collects garbage by itself, even if nothing is released; `nil` to collect only when an
    /// operation is released that the buffer has no room for, and in ``Store/collectGarbage()``.
    ///
    /// This is what bounds the memory of a process that fetches and retains nothing, such as a server, and that of a long subscription.
    /// After a collection, the next one starts when there are twice as many records as were left, and more than this, so that a store whose
    /// records are all needed is seldom searched. Collections run in the background. A process that writes faster than they finish waits for
    /// one when there are twice as many records again.
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
    ///   - queryCacheExpirationTime: the time after which written data counts as stale.
    ///   - automaticCollectionThreshold: the number of records from which on the store collects garbage by itself; `nil` for never.
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
    state = Lock(StoreState(keys: keys, collectionThreshold: configuration.automaticCollectionThreshold))
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

  /// Reads what is in the store now together with the fragments spread into it. The values made from it never change.
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
