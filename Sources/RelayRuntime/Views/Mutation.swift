/// Lets a view commit a mutation:
///
/// ```swift
/// @Mutation<ChangeTodoStatusMutation> var changeStatus
/// …
/// Button("Done") { changeStatus.commit(input: ChangeTodoStatusInput(id: todo.id, complete: true)) }
///   .disabled(changeStatus.isInFlight)
/// ```
@propertyWrapper @MainActor
public struct Mutation<Operation: GraphQLMutation> {
  private var storage: OperationStorage<MutationHandle<Operation>>

  /// A mutation that runs in `environment` if one is given.
  public nonisolated init(environment: RelayEnvironment? = nil) {
    storage = OperationStorage(environment) { MutationHandle<Operation>(environment: environment) }
  }

  /// As `init(environment:)`, with the operation's type as a value.
  public nonisolated init(_ operation: Operation.Type, environment: RelayEnvironment? = nil) {
    self.init(environment: environment)
  }

  /// The object on which `commit` is called.
  public var wrappedValue: Mutator { Mutator(handle: projectedValue) }

  /// The handle that runs the mutations.
  public var projectedValue: MutationHandle<Operation> { storage.handle }

  /// A mutation in a view. Generated code adds a `commit` with the operation's variables as parameters; an app may add its own.
  @MainActor
  public struct Mutator {
    let handle: MutationHandle<Operation>

    /// Whether a mutation committed here is in flight.
    public var isInFlight: Bool { handle.isInFlight }

    /// The error of the mutation that ended last, if it failed.
    public var error: (any Error)? { handle.error }

    /// The errors of single fields in the latest answer.
    public var payloadErrors: [GraphQLError] { handle.payloadErrors }

    /// Executes a mutation; see ``MutationHandle/commit(_:optimisticResponse:optimisticUpdater:updater:uploadables:cacheConfig:errorPolicy:)``.
    @discardableResult
    public func commit(
      _ mutation: Operation, optimisticResponse: JSON? = nil, optimisticUpdater: RelayEnvironment.SelectorStoreUpdater? = nil,
      updater: RelayEnvironment.SelectorStoreUpdater? = nil, uploadables: [String: Upload] = [:], cacheConfig: CacheConfig = CacheConfig(),
      errorPolicy: ErrorPolicy? = nil
    ) -> Task<Operation.Data, any Error> {
      handle.commit(
        mutation, optimisticResponse: optimisticResponse, optimisticUpdater: optimisticUpdater, updater: updater,
        uploadables: uploadables, cacheConfig: cacheConfig, errorPolicy: errorPolicy)
    }

    /// As above, with the updater as a trailing closure.
    @discardableResult
    public func commit(
      _ mutation: Operation, optimisticResponse: JSON? = nil, uploadables: [String: Upload] = [:], cacheConfig: CacheConfig = CacheConfig(),
      errorPolicy: ErrorPolicy? = nil,
      updater: @escaping RelayEnvironment.SelectorStoreUpdater
    ) -> Task<Operation.Data, any Error> {
      handle.commit(
        mutation, optimisticResponse: optimisticResponse, uploadables: uploadables, cacheConfig: cacheConfig, errorPolicy: errorPolicy,
        updater: updater)
    }

    /// Executes the mutation with `variables`.
    @discardableResult
    public func commit(
      variables: Operation.Variables, optimisticResponse: JSON? = nil,
      optimisticUpdater: RelayEnvironment.SelectorStoreUpdater? = nil, updater: RelayEnvironment.SelectorStoreUpdater? = nil,
      uploadables: [String: Upload] = [:], cacheConfig: CacheConfig = CacheConfig(), errorPolicy: ErrorPolicy? = nil
    ) -> Task<Operation.Data, any Error> {
      self.commit(
        Operation(variables: variables), optimisticResponse: optimisticResponse, optimisticUpdater: optimisticUpdater,
        updater: updater, uploadables: uploadables, cacheConfig: cacheConfig, errorPolicy: errorPolicy)
    }

    /// As above, with the updater as a trailing closure.
    @discardableResult
    public func commit(
      variables: Operation.Variables, optimisticResponse: JSON? = nil, uploadables: [String: Upload] = [:],
      cacheConfig: CacheConfig = CacheConfig(),
      errorPolicy: ErrorPolicy? = nil, updater: @escaping RelayEnvironment.SelectorStoreUpdater
    ) -> Task<Operation.Data, any Error> {
      self.commit(
        Operation(variables: variables), optimisticResponse: optimisticResponse, uploadables: uploadables, cacheConfig: cacheConfig,
        errorPolicy: errorPolicy,
        updater: updater)
    }
  }
}

extension Mutation.Mutator where Operation.Variables == EmptyVariables {
  /// Executes a mutation without variables.
  @discardableResult
  public func commit(optimisticResponse: JSON? = nil, updater: RelayEnvironment.SelectorStoreUpdater? = nil) -> Task<
    Operation.Data, any Error
  > {
    commit(variables: EmptyVariables(), optimisticResponse: optimisticResponse, updater: updater)
  }
}

extension Mutation: Equatable {
  /// Whether both were given the same environment, or none. A view that is recreated with an equal wrapper shows the same.
  public nonisolated static func == (left: Mutation, right: Mutation) -> Bool { left.storage.environment === right.storage.environment }
}
