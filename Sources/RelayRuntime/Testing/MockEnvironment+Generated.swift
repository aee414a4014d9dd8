// Answers with generated data.

extension MockEnvironment {
  /// Answers the pending operation of this type with these variables with generated mock data.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - payload: overrides for the generated data.
  /// - Returns: the data of the answer.
  /// - Throws: ``MockError`` if no such operation is pending, or if an override has a mistake.
  @discardableResult
  public func resolve<Operation: GraphQLOperation>(_ operation: Operation, with payload: MockPayload) async throws -> JSON {
    try await self.resolve(self.operation(operation), with: payload)
  }

  /// Answers `operation` with generated mock data; see ``resolve(_:with:)-(Operation,_)``.
  ///
  /// - Parameters:
  ///   - operation: a result of ``nextOperation(_:)``, ``operation(_:)-(Operation.Type)`` or ``mostRecentOperation()``.
  ///   - payload: overrides for the generated data.
  /// - Returns: the data of the answer.
  /// - Throws: ``MockError`` if the operation is over, or if an override has a mistake.
  @discardableResult
  public func resolve(_ operation: MockOperation, with payload: MockPayload) async throws -> JSON {
    let data = try generate(payload, for: operation.descriptor())
    try await resolve(operation, data: data)
    return data
  }

  /// Answers the pending operation of this type with these variables with generated mock data, in parts, as sent by a server that
  /// supports `@defer`.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - payload: overrides for the generated data.
  ///   - check: called after each part except the last, when the part is in the store.
  /// - Returns: the parts.
  /// - Throws: ``MockError`` if no such operation is pending, or if an override has a mistake, and errors of `check`.
  @discardableResult
  public func resolveInParts<Operation: GraphQLOperation>(
    _ operation: Operation, with payload: MockPayload, afterEach check: @MainActor (JSON) async throws -> Void = { _ in }
  ) async throws -> [JSON] {
    let waiting = try self.operation(operation)
    let descriptor = try waiting.descriptor()
    var split = MockResponseParts(descriptor)
    let parts = split.split(try generate(payload, for: descriptor))
    for (position, part) in parts.enumerated() {
      try await nextValue(waiting, part)
      if position + 1 < parts.count { try await check(part) }
    }
    try await complete(waiting)
    return parts
  }

  /// Answers the most recently started operation, whatever its type, with generated mock data.
  ///
  /// - Parameter payload: overrides for the generated data.
  /// - Returns: the data of the answer.
  /// - Throws: ``MockError`` if no operation is pending, or if an override has a mistake.
  @discardableResult
  public func resolveMostRecentOperation(with payload: MockPayload) async throws -> JSON {
    try await resolve(mostRecentOperation(), with: payload)
  }

  /// Answers a later operation of any type immediately with generated mock data; see ``queueOperationResolver(_:)``.
  ///
  /// - Parameter payload: overrides for the generated data. A mistake in one of them fails the operation.
  public func queueOperationResolver(with payload: MockPayload) {
    queueResolver(for: nil) { [weak self] request in
      guard let self, let operation = request.operation else { throw MockError.noPendingOperation(request.operationName) }
      return try generate(payload, for: operation)
    }
  }
}

extension MockOperation {
  /// The operation with its variables.
  fileprivate func descriptor() throws -> OperationDescriptor {
    guard let operation = request.operation else { throw MockError.noPendingOperation(request.operationName) }
    return operation
  }
}
