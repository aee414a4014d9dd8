/// Provides a view with the result of a query.
///
/// The environment is that of the view hierarchy (`.relayEnvironment(_:)`), or ``RelayEnvironment/current`` outside of SwiftUI.
///
/// ```swift
/// struct Home: View {
///   @Query<HomeQuery> var query
///
///   var body: some View {
///     switch query.get(id: "me") {
///     case .loading: Text("Loading…")
///     case .failure(let error): Text(error.localizedDescription)
///     case .success(let data): Text(data?.user?.name ?? "Nobody")
///     }
///   }
/// }
/// ```
///
/// See <doc:Queries>.
@propertyWrapper @MainActor
public struct Query<Operation: GraphQLQuery> {
  /// The state of a query for a view.
  public typealias Result = OperationState<Operation.Data>

  private var storage: OperationStorage<QueryHandle<Operation>>

  /// A query in a view.
  /// - Parameters:
  ///   - fetchPolicy: where the data may come from; nil means the environment's policy, or ``FetchPolicy/storeOrNetwork``.
  ///   - renderPolicy: whether incomplete data may be shown.
  ///   - cacheConfig: options for the network; interceptors find them in ``HTTPNetwork/Request/operation``.
  ///   - environment: the environment of the query; nil means that of the view hierarchy.
  ///   - refetchWhenStale: whether the query is fetched again when its data becomes stale, while a scene is active and the server can be
  ///     reached; nil means ``RelayEnvironment/Configuration/refetchesWhenStale``.
  public nonisolated init(
    fetchPolicy: FetchPolicy? = nil, renderPolicy: RenderPolicy = .partial, cacheConfig: CacheConfig = CacheConfig(),
    environment: RelayEnvironment? = nil, refetchWhenStale: Bool? = nil
  ) {
    storage = OperationStorage(environment) {
      QueryHandle<Operation>(
        environment: environment, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy, cacheConfig: cacheConfig,
        refetchWhenStale: refetchWhenStale)
    }
  }

  /// As `init(fetchPolicy:renderPolicy:cacheConfig:environment:refetchWhenStale:)`, with the operation's type as a value:
  /// `@Query(CurrentUserToDoListQuery.self) var query`.
  public nonisolated init(
    _ operation: Operation.Type, fetchPolicy: FetchPolicy? = nil, renderPolicy: RenderPolicy = .partial,
    cacheConfig: CacheConfig = CacheConfig(), environment: RelayEnvironment? = nil, refetchWhenStale: Bool? = nil
  ) {
    self.init(
      fetchPolicy: fetchPolicy, renderPolicy: renderPolicy, cacheConfig: cacheConfig, environment: environment,
      refetchWhenStale: refetchWhenStale)
  }

  /// The handle that runs the query. Generated code adds a `get` with the operation's variables as parameters.
  public var wrappedValue: QueryHandle<Operation> { storage.handle }

  /// The same handle, to pass on.
  public var projectedValue: QueryHandle<Operation> { storage.handle }
}

extension Query: Equatable {
  /// Whether both were given the same environment, or none. A view that is recreated with an equal wrapper shows the same.
  public nonisolated static func == (left: Query, right: Query) -> Bool { left.storage.environment === right.storage.environment }
}
