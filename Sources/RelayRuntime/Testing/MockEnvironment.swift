import Synchronization

/// An environment without a server, for tests: operations wait until the test answers them.
///
/// ```swift
/// let mock = MockEnvironment()
/// let handle = mock.environment.query(UserQuery(id: "1"))
/// try await mock.resolve(mock.mostRecentOperation(), data: ["user": ["id": "1", "name": "Ada"]])
/// #expect(handle.result.data?.user?.name == "Ada")
/// ```
///
/// When a method that answers returns, the answer is in the store, and handles and views have been told.
public final class MockEnvironment: Sendable {
  /// The environment under test.
  public let environment: RelayEnvironment
  private let network: MockNetwork

  /// Creates an environment whose operations wait for the test.
  public init(store: Store = Store(), configuration: RelayEnvironment.Configuration = RelayEnvironment.Configuration()) {
    let network = MockNetwork()
    self.network = network
    environment = RelayEnvironment(network: network, store: store, configuration: configuration)
  }

  // MARK: - Operations

  /// The operations that wait for an answer, oldest first.
  public var pendingOperations: [MockOperation] { network.pendingOperations }

  /// The operation that was started last of those that wait.
  /// - Throws: ``MockError/noPendingOperation(_:)`` when none waits.
  public func mostRecentOperation() throws -> MockOperation {
    guard let operation = pendingOperations.last else { throw MockError.noPendingOperation("any") }
    return operation
  }

  /// The oldest waiting operation of a type.
  /// - Throws: ``MockError/noPendingOperation(_:)`` when none of that type waits.
  public func operation<Operation: GraphQLOperation>(_ type: Operation.Type) throws -> MockOperation {
    let name = Operation.definition.name
    guard let operation = pendingOperations.first(where: { $0.request.operationName == name }) else {
      throw MockError.noPendingOperation(name)
    }
    return operation
  }

  /// The oldest waiting operation of the type and with the variables of `operation`.
  /// - Throws: ``MockError/noPendingOperation(_:)`` when none waits.
  public func operation<Operation: GraphQLOperation>(_ operation: Operation) throws -> MockOperation {
    let (name, variables) = (Operation.definition.name, JSON.object(environment.descriptor(operation).variables))
    let found = pendingOperations.first { $0.request.operationName == name && $0.request.variables == variables }
    guard let found else { throw MockError.noPendingOperation("\(name) \(variables)") }
    return found
  }

  /// The oldest waiting operation of a type, as soon as there is one: for code under test that starts its operations in a task.
  /// - Throws: `CancellationError` when the test is cancelled meanwhile, by its time limit for example.
  public func nextOperation<Operation: GraphQLOperation>(_ type: Operation.Type) async throws -> MockOperation {
    while true {
      if let operation = try? self.operation(type) { return operation }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Whether `operation`, with these variables, waits for an answer.
  public func isLoading<Operation: GraphQLOperation>(_ operation: Operation) -> Bool {
    environment.activity.isActive(environment.descriptor(operation))
  }

  // MARK: - Answers

  /// Answers `operation` with data, and perhaps errors of single fields, and ends it.
  public func resolve(_ operation: MockOperation, data: JSON, errors: [JSON] = []) async throws {
    try await nextValue(operation, data: data, errors: errors)
    try await complete(operation)
  }

  /// Answers the waiting operation of this type and with these variables; see ``resolve(_:data:errors:)-(Operation,_,_)``.
  public func resolve<Operation: GraphQLOperation>(_ operation: Operation, data: JSON, errors: [JSON] = []) async throws {
    try await self.resolve(self.operation(operation), data: data, errors: errors)
  }

  /// Sends an event of a subscription, or the first data of an answer that is not at its end; the operation goes on.
  public func nextValue(_ operation: MockOperation, data: JSON, errors: [JSON] = []) async throws {
    var response: [String: JSON] = ["data": data]
    if !errors.isEmpty { response["errors"] = .array(errors) }
    try await self.nextValue(operation, .object(response))
  }

  /// Sends an event of the waiting subscription with these variables; see ``nextValue(_:data:errors:)``.
  public func nextValue<Operation: GraphQLOperation>(_ operation: Operation, data: JSON, errors: [JSON] = []) async throws {
    try await self.nextValue(self.operation(operation), data: data, errors: errors)
  }

  /// Sends a whole response body, an incremental part, or an event of a subscription; the operation goes on.
  public func nextValue(_ operation: MockOperation, _ response: JSON) async throws {
    try await operation.send(NetworkPayload(response))
    await Self.settle()
  }

  /// Ends `operation` as the end of the server's answer does.
  public func complete(_ operation: MockOperation) async throws {
    try await operation.finish(throwing: nil)
    await Self.settle()
  }

  /// Ends `operation` with an error of the network.
  public func reject(_ operation: MockOperation, _ error: any Error) async throws {
    try await operation.finish(throwing: error)
    await Self.settle()
  }

  /// Ends the waiting operation of this type and with these variables with an error of the network.
  public func reject<Operation: GraphQLOperation>(_ operation: Operation, _ error: any Error) async throws {
    try await self.reject(self.operation(operation), error)
  }

  /// Answers the operation that was started last; see ``resolve(_:data:errors:)-(Operation,_,_)``.
  public func resolveMostRecentOperation(data: JSON, errors: [JSON] = []) async throws {
    try await resolve(mostRecentOperation(), data: data, errors: errors)
  }

  /// Fails the operation that was started last.
  public func rejectMostRecentOperation(_ error: any Error) async throws {
    try await reject(mostRecentOperation(), error)
  }

  /// Answers later operations at once: each resolver is asked for one operation, in the order in which they were queued. When the code
  /// under test does not wait for the answer, wait for it with ``settle()-method``.
  /// - Parameter resolver: returns the `data` of the answer, or throws the error of the network.
  public func queueOperationResolver(_ resolver: @escaping @Sendable (NetworkRequest) throws -> JSON) {
    queueResolver(for: nil, resolver)
  }

  /// Answers a later operation of the name at once; of any where that is nil.
  func queueResolver(for name: String?, _ answer: @escaping @Sendable (NetworkRequest) throws -> JSON) {
    network.queueResolver(MockNetwork.Resolver(name: name, answer: answer))
  }

  /// Answers a later operation, of any type, at once with data that is made up; see ``queueOperationResolver(_:)``.
  public func queueOperationResolver(with payload: MockPayload) {
    queueResolver(for: nil) { request in
      guard let operation = request.operation else { throw MockError.noPendingOperation(request.operationName) }
      return payload.data(for: operation)
    }
  }

  /// Writes `data` to the store as if `operation` had been fetched, and keeps it there.
  public func cachePayload<Operation: GraphQLQuery>(_ operation: Operation, data: JSON) async throws {
    network.keep(environment.retain(operation))
    try environment.commitPayload(operation, data)
    await Self.settle()
  }

  /// Waits until the operations that resolvers have answered are over, and lets the main actor hear of it.
  public func settle() async {
    for request in network.takeAnswered() { await request.progress.waitUntilOver() }
    await Self.settle()
  }

  /// Lets the main actor hear of all changes made so far.
  public static func settle() async {
    await MainActorNotifications.deliver()
  }
}

/// The network behind a ``MockEnvironment``.
private final class MockNetwork: Network {
  /// Answers the operations of one name, or of any.
  struct Resolver {
    var name: String?
    var answer: @Sendable (NetworkRequest) throws -> JSON
  }

  private struct State {
    var operations: [MockOperation] = []
    var resolvers: [Resolver] = []
    /// The requests that resolvers have answered and nobody has waited for.
    var answered: [NetworkRequest] = []
    var kept: [Disposable] = []
  }

  private let state = Mutex(State())

  var pendingOperations: [MockOperation] { state.withLock { $0.operations } }

  func queueResolver(_ resolver: Resolver) {
    state.withLock { $0.resolvers.append(resolver) }
  }

  func takeAnswered() -> [NetworkRequest] {
    self.state.withLock { state in
      defer { state.answered = [] }
      return state.answered
    }
  }

  func keep(_ retention: Disposable) {
    state.withLock { $0.kept.append(retention) }
  }

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let (stream, continuation) = AsyncThrowingStream<NetworkPayload, any Error>.makeStream()
    let operation = MockOperation(request, continuation)
    let resolver = self.state.withLock { state in
      guard let index = state.resolvers.firstIndex(where: { $0.name == nil || $0.name == request.operationName }) else {
        state.operations.append(operation)
        return nil as Resolver?
      }
      state.answered.append(request)
      return state.resolvers.remove(at: index)
    }
    continuation.onTermination = { [weak self] _ in
      operation.end()
      self?.state.withLock { $0.operations.removeAll { $0 === operation } }
    }
    if let resolver {
      do {
        continuation.yield(NetworkPayload(.object(["data": try resolver.answer(request)])))
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return stream
  }
}
