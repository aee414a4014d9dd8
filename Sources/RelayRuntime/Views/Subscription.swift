/// Provides a view with the latest event of a subscription, which runs as long as the view exists.
///
/// If Combine is imported too, write `@RelayRuntime.Subscription`.
///
/// ```swift
/// struct LiveTodos: View {
///   @RelayRuntime.Subscription<TodoChangedSubscription> var changes
///
///   var body: some View {
///     if case .success(let data) = changes.get(user: "me") { Text(data?.todoChanged?.text ?? "") }
///   }
/// }
/// ```
///
/// See <doc:Subscriptions>.
@propertyWrapper @MainActor
public struct Subscription<Operation: GraphQLSubscription> {
  /// The state of a subscription for a view.
  public typealias Result = OperationState<Operation.Data>

  private var storage: OperationStorage<SubscriptionHandle<Operation>>

  /// A subscription that runs in `environment` if one is given.
  /// - Parameters:
  ///   - environment: the environment of the subscription; nil means that of the view hierarchy.
  ///   - cacheConfig: options for the network.
  ///   - updater: changes made after each event is in the store. The updater given when the view was first created is used.
  public nonisolated init(
    environment: RelayEnvironment? = nil, cacheConfig: CacheConfig = CacheConfig(), updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) {
    self.init(environment: environment, cacheConfig: cacheConfig, updater: updater, onNext: { _ in })
  }

  /// As the other, and calls `onNext` with the data of every event, in order, after it is in the store; a view may skip events. The closure
  /// given when the view was first created is used.
  // An initializer of its own, so that a trailing closure is the updater.
  @_disfavoredOverload
  public nonisolated init(
    environment: RelayEnvironment? = nil, cacheConfig: CacheConfig = CacheConfig(), updater: RelayEnvironment.SelectorStoreUpdater? = nil,
    onNext: @escaping @MainActor @Sendable (Operation.Data?) -> Void
  ) {
    storage = OperationStorage(environment) {
      SubscriptionHandle<Operation>(environment: environment, cacheConfig: cacheConfig, updater: updater, onNext: onNext)
    }
  }

  /// As above, with the operation's type as a value.
  public nonisolated init(
    _ operation: Operation.Type, environment: RelayEnvironment? = nil, cacheConfig: CacheConfig = CacheConfig(),
    updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) {
    self.init(environment: environment, cacheConfig: cacheConfig, updater: updater)
  }

  /// As above, with `onNext` and the operation's type as a value.
  @_disfavoredOverload
  public nonisolated init(
    _ operation: Operation.Type, environment: RelayEnvironment? = nil, cacheConfig: CacheConfig = CacheConfig(),
    updater: RelayEnvironment.SelectorStoreUpdater? = nil, onNext: @escaping @MainActor @Sendable (Operation.Data?) -> Void
  ) {
    self.init(environment: environment, cacheConfig: cacheConfig, updater: updater, onNext: onNext)
  }

  /// The handle that runs the subscription. Generated code adds a `get` with the operation's variables as parameters.
  public var wrappedValue: SubscriptionHandle<Operation> { storage.handle }

  /// The same handle, to pass on.
  public var projectedValue: SubscriptionHandle<Operation> { storage.handle }
}

extension Subscription: Equatable {
  /// Whether both were given the same environment, or none. A view that is recreated with an equal wrapper shows the same.
  public nonisolated static func == (left: Subscription, right: Subscription) -> Bool {
    left.storage.environment === right.storage.environment
  }
}
