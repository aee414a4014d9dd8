/// An execution that several callers follow. A caller that joins late receives what it missed; if that is many
/// payloads, the oldest are combined.
final class SharedExecution: Sendable {
  typealias OnPayload = @Sendable (ExecutedPayload) -> Void
  typealias OnEnd = @Sendable ((any Error)?) -> Void

  private struct Observer {
    let onPayload: OnPayload
    let onEnd: OnEnd
    /// How many payloads this observer has received.
    var delivered = 0
    /// Whether a thread is delivering to it. It also delivers what comes in the meantime.
    var isDelivering = false
  }

  private struct End {
    let error: (any Error)?
  }

  private struct State: ~Copyable {
    var payloads: [ExecutedPayload] = []
    var observers = Registrations<Observer>()
    var task: Task<Void, Never>?
    var hasStarted = false
    /// Whether it can no longer be joined.
    var isOver = false
    /// How it has ended; nil before that.
    var end: End?

    /// Takes what an observer receives next: each payload once, and then the end. Nil if there is nothing more for now.
    mutating func nextDelivery(to id: Int) -> (@Sendable () -> Void)? {
      guard let observer = observers[id] else { return nil }
      if observer.delivered < payloads.count {
        observers[id]?.delivered += 1
        let payload = payloads[observer.delivered]
        return { observer.onPayload(payload) }
      }
      observers[id]?.isDelivering = false
      guard let end else { return nil }
      observers[id] = nil
      return { observer.onEnd(end.error) }
    }
  }

  private let state = Lock(State())
  private let onClose: @Sendable (SharedExecution) -> Void
  /// The generation of the store that the execution writes to.
  let generation: Int
  /// The store's epoch when the request was sent.
  let epoch: Epoch

  /// - Parameter onClose: called when the execution can no longer be joined.
  init(generation: Int, epoch: Epoch = 0, onClose: @escaping @Sendable (SharedExecution) -> Void) {
    self.generation = generation
    self.epoch = epoch
    self.onClose = onClose
  }

  /// Joins the execution; the first caller starts it. Nil if it is over.
  /// - Returns: leaves the execution when disposed of, or when the last reference is released.
  func join(
    onPayload: @escaping OnPayload, onEnd: @escaping OnEnd, start: (@escaping OnPayload, @escaping OnEnd) -> Task<Void, Never>
  ) -> RelayDisposable? {
    let joined = state.withLock { state -> (id: Int, isFirst: Bool)? in
      guard !state.isOver else { return nil }
      let id = state.observers.add(Observer(onPayload: onPayload, onEnd: onEnd))
      defer { state.hasStarted = true }
      return (id, !state.hasStarted)
    }
    guard let joined else { return nil }
    deliver(to: joined.id)
    if joined.isFirst {
      let task = start({ self.receive($0) }, { self.end($0) })
      let isOver = state.withLock { state in
        state.task = task
        return state.isOver
      }
      if isOver { task.cancel() }
    }
    return RelayDisposable { self.leave(joined.id) }
  }

  private func receive(_ payload: ExecutedPayload) {
    let ids = state.withLock { state in
      state.payloads.append(payload)
      return state.observers.numbers
    }
    for id in ids { deliver(to: id) }
    self.state.withLock { state in
      // The store has the data for callers that join late; only payloads with errors are kept.
      if let last = state.payloads.indices.last, state.payloads[last].errors.isEmpty { state.payloads[last].receipts = [] }
    }
    fold()
  }

  /// The number of payloads, and of errors, kept for callers that join late. A query that never ends must not grow forever.
  static let maximumPayloads = 64
  private static let maximumErrors = 1000

  var payloadCount: Int { state.withLock { $0.payloads.count } }

  /// Combines the oldest payloads that every observer has received: their data is in the store, their errors are not.
  private func fold() {
    state.withLock { state in
      guard state.payloads.count > Self.maximumPayloads else { return }
      let count = min(Self.maximumPayloads / 2, state.observers.values.map(\.delivered).min() ?? 0)
      guard count > 1 else { return }
      let last = state.payloads[count - 1]
      let errors = state.payloads[..<count].flatMap(\.errors).suffix(Self.maximumErrors)
      let receipts = state.payloads[..<count].flatMap(\.receipts).suffix(Self.maximumErrors)
      // Taken out, so that merging does not copy what earlier calls have combined.
      var extensions = [String: JSON]()
      swap(&extensions, &state.payloads[0].extensions)
      for payload in state.payloads[1..<count] { extensions.merge(payload.extensions) { $1 } }
      let folded = ExecutedPayload(
        operation: last.operation, errors: Array(errors), retention: last.retention, receipts: Array(receipts),
        extensions: extensions, source: last.source, response: last.response)
      state.payloads.replaceSubrange(..<count, with: [folded])
      for id in state.observers.numbers { state.observers[id]?.delivered -= count - 1 }
    }
  }

  /// Delivers to an observer what it has not received yet. One thread at a time does, so that the end never overtakes a payload.
  private func deliver(to id: Int) {
    let mayDeliver = state.withLock { state in
      guard state.observers[id]?.isDelivering == false else { return false }
      state.observers[id]?.isDelivering = true
      return true
    }
    guard mayDeliver else { return }
    while let delivery = state.withLock({ $0.nextDelivery(to: id) }) { delivery() }
  }

  private func end(_ error: (any Error)?) {
    let ids = state.withLock { state in
      state.isOver = true
      state.end = End(error: error)
      return state.observers.numbers
    }
    onClose(self)
    for id in ids { deliver(to: id) }
  }

  private func leave(_ id: Int) {
    let task = state.withLock { state -> Task<Void, Never>?? in
      guard state.observers[id] != nil else { return nil }
      state.observers[id] = nil
      guard state.observers.isEmpty else { return nil }
      state.isOver = true
      return .some(state.task)
    }
    guard let task else { return }
    onClose(self)
    task?.cancel()
  }
}
