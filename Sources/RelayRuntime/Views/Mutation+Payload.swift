// Typed payloads as optimistic responses of mutations committed by views.

extension MutationHandle {
  /// Executes a mutation whose expected answer is a payload; see
  /// ``commit(_:optimisticResponse:optimisticUpdater:updater:uploadables:cacheConfig:errorPolicy:)``.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - optimisticResponse: the server's expected answer.
  ///   - optimisticUpdater: further optimistic changes, made after `optimisticResponse` is in the store.
  ///   - uploadables: files, keyed by the path of the variable that holds each.
  ///   - cacheConfig: options for the network: metadata, batching.
  ///   - errorPolicy: what to do about errors of single fields that come with the data; nil means the environment's policy.
  ///   - updater: changes made after the server's answer is in the store.
  /// - Returns: a task with the mutation's data. Cancelling it ends the request and reverts the optimistic changes.
  @discardableResult
  public func commit<Payload: OperationPayload>(
    _ mutation: Operation, optimisticResponse: Payload?, optimisticUpdater: RelayEnvironment.SelectorStoreUpdater? = nil,
    uploadables: [String: Upload] = [:], cacheConfig: CacheConfig = CacheConfig(), errorPolicy: ErrorPolicy? = nil,
    updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) -> Task<Operation.Data, any Error> where Payload.Operation == Operation {
    self.commit(
      mutation, optimisticResponse: optimisticResponse?.__json, optimisticUpdater: optimisticUpdater, updater: updater,
      uploadables: uploadables, cacheConfig: cacheConfig, errorPolicy: errorPolicy)
  }
}

extension Mutation.Mutator {
  /// Executes a mutation whose expected answer is a payload; see
  /// ``MutationHandle/commit(_:optimisticResponse:optimisticUpdater:updater:uploadables:cacheConfig:errorPolicy:)``.
  @discardableResult
  public func commit<Payload: OperationPayload>(
    _ mutation: Operation, optimisticResponse: Payload?, optimisticUpdater: RelayEnvironment.SelectorStoreUpdater? = nil,
    uploadables: [String: Upload] = [:], cacheConfig: CacheConfig = CacheConfig(), errorPolicy: ErrorPolicy? = nil,
    updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) -> Task<Operation.Data, any Error> where Payload.Operation == Operation {
    handle.commit(
      mutation, optimisticResponse: optimisticResponse?.__json, optimisticUpdater: optimisticUpdater, updater: updater,
      uploadables: uploadables, cacheConfig: cacheConfig, errorPolicy: errorPolicy)
  }

  /// Executes the mutation with `variables`, with a payload as its expected answer.
  @discardableResult
  public func commit<Payload: OperationPayload>(
    variables: Operation.Variables, optimisticResponse: Payload?,
    optimisticUpdater: RelayEnvironment.SelectorStoreUpdater? = nil, uploadables: [String: Upload] = [:],
    cacheConfig: CacheConfig = CacheConfig(), errorPolicy: ErrorPolicy? = nil, updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) -> Task<Operation.Data, any Error> where Payload.Operation == Operation {
    handle.commit(
      Operation(variables: variables), optimisticResponse: optimisticResponse?.__json, optimisticUpdater: optimisticUpdater,
      updater: updater, uploadables: uploadables, cacheConfig: cacheConfig, errorPolicy: errorPolicy)
  }
}

extension Mutation.Mutator where Operation.Variables == EmptyVariables {
  /// Executes a mutation without variables, with a payload as its expected answer.
  @discardableResult
  public func commit<Payload: OperationPayload>(
    optimisticResponse: Payload?, updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) -> Task<Operation.Data, any Error> where Payload.Operation == Operation {
    self.commit(variables: EmptyVariables(), optimisticResponse: optimisticResponse?.__json, updater: updater)
  }
}
