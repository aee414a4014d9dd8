// Typed payloads as optimistic responses, and written to the store.

extension RelayEnvironment {
  /// Executes a mutation whose expected answer is a payload; see
  /// ``commit(_:optimisticResponse:optimisticUpdater:updater:uploadables:cacheConfig:errorPolicy:)``.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - optimisticResponse: the server's expected answer.
  ///   - optimisticUpdater: further optimistic changes, made after `optimisticResponse` is in the store.
  ///   - uploadables: files, keyed by the path of the variable that holds each.
  ///   - cacheConfig: options for the network: metadata, batching.
  ///   - errorPolicy: what to do about errors of single fields that come with the data; nil means the configuration's policy.
  ///   - updater: changes made after the server's answer is in the store.
  /// - Returns: the mutation's data.
  /// - Throws: the network's errors; ``RelayError`` for an answer without data, and for one with errors if `errorPolicy` says so;
  ///   ``FieldErrors`` if the operation throws on field errors; `CancellationError`.
  @discardableResult
  public func commit<Payload: OperationPayload>(
    _ mutation: Payload.Operation, optimisticResponse: Payload?, optimisticUpdater: SelectorStoreUpdater? = nil,
    uploadables: [String: Upload] = [:], cacheConfig: CacheConfig = CacheConfig(), errorPolicy: ErrorPolicy? = nil,
    updater: SelectorStoreUpdater? = nil
  ) async throws -> Payload.Operation.Data where Payload.Operation: GraphQLMutation {
    try await self.commit(
      mutation, optimisticResponse: optimisticResponse?.__json, optimisticUpdater: optimisticUpdater, updater: updater,
      uploadables: uploadables, cacheConfig: cacheConfig, errorPolicy: errorPolicy)
  }

  /// Executes a mutation whose expected answer is a payload, and returns the errors of single fields along with the
  /// data; see ``response(to:optimisticResponse:optimisticUpdater:updater:uploadables:cacheConfig:)``.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - optimisticResponse: the server's expected answer.
  ///   - optimisticUpdater: further optimistic changes, made after `optimisticResponse` is in the store.
  ///   - uploadables: files, keyed by the path of the variable that holds each.
  ///   - cacheConfig: options for the network: metadata, batching.
  ///   - updater: changes made after the server's answer is in the store.
  /// - Returns: the mutation's data, and the errors that came with it.
  /// - Throws: the network's errors; ``RelayError`` for an answer without data; `CancellationError`.
  @discardableResult
  public func response<Payload: OperationPayload>(
    to mutation: Payload.Operation, optimisticResponse: Payload?, optimisticUpdater: SelectorStoreUpdater? = nil,
    uploadables: [String: Upload] = [:], cacheConfig: CacheConfig = CacheConfig(), updater: SelectorStoreUpdater? = nil
  ) async throws -> OperationResponse<Payload.Operation.Data> where Payload.Operation: GraphQLMutation {
    try await self.response(
      to: mutation, optimisticResponse: optimisticResponse?.__json, optimisticUpdater: optimisticUpdater, updater: updater,
      uploadables: uploadables, cacheConfig: cacheConfig)
  }

  /// Writes a payload to the store as if the server had sent it.
  ///
  /// - Parameters:
  ///   - operation: the operation that the payload answers.
  ///   - response: the answer.
  /// - Throws: ``NormalizationError`` if a custom scalar cannot be decoded from the JSON that it encodes to.
  public func commitPayload<Payload: OperationPayload>(_ operation: Payload.Operation, _ response: Payload) throws {
    try self.commitPayload(operation, JSON.object(response.__fields.values))
  }
}
