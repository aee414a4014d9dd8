public import Observation
import Synchronization

/// A subscription that a view follows: runs as long as the handle lives, and has the data of the latest event.
///
/// `@Subscription` is a thin shell over it.
// Half of the properties are the options that it was made with, the others what is known of the running subscription.
@MainActor @Observable
public final class SubscriptionHandle<Operation: GraphQLSubscription>: EnvironmentDependent {
  /// What a view has to show.
  public typealias Result = Subscription<Operation>.Result

  /// The environment the subscription runs in; nil stands for ``RelayEnvironment/current``.
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
  @ObservationIgnored private let onNext: (@MainActor @Sendable (Operation.Data?) -> Void)?

  /// Creates a handle that does nothing until `get` says which variables to use.
  /// - Parameters:
  ///   - environment: where the subscription runs; nil stands for the one that is current when `get` is called.
  ///   - cacheConfig: what to ask of the network.
  ///   - updater: changes made after each event is in the store.
  ///   - onNext: called with the data of every event, in order, once the store has it; ``result`` may skip events.
  public nonisolated init(
    environment: RelayEnvironment? = nil, cacheConfig: CacheConfig = CacheConfig(), updater: RelayEnvironment.SelectorStoreUpdater? = nil,
    onNext: (@MainActor @Sendable (Operation.Data?) -> Void)? = nil
  ) {
    self.environment = environment
    self.cacheConfig = cacheConfig
    self.updater = updater
    self.onNext = onNext
  }

  /// The latest event of `operation`, which is subscribed to the first time and whenever its variables differ from the last time.
  public func get(_ operation: Operation) -> Result {
    let environment = self.environment ?? RelayEnvironment.current
    if self.operation?.variables.__fields != operation.variables.__fields || runningIn !== environment {
      let isFirst = self.operation == nil
      self.operation = operation
      runningIn = environment
      start(operation, in: environment)
      // The caller sees the state right away. Those who have read another subscription's events are told when the evaluation is over.
      if !isFirst { readers.notifyLater { [weak self] in self?.yieldLatest() } }
    }
    return result
  }

  /// The latest event: `.loading` before the first one, `.failure` once the subscription has ended with an error.
  public var result: Result {
    access(keyPath: \.result)
    readers.access()
    return latest
  }

  /// The latest event and every one after it; a slow reader misses events, but never the last one. Use
  /// ``RelayEnvironment/subscribe(_:updater:cacheConfig:onConnectionChange:)`` where every event counts.
  public var results: AsyncStream<Result> {
    streams.stream(startingWith: result, mark: ())
  }

  /// How the connection stands that the events come over: nil before the subscription and after its end.
  ///
  /// Where the network does not tell, it counts as connected from the first event on.
  public var connectionState: ConnectionState? {
    access(keyPath: \.connectionState)
    readers.access()
    return knownState
  }

  /// Why the connection was lost, or could not be opened, while ``connectionState`` is `.reconnecting` and the network tells; otherwise nil.
  public var connectionError: (any Error)? {
    access(keyPath: \.connectionState)
    readers.access()
    return knownError
  }

  /// Why the subscription has ended, for a view that shows it with a button to subscribe again. Nil while it has not failed.
  public var failure: LoadFailure? { result.error.map { LoadFailure($0) { [weak self] in self?.retry() } } }

  /// Subscribes again with the same variables after the subscription has ended; while the connection is lost, has the network open it
  /// at once (``Network/reconnect()``). Otherwise, and before the first `get`, nothing happens.
  public func retry() {
    guard let operation else { return }
    if connection == nil {
      withMutation(keyPath: \.result) {
        withMutation(keyPath: \.connectionState) { start(operation, in: runningIn) }
      }
    } else if case .reconnecting = knownState {
      runningIn?.network.reconnect()
    }
  }

  private func start(_ operation: Operation, in environment: RelayEnvironment?) {
    task?.cancel()
    task = nil
    self.connection = nil
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
    let events = environment.subscribe(
      operation,
      ExecutionOptions(cacheConfig: cacheConfig, updater: updater, onConnectionChange: { connection.set($0, $1) }))
    task = Task { [weak self] in
      do {
        for try await data in events { self?.receive(data, over: connection) }
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
    onNext?(data)
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

/// What a network has told of a connection, on its way to the main actor.
private final class ConnectionWatch: Sendable {
  let signal = ChangeSignal()
  private let known = Mutex<(state: ConnectionState, error: (any Error)?)?>(nil)

  /// What the network told last; nil as long as it has not told anything.
  var latest: (state: ConnectionState, error: (any Error)?)? { known.withLock { $0 } }

  func set(_ state: ConnectionState, _ error: (any Error)?) {
    known.withLock { $0 = (state, error) }
    signal.send()
  }
}
