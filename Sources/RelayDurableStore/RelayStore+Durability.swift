import Dispatch
public import RelayRuntime

extension RelayStore {
  /// Opens a store that keeps its records with a backend, so that they outlive the process.
  ///
  /// What is published is written in the background, in the order of publication, and read when it is needed. After a crash, the files
  /// hold the store as it was after one of its last publications; ``flush()`` waits until everything published so far is written.
  /// Optimistic updates are never written.
  ///
  /// - Parameters:
  ///   - backend: where the records are. It belongs to the store from now on.
  ///   - configuration: how much data the store keeps in memory, and for how long data is fresh.
  ///   - durability: how much it keeps on disk.
  /// - Throws: ``DurabilityError``. Damaged or outdated contents are no error: the store begins empty.
  public static func open(
    _ backend: any DurableBackend, configuration: Configuration = Configuration(), durability: Durability = Durability()
  ) async throws -> RelayStore {
    try await open(backend, configuration, durability, isReadOnly: false)
  }

  static func open(
    _ backend: any DurableBackend, _ configuration: Configuration, _ durability: Durability, isReadOnly: Bool
  ) async throws -> RelayStore {
    let format = DurableFormat(
      version: RecordCoding.version, identity: String(durability.identityVersion), dataVersion: durability.dataVersion)
    return try await Task.detached {
      let contents = try backend.open(format: format)
      let store = RelayStore(configuration: configuration)
      let mirror = DurableMirror(backend, durability, format, contents, isReadOnly: isReadOnly)
      mirror.attach(store, contents)
      if let reason = contents.startedEmpty { mirror.report(.startedEmpty(reason)) }
      await withCheckedContinuation { continuation in
        mirror.loading.async {
          mirror.warmUp()
          continuation.resume()
        }
      }
      return store
    }.value
  }

  var durable: DurableMirror? { mirror as? DurableMirror }

  /// Waits until everything that has been published is on disk. Without files, it returns at once.
  ///
  /// - Throws: ``DurabilityError`` if it could not be written, or not now, because the store is suspended. It stays in memory, and is written as soon as that is possible.
  public func flush() async throws {
    try await durable?.flush()
  }

  /// Loads an operation's records into memory, so that the next reading of it does not wait for the disk.
  ///
  /// - Returns: whether the store can answer the operation.
  @discardableResult
  public func prepare<Operation: GraphQLQuery>(_ operation: Operation) async -> OperationAvailability {
    await prepare(operation.descriptor)
  }

  /// As `prepare(_:)`, for an operation whose static type is not known.
  package func prepare(_ operation: OperationDescriptor) async -> OperationAvailability {
    await durable?.load(operation)
    return availability(of: operation)
  }

  /// Loads records into memory, for an updater that reads them: an updater finds only what is in memory.
  ///
  /// - Parameter dataIDs: the identities of the records.
  public func prepare(records dataIDs: [String]) async {
    guard let durable else { return }
    await withCheckedContinuation { continuation in
      durable.loading.async {
        durable.fetch(dataIDs)
        continuation.resume()
      }
    }
  }

  /// Finishes writing and closes the files. Call it before the process is suspended: the system ends a suspended process that holds locks
  /// on files. Reading goes on from memory, and changes are written after ``resume()``.
  ///
  /// Views do this by themselves when no scene of the app is in the foreground that has `.relayEnvironment(_:)` with the store's
  /// environment.
  public func suspend() async {
    await durable?.suspend()
  }

  /// Opens the files again after ``suspend()``, and goes on writing.
  public func resume() {
    durable?.resumeWork()
  }
}

extension DurableMirror {
  func flush() async throws {
    let failure = await withCheckedContinuation { continuation in
      whenResumed { [self] in continuation.resume(returning: writeAndCollect() ?? suspension) }
    }
    if let failure { throw failure }
  }

  func suspend() async {
    state.value.withLock { $0.suspensions += 1 }
    await withCheckedContinuation { continuation in
      writing.async { self.suspend { continuation.resume() } }
    }
  }

  func resumeWork() {
    let suspension = state.value.withLock { $0.suspensions }
    whenResumed { [self] in resume(after: suspension) }
  }

  /// Calls a function on the writing thread: if the files are being closed or opened, afterwards.
  fileprivate func whenResumed(_ body: @escaping @Sendable () -> Void) {
    writing.async { [self] in
      guard state.value.withLock({ $0.isSuspended }) else { return body() }
      // The files are closed on the loading thread, and opened after that.
      loading.async { self.writing.async(execute: body) }
    }
  }

  /// Why changes are not written at the moment, if there are any.
  fileprivate var suspension: DurabilityError? {
    guard let store, state.value.withLock({ $0.isSuspended }), store.pendingRecordCount > 0 else { return nil }
    return .suspended
  }

  /// Writes and closes the files.
  fileprivate func suspend(_ completion: @escaping @Sendable () -> Void) {
    _ = write()
    state.value.withLock { $0.isSuspended = true }
    // Loads in progress end first.
    loading.async {
      if self.state.value.withLock({ $0.isSuspended }) { self.backend.close() }
      completion()
    }
  }

  /// Opens the files, and tries again later if that fails.
  ///
  /// - Parameter suspension: the number of the suspension that ends. A later one does not.
  fileprivate func resume(after suspension: Int) {
    guard state.value.withLock({ $0.isSuspended && $0.suspensions == suspension }) else { return }
    do {
      // Who only reads opens them when looking for news.
      if !isReadOnly { _ = try backend.open(format: format) }
    } catch {
      reportOnce(error)
      return writing.asyncAfter(deadline: .now() + min(durability.retryDelay / .seconds(1), 1e8)) { [weak self] in
        self?.resume(after: suspension)
      }
    }
    state.value.withLock { ($0.isSuspended, $0.failure) = (false, nil) }
    if isReadOnly {
      loading.async { self.followWriter() }
    }
    recordsAreLacking()
    _ = writeAndCollect()
  }
}
