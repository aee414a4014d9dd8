/// What an environment knows of whether its server can be reached: from a ``Reachability``, or from its requests.
final class ServerReachability: Sendable {
  private struct State {
    /// The latest state of the ``Reachability``.
    var state = ReachabilityState.unknown
    /// Whether the latest request has not reached the server.
    var hasFailed = false
    var reader: Task<Void, Never>?
    var followers = Registrations<@Sendable () -> Void>()
  }

  private let source: (any Reachability)?
  private let state = Lock(State())

  init(_ source: (any Reachability)?) { self.source = source }

  deinit { state.withLock { $0.reader }?.cancel() }

  /// Whether it is known that a request would not reach the server.
  var isUnreachable: Bool { state.withLock { $0.state == .unreachable } }

  /// Calls `body`, on any thread, when the server can be reached again, until the result is disposed of.
  func whenBack(_ body: @escaping @Sendable () -> Void) -> RelayDisposable {
    let id = state.withLock { state in
      if state.reader == nil, let source { state.reader = read(source) }
      return state.followers.add(body)
    }
    return RelayDisposable { [weak self] in self?.state.withLock { $0.followers[id] = nil } }
  }

  private func read(_ source: any Reachability) -> Task<Void, Never> {
    Task { [weak self] in
      for await state in source.states { self?.note(state) }
    }
  }

  /// Notes a state of the ``Reachability``.
  func note(_ new: ReachabilityState) {
    let followers = state.withLock { state -> [@Sendable () -> Void] in
      let wasUnreachable = state.state == .unreachable
      state.state = new
      guard wasUnreachable, new != .unreachable else { return [] }
      state.hasFailed = false
      return state.followers.values
    }
    for body in followers { body() }
  }

  /// Notes the outcome of a request.
  ///
  /// - Parameter error: the error that ended it, if any.
  func note(outcome error: (any Error)?) {
    let hasFailed = error.map { UnreachableServer.isCause(of: $0) } ?? false
    let followers = state.withLock { state -> [@Sendable () -> Void] in
      // Another error says nothing: the request may have been given up before it was sent.
      guard hasFailed || error == nil, state.hasFailed != hasFailed else { return [] }
      state.hasFailed = hasFailed
      return hasFailed ? [] : state.followers.values
    }
    for body in followers { body() }
  }
}
