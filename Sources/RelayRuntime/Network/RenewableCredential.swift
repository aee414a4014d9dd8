/// A credential that requests carry until it is refused or has expired, and that is then renewed once for all who wait for it.
///
/// ``AuthenticationInterceptor`` puts it into HTTP requests, ``WebSocketNetwork/Authentication`` into connections. One object can serve both, and any
/// number of networks. Each value that it has had has a version, so that a request that was refused with an older one is repeated with the newest
/// without another renewal.
public final class RenewableCredential<Value: Sendable>: Sendable {
  /// A value, and which of the values that the credential has had it is.
  struct Version: Sendable {
    let number: UInt64
    let value: Value?
  }

  private struct State {
    var number: UInt64 = 0
    var value: Value?
    /// Tells a renewal that was overtaken by ``RenewableCredential/set(_:)`` from the one that is under way.
    var renewal: (number: UInt64, task: Task<Void, Never>?)?
    var waiters: [UInt64: CheckedContinuation<Version, any Error>] = [:]
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
  ///   - value: the first value; nil while nobody is signed in. Without a value requests go out as they are, and one that is refused is not
  ///     repeated.
  ///   - isExpired: whether a value is known not to be accepted any more, so that it is renewed before it is sent. By default the server
  ///     decides.
  ///   - renew: makes a new value of the one that was refused. It runs in a task of its own, once for all who wait, and goes on when they are
  ///     cancelled. An error that it throws is the error of every operation that waits; the operation after them tries again.
  public init(
    _ value: Value?, isExpired: @escaping @Sendable (Value) -> Bool = { _ in false },
    renew: @escaping @Sendable (Value) async throws -> Value
  ) {
    state = Lock(State(value: value))
    self.isExpired = isExpired
    renewal = renew
  }

  /// The newest value; nil while nobody is signed in.
  public var value: Value? { state.withLock { $0.value } }

  /// How many wait for a renewal.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Takes another value, as after signing in; nil signs out. A renewal that is under way is cancelled and its result dropped: who waits for
  /// it goes on with `value`.
  public func set(_ value: Value?) {
    let (task, version, waiters) = self.state.withLock { state in
      state.number += 1
      state.value = value
      defer { (state.renewal, state.waiters) = (nil, [:]) }
      return (state.renewal?.task, state.version, Array(state.waiters.values))
    }
    task?.cancel()
    for waiter in waiters { waiter.resume(returning: version) }
  }

  /// The newest value, renewed where it has expired.
  /// - Throws: what the renewal throws; `CancellationError` when the calling task was cancelled.
  func current() async throws -> Version {
    let version = state.withLock { $0.version }
    guard let value = version.value, isExpired(value) else { return version }
    return try await renewed(after: version)
  }

  /// Whether `version` has the newest value.
  func isNewest(_ version: Version) -> Bool { state.withLock { $0.number == version.number } }

  /// A value that is newer than one that was refused: the newest, where there is a newer one already, otherwise that of a renewal, the one
  /// that is under way or a new one.
  /// - Throws: what the renewal throws; `CancellationError` when the calling task was cancelled.
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
    let answer = self.state.withLock { state -> Swift.Result<Version, any Error>? in
      if Task.isCancelled { return .failure(CancellationError()) }
      guard state.number == refused.number, let value = state.value else { return .success(state.version) }
      state.waiters[waiter] = continuation
      guard state.renewal == nil else { return nil }
      let number = state.takeNumber()
      // It cannot end before it is noted: the end needs the lock.
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
    let ended = self.state.withLock { state -> (Swift.Result<Version, any Error>, [CheckedContinuation<Version, any Error>])? in
      guard state.renewal?.number == number else { return nil }
      if case .success(let value) = result {
        state.number += 1
        state.value = value
      }
      defer { (state.renewal, state.waiters) = (nil, [:]) }
      return (result.map { _ in state.version }, Array(state.waiters.values))
    }
    guard let (answer, waiters) = ended else { return }
    for waiter in waiters { waiter.resume(with: answer) }
  }
}
