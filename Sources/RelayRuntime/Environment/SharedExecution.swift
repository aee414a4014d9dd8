/// An execution that several callers follow; who comes late gets what was missed, the oldest payloads of many as one.
final class SharedExecution: Sendable {
  typealias OnPayload = @Sendable (ExecutedPayload) -> Void
  typealias OnEnd = @Sendable ((any Error)?) -> Void

  private struct Observer {
    let onPayload: OnPayload
    let onEnd: OnEnd
    /// How many payloads it has been given.
    var delivered = 0
  }

  private struct State {
    var payloads: [ExecutedPayload] = []
    var observers: [Int: Observer] = [:]
    var nextObserver = 0
    var task: Task<Void, Never>?
    var hasStarted = false
    var isOver = false
  }

  private let state = Lock(State())
  private let onClose: @Sendable (SharedExecution) -> Void
  /// The generation of the store that the execution writes to.
  let generation: Int

  /// - Parameter onClose: called when nobody can join any more.
  init(generation: Int, onClose: @escaping @Sendable (SharedExecution) -> Void) {
    self.generation = generation
    self.onClose = onClose
  }

  /// Joins in; the first to do so starts the execution. Nil if it is over.
  /// - Returns: leaves the execution when it is disposed of, or with its last reference.
  func join(
    onPayload: @escaping OnPayload, onEnd: @escaping OnEnd, start: (@escaping OnPayload, @escaping OnEnd) -> Task<Void, Never>
  ) -> Disposable? {
    let joined = self.state.withLock { state -> (id: Int, isFirst: Bool)? in
      guard !state.isOver else { return nil }
      let id = state.nextObserver
      state.nextObserver += 1
      state.observers[id] = Observer(onPayload: onPayload, onEnd: onEnd)
      defer { state.hasStarted = true }
      return (id, !state.hasStarted)
    }
    guard let joined else { return nil }
    deliver(to: joined.id)
    if joined.isFirst {
      let task = start({ self.receive($0) }, { self.end($0) })
      let isOver = self.state.withLock { state in
        state.task = task
        return state.isOver
      }
      if isOver { task.cancel() }
    }
    return Disposable { self.leave(joined.id) }
  }

  private func receive(_ payload: ExecutedPayload) {
    let ids = self.state.withLock { state in
      state.payloads.append(payload)
      return state.observers.keys.sorted()
    }
    for id in ids { deliver(to: id) }
    self.state.withLock { state in
      // What is kept for those who come late is in the store, but for the errors.
      if let last = state.payloads.indices.last, state.payloads[last].errors.isEmpty { state.payloads[last].receipts = [] }
    }
    fold()
  }

  /// So many payloads are kept for those who come late, and so many errors. A query that goes on forever must not grow forever.
  static let maximumPayloads = 64
  private static let maximumErrors = 1000

  /// How many payloads are kept.
  var payloadCount: Int { state.withLock { $0.payloads.count } }

  /// Makes one of the oldest payloads that everybody has had: their data is in the store, their errors are not.
  private func fold() {
    self.state.withLock { state in
      guard state.payloads.count > Self.maximumPayloads else { return }
      let count = min(Self.maximumPayloads / 2, state.observers.values.map(\.delivered).min() ?? 0)
      guard count > 1 else { return }
      let last = state.payloads[count - 1]
      let errors = state.payloads[..<count].flatMap(\.errors).suffix(Self.maximumErrors)
      let receipts = state.payloads[..<count].flatMap(\.receipts).suffix(Self.maximumErrors)
      let folded = ExecutedPayload(
        operation: last.operation, errors: Array(errors), retention: last.retention, receipts: Array(receipts),
        extensions: state.payloads[..<count].reduce(into: [:]) { $0.merge($1.extensions) { $1 } }, response: last.response)
      state.payloads.replaceSubrange(..<count, with: [folded])
      for id in state.observers.keys { state.observers[id]?.delivered -= count - 1 }
    }
  }

  /// Gives an observer the payloads that it has not had, each once.
  private func deliver(to id: Int) {
    while true {
      let next = self.state.withLock { state -> (OnPayload, ExecutedPayload)? in
        guard let observer = state.observers[id], observer.delivered < state.payloads.count else { return nil }
        state.observers[id]?.delivered += 1
        return (observer.onPayload, state.payloads[observer.delivered])
      }
      guard let (onPayload, payload) = next else { return }
      onPayload(payload)
    }
  }

  private func end(_ error: (any Error)?) {
    let observers = self.state.withLock { state in
      state.isOver = true
      defer { state.observers = [:] }
      return state.observers.sorted { $0.key < $1.key }
    }
    onClose(self)
    for observer in observers { observer.value.onEnd(error) }
  }

  private func leave(_ id: Int) {
    let task = self.state.withLock { state -> Task<Void, Never>?? in
      guard state.observers.removeValue(forKey: id) != nil, state.observers.isEmpty else { return nil }
      state.isOver = true
      return .some(state.task)
    }
    guard let task else { return }
    onClose(self)
    task?.cancel()
  }
}
