/// Runs operations: a network, a store, and the rules by which answers from the network get into the store.
///
/// An app usually has one environment, for its lifetime. All methods can be called from any thread.
public final class RelayEnvironment: Sendable {
  /// A function that changes the store. If it throws, its changes are dropped.
  ///
  /// Updaters run one after the other, on the thread that publishes, under the writers' lock: other changes wait, reading on other threads
  /// does not. So an updater should be short, and must not wait for another thread or task, which may wait for it.
  ///
  /// It may use the environment and the store, which show what is published, not what the updater has written itself: `read`, `check`
  /// (missing field handlers are not asked), `retain`, `save`. What changes the store (`commitLocalUpdate`, `commitPayload`,
  /// `applyOptimistic` and disposing of it, `collectGarbage`, `clear`) takes effect when the updater has returned; an error of such a
  /// change is in the log. `restore` works at once. Subscribers are told afterwards. The records that an updater is given read and write
  /// nothing once it has returned.
  public typealias StoreUpdater = @Sendable (RecordSourceProxy) throws -> Void
  /// Changes the store after an operation's response has been written to it; what it did is dropped if it throws. It runs as a
  /// ``StoreUpdater`` does.
  public typealias SelectorStoreUpdater = @Sendable (RecordSourceSelectorProxy) throws -> Void

  /// The rules of an environment.
  public struct Configuration: Sendable {
    /// The identity of the objects that the server sends.
    public enum Identity: Sendable, Hashable {
      /// An object's id: a record is known by the id alone, whatever its type. The default, as in Relay.
      case byID
      /// An object's type and id, for servers whose ids are unique only within a type: the record of the issue 1 is `Issue:1`.
      ///
      /// Where only an id is known, `@deleteRecord`, `@deleteEdge` and ``MissingFieldHandler/node`` take the record that has it, if there
      /// is one such record; of several, they take none.
      case byTypeAndID
    }

    /// Says what identifies an object, given the object and the name of its type; nil makes an identity from the object's place.
    public typealias GetDataID = @Sendable (_ object: ResponseObject, _ typename: String) -> String?

    /// What identifies objects. Types with `@key` are always identified by their key fields.
    public var identity: Identity
    /// The identity of an object in the store, in place of what ``identity`` and `@key` say. Called while a response is normalized, outside
    /// every lock; must return the same for the same object always.
    public var getDataID: GetDataID?
    /// Whether a field that a response lacks counts as null where it may be null: for servers that leave nulls out. Otherwise a field that
    /// is missing breaks the schema: it is null and has an error.
    public var treatMissingFieldsAsNull: Bool
    /// Supply fields that the store lacks from what it has, such as ``MissingFieldHandler/node``.
    public var missingFieldHandlers: [MissingFieldHandler]
    /// The handler of a name in the compiler's output (`connection`, `appendEdge`, …).
    public var handlers: @Sendable (String) -> (any Handler)?
    /// What `fetch` and `commit` do about errors beside the data, where the call does not say.
    public var errorPolicy: ErrorPolicy
    /// Called with every event, on the thread where it happens and possibly on several threads at once. It must not block.
    ///
    /// The handler may read the store, change it and start operations. What it causes itself is not reported to it, neither directly nor in
    /// a `Task` that it starts, so that a handler that writes is not called without end; a `Task.detached` is not part of it. While an
    /// updater runs, what the handler writes waits for the updater's end.
    public var log: (@Sendable (RelayLogEvent) -> Void)?

    /// Creates rules.
    public init(
      identity: Identity = .byID, getDataID: GetDataID? = nil, treatMissingFieldsAsNull: Bool = false,
      missingFieldHandlers: [MissingFieldHandler] = [],
      handlers: @escaping @Sendable (String) -> (any Handler)? = DefaultHandlers.handler, errorPolicy: ErrorPolicy = .returnData,
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

  /// The environment that `@Query`, `@Mutation` and `@Subscription` use where no other is given; see ``withCurrent(_:operation:)``.
  @TaskLocal public static var current: RelayEnvironment?

  /// The network that operations are sent over.
  public let network: any Network
  /// The records.
  public let store: Store
  /// The rules.
  public let configuration: Configuration

  let queue: PublishQueue
  let activity = OperationActivity()
  private let shared = Lock<[ByteKey: SharedExecution]>([:])
  private let lastExecution = Lock(0)

  /// Creates an environment.
  /// - Parameters:
  ///   - network: how the server is reached.
  ///   - store: where the records are; a store belongs to one environment.
  ///   - configuration: identities, handlers, logging.
  public init(network: any Network, store: Store = Store(), configuration: Configuration = Configuration()) {
    self.network = network
    self.store = store
    self.configuration = configuration
    let reference = store.hostReference
    queue = PublishQueue(store: store, handlers: configuration.handlers) { error in
      (reference.host as? RelayEnvironment)?.reportUpdaterFailure(error)
    }
    store.hostReference.host = self
  }

  /// Runs `operation` with `environment` as the current one, in this task and those it starts.
  ///
  /// SwiftUI evaluates views later, outside of `operation`: give them the environment with `.relayEnvironment(_:)`.
  public static func withCurrent<Result>(_ environment: RelayEnvironment, operation: () throws -> Result) rethrows -> Result {
    try self.$current.withValue(environment, operation: operation)
  }

  /// Runs `operation` with `environment` as the current one, in this task and those it starts; not in views that SwiftUI evaluates later.
  public static func withCurrent<Result>(
    _ environment: RelayEnvironment, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await self.$current.withValue(environment, operation: operation, isolation: isolation)
  }

  // MARK: - Operations

  /// An operation with its variables, provided ones included.
  func descriptor<Operation: GraphQLOperation>(_ operation: Operation) -> OperationDescriptor { operation.descriptor }

  /// An operation with its variables, provided ones included; a variable that is given as null is null, whatever its default.
  func descriptor(_ definition: OperationDefinition, variables: [String: JSON]) -> OperationDescriptor {
    OperationDescriptor(definition, given: variables)
  }

  // MARK: - Execution

  /// Runs an operation: optimistic changes at once, then the request. Cancelling the task ends the request and takes optimism back.
  /// - Parameters:
  ///   - onPayload: called for each payload when the store has it and subscribers know.
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

  /// As `start`, as a stream. Ending the stream ends the request and takes optimism back.
  func execute(_ operation: OperationDescriptor, options: ExecutionOptions = ExecutionOptions()) -> AsyncThrowingStream<
    ExecutedPayload, any Error
  > {
    AsyncThrowingStream { continuation in
      let task = start(operation, options: options) {
        continuation.yield($0)
      } onEnd: {
        continuation.finish(throwing: $0)
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Runs a query.
  func execute(_ operation: OperationDescriptor, cacheConfig: CacheConfig) -> AsyncThrowingStream<ExecutedPayload, any Error> {
    self.execute(operation, options: ExecutionOptions(cacheConfig: cacheConfig))
  }

  /// Runs a query, or joins in the same query that is running: the payloads that were missed are repeated. The request is cancelled
  /// when the last one leaves.
  func executeShared(_ operation: OperationDescriptor, cacheConfig: CacheConfig) -> AsyncThrowingStream<ExecutedPayload, any Error> {
    AsyncThrowingStream { continuation in
      let membership = joinShared(operation, cacheConfig: cacheConfig) {
        continuation.yield($0)
      } onEnd: {
        continuation.finish(throwing: $0)
      }
      continuation.onTermination = { _ in membership.dispose() }
    }
  }

  /// As `executeShared`, with callbacks. Disposing of the result leaves the execution.
  ///
  /// A caller that wants the server's answer does not join an execution that a response cache may answer.
  func joinShared(
    _ operation: OperationDescriptor, cacheConfig: CacheConfig, onPayload: @escaping @Sendable (ExecutedPayload) -> Void,
    onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) -> Disposable {
    let forcedKey = ByteKey("!\(operation.requestID)")
    let key = cacheConfig.force ? forcedKey : operation.key
    while true {
      // One that began before the store was cleared will fail.
      let generation = store.generation
      let execution = self.shared.withLock { shared in
        let running = [shared[forcedKey], shared[key]].compactMap { $0 }
        if let running = running.first(where: { $0.generation == generation }) { return running }
        let execution = SharedExecution(generation: generation) { [weak self] execution in
          self?.shared.withLock { shared in
            if shared[key] === execution { shared[key] = nil }
          }
        }
        shared[key] = execution
        return execution
      }
      // One that ended between being found and being joined is no longer in the table.
      let membership = execution.join(onPayload: onPayload, onEnd: onEnd) {
        start(operation, options: ExecutionOptions(cacheConfig: cacheConfig), onPayload: $0, onEnd: $1)
      }
      if let membership { return membership }
    }
  }
}
