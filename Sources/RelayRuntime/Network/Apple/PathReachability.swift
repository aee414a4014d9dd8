#if canImport(Darwin)
  import Dispatch
  import Network

  /// The system's network path as a ``Reachability``: the default on Apple's platforms.
  ///
  /// ```swift
  /// /// Stale data is not fetched again over an expensive connection.
  /// struct ThriftyReachability: Reachability {
  ///   var states: AsyncStream<ReachabilityState> {
  ///     AsyncStream { continuation in
  ///       let task = Task {
  ///         for await state in PathReachability().states {
  ///           if case .reachable(isExpensive: true, _) = state {
  ///             continuation.yield(.unreachable)
  ///           } else {
  ///             continuation.yield(state)
  ///           }
  ///         }
  ///       }
  ///       continuation.onTermination = { _ in task.cancel() }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// See <doc:Freshness>.
  public struct PathReachability: Reachability {
    /// Creates it. The path is monitored while somebody reads ``states``.
    public init() {}

    public var states: AsyncStream<ReachabilityState> {
      let (stream, continuation) = AsyncStream<ReachabilityState>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let monitor = NWPathMonitor()
      monitor.pathUpdateHandler = { path in
        continuation.yield(
          path.status == .satisfied
            ? .reachable(isExpensive: path.isExpensive, isConstrained: path.isConstrained) : .unreachable)
      }
      continuation.onTermination = { _ in monitor.cancel() }
      monitor.start(queue: DispatchQueue(label: "relay.reachability"))
      return stream
    }
  }
#endif
