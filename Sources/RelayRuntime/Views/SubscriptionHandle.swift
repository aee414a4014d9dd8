public import Observation

/// A subscription that a view follows: runs as long as the handle lives, and has the data of the latest event.
///
/// `@Subscription` is a thin shell over it.
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
  @ObservationIgnored private let streams = StateStreams<Result>()

  /// Creates a handle that does nothing until `get` says which variables to use.
  /// - Parameter environment: where the subscription runs; nil stands for the one that is current when `get` is called.
  public nonisolated init(environment: RelayEnvironment? = nil) {
    self.environment = environment
  }

  /// The latest event of `operation`, which is subscribed to the first time and whenever its variables differ from the last time.
  public func get(_ operation: Operation) -> Result {
    let environment = self.environment ?? RelayEnvironment.current
    if self.operation?.variables.__fields != operation.variables.__fields || self.runningIn !== environment {
      self.operation = operation
      self.runningIn = environment
      self.start(operation, in: environment)
    }
    return self.result
  }

  /// The latest event: `.loading` before the first one, `.failure` once the subscription has ended with an error.
  public var result: Result {
    self.access(keyPath: \.result)
    return self.latest
  }

  /// The latest event and every one after it; a slow reader misses events, but never the last one. Use
  /// ``RelayEnvironment/subscribe(_:updater:)`` where every event counts.
  public var results: AsyncStream<Result> {
    self.streams.stream(startingWith: self.result)
  }

  private func start(_ operation: Operation, in environment: RelayEnvironment?) {
    self.task?.cancel()
    self.task = nil
    guard let environment else {
      self.latest = .failure(RelayError.noEnvironment)
      return
    }
    self.latest = .loading
    let events = environment.subscribe(operation)
    self.task = Task { [weak self] in
      do {
        for try await data in events { self?.set(.success(data)) }
      } catch {
        if !(error is CancellationError) && !Task.isCancelled { self?.set(.failure(error)) }
      }
    }
  }

  private func set(_ result: Result) {
    self.withMutation(keyPath: \.result) { self.latest = result }
    self.streams.yield(result)
  }

  deinit {
    self.task?.cancel()
  }
}
