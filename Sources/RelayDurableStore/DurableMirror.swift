import Dispatch
import RelayRuntime

/// Connects a store with its files: writes what changes, on one thread, and loads what memory lacks, on another.
final class DurableMirror: StoreMirror {
  let backend: any DurableBackend
  let durability: Durability
  let format: DurableFormat
  /// Whether another process writes the files, and this one only follows it.
  let isReadOnly: Bool
  /// One write after the other.
  let writing = DispatchQueue(label: "relay-store-writing", qos: .utility)
  /// One load after the other.
  let loading = DispatchQueue(label: "relay-store-loading", qos: .userInitiated)
  /// Events in their order. Whoever receives them may wait for the other queues.
  private let reporting = DispatchQueue(label: "relay-store-events", qos: .utility)
  private static let thread = DispatchSpecificKey<ObjectIdentifier>()
  private let storeReference = WeakStore()
  let state: DurableState

  /// - Parameter backend: open.
  init(
    _ backend: any DurableBackend, _ durability: Durability, _ format: DurableFormat, _ contents: DurableContents, isReadOnly: Bool = false
  ) {
    self.backend = backend
    self.durability = durability
    self.format = format
    self.isReadOnly = isReadOnly
    let next = contents.properties[PropertyCoding.nextOperation].flatMap { PropertyCoding.number($0) } ?? 1
    state = DurableState(OperationTable(contents.operations, next: next))
    let identity = contents.properties[PropertyCoding.identity].map { String(decoding: $0, as: UTF8.self) }
    state.value.withLock { ($0.epoch, $0.identity, $0.isIdentityWritten) = (contents.epoch, identity, identity != nil) }
    for queue in [writing, loading] { queue.setSpecific(key: DurableMirror.thread, value: ObjectIdentifier(queue)) }
  }

  deinit {
    state.value.withLock { $0.following }?.cancel()
    backend.close()
  }

  var store: RelayStore? { storeReference.store }

  /// Connects the mirror with its store.
  func attach(_ store: RelayStore, _ contents: DurableContents) {
    storeReference.store = store
    store.attach(self, known(contents))
  }

  /// What is known beside the records.
  func known(_ contents: DurableContents) -> MirroredStore {
    var known = MirroredStore(epoch: contents.epoch)
    known.written = state.value.withLock { $0.operations.written }
    if let types = contents.properties[PropertyCoding.types] {
      known.types = PropertyCoding.types(types, schema: durability.schemaVersion)
    }
    if let bytes = contents.properties[PropertyCoding.invalidations] {
      known.invalidations = PropertyCoding.invalidations(bytes)
      if known.invalidations == nil {
        // What was invalidated is not known, so everything was.
        known.invalidations = MirroredInvalidations()
        known.invalidations?.all = contents.epoch
      }
    }
    return known
  }

  // MARK: What the store calls

  func recordsHaveChanged(isUrgent: Bool) { schedule(after: isUrgent ? .zero : durability.flushInterval) }

  func recordsAreLacking() { loading.async { [weak self] in self?.loadLackingRecords() } }

  func storeWasCleared(waits: Bool) {
    if waits, !DurableMirror.isOn(writing) {
      writing.sync { _ = clear() }
    } else {
      writing.async { [weak self] in _ = self?.clear() }
    }
  }

  func load(_ dataIDs: [String]) {
    if DurableMirror.isOn(loading) { return fetchAll(dataIDs) }
    loading.sync { fetchAll(dataIDs) }
  }

  private func fetchAll(_ dataIDs: [String]) { _ = fetch(dataIDs) }

  private static func isOn(_ queue: DispatchQueue) -> Bool { DispatchQueue.getSpecific(key: thread) == ObjectIdentifier(queue) }

  func objectsAreIdentified(by identity: String) {
    let isOther = state.value.withLock { state in
      // Who only reads takes what the writer has.
      guard !isReadOnly, state.identity != identity else { return false }
      defer { (state.identity, state.isIdentityWritten) = (identity, false) }
      return state.identity != nil
    }
    guard isOther else { return }
    // Links would mix two worlds.
    store?.clear()
    report(.startedEmpty("objects get other identities than before"))
  }

  /// The backend has begun with empty files, because the others were damaged.
  func recordsWereLost() { state.value.withLock { $0.hasLostRecords = true } }

  /// Reports an event to the log of the store's environment.
  func report(_ event: MirrorEvent) {
    reporting.async { [weak self] in
      guard let self else { return }
      // Before the store has an environment, nobody listens.
      let events = state.value.withLock { state -> [MirrorEvent] in
        state.events.append(event)
        if state.events.count > 16 { state.events.removeFirst() }
        guard self.store?.hasHost == true else { return [] }
        defer { state.events = [] }
        return state.events
      }
      for event in events { store?.report(event) }
    }
  }

  func load(_ operation: OperationDescriptor) async {
    await withCheckedContinuation { continuation in
      loading.async {
        self.fetch(operation)
        continuation.resume()
      }
    }
  }

  // MARK: Time

  /// Writes after some time.
  func schedule(after delay: Duration) {
    let work: @Sendable () -> Void = { [weak self] in _ = self?.writeAndCollect() }
    if delay <= .zero { return writing.async(execute: work) }
    let seconds = min(delay / .seconds(1), 1e8)
    writing.asyncAfter(deadline: .now() + seconds, execute: work)
  }
}

/// What a mirror knows and does at the moment.
final class DurableState: Sendable {
  struct Value: Sendable {
    var operations: OperationTable
    /// What was collected and could not be written, apart from records, which stay marked in the store.
    var unwritten: MirroredBatch?
    /// The epoch of the last batch.
    var epoch: Int64 = 0
    /// How the store's objects get their identities; `nil` if no environment has said so.
    var identity: String?
    var isIdentityWritten = false
    /// Whether the backend has lost its records while it was open.
    var hasLostRecords = false
    /// Follows the process that writes.
    var following: Task<Void, Never>?
    /// Which files are being followed; `nil` if there are none.
    var generation: Int64?
    /// Whether the files are closed until the process goes on.
    var isSuspended = false
    /// Counts the calls of `suspend()`: what was begun before the last one does not open the files.
    var suspensions = 0
    /// Whether durability was given up for this process.
    var isGivenUp = false
    /// The failure that was reported, so that it is reported once.
    var failure: DurabilityError?
    /// How often writing has failed since it last succeeded, up to a limit.
    var failures = 0
    /// What has not been reported yet.
    var events: [MirrorEvent] = []
  }

  let value: Lock<Value>

  init(_ operations: OperationTable) { value = Lock(Value(operations: operations)) }
}

private final class WeakStore: Sendable {
  private struct Reference { weak var store: RelayStore? }
  private let reference = Lock(Reference())

  var store: RelayStore? {
    get { reference.withLock { $0.store } }
    set { reference.withLock { $0.store = newValue } }
  }
}
