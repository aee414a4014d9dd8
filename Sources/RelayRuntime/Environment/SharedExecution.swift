import Synchronization

/// An execution that several callers follow; who comes late gets what was missed.
final class SharedExecution: Sendable {
  private typealias Continuation = AsyncThrowingStream<ExecutedPayload, any Error>.Continuation

  private struct State {
    var payloads: [ExecutedPayload] = []
    var observers: [Int: Continuation] = [:]
    var nextObserver = 0
    var task: Task<Void, Never>?
    var hasStarted = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let onEnd: @Sendable (SharedExecution) -> Void

  /// - Parameter onEnd: called when nobody can join any more.
  init(onEnd: @escaping @Sendable (SharedExecution) -> Void) {
    self.onEnd = onEnd
  }

  /// Joins in; the first to do so starts the execution. Nil if it is over.
  func join(start: () -> AsyncThrowingStream<ExecutedPayload, any Error>) -> AsyncThrowingStream<ExecutedPayload, any Error>? {
    let (stream, continuation) = AsyncThrowingStream<ExecutedPayload, any Error>.makeStream()
    let joined = self.state.withLock { state -> (id: Int, isFirst: Bool)? in
      guard !state.isOver else { return nil }
      let id = state.nextObserver
      state.nextObserver += 1
      for payload in state.payloads { continuation.yield(payload) }
      state.observers[id] = continuation
      defer { state.hasStarted = true }
      return (id, !state.hasStarted)
    }
    guard let joined else { return nil }
    continuation.onTermination = { [weak self] termination in
      if case .cancelled = termination { self?.leave(joined.id) }
    }
    if joined.isFirst {
      let payloads = start()
      let task = Task { await self.follow(payloads) }
      let isOver = self.state.withLock { state in
        state.task = task
        return state.isOver
      }
      if isOver { task.cancel() }
    }
    return stream
  }

  private func follow(_ payloads: AsyncThrowingStream<ExecutedPayload, any Error>) async {
    do {
      for try await payload in payloads {
        self.state.withLock { state in
          state.payloads.append(payload)
          for observer in state.observers.values { observer.yield(payload) }
        }
      }
      self.end(nil)
    } catch {
      self.end(error)
    }
  }

  private func end(_ error: (any Error)?) {
    let observers = self.state.withLock { state in
      state.isOver = true
      defer { state.observers = [:] }
      return Array(state.observers.values)
    }
    self.onEnd(self)
    for observer in observers { observer.finish(throwing: error) }
  }

  private func leave(_ id: Int) {
    let task = self.state.withLock { state -> Task<Void, Never>?? in
      guard state.observers.removeValue(forKey: id) != nil, state.observers.isEmpty else { return nil }
      state.isOver = true
      return .some(state.task)
    }
    guard let task else { return }
    self.onEnd(self)
    task?.cancel()
  }
}
