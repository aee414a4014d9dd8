import Synchronization

/// Where operations run: a network, a store, and the rules by which answers of the one get into the other.
///
/// An app usually has one environment, for its lifetime. All methods can be called from any thread.
public final class RelayEnvironment: Sendable {
  /// Changes the store; what it did is dropped if it throws.
  public typealias StoreUpdater = @Sendable (RecordSourceProxy) throws -> Void
  /// Changes the store after an operation's response has been written to it; what it did is dropped if it throws.
  public typealias SelectorStoreUpdater = @Sendable (RecordSourceSelectorProxy) throws -> Void

  /// The rules of an environment.
  public struct Configuration: Sendable {
    /// The identity of an object in the store, given its `id` (as text) and its type; nil makes one from the object's place.
    /// Without this function the `id` is the identity.
    public var getDataID: (@Sendable (_ id: String?, _ typename: String) -> String?)?
    /// Whether a field that a response lacks counts as null, not as missing.
    public var treatMissingFieldsAsNull: Bool
    /// The values of provided variables, by what the document says after `provider:`. Each must always return the same value.
    public var providedVariables: [String: @Sendable () -> JSON]
    /// Supply fields that the store lacks from what it has, such as ``MissingFieldHandler/node``.
    public var missingFieldHandlers: [MissingFieldHandler]
    /// The handler of a name in the compiler's output (`connection`, `appendEdge`, …).
    public var handlers: @Sendable (String) -> (any Handler)?
    /// Told of everything that happens; called on the thread where it happens and must not block.
    public var log: (@Sendable (RelayLogEvent) -> Void)?

    /// Creates rules.
    public init(
      getDataID: (@Sendable (_ id: String?, _ typename: String) -> String?)? = nil, treatMissingFieldsAsNull: Bool = false,
      missingFieldHandlers: [MissingFieldHandler] = [], providedVariables: [String: @Sendable () -> JSON] = [:],
      handlers: @escaping @Sendable (String) -> (any Handler)? = DefaultHandlers.handler,
      log: (@Sendable (RelayLogEvent) -> Void)? = nil
    ) {
      self.getDataID = getDataID
      self.treatMissingFieldsAsNull = treatMissingFieldsAsNull
      self.missingFieldHandlers = missingFieldHandlers
      self.providedVariables = providedVariables
      self.handlers = handlers
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
  private let shared = Mutex<[String: SharedExecution]>([:])
  private let nextExecution = Atomic<Int>(1)

  /// Creates an environment.
  /// - Parameters:
  ///   - network: how the server is reached.
  ///   - store: where the records are; a store belongs to one environment.
  ///   - configuration: identities, handlers, logging.
  public init(network: any Network, store: Store = Store(), configuration: Configuration = Configuration()) {
    self.network = network
    self.store = store
    self.configuration = configuration
    self.queue = PublishQueue(store: store, handlers: configuration.handlers) { error in
      configuration.log?(.warning("An updater failed, its changes are dropped: \(error)"))
    }
    store.environmentReference.environment = self
  }

  /// Runs `operation` with `environment` as the current one, in this task and those it starts.
  public static func withCurrent<Result>(_ environment: RelayEnvironment, operation: () throws -> Result) rethrows -> Result {
    try self.$current.withValue(environment, operation: operation)
  }

  /// Runs `operation` with `environment` as the current one, in this task and those it starts.
  public static func withCurrent<Result>(
    _ environment: RelayEnvironment, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await self.$current.withValue(environment, operation: operation, isolation: isolation)
  }

  /// Reports an event.
  func log(_ event: @autoclosure () -> RelayLogEvent) {
    self.configuration.log?(event())
  }

  // MARK: - Operations

  /// An operation with its variables, provided ones included.
  func descriptor<Operation: GraphQLOperation>(_ operation: Operation) -> OperationDescriptor {
    self.descriptor(Operation.definition, variables: operation.variables.__fields.values)
  }

  /// An operation with its variables, provided ones included.
  func descriptor(_ definition: OperationDefinition, variables: [String: JSON]) -> OperationDescriptor {
    var variables = variables
    for (name, provider) in definition.metadata["providedVariables"]?.objectValue ?? [:] {
      variables[name] = provider.stringValue.flatMap { self.configuration.providedVariables[$0]?() } ?? .null
    }
    return OperationDescriptor(definition, variables: variables)
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
    let id = self.nextExecution.add(1, ordering: .relaxed).oldValue
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
      let task = self.start(operation, options: options) {
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
      let membership = self.joinShared(operation, cacheConfig: cacheConfig) {
        continuation.yield($0)
      } onEnd: {
        continuation.finish(throwing: $0)
      }
      continuation.onTermination = { _ in membership.dispose() }
    }
  }

  /// As `executeShared`, with callbacks. Disposing of the result leaves the execution.
  func joinShared(
    _ operation: OperationDescriptor, cacheConfig: CacheConfig, onPayload: @escaping @Sendable (ExecutedPayload) -> Void,
    onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) -> Disposable {
    let key = operation.requestID
    while true {
      let execution = self.shared.withLock { shared in
        if let running = shared[key] { return running }
        let execution = SharedExecution { [weak self] execution in
          self?.shared.withLock { shared in
            if shared[key] === execution { shared[key] = nil }
          }
        }
        shared[key] = execution
        return execution
      }
      // One that ended between being found and being joined is no longer in the table.
      let membership = execution.join(onPayload: onPayload, onEnd: onEnd) {
        self.start(operation, options: ExecutionOptions(cacheConfig: cacheConfig), onPayload: $0, onEnd: $1)
      }
      if let membership { return membership }
    }
  }
}
