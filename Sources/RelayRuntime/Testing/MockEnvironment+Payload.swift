// Answers given as payloads of generated types.

extension MockEnvironment {
  /// Answers the pending operation of this type with these variables, and ends it.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - data: the `data` of the answer.
  ///   - errors: the errors of single fields.
  /// - Throws: ``MockError`` if no such operation is pending.
  public func resolve<Payload: OperationPayload>(
    _ operation: Payload.Operation, data: Payload, errors: [JSON] = []
  ) async throws {
    try await self.resolve(operation, data: JSON.object(data.__fields.values), errors: errors)
  }

  /// Answers the oldest pending operation of the payload's type, whatever its variables, and ends it.
  ///
  /// - Parameters:
  ///   - payload: the `data` of the answer.
  ///   - errors: the errors of single fields.
  /// - Throws: ``MockError`` if no operation of that type is pending.
  public func resolve<Payload: OperationPayload>(_ payload: Payload, errors: [JSON] = []) async throws {
    try await self.resolve(operation(Payload.Operation.self), data: JSON.object(payload.__fields.values), errors: errors)
  }

  /// Sends an event of the pending subscription with these variables, or the first part of an incremental answer.
  ///
  /// - Parameters:
  ///   - operation: the operation, which stays pending.
  ///   - data: the `data` of the event.
  ///   - errors: the errors of single fields.
  /// - Throws: ``MockError`` if no such operation is pending.
  public func nextValue<Payload: OperationPayload>(
    _ operation: Payload.Operation, data: Payload, errors: [JSON] = []
  ) async throws {
    try await self.nextValue(operation, data: JSON.object(data.__fields.values), errors: errors)
  }

  /// Answers a later operation of the payload's type immediately; see ``queueOperationResolver(_:)``. Operations of other types are not
  /// affected.
  ///
  /// - Parameter payload: the `data` of the answer.
  public func queueOperationResolver<Payload: OperationPayload>(with payload: Payload) {
    queueResolver(for: Payload.Operation.definition.name) { _ in .object(payload.__fields.values) }
  }

  /// Writes a payload to the store as if `operation` had been fetched, and retains it.
  ///
  /// - Parameters:
  ///   - operation: the query.
  ///   - data: the `data` of the answer.
  /// - Throws: ``NormalizationError`` if a custom scalar cannot be decoded from the JSON that it encodes to.
  public func cachePayload<Payload: OperationPayload>(
    _ operation: Payload.Operation, data: Payload
  ) async throws where Payload.Operation: GraphQLQuery {
    try await self.cachePayload(operation, data: JSON.object(data.__fields.values))
  }
}

extension PreviewPayload {
  /// A payload for `operation`. It is used for operations with the same variables.
  ///
  /// - Parameters:
  ///   - operation: the operation with its variables.
  ///   - payload: the `data` of the answer.
  public init<Payload: OperationPayload>(_ operation: Payload.Operation, _ payload: Payload) {
    self.init(operation, JSON.object(payload.__fields.values))
  }
}
