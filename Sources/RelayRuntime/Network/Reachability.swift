/// Whether the server can be reached, as far as one can know.
///
/// ```swift
/// /// For tests: a server that is there, or not.
/// struct FixedReachability: Reachability {
///   let state: ReachabilityState
///
///   var states: AsyncStream<ReachabilityState> { AsyncStream { $0.yield(state) } }
/// }
/// ```
///
/// See <doc:Freshness>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ReachabilityState: Sendable, Hashable {
  /// Nothing is known.
  case unknown
  /// There is a way to the server.
  ///
  /// - Parameters:
  ///   - isExpensive: whether it may cost money, like a mobile network or a personal hotspot.
  ///   - isConstrained: whether the user has asked for little traffic (Low Data Mode).
  case reachable(isExpensive: Bool, isConstrained: Bool)
  /// There is no way to the server.
  case unreachable
}

/// Says whether the server can be reached. An environment uses it to send requests again at the right moment
/// (``RelayEnvironment/Configuration/reachability``). It never keeps a request from being sent that the app asks for.
///
/// On Apple's platforms the default is the system's network path. Elsewhere an environment learns it from its requests: one that cannot
/// reach the server makes it wait, and the next one that does ends the wait.
///
/// ```swift
/// struct HealthCheck: Reachability {
///   let isHealthy: @Sendable () async -> Bool
///
///   var states: AsyncStream<ReachabilityState> {
///     AsyncStream { continuation in
///       let task = Task {
///         while !Task.isCancelled {
///           continuation.yield(await isHealthy() ? .reachable(isExpensive: false, isConstrained: false) : .unreachable)
///           try await Task.sleep(for: .seconds(30))
///         }
///       }
///       continuation.onTermination = { _ in task.cancel() }
///     }
///   }
/// }
/// ```
///
/// See <doc:Freshness>.
public protocol Reachability: Sendable {
  /// The current state, then every change. Each call returns a sequence of its own.
  var states: AsyncStream<ReachabilityState> { get }
}
