/// An environment without a server, for tests: operations stay pending until the test answers them.
///
/// When a method that answers an operation returns, the answer is in the store, and handles and views have been notified.
///
/// What a server would not send is an error: a member that the operation does not select while another is missing in the same object, and
/// another object than the one that is asked for by its id. If the configuration has no log, failures, errors of fields and warnings are
/// printed to the standard error, so that the reason for what a test sees is in the test's output.
///
/// ```swift
/// let mock = MockEnvironment()
/// let query = mock.environment.query(HomeQuery(id: "me"))
/// try await mock.resolve(HomeQuery(id: "me"), with: MockPayload(types: ["User": { _ in ["name": "Ada"] }]))
/// print(query.result.data?.user?.name == "Ada")
/// ```
///
/// See <doc:Testing>.
public final class MockEnvironment: Sendable {
  /// The environment under test.
  public let environment: RelayEnvironment
  private let network: MockNetwork
  private let report: @Sendable (String) -> Void
  /// The requests for which data was generated, by their ids, with the number before that of their first id.
  private let lastIdentifiers = Lock([String: Int]())

  /// Creates an environment.
  public convenience init(
    store: RelayStore = RelayStore(), configuration: RelayEnvironment.Configuration = RelayEnvironment.Configuration()
  ) {
    self.init(store: store, configuration: configuration, report: MockReasons.print)
  }

  /// - Parameter report: called with each reason for what a test may see, if the configuration has no log.
  init(store: RelayStore, configuration: RelayEnvironment.Configuration, report: @escaping @Sendable (String) -> Void) {
    let network = MockNetwork()
    self.network = network
    var configuration = configuration
    if configuration.log == nil {
      self.report = report
      configuration.log = { event in if let reason = MockReasons.sentence(event) { report(reason) } }
    } else {
      self.report = { _ in }
    }
    environment = RelayEnvironment(network: network, store: store, configuration: configuration)
  }

  /// Generated data for an operation. Two pages of a list have objects with different ids, and an operation that is answered again has the
  /// same ones. What the overrides may have meant otherwise is reported.
  ///
  /// - Throws: ``MockError`` if an override has a mistake.
  func generate(_ payload: MockPayload, for operation: OperationDescriptor) throws -> JSON {
    let lastIdentifier = lastIdentifiers.withLock { known in
      let last = known[operation.requestID] ?? known.count * Self.identifiersPerRequest
      known[operation.requestID] = last
      return last
    }
    var generator = MockGenerator(payload: payload, operation: operation, lastIdentifier: lastIdentifier)
    let data = generator.data()
    if let mistake = generator.mistakes.first { throw mistake }
    if let doubt = generator.doubt { report(doubt) }
    return data
  }

  /// More than the objects that a test shows, and easy to read.
  private static let identifiersPerRequest = 1_000

  // MARK: - Operations

  /// The operations that have not been answered, oldest first.
  public var pendingOperations: [MockOperation] { network.pendingOperations }

  /// The most recently started operation that is pending.
  /// - Throws: ``MockError/noPendingOperation(_:)`` if none is pending.
  public func mostRecentOperation() throws -> MockOperation {
    guard let operation = pendingOperations.last else { throw MockError.noPendingOperation("any") }
    return operation
  }

  /// The oldest pending operation of a type.
  /// - Throws: ``MockError/noPendingOperation(_:)`` if none of that type is pending.
  public func operation<Operation: GraphQLOperation>(_ type: Operation.Type) throws -> MockOperation {
    let name = Operation.definition.name
    guard let operation = pendingOperations.first(where: { $0.request.operationName == name }) else {
      throw MockError.noPendingOperation(name)
    }
    return operation
  }

  /// The oldest pending operation with the type and the variables of `operation`.
  /// - Throws: ``MockError/noPendingOperation(_:)`` if none is pending.
  public func operation<Operation: GraphQLOperation>(_ operation: Operation) throws -> MockOperation {
    let (name, variables) = (Operation.definition.name, JSON.object(environment.descriptor(operation).variables))
    let found = pendingOperations.first { $0.request.operationName == name && $0.request.variables == variables }
    guard let found else { throw MockError.noPendingOperation("\(name) \(variables)") }
    return found
  }

  /// Waits until an operation of a type is pending, and returns the oldest. Use it if the code under test starts its operations in a task.
  /// - Throws: `CancellationError` if the test is cancelled in the meantime, for example because of a time limit.
  public func nextOperation<Operation: GraphQLOperation>(_ type: Operation.Type) async throws -> MockOperation {
    while true {
      if let operation = try? self.operation(type) { return operation }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Whether `operation` is pending with these variables.
  public func isLoading<Operation: GraphQLOperation>(_ operation: Operation) -> Bool {
    environment.activity.isActive(environment.descriptor(operation))
  }

  // MARK: - Answers

  /// Answers `operation` with data, and optionally with errors of single fields, and ends it.
  /// - Throws: ``MockError`` if the operation is over, or if a server would not send the data.
  public func resolve(_ operation: MockOperation, data: JSON, errors: [JSON] = []) async throws {
    try await nextValue(operation, data: data, errors: errors)
    try await complete(operation)
  }

  /// Answers the pending operation of this type with these variables; see ``resolve(_:data:errors:)-(Operation,_,_)``.
  public func resolve<Operation: GraphQLOperation>(_ operation: Operation, data: JSON, errors: [JSON] = []) async throws {
    try await self.resolve(self.operation(operation), data: data, errors: errors)
  }

  /// Sends an event of a subscription, or the first part of an incremental answer; the operation stays pending.
  public func nextValue(_ operation: MockOperation, data: JSON, errors: [JSON] = []) async throws {
    var response: [String: JSON] = ["data": data]
    if !errors.isEmpty { response["errors"] = .array(errors) }
    try await self.nextValue(operation, .object(response))
  }

  /// Sends an event of the pending subscription with these variables; see ``nextValue(_:data:errors:)``.
  public func nextValue<Operation: GraphQLOperation>(_ operation: Operation, data: JSON, errors: [JSON] = []) async throws {
    try await self.nextValue(self.operation(operation), data: data, errors: errors)
  }

  /// Sends a whole response body, an incremental part, or an event of a subscription; the operation stays pending.
  /// - Throws: ``MockError`` if the operation is over, or if a server would not send the data.
  public func nextValue(_ operation: MockOperation, _ response: JSON) async throws {
    if let descriptor = operation.request.operation, response["path"] == nil, let data = response["data"] {
      try MockAnswerCheck(descriptor).check(data)
    }
    try await operation.send(NetworkPayload(response))
    await settleReactions()
  }

  /// Ends `operation` in the same way as the end of a server's answer.
  public func complete(_ operation: MockOperation) async throws {
    try await operation.finish(throwing: nil)
    await settleReactions()
  }

  /// Ends `operation` with a network error.
  public func reject(_ operation: MockOperation, _ error: any Error) async throws {
    try await operation.finish(throwing: error)
    await settleReactions()
  }

  /// Ends the pending operation of this type with these variables with a network error.
  public func reject<Operation: GraphQLOperation>(_ operation: Operation, _ error: any Error) async throws {
    try await self.reject(self.operation(operation), error)
  }

  /// Answers the most recently started operation; see ``resolve(_:data:errors:)-(Operation,_,_)``.
  public func resolveMostRecentOperation(data: JSON, errors: [JSON] = []) async throws {
    try await resolve(mostRecentOperation(), data: data, errors: errors)
  }

  /// Fails the most recently started operation.
  public func rejectMostRecentOperation(_ error: any Error) async throws {
    try await reject(mostRecentOperation(), error)
  }

  /// Answers later operations immediately: each resolver is called for one operation, in the order in which the resolvers were queued. If
  /// the code under test does not wait for the answer, wait for it with ``settle()-method``.
  /// - Parameter resolver: returns the `data` of the answer, or throws a network error.
  public func queueOperationResolver(_ resolver: @escaping @Sendable (NetworkRequest) throws -> JSON) {
    queueResolver(for: nil, resolver)
  }

  /// Answers a later operation with the given name immediately; nil matches any operation.
  func queueResolver(for name: String?, _ answer: @escaping @Sendable (NetworkRequest) throws -> JSON) {
    network.queueResolver(MockNetwork.Resolver(name: name, answer: answer))
  }

  /// Writes `data` to the store as if `operation` had been fetched, and retains it.
  /// - Throws: ``MockError`` if a server would not send the data, and ``NormalizationError`` if it does not have the fields' types.
  public func cachePayload<Operation: GraphQLQuery>(_ operation: Operation, data: JSON) async throws {
    try MockAnswerCheck(environment.descriptor(operation)).check(data)
    network.keep(environment.retain(operation))
    try environment.commitPayload(operation, data)
    await settleReactions()
  }

  /// Waits until the operations answered by resolvers have ended, and until the main actor and the environment's sequences have received
  /// all changes made so far: the next element of a sequence is then the newest.
  public func settle() async {
    for request in network.takeAnswered() { await request.progress.waitUntilOver() }
    await settleReactions()
  }

  /// Waits until the main actor, and the environment's sequences and handles, have received all changes made so far.
  private func settleReactions() async {
    await Self.settle()
    await environment.pendingWork.waitUntilNone()
  }

  /// Waits until the main actor has received all changes made so far.
  public static func settle() async {
    await ChangeSignal.deliver()
  }
}

/// The network of a ``MockEnvironment``.
private final class MockNetwork: RelayNetwork {
  /// Answers the operations with a given name, or any operation.
  struct Resolver {
    var name: String?
    var answer: @Sendable (NetworkRequest) throws -> JSON
  }

  private struct State {
    var operations: [MockOperation] = []
    var resolvers: [Resolver] = []
    /// The requests answered by resolvers for which nothing has waited yet.
    var answered: [NetworkRequest] = []
    var kept: [RelayDisposable] = []
  }

  private let state = Lock(State())

  var pendingOperations: [MockOperation] { state.withLock { $0.operations } }

  func queueResolver(_ resolver: Resolver) {
    state.withLock { $0.resolvers.append(resolver) }
  }

  func takeAnswered() -> [NetworkRequest] {
    state.withLock { state in
      defer { state.answered = [] }
      return state.answered
    }
  }

  func keep(_ retention: RelayDisposable) {
    state.withLock { $0.kept.append(retention) }
  }

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let (stream, continuation) = AsyncThrowingStream<NetworkPayload, any Error>.makeStream()
    let operation = MockOperation(request, continuation)
    // Before anyone can end the operation.
    continuation.onTermination = { [weak self] _ in
      operation.end()
      self?.state.withLock { $0.operations.removeAll { $0 === operation } }
    }
    let resolver = state.withLock { state in
      guard let index = state.resolvers.firstIndex(where: { $0.name == nil || $0.name == request.operationName }) else {
        state.operations.append(operation)
        return nil as Resolver?
      }
      state.answered.append(request)
      return state.resolvers.remove(at: index)
    }
    if let resolver {
      do {
        let data = try resolver.answer(request)
        if let descriptor = request.operation { try MockAnswerCheck(descriptor).check(data) }
        continuation.yield(NetworkPayload(.object(["data": data])))
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return stream
  }
}
