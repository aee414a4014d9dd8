import Foundation

extension HTTPNetwork {
  /// How operations that start at about the same time share a request.
  ///
  /// A batch is a JSON array of requests, which a server answers with an array of responses in the same order. It is not part of the
  /// GraphQL over HTTP specification, and not every server accepts it. If a server rejects a batch, operations are sent one by one for a
  /// minute. This time doubles with each further rejection, up to a day, until a batch is answered. The mutations of a batch are sent one
  /// by one only if the answer shows that the server has not executed them; otherwise they fail.
  public struct Batching: Sendable {
    /// The time that an operation waits for others.
    public var window: Duration
    /// The maximum number of operations in a request. A full batch is sent before its window has ended. Servers have their own limits.
    public var maximumSize: Int
    /// Whether mutations and queries may share a request. Otherwise queries are batched with queries, and mutations with mutations.
    public var mixesMutations: Bool
    /// Decides whether an operation may share a request. Return false, for example, for one that must be answered immediately.
    public var includes: @Sendable (NetworkRequest) -> Bool

    /// Creates a configuration.
    public init(
      window: Duration = .milliseconds(10), maximumSize: Int = 10, mixesMutations: Bool = false,
      includes: @escaping @Sendable (NetworkRequest) -> Bool = { _ in true }
    ) {
      self.window = window
      self.maximumSize = maximumSize
      self.mixesMutations = mixesMutations
      self.includes = includes
    }
  }
}

/// Collects requests that start within a window and sends them as one.
final class RequestBatcher: Sendable {
  enum Answer: Sendable {
    case payload(NetworkPayload)
    /// There was no other operation in the window, or the server does not accept batches: the operation must be sent separately.
    case alone
    /// The whole batch was answered with an error unrelated to batching.
    case failed(status: Int, retryAfter: String?, body: String)
    /// The server may have executed the operation, which must not be executed twice, but has not answered it.
    case unanswered(any Error)
  }

  /// A server's answer to a batch.
  struct Response: Sendable {
    let status: Int
    var retryAfter: String?
    /// What its header says about its age, which counts for each member.
    var age: ResponseAge?
    let body: Data
  }

  /// Sends the request of a batch and reads the whole response.
  typealias Transmit = @Sendable (HTTPNetwork.Request) async throws -> Response

  private struct Entry {
    let id: Int
    let request: HTTPNetwork.Request
    let continuation: CheckedContinuation<Answer, any Error>
  }

  private struct Batch {
    var entries: [Entry] = []
    /// Sends the batch, or waits until it should be sent.
    var task: Task<Void, Never>?
  }

  /// The time during which operations are sent one by one after a server has rejected a batch.
  struct Pause {
    private static let first = Duration.seconds(60)
    private static let longest = Duration.seconds(86_400)

    private var end: ContinuousClock.Instant?
    private var rejections = 0

    func isOver(at now: ContinuousClock.Instant) -> Bool { end.map { now >= $0 } ?? true }

    /// Begins or extends the pause. Batches that were sent before the first rejection do not extend it.
    mutating func recordRejection(at now: ContinuousClock.Instant) {
      guard isOver(at: now) else { return }
      end = now.advanced(by: min(Self.first * (1 << min(rejections, 12)), Self.longest))
      rejections += 1
    }

    /// Ends the pause: the server has answered a batch.
    mutating func recordAnswer() { self = Pause() }
  }

  private struct State: ~Copyable {
    var nextID = 0
    /// The waiting batches, by whether they contain mutations.
    var waiting = [Bool: Int]()
    /// Every batch that is waiting or in flight.
    var batches = [Int: Batch]()
    var pause = Pause()

    /// Removes the operations of a batch whose store has been cleared while they waited. They must not be sent with the next user's.
    mutating func removeOutdated(from number: Int) -> [Entry] {
      guard let entries = batches[number]?.entries else { return [] }
      let outdated = entries.filter { !$0.request.operation.isCurrent }
      if !outdated.isEmpty { batches[number]?.entries.removeAll { !$0.request.operation.isCurrent } }
      return outdated
    }
  }

  private let configuration: HTTPNetwork.Batching
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Lock(State())

  init(_ configuration: HTTPNetwork.Batching, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.configuration = configuration
    self.now = now
  }

  /// The number of operations without an answer.
  var waitingCount: Int { state.withLock { $0.batches.values.reduce(0) { $0 + $1.entries.count } } }

  /// The answer to `request`, sent alone or in a batch.
  /// - Parameter transmit: sends a batch that starts with this request.
  /// - Throws: errors of `transmit`; `CancellationError`.
  func answer(_ request: HTTPNetwork.Request, transmit: @escaping Transmit) async throws -> Answer {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Entry(id: id, request: request, continuation: continuation), transmit)
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func add(_ entry: Entry, _ transmit: @escaping Transmit) {
    let isMutation = !configuration.mixesMutations && entry.request.operation.operationKind == .mutation
    let isAlone = state.withLock { state -> Bool in
      guard state.pause.isOver(at: now()), configuration.maximumSize > 1 else { return true }
      if let number = state.waiting[isMutation], state.batches[number] != nil {
        state.batches[number]?.entries.append(entry)
        if state.batches[number]?.entries.count ?? 0 >= configuration.maximumSize {
          state.waiting[isMutation] = nil
          state.batches[number]?.task?.cancel()
        }
        return false
      }
      let number = entry.id
      state.waiting[isMutation] = number
      let window = configuration.window
      let timer = Task {
        // Cancelled if the batch becomes full.
        try? await Task.sleep(for: window.bounded)
        depart(number, isMutation, transmit)
      }
      state.batches[number] = Batch(entries: [entry], task: timer)
      return false
    }
    if isAlone { entry.continuation.resume(returning: .alone) }
  }

  /// Sends a batch whose window has ended.
  private func depart(_ number: Int, _ isMutation: Bool, _ transmit: @escaping Transmit) {
    let outdated = state.withLock { $0.removeOutdated(from: number) }
    for entry in outdated { entry.continuation.resume(throwing: RelayError.storeCleared) }
    let single = state.withLock { state -> Entry? in
      if state.waiting[isMutation] == number { state.waiting[isMutation] = nil }
      guard let entries = state.batches[number]?.entries else { return nil }
      guard entries.count > 1, let first = entries.first else {
        state.batches[number] = nil
        return entries.first
      }
      var request = first.request
      request.body = .bytes(Self.array(entries.compactMap(\.request.jsonBody)))
      request.operations = entries.map(\.request.operation)
      state.batches[number]?.task = Task { [request] in
        let answers: [Int: Swift.Result<Answer, any Error>]
        do {
          answers = self.answers(try await transmit(request), to: entries)
        } catch RelayError.storeCleared {
          // One of the operations kept the batch from being sent.
          answers = Dictionary(
            uniqueKeysWithValues: entries.map { entry in
              (entry.id, entry.request.operation.isCurrent ? .success(.alone) : .failure(RelayError.storeCleared))
            })
        } catch {
          answers = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, .failure(error)) })
        }
        let remaining = self.state.withLock { $0.batches.removeValue(forKey: number)?.entries ?? [] }
        for entry in remaining { entry.continuation.resume(with: answers[entry.id] ?? .success(.alone)) }
      }
      return nil
    }
    single?.continuation.resume(returning: .alone)
  }

  /// The answer for each operation in the response to a batch.
  private func answers(_ response: Response, to entries: [Entry]) -> [Int: Swift.Result<Answer, any Error>] {
    func each(_ answer: (NetworkRequest) -> Answer) -> [Int: Swift.Result<Answer, any Error>] {
      Dictionary(uniqueKeysWithValues: entries.map { ($0.id, .success(answer($0.request.operation))) })
    }
    let body = response.body
    if let elements = JSONArrayElements(body) {
      state.withLock { $0.pause.recordAnswer() }
      guard elements.ranges.count == entries.count else {
        let error = RelayError.malformedResponse("\(elements.ranges.count) answers to a batch of \(entries.count) operations")
        return each { _ in .unanswered(error) }
      }
      return Dictionary(
        uniqueKeysWithValues: zip(entries, elements.ranges).map { entry, range in
          (entry.id, .success(.payload(NetworkPayload(data: Data(body[range])).aged(response.age))))
        })
    }
    let rejection = BatchRejection(response)
    if rejection.isAboutBatches { state.withLock { $0.pause.recordRejection(at: now()) } }
    if rejection.isTemporary {
      let text = String(decoding: body.prefix(2_000), as: UTF8.self)
      return each { _ in .failed(status: response.status, retryAfter: response.retryAfter, body: text) }
    }
    return each { $0.operationKind == .mutation && !rejection.provesNoExecution ? rejection.answerToMutation : .alone }
  }

  private func cancel(_ id: Int) {
    let (entry, task) = state.withLock { state -> (Entry?, Task<Void, Never>?) in
      for (number, batch) in state.batches {
        guard let index = batch.entries.firstIndex(where: { $0.id == id }) else { continue }
        let entry = state.batches[number]?.entries.remove(at: index)
        guard batch.entries.count == 1 else { return (entry, nil) }
        state.batches[number] = nil
        for (key, waiting) in state.waiting where waiting == number { state.waiting[key] = nil }
        return (entry, batch.task)
      }
      return (nil, nil)
    }
    task?.cancel()
    entry?.continuation.resume(throwing: CancellationError())
  }

  private static func array(_ bodies: [Data]) -> Data {
    var array = Data("[".utf8)
    for (index, body) in bodies.enumerated() {
      if index > 0 { array.append(UInt8(ascii: ",")) }
      array += body
    }
    array.append(UInt8(ascii: "]"))
    return array
  }
}

extension HTTPNetwork.Request {
  /// The request's JSON body.
  fileprivate var jsonBody: Data? {
    if case .bytes(let body) = self.body { body } else { nil }
  }

  /// Whether the request may be an element of a batch.
  var isBatchable: Bool {
    guard case .bytes = body, method == "POST", operation.cacheConfig.allowsBatching else { return false }
    return operation.operationKind != .subscription && !operation.isIncremental && operation.uploads.isEmpty
      && operation.headers == HTTPNetwork.Headers()
  }
}
