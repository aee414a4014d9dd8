/// Gives a view the latest event of a subscription, which runs as long as the view is there:
///
/// ```swift
/// @Subscription<TodoChangedSubscription> var changes
/// …
/// if case .success(let data) = changes.get(list: id) { … }
/// ```
///
/// Where Combine is imported too, write `@RelayRuntime.Subscription`.
@propertyWrapper @MainActor
public struct Subscription<Operation: GraphQLSubscription> {
  /// What a subscription has to show.
  public enum Result: Sendable {
    /// No event yet.
    case loading
    /// The subscription has ended with an error.
    case failure(any Error)
    /// The data of the latest event.
    case success(Operation.Data?)
  }

  private var storage: OperationStorage<SubscriptionHandle<Operation>>

  /// A subscription, in `environment` if one is given.
  /// - Parameters:
  ///   - environment: where it runs; nil stands for the environment of the view hierarchy.
  ///   - cacheConfig: what to ask of the network.
  ///   - updater: changes made after each event is in the store. It is the one that the view was first made with.
  ///   - onNext: called with the data of every event, in order, once the store has it; a view may skip events. It is the one that the view
  ///     was first made with.
  public nonisolated init(
    environment: RelayEnvironment? = nil, cacheConfig: CacheConfig = CacheConfig(), updater: RelayEnvironment.SelectorStoreUpdater? = nil,
    onNext: (@MainActor @Sendable (Operation.Data?) -> Void)? = nil
  ) {
    storage = OperationStorage(environment) {
      SubscriptionHandle<Operation>(environment: environment, cacheConfig: cacheConfig, updater: updater, onNext: onNext)
    }
  }

  /// The same, with the operation's type as a value.
  public nonisolated init(
    _ operation: Operation.Type, environment: RelayEnvironment? = nil, cacheConfig: CacheConfig = CacheConfig(),
    updater: RelayEnvironment.SelectorStoreUpdater? = nil, onNext: (@MainActor @Sendable (Operation.Data?) -> Void)? = nil
  ) {
    self.init(environment: environment, cacheConfig: cacheConfig, updater: updater, onNext: onNext)
  }

  /// What `get` is called on.
  public var wrappedValue: Wrapper { Wrapper(handle: projectedValue) }

  /// The handle that runs the subscription.
  public var projectedValue: SubscriptionHandle<Operation> { storage.handle }

  /// A subscription in a view. Generated code adds a `get` with the operation's variables as parameters.
  @MainActor
  public struct Wrapper {
    let handle: SubscriptionHandle<Operation>

    /// The latest event for these variables.
    public func get(_ variables: Operation.Variables) -> Result { handle.get(Operation(variables: variables)) }

    /// The latest event of this operation.
    public func get(_ operation: Operation) -> Result { handle.get(operation) }

    /// How the connection stands that the events come over; see ``SubscriptionHandle/connectionState``.
    public var connectionState: ConnectionState? { handle.connectionState }

    /// Why the connection was lost, while it is opened again; see ``SubscriptionHandle/connectionError``.
    public var connectionError: (any Error)? { handle.connectionError }

    /// Why the subscription has ended, and how to subscribe again; see ``SubscriptionHandle/failure``.
    public var failure: LoadFailure? { handle.failure }

    /// Subscribes again after the end, or reconnects at once; see ``SubscriptionHandle/retry()``.
    public func retry() { handle.retry() }
  }
}

extension Subscription.Wrapper where Operation.Variables == EmptyVariables {
  /// The latest event of an operation without variables.
  public func get() -> Subscription<Operation>.Result { self.get(EmptyVariables()) }
}

extension Subscription.Result {
  /// Whether there was no event yet.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// The error that the subscription has ended with.
  public var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }

  /// The data of the latest event.
  public var data: Operation.Data? {
    if case .success(let data) = self { data } else { nil }
  }
}

extension Subscription: Equatable {
  /// Whether both were given the same environment, or none: a view that is made anew with an equal one has nothing else to show.
  public nonisolated static func == (left: Subscription, right: Subscription) -> Bool {
    left.storage.environment === right.storage.environment
  }
}
