public import Observation

/// Runs a subscription for a view as long as the handle exists, and holds the data of the latest event.
///
/// `@Subscription` is a thin wrapper around it.
///
/// ```swift
/// let changes = SubscriptionHandle<TodoChangedSubscription>(environment: environment)
/// _ = changes.get(TodoChangedSubscription(user: "me"))
/// for await state in changes.results { print(state.data?.todoChanged?.text ?? "") }
/// ```
///
/// See <doc:Subscriptions>.
// Half of the properties are options given at creation; the others hold the state of the running subscription.
@MainActor @Observable
public final class SubscriptionHandle<Operation: GraphQLSubscription>: EnvironmentDependent {
  /// The state of a subscription for a view.
  public typealias Result = Subscription<Operation>.Result

  /// The environment of the subscription; nil means ``RelayEnvironment/current``.
  @ObservationIgnored public var environment: RelayEnvironment?
  @ObservationIgnored private var operation: Operation?
  @ObservationIgnored private var runningIn: RelayEnvironment?
  @ObservationIgnored private var task: Task<Void, Never>?
  @ObservationIgnored private var latest: Result = .loading
  @ObservationIgnored private var connection: ConnectionWatch?
  @ObservationIgnored private var knownState: ConnectionState?
  @ObservationIgnored private var knownError: (any Error)?
  @ObservationIgnored private let streams = StateStreams<Result, Void>()
  @ObservationIgnored private let readers = HandleReaders()
  @ObservationIgnored private let cacheConfig: CacheConfig
  @ObservationIgnored private let updater: RelayEnvironment.SelectorStoreUpdater?
  @ObservationIgnored private let onNext: @MainActor @Sendable (Operation.Data?) -> Void

  /// Creates a handle that does nothing until `get` is called.
  /// - Parameters:
  ///   - environment: the environment of the subscription; nil means the one that is current when `get` is called.
  ///   - cacheConfig: options for the network.
  ///   - updater: changes made after each event is in the store.
  public nonisolated convenience init(
    environment: RelayEnvironment? = nil, cacheConfig: CacheConfig = CacheConfig(), updater: RelayEnvironment.SelectorStoreUpdater? = nil
  ) {
    self.init(environment: environment, cacheConfig: cacheConfig, updater: updater, onNext: { _ in })
  }

  /// As the other, and calls `onNext` with the data of every event, in order, after it is in the store; ``result`` may skip events.
  // An initializer of its own, so that a trailing closure is the updater.
  @_disfavoredOverload
  public nonisolated init(
    environment: RelayEnvironment? = nil, cacheConfig: CacheConfig = CacheConfig(), updater: RelayEnvironment.SelectorStoreUpdater? = nil,
    onNext: @escaping @MainActor @Sendable (Operation.Data?) -> Void
  ) {
    self.environment = environment
    self.cacheConfig = cacheConfig
    self.updater = updater
    self.onNext = onNext
  }

  /// The latest event of `operation`. It is subscribed to on the first call, and whenever its variables change.
  public func get(_ operation: Operation) -> Result {
    let environment = self.environment ?? RelayEnvironment.current
    if self.operation?.variables.__fields != operation.variables.__fields || runningIn !== environment {
      let isFirst = self.operation == nil
      self.operation = operation
      runningIn = environment
      start(operation, in: environment)
      // The caller sees the state immediately. Readers of the previous subscription's events are notified after the evaluation.
      if !isFirst { readers.notifyLater { [weak self] in self?.yieldLatest() } }
    }
    return result
  }

  /// As `get(_:)` with an operation, for the operation with these variables.
  public func get(_ variables: Operation.Variables) -> Result { get(Operation(variables: variables)) }

  /// The latest event: `.loading` before the first one, `.failure` after the subscription has ended with an error.
  public var result: Result {
    access(keyPath: \.result)
    readers.access()
    return latest
  }

  /// The latest event and all later ones. A slow reader misses events, but never the last one; use
  /// ``RelayEnvironment/subscribe(_:updater:cacheConfig:)`` if every event counts.
  public var results: AsyncStream<Result> {
    streams.stream(startingWith: result, mark: ())
  }

  /// The state of the connection that delivers the events: nil before the subscription and after its end.
  ///
  /// If the network does not report it, the connection counts as connected from the first event on.
  public var connectionState: ConnectionState? {
    access(keyPath: \.connectionState)
    readers.access()
    return knownState
  }

  /// The reason why the connection was lost or could not be opened, while ``connectionState`` is `.reconnecting` and the network reports
  /// it; otherwise nil.
  public var connectionError: (any Error)? {
    access(keyPath: \.connectionState)
    readers.access()
    return knownError
  }

  /// Why the subscription has ended, for a view that shows it with a button to subscribe again. Nil if the subscription has not failed.
  public var failure: OperationFailure? {
    result.error.map { OperationFailure($0, of: .load) { [weak self] in self?.retry() } }
  }

  /// Subscribes again with the same variables after the subscription has ended. While the connection is lost, makes the network reopen it
  /// immediately (``RelayNetwork/reconnect()``). Otherwise, and before the first `get`, does nothing.
  public func retry() {
    guard let operation else { return }
    if connection == nil {
      withMutation(keyPath: \.result) {
        withMutation(keyPath: \.connectionState) { start(operation, in: runningIn) }
      }
      yieldLatest()
    } else if case .reconnecting = knownState {
      runningIn?.network.reconnect()
    }
  }

  private func start(_ operation: Operation, in environment: RelayEnvironment?) {
    task?.cancel()
    task = nil
    connection = nil
    knownState = nil
    knownError = nil
    guard let environment else {
      latest = .failure(RelayError.noEnvironment)
      return
    }
    latest = .loading
    knownState = .connecting
    let connection = ConnectionWatch()
    self.connection = connection
    connection.signal.connect { [weak self, weak connection] in
      guard let self, let connection, self.connection === connection, let (state, error) = connection.latest else { return }
      setConnectionState(state, error)
    }
    let reaction = Reaction(in: environment)
    let events = environment.subscribe(
      operation,
      ExecutionOptions(
        cacheConfig: cacheConfig, updater: updater, onConnectionChange: { connection.set($0, $1) }, reaction: reaction))
    task = Task { [weak self] in
      defer { reaction.close() }
      do {
        for try await data in events {
          // It was on its way here when another subscription took its place.
          if Task.isCancelled { break }
          self?.receive(data, over: connection)
          reaction.end()
        }
        if !Task.isCancelled { self?.end(connection) }
      } catch {
        if !(error is CancellationError) && !Task.isCancelled {
          self?.set(.failure(error))
          self?.end(connection)
        }
      }
    }
  }

  private func receive(_ data: Operation.Data, over connection: ConnectionWatch) {
    if connection.latest == nil { setConnectionState(.connected) }
    set(.success(data))
    onNext(data)
  }

  private func end(_ connection: ConnectionWatch) {
    guard self.connection === connection else { return }
    self.connection = nil
    setConnectionState(nil)
  }

  private func setConnectionState(_ state: ConnectionState?, _ error: (any Error)? = nil) {
    guard knownState != state else { return }
    withMutation(keyPath: \.connectionState) {
      knownState = state
      knownError = error
    }
  }

  private func set(_ result: Result) {
    withMutation(keyPath: \.result) { latest = result }
    yieldLatest()
  }

  private func yieldLatest() {
    streams.yield {
      (latest, ())
    } ifBehind: { _ in
      true
    }
  }

  deinit {
    task?.cancel()
  }
}

/// What a network has reported about a connection, to be passed to the main actor.
private final class ConnectionWatch: Sendable {
  let signal = ChangeSignal()
  private let known = Lock<(state: ConnectionState, error: (any Error)?)?>(nil)

  /// The latest report of the network; nil if there is none.
  var latest: (state: ConnectionState, error: (any Error)?)? { known.withLock { $0 } }

  func set(_ state: ConnectionState, _ error: (any Error)?) {
    known.withLock { $0 = (state, error) }
    signal.send()
  }
}

extension SubscriptionHandle: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The subscription with its variables and its state, on one line. Reading it does not observe the handle.
  public var description: String { printed.line }

  /// The same for `dump`.
  public var customMirror: Mirror { printed.mirror(of: self) }

  private var printed: PrintedFields {
    PrintedFields(
      "SubscriptionHandle<\(Operation.self)>",
      [
        ("variables", operation.map { JSON.object($0.variables.__fields.values) }), ("result", latest), ("connectionState", knownState),
        ("connectionError", knownError),
      ])
  }
}
