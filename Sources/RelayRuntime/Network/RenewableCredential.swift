/// A credential for requests. When it is rejected or has expired, it is renewed once for all requests that wait for it.
///
/// ``AuthenticationInterceptor`` adds it to HTTP requests, ``WebSocketNetwork/Authentication`` to connections. One object can serve both,
/// and any number of networks. Each value has a version, so that a request that was rejected with an older value is repeated with the
/// newest one without another renewal.
///
/// ```swift
/// let token = RenewableCredential<String>(nil, renew: { old in old + "+" })
/// token.set("signed in")
/// token.set(nil)  // signed out
/// ```
///
/// See <doc:SignIn>.
public final class RenewableCredential<Value: Sendable>: Sendable {
  /// A value with its version number.
  struct Version: Sendable {
    let number: UInt64
    let value: Value?
  }

  private struct State: ~Copyable {
    var number: UInt64 = 0
    var value: Value?
    /// The renewal in progress. Its number distinguishes it from one that was superseded by ``RenewableCredential/set(_:)``.
    var renewal: (number: UInt64, task: Task<Void, Never>?)?
    var waiters = [UInt64: CheckedContinuation<Version, any Error>]()
    var nextNumber: UInt64 = 0

    mutating func takeNumber() -> UInt64 {
      nextNumber += 1
      return nextNumber
    }

    var version: Version { Version(number: self.number, value: self.value) }
  }

  private let state: Lock<State>
  private let isExpired: @Sendable (Value) -> Bool
  private let renewal: @Sendable (Value) async throws -> Value

  /// Creates a credential.
  /// - Parameters:
  ///   - value: the first value; nil while the user is signed out. Without a value, requests are sent unchanged, and a rejected request
  ///     is not repeated.
  ///   - isExpired: whether a value is known to be no longer accepted, so that it is renewed before it is sent. By default, the server
  ///     decides.
  ///   - renew: makes a new value from the rejected one. It runs in its own task, once for all waiting operations, and continues if they
  ///     are cancelled. If it throws, all waiting operations fail with its error; the next operation tries again.
  public init(
    _ value: Value?, isExpired: @escaping @Sendable (Value) -> Bool = { _ in false },
    renew: @escaping @Sendable (Value) async throws -> Value
  ) {
    state = Lock(State(value: value))
    self.isExpired = isExpired
    renewal = renew
  }

  /// The newest value; nil while the user is signed out.
  public var value: Value? { state.withLock { $0.value } }

  /// The number of callers waiting for a renewal.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Sets another value, for example after signing in; nil signs out. A renewal in progress is cancelled and its result dropped;
  /// operations that wait for it continue with `value`.
  public func set(_ value: Value?) {
    let (task, version, waiters) = state.withLock { state in
      state.number += 1
      state.value = value
      defer {
        state.renewal = nil
        state.waiters.removeAll()
      }
      return (state.renewal?.task, state.version, Array(state.waiters.values))
    }
    task?.cancel()
    for waiter in waiters { waiter.resume(returning: version) }
  }

  /// The newest value, renewed if it has expired.
  /// - Throws: the error of the renewal; `CancellationError` if the calling task is cancelled.
  func current() async throws -> Version {
    let version = state.withLock { $0.version }
    guard let value = version.value, isExpired(value) else { return version }
    return try await renewed(after: version)
  }

  /// The newest value as it is, even if it has expired.
  var newest: Version { state.withLock { $0.version } }

  /// Whether `version` is the newest value.
  func isNewest(_ version: Version) -> Bool { state.withLock { $0.number == version.number } }

  /// A value newer than a rejected one: the newest if there is already a newer one, otherwise the result of the renewal in progress or of
  /// a new one.
  /// - Throws: the error of the renewal; `CancellationError` if the calling task is cancelled.
  func renewed(after refused: Version) async throws -> Version {
    let waiter = state.withLock { $0.takeNumber() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(continuation, as: waiter, refused)
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume(throwing: CancellationError())
    }
  }

  private func wait(_ continuation: CheckedContinuation<Version, any Error>, as waiter: UInt64, _ refused: Version) {
    let answer = state.withLock { state -> Swift.Result<Version, any Error>? in
      if Task.isCancelled { return .failure(CancellationError()) }
      guard state.number == refused.number, let value = state.value else { return .success(state.version) }
      state.waiters[waiter] = continuation
      guard state.renewal == nil else { return nil }
      let number = state.takeNumber()
      // The task cannot end before it is stored, because it needs the lock to end.
      let task = Task {
        let result: Swift.Result<Value, any Error>
        do { result = .success(try await renewal(value)) } catch { result = .failure(error) }
        end(number, result)
      }
      state.renewal = (number, task)
      return nil
    }
    if let answer { continuation.resume(with: answer) }
  }

  private func end(_ number: UInt64, _ result: Swift.Result<Value, any Error>) {
    let ended = state.withLock { state -> (Swift.Result<Version, any Error>, [CheckedContinuation<Version, any Error>])? in
      guard state.renewal?.number == number else { return nil }
      if case .success(let value) = result {
        state.number += 1
        state.value = value
      }
      defer {
        state.renewal = nil
        state.waiters.removeAll()
      }
      return (result.map { _ in state.version }, Array(state.waiters.values))
    }
    guard let (answer, waiters) = ended else { return }
    for waiter in waiters { waiter.resume(with: answer) }
  }
}
