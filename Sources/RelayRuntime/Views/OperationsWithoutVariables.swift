// What views call for an operation without variables, and what Swift says if they leave out those of another one. Without the unavailable
// functions, it would mention `Generated.EmptyVariables`, and overloads for other operations.

extension QueryHandle where Operation.Variables == Generated.EmptyVariables {
  /// The result of an operation without variables.
  public func get(fetchKey: (any Hashable & Sendable)? = nil) -> Result { get(Generated.EmptyVariables(), fetchKey: fetchKey) }
}

extension SubscriptionHandle where Operation.Variables == Generated.EmptyVariables {
  /// The latest event of an operation without variables.
  public func get() -> Result { get(Generated.EmptyVariables()) }
}

extension Mutation.Mutator where Operation.Variables == Generated.EmptyVariables {
  /// Executes a mutation without variables; see ``commit(_:optimisticResponse:options:updater:)-(_,JSON?,_,_)``.
  @discardableResult
  public func commit(
    optimisticResponse: JSON? = nil, options: MutationOptions = MutationOptions(), updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) -> Task<Operation.Data, any Error> {
    commit(Operation(variables: Generated.EmptyVariables()), optimisticResponse: optimisticResponse, options: options, updater: updater)
  }

  /// Executes a mutation without variables whose expected answer is a payload.
  @discardableResult
  public func commit<Payload: OperationPayload>(
    optimisticResponse: Payload?, options: MutationOptions = MutationOptions(), updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) -> Task<Operation.Data, any Error> where Payload.Operation == Operation {
    commit(optimisticResponse: optimisticResponse?.__json, options: options, updater: updater)
  }
}

extension QueryHandle {
  /// Not available: an operation with required variables needs them.
  @available(*, unavailable, message: "This query has variables. Pass them to 'get', as in query.get(id: id)")
  @_disfavoredOverload
  public func get(fetchKey: (any Hashable & Sendable)? = nil) -> Result { .failure(RelayError.missingVariables) }
}

extension SubscriptionHandle {
  /// Not available: an operation with required variables needs them.
  @available(*, unavailable, message: "This subscription has variables. Pass them to 'get', as in subscription.get(id: id)")
  @_disfavoredOverload
  public func get() -> Result { .failure(RelayError.missingVariables) }
}

extension Mutation.Mutator {
  /// Not available: an operation with required variables needs them.
  @available(*, unavailable, message: "This mutation has variables. Pass them to 'commit', as in mutation.commit(id: id)")
  @discardableResult @_disfavoredOverload
  public func commit(
    optimisticResponse: JSON? = nil, options: MutationOptions = MutationOptions(), updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) -> Task<Operation.Data, any Error> {
    Task { throw RelayError.missingVariables }
  }
}

extension RelayError {
  fileprivate static let missingVariables = RelayError.unsupportedOperation("its variables are missing")
}
