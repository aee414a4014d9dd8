// Typed payloads as optimistic responses, and written to the store.

extension RelayEnvironment {
  /// Executes a mutation whose expected answer is a payload; see ``commit(_:optimisticResponse:options:updater:)-(_,JSON?,_,_)``.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - optimisticResponse: the server's expected answer.
  ///   - options: further optimistic changes, files, and options for the network and for errors.
  ///   - updater: changes made after the server's answer is in the store.
  /// - Returns: the mutation's data.
  /// - Throws: the network's errors; ``RelayError`` for an answer without data, and for one with errors if the error policy says so;
  ///   ``FieldErrors`` if the operation throws on field errors; `CancellationError`.
  @discardableResult
  public func commit<Payload: OperationPayload>(
    _ mutation: Payload.Operation, optimisticResponse: Payload?, options: MutationOptions = MutationOptions(),
    updater: SelectorStoreUpdater? = nil
  ) async throws -> Payload.Operation.Data where Payload.Operation: GraphQLMutation {
    try await commit(mutation, optimisticResponse: optimisticResponse?.__json, options: options, updater: updater)
  }

  /// As `commit` with a payload, but returns the errors of single fields along with the data; see
  /// ``response(to:optimisticResponse:options:updater:)-(_,JSON?,_,_)``.
  @discardableResult
  public func response<Payload: OperationPayload>(
    to mutation: Payload.Operation, optimisticResponse: Payload?, options: MutationOptions = MutationOptions(),
    updater: SelectorStoreUpdater? = nil
  ) async throws -> OperationResponse<Payload.Operation.Data> where Payload.Operation: GraphQLMutation {
    try await response(to: mutation, optimisticResponse: optimisticResponse?.__json, options: options, updater: updater)
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
