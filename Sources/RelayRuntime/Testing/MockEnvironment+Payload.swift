// Answers that are payloads of generated types.

extension MockEnvironment {
  /// Answers the waiting operation of this type and with these variables, and ends it.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - data: the `data` of the answer.
  ///   - errors: the errors of single fields.
  /// - Throws: ``MockError`` when no such operation waits.
  public func resolve<Payload: OperationPayload>(
    _ operation: Payload.Operation, data: Payload, errors: [JSON] = []
  ) async throws {
    try await self.resolve(operation, data: JSON.object(data.__fields.values), errors: errors)
  }

  /// Answers the oldest waiting operation of the payload's type, whatever its variables, and ends it.
  ///
  /// - Parameters:
  ///   - payload: the `data` of the answer.
  ///   - errors: the errors of single fields.
  /// - Throws: ``MockError`` when no operation of that type waits.
  public func resolve<Payload: OperationPayload>(_ payload: Payload, errors: [JSON] = []) async throws {
    try await self.resolve(self.operation(Payload.Operation.self), data: JSON.object(payload.__fields.values), errors: errors)
  }

  /// Sends an event of the waiting subscription with these variables, or the first data of an answer that is not at its end.
  ///
  /// - Parameters:
  ///   - operation: the operation, which goes on.
  ///   - data: the `data` of the event.
  ///   - errors: the errors of single fields.
  /// - Throws: ``MockError`` when no such operation waits.
  public func nextValue<Payload: OperationPayload>(
    _ operation: Payload.Operation, data: Payload, errors: [JSON] = []
  ) async throws {
    try await self.nextValue(operation, data: JSON.object(data.__fields.values), errors: errors)
  }

  /// Answers a later operation of the payload's type at once; see ``queueOperationResolver(_:)``. Operations of other types wait for the
  /// test as if this resolver were not there.
  ///
  /// - Parameter payload: the `data` of the answer.
  public func queueOperationResolver<Payload: OperationPayload>(with payload: Payload) {
    queueResolver(for: Payload.Operation.definition.name) { _ in .object(payload.__fields.values) }
  }

  /// Writes a payload to the store as if `operation` had been fetched, and keeps it there.
  ///
  /// - Parameters:
  ///   - operation: the query.
  ///   - data: the `data` of the answer.
  /// - Throws: ``NormalizationError`` where a custom scalar's own JSON is none that it can be made from.
  public func cachePayload<Payload: OperationPayload>(
    _ operation: Payload.Operation, data: Payload
  ) async throws where Payload.Operation: GraphQLQuery {
    try await self.cachePayload(operation, data: JSON.object(data.__fields.values))
  }
}

extension PreviewPayload {
  /// A payload for `operation`, which counts for the operation with these variables.
  ///
  /// - Parameters:
  ///   - operation: the operation with its variables.
  ///   - payload: the `data` of the answer.
  public init<Payload: OperationPayload>(_ operation: Payload.Operation, _ payload: Payload) {
    self.init(operation, JSON.object(payload.__fields.values))
  }
}
