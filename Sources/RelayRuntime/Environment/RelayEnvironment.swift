/// Runs operations with a network, a store, and the rules by which answers from the network are written to the store.
///
/// An app usually has one environment, for its lifetime. All methods can be called from any thread.
///
/// ```swift
/// let environment = RelayEnvironment(network: HTTPNetwork(url: url))
/// let data = try await environment.fetch(HomeQuery(id: "me"))
/// print(data.user?.name ?? "Nobody")
/// ```
///
/// See <doc:Queries>.
public final class RelayEnvironment: Sendable {
  /// A function that changes the store. If it throws, its changes are dropped.
  ///
  /// Updaters run one at a time on the thread that publishes, holding the writers' lock: other changes wait, but reads on other threads
  /// do not. Keep an updater short, and do not wait in it for another thread or task, which may be waiting for the updater: after
  /// ``RelayStore/Configuration/maximumWriteDelay``, the write there fails with ``RelayError/writeBlocked(_:by:)``. A task that an updater
  /// starts writes as the updater itself does, while it runs.
  ///
  /// An updater may use the environment and the store: `read`, `check` (without missing field handlers), `retain` and `save`. They show
  /// what is published, not what the updater itself has written. What changes the store (`commitLocalUpdate`, `commitPayload`,
  /// `applyOptimistic` and disposing of it, `collectGarbage`, `clear`) takes effect after the updater has returned; an error of such a
  /// change is logged. `restore` works immediately. Subscribers are notified afterwards. The records that an updater receives do nothing
  /// once it has returned.
  public typealias StoreUpdater = @Sendable (RecordSourceProxy) throws -> Void
  /// Changes the store after an operation's response has been written to it. If it throws, its changes are dropped. It runs like a
  /// ``StoreUpdater``.
  public typealias SelectorStoreUpdater = @Sendable (RecordSourceSelectorProxy) throws -> Void

  /// The settings of an environment.
  public struct Configuration: Sendable {
    /// The identity of the objects that the server sends.
    public enum Identity: Sendable, Hashable {
      /// An object's id: a record is known by its id alone, whatever its type. The default, as in Relay.
      case byID
      /// An object's type and id, for servers whose ids are unique only within a type: the record of issue 1 is `Issue:1`.
      ///
      /// Where only an id is known, `@deleteRecord`, `@deleteEdge` and ``MissingFieldHandler/node`` use the record with that id if there
      /// is exactly one.
      case byTypeAndID
    }

    /// Returns the identity of an object, given the object and the name of its type. If it returns nil, the identity is made from the
    /// object's place.
    public typealias GetDataID = @Sendable (_ object: ResponseObject, _ typename: String) -> String?

    /// What identifies objects. Types with `@key` are always identified by their key fields.
    public var identity: Identity
    /// The identity of an object in the store, instead of ``identity`` and `@key`. Called while a response is normalized, outside of all
    /// locks. It must always return the same identity for the same object.
    public var getDataID: GetDataID?
    /// Whether a nullable field that a response lacks counts as null, for servers that omit nulls. Otherwise a missing field violates the
    /// schema: it is null and has an error.
    public var treatMissingFieldsAsNull: Bool
    /// Supply fields that the store lacks from data that it has; see ``MissingFieldHandler/node``.
    public var missingFieldHandlers: [MissingFieldHandler]
    /// Returns the handler for a name in the compiler's output (`connection`, `appendEdge`, …).
    public var handlers: @Sendable (String) -> (any FieldHandler)?
    /// What `fetch` and `commit` do about errors that come with the data, unless the call says otherwise.
    public var errorPolicy: ErrorPolicy
    /// The fetch policy of queries that are given none: of views, sequences, preloaded queries and `fetch`. With nil, `fetch` uses
    /// ``FetchPolicy/networkOnly`` and everything else ``FetchPolicy/storeOrNetwork``.
    public var fetchPolicy: FetchPolicy?
    /// Whether queries in views, handles and sequences that do not say it themselves fetch again when their data becomes stale.
    public var refetchesWhenStale = false
    /// Says whether the server can be reached, so that stale queries are not refetched while it cannot, and are when it can again. With
    /// nil, the environment uses the system's network path on Apple's platforms, and elsewhere the outcome of its requests.
    public var reachability: (any Reachability)?
    /// Called with every event, on the thread where it happens, possibly on several threads at once. It must not block.
    ///
    /// The handler may read and change the store and start operations. Events that it causes itself are not reported to it, neither
    /// directly nor from a `Task` that it starts, so that a handler that writes does not call itself endlessly; a `Task.detached` is
    /// exempt. While an updater runs, the handler's changes wait until the updater has returned.
    public var log: (@Sendable (RelayLogEvent) -> Void)?

    /// Creates a configuration.
    public init(
      identity: Identity = .byID, getDataID: GetDataID? = nil, treatMissingFieldsAsNull: Bool = false,
      missingFieldHandlers: [MissingFieldHandler] = [],
      handlers: @escaping @Sendable (String) -> (any FieldHandler)? = DefaultHandlers.handler, errorPolicy: ErrorPolicy = .returnData,
      log: (@Sendable (RelayLogEvent) -> Void)? = nil
    ) {
      self.identity = identity
      self.getDataID = getDataID
      self.treatMissingFieldsAsNull = treatMissingFieldsAsNull
      self.missingFieldHandlers = missingFieldHandlers
      self.handlers = handlers
      self.errorPolicy = errorPolicy
      self.log = log
    }
  }

  /// The environment that `@Query`, `@Mutation` and `@Subscription` use if no other is given; see ``withCurrent(_:operation:)``.
  @TaskLocal public static var current: RelayEnvironment?

  /// The network that operations are sent over.
  public let network: any RelayNetwork
  /// Holds the records.
  public let store: RelayStore
  /// The identities, handlers, error policy and logging of this environment.
  public let configuration: Configuration

  let queue: PublishQueue
  let activity = OperationActivity()
  let pendingWork = PendingWork()
  let mounted: MountedQueries
  let reachability: ServerReachability
  private let shared = Lock([ByteKey: SharedExecution]())
  private let lastExecution = Lock(0)

  /// Creates an environment.
  /// - Parameters:
  ///   - network: sends operations to the server.
  ///   - store: holds the records. A store belongs to one environment.
  ///   - configuration: identities, handlers, logging.
  public init(network: any RelayNetwork, store: RelayStore = RelayStore(), configuration: Configuration = Configuration()) {
    self.network = network
    self.store = store
    self.configuration = configuration
    mounted = MountedQueries(store)
    reachability = ServerReachability(configuration.reachability ?? SystemNetworking.reachability)
    let reference = store.hostReference
    queue = PublishQueue(store: store, handlers: configuration.handlers) { error in
      (reference.host as? RelayEnvironment)?.reportUpdaterFailure(error)
    }
    store.hostReference.host = self
    store.mirror?.objectsAreIdentified(by: configuration.identityRules.name)
  }

  /// Runs `operation` with `environment` as the current one, in this task and in the tasks that it starts.
  ///
  /// SwiftUI evaluates views later, outside of `operation`: use `.relayEnvironment(_:)` for views.
  public static func withCurrent<Result>(_ environment: RelayEnvironment, operation: () throws -> Result) rethrows -> Result {
    try self.$current.withValue(environment, operation: operation)
  }

  /// Runs `operation` with `environment` as the current one, in this task and in the tasks that it starts, but not in views that SwiftUI
  /// evaluates later.
  public static func withCurrent<Result>(
    _ environment: RelayEnvironment, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await self.$current.withValue(environment, operation: operation, isolation: isolation)
  }

  // MARK: - Operations

  /// An operation with its variables, including provided variables.
  func descriptor<Operation: GraphQLOperation>(_ operation: Operation) -> OperationDescriptor { operation.descriptor }

  /// An operation with its variables, including provided variables. A variable given as null is null, whatever its default.
  func descriptor(_ definition: OperationDefinition, variables: [String: JSON]) -> OperationDescriptor {
    OperationDescriptor(definition, given: variables)
  }

  /// An operation with the variables that have been set, files included.
  func descriptor(_ definition: OperationDefinition, variables: Generated.InputFields) -> OperationDescriptor {
    OperationDescriptor(definition, variables)
  }

  // MARK: - Execution

  /// Runs an operation: applies optimistic changes immediately, then sends the request. Cancelling the task ends the request and reverts
  /// the optimistic changes.
  /// - Parameters:
  ///   - onPayload: called for each payload after it is in the store and subscribers have been notified.
  ///   - onEnd: called once, after the last payload, with the error that ended the operation.
  func start(
    _ operation: OperationDescriptor, options: ExecutionOptions, onPayload: @escaping @Sendable (ExecutedPayload) -> Void,
    onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) -> Task<Void, Never> {
    let id = lastExecution.withLock { last in
      last += 1
      return last
    }
    let executor = OperationExecutor(operation, in: self, id: id, options: options)
    do {
      let attempt = try executor.begin()
      return Task { await executor.run(attempt, onPayload: onPayload, onEnd: onEnd) }
    } catch {
      return Task { onEnd(error) }
    }
  }

  /// As `start`, as a stream. Ending the stream ends the request and reverts the optimistic changes.
  func execute(_ operation: OperationDescriptor, options: ExecutionOptions = ExecutionOptions()) -> AsyncThrowingStream<
    ExecutedPayload, any Error
  > {
    .following(options.reaction) { yield, end in
      let task = start(operation, options: options, onPayload: yield, onEnd: end)
      return { task.cancel() }
    }
  }

  /// Whether a request for the query is in flight that a response cache may not answer, and that can be joined.
  ///
  /// - Parameter epoch: what was sent before this epoch of the store does not count.
  func isRefetching(_ operation: OperationDescriptor, after epoch: Epoch) -> Bool {
    shared.withLock { shared in shared[ByteKey("!\(operation.requestID)")].map { $0.epoch >= epoch } ?? false }
  }

  /// Runs a query, or joins the same query if it is already running; payloads that the caller missed are repeated. The request is
  /// cancelled when the last caller leaves.
  func executeShared(_ operation: OperationDescriptor, cacheConfig: CacheConfig, reaction: Reaction) -> AsyncThrowingStream<
    ExecutedPayload, any Error
  > {
    .following(reaction) { yield, end in
      let membership = joinShared(operation, cacheConfig: cacheConfig, onPayload: yield, onEnd: end)
      return { membership.dispose() }
    }
  }

  /// As `executeShared`, with callbacks. Disposing of the result leaves the execution.
  ///
  /// A caller that wants the server's answer does not join an execution that a response cache may answer.
  ///
  /// - Parameters:
  ///   - epoch: what was sent before this epoch of the store is not joined.
  ///   - onJoin: called with the store's epoch when the request was sent.
  func joinShared(
    _ operation: OperationDescriptor, cacheConfig: CacheConfig, after epoch: Epoch = .min, onJoin: (Epoch) -> Void = { _ in },
    onPayload: @escaping @Sendable (ExecutedPayload) -> Void, onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) -> RelayDisposable {
    let forcedKey = ByteKey("!\(operation.requestID)")
    let key = cacheConfig.force ? forcedKey : operation.key
    while true {
      // An execution that began before the store was cleared will fail.
      let (generation, now) = store.state.withLock { ($0.generation, $0.epoch) }
      let execution = shared.withLock { shared in
        let running = [shared[forcedKey], shared[key]].compactMap { $0 }
        if let running = running.first(where: { $0.generation == generation && $0.epoch >= epoch }) { return running }
        let execution = SharedExecution(generation: generation, epoch: now) { [weak self] execution in
          self?.shared.withLock { shared in
            if shared[key] === execution { shared[key] = nil }
          }
        }
        shared[key] = execution
        return execution
      }
      onJoin(execution.epoch)
      // If the execution ended before it could be joined, it is no longer in the table.
      let membership = execution.join(onPayload: onPayload, onEnd: onEnd) {
        start(operation, options: ExecutionOptions(cacheConfig: cacheConfig), onPayload: $0, onEnd: $1)
      }
      if let membership { return membership }
    }
  }
}
