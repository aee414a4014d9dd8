import Foundation

/// A store of normalized records: each fetched object is stored once, under its identity, and objects link to one
/// another.
///
/// An environment writes responses to its store and keeps views up to date. An app rarely uses a store directly, except to configure it
/// (``Configuration``), to save and restore it (``save(to:)``, ``restore(from:)``) and to clear it (``clear()``).
///
/// A publication changes records in place, so its cost depends on the size of the change and not on that of the store. A read waits only
/// for other reads and for the moment in which a change is published; no app code runs then.
///
/// ```swift
/// let store = RelayStore(configuration: RelayStore.Configuration(releaseBufferSize: 20))
/// let environment = RelayEnvironment(network: network, store: store)
/// try store.restore(from: file)
/// try store.save(to: file)
/// ```
///
/// See <doc:TheStore>.
public final class RelayStore: Sendable, SnapshotSource {
  /// The environment of the store.
  let hostReference = StoreHostReference()
  let keys: KeyTable
  let state: Lock<StoreState>
  /// Held during a change, from the first access to the records until after the publication (see `change`). It is taken before `state`,
  /// never inside it.
  private let writers = WriterLock()
  /// Whether the current change is calling missing field handlers.
  let isSupplying = Lock(false)
  let deliveries = DeliveryQueue()
  let collection = Lock(CollectionState())
  let names = Lock(SchemaNames())
  let configuration: Configuration
  /// What keeps the store's contents elsewhere, if anything does.
  let mirrorLink = Lock(MirrorLink())
  /// The warnings that have been logged.
  private let warnings = Lock<Set<[String]>>([])

  /// How much data a store keeps, and for how long.
  public struct Configuration: Sendable {
    /// The number of released operations that keep their data; the most recently released ones count.
    public var releaseBufferSize: Int
    /// The maximum time for which a released operation protects its data from a collection; `nil` if only the buffer's size limits it.
    public var releaseBufferAge: Duration?
    /// The time after which data is stale; `nil` if never.
    public var queryCacheExpirationTime: Duration?
    /// The number of records at which the store starts to collect garbage by itself, even if nothing is released. With `nil`, it collects
    /// only when an operation is released for which the buffer has no room, and in ``RelayStore/collectGarbage()``.
    ///
    /// This limit bounds the memory of a process that fetches without retaining, such as a server, and of a long subscription. After a
    /// collection, the next one starts when the number of records has doubled and is above the limit, so a store that needs all of its
    /// records is rarely searched. Collections run in the background. If a process writes faster than they finish, it waits for a
    /// collection when the number has doubled again.
    public var automaticCollectionThreshold: Int?
    /// The number of objects in one reading of an operation or fragment whose record the same reading has met before.
    ///
    /// Records may link to one another many times and in circles, so that a small response describes data of any size. Data beyond this
    /// limit is not read: reading it fails with a ``FieldError`` of the kind ``FieldError/Kind/tooManyRepeatedObjects(limit:)``. Data in
    /// which each object occurs once is not limited.
    public var maximumRepeatedObjects = 2_000_000
    /// The time for which a change of the store waits for app code that another change runs: for an updater, a handler, a missing field
    /// handler or the body of ``RelayEnvironment/batchUpdates(_:)``.
    ///
    /// If the code still runs then, it probably waits for the change itself, so that neither would ever end. The change fails with
    /// ``RelayError/writeBlocked(_:by:)`` and writes nothing; one that cannot fail, such as ``RelayStore/clear()``, logs a warning and goes
    /// on waiting. Changes wait for the library's own work as long as it takes.
    public var maximumWriteDelay: Duration = .seconds(30)
    /// Names the user whose data the store holds, for example by an id. Only then does ``RelayStore/save(to:)`` write fields that the
    /// schema marks as `PRIVATE`, and only a store with the same owner restores that archive.
    public var owner: String?
    /// The age at which a field is stale that has none in the schema or in its document; nil if never. A field has its own age (`@maxAge`);
    /// else the smaller of its operation's (`@maxAge`) and of what the schema says for it or its type (`@cacheControl`); else this one.
    public var maxAge: Duration?
    /// For how long stale data may still be shown while it is fetched again, from the moment at which it became stale. Zero, the default,
    /// means that ``FetchPolicy/storeOrNetwork`` does not show stale data.
    public var staleWhileRevalidate: Duration = .zero
    /// The longest age of a field that the server has answered with an error, for fields that have an age.
    public var maximumErrorAge: Duration = .seconds(10)
    /// Runs the steps of a garbage collection.
    var schedule: @Sendable (@escaping @Sendable () -> Void) -> Void = { step in
      Task.detached(priority: .utility) { step() }
    }
    /// The clock by which data ages, and by which the store waits. A test can give it a clock that it moves itself. Archives use the
    /// calendar's time.
    public var clock: any Clock<Duration> = ContinuousClock() {
      didSet {
        let clock = self.clock
        let injected = RelayStore.Configuration.inject(clock)
        now = injected.now
        wake = injected.wake
      }
    }
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Calls a function at an instant, unless the result is disposed of before.
    var wake: @Sendable (_ instant: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) -> RelayDisposable = { instant, body in
      let task = Task {
        guard (try? await Task.sleep(until: instant, clock: .continuous)) != nil, !Task.isCancelled else { return }
        body()
      }
      return RelayDisposable { task.cancel() }
    }
    /// A number from 0 up to 1, for times that must not be the same for all clients.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Converts `now` to the calendar, for data that outlives the process.
    var secondsSince1970: @Sendable () -> Double = { Date().timeIntervalSince1970 }

    /// - Parameters:
    ///   - releaseBufferSize: the number of released operations that keep their data.
    ///   - releaseBufferAge: the maximum time for which a released operation keeps its data.
    ///   - queryCacheExpirationTime: the time after which data is stale.
    ///   - automaticCollectionThreshold: the number of records at which the store starts to collect garbage by itself; `nil` for never.
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

  /// Creates an empty store.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    let keys = KeyTable()
    self.keys = keys
    state = Lock(StoreState(keys: keys, collectionThreshold: configuration.automaticCollectionThreshold))
    state.withLock { state in
      state.records.sharing.limit = configuration.maximumRepeatedObjects
      let root = state.records.intern(DataID.root)
      state.records.merge(Record(type: Keys.rootType), into: root)
      _ = state.takeNotifications()
    }
    keys.whenFull { [weak self] in self?.scheduleCollection() }
  }

  // MARK: Changing

  /// Runs `body`, which changes the store, and notifies subscribers afterwards. Other changes wait in the meantime; reads do not.
  ///
  /// A nested change belongs to the outer one. A change that waits too long for app code warns, and goes on waiting.
  ///
  /// - Parameter collects: whether garbage is collected at the end if that cannot wait.
  func change<Result>(_ writer: StoreWriter, collects: Bool = false, _ body: () throws -> Result) rethrows -> Result {
    waitToChange(writer)
    defer { endChange(collects: collects) }
    return try body()
  }

  /// Waits until no other change runs. A function of its own, because the compiler makes a copy of `change` for each caller.
  @inline(never)
  private func waitToChange(_ writer: StoreWriter) {
    guard let holder = writers.lock(waiting: configuration.maximumWriteDelay) else { return }
    let error = RelayError.writeBlocked(writer.description, by: holder.description)
    if let host, host.observesStore { host.observe(.warning("\(error.localizedDescription) The write goes on waiting.")) }
    _ = writers.lock(waiting: nil)
  }

  /// Begins a change, as `change` does, on behalf of a caller that can fail. Call `endChange` afterwards, on the same thread.
  ///
  /// - Throws: ``RelayError/writeBlocked(_:by:)``.
  func beginChange(_ writer: StoreWriter) throws(RelayError) {
    guard let holder = writers.lock(waiting: configuration.maximumWriteDelay) else { return }
    throw .writeBlocked(writer.description, by: holder.description)
  }

  /// Ends a change. If it is the outermost one, subscribers are notified, in order and outside of all locks; changes that they cause are
  /// delivered afterwards.
  ///
  /// - Parameter collects: whether garbage is collected then, if that cannot wait.
  func endChange(collects: Bool = true) {
    guard writers.unlock() else { return }
    // What is published in a batch is delivered at the end of the batch.
    let (delivers, isOverfull) = state.withLock { ($0.work.batches == 0, collects && $0.mustCollect) }
    if delivers { deliveries.deliver() }
    if isOverfull { collectGarbage() }
  }

  /// Runs app code inside a change.
  func run<Result>(_ appCode: StoreWriter, _ body: () throws -> Result) rethrows -> Result { try writers.run(appCode, body) }

  /// Whether the calling thread is changing the store.
  var isChangingHere: Bool { writers.isHeldHere }

  /// Whether the store is being changed, and app code that runs inside this change has started the current task.
  var isChangingInOrigin: Bool { writers.isHeldByOrigin }

  // MARK: The host

  func warnOnce(about subject: [String], _ text: () -> String) {
    guard let host, warnings.withLock({ $0.insert(subject).inserted }), host.observesStore else { return }
    host.observe(.warning(text()))
  }

  // MARK: Reading

  /// The selector of an operation's own data.
  func selector(_ operation: OperationDescriptor) -> Selector {
    let definition = operation.definition.fragment
    let variables = ReadContext.variables(
      definition.plan.argumentDefinitions, given: operation.variables, root: operation.variables)
    let context = ReadContext(store: self, definition: definition, owner: operation, variables: variables)
    return Selector(context: context, dataID: operation.rootID, record: .missing)
  }

  /// Reads the store's current state.
  func lookup(_ selector: Selector) -> Snapshot { warnOfExcess(state.withLock { $0.records.read(selector) }) }

  /// Reads the store's current state together with the fragments spread into it. Values made from the result never
  /// change.
  ///
  /// - Parameter known: the previous result for the same selector. It is returned if the store has not changed since.
  func capture(_ selector: Selector, after known: Snapshot? = nil) -> Snapshot {
    let captured = state.withLock { state in
      if let known, known.revision == state.records.revision { return known }
      return state.records.capture(selector)
    }
    return warnOfExcess(captured)
  }

  /// Warns, once for each field, that data was not read. Some callers have no other way to report it.
  private func warnOfExcess(_ snapshot: Snapshot) -> Snapshot {
    if let excess = snapshot.excess { warnOnce(about: [excess.owner, excess.path]) { excess.description } }
    return snapshot
  }

  /// Reads an operation's own data from the store's current state.
  func lookup(_ operation: OperationDescriptor) -> Snapshot { lookup(selector(operation)) }
}
