@testable import RelayRuntime

/// A network that answers when the trace says so.
final class TraceNetwork: RelayNetwork {
  typealias Answers = AsyncThrowingStream<NetworkPayload, any Error>.Continuation

  private let last = Lock<(request: NetworkRequest, answers: Answers)?>(nil)

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let (stream, answers) = AsyncThrowingStream<NetworkPayload, any Error>.makeStream()
    last.withLock { $0 = (request, answers) }
    return stream
  }

  /// The last request, returned once.
  func take() -> (request: NetworkRequest, answers: Answers)? { last.withLock { $0.take() } }
}

/// A started operation, and its progress.
struct TraceExecution {
  enum Event: Sendable {
    case payload
    case end(failed: Bool)
  }

  struct NotSent: Error {}
  struct NetworkFailure: Error {}

  private let answers: TraceNetwork.Answers
  private let task: Task<Void, Never>
  private var events: AsyncStream<Event>.Iterator
  /// The record of the operation's root fields.
  let rootID: String

  init(_ operation: OperationDescriptor, _ options: ExecutionOptions, in environment: RelayEnvironment, _ network: TraceNetwork) throws {
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    task = environment.start(operation, options: options) { _ in
      continuation.yield(.payload)
    } onEnd: { error in
      continuation.yield(.end(failed: error != nil))
      continuation.finish()
    }
    guard let sent = network.take() else { throw NotSent() }
    answers = sent.answers
    rootID = sent.request.operation?.rootID ?? operation.rootID
    events = stream.makeAsyncIterator()
  }

  /// Delivers a response, and waits until everyone has been notified.
  mutating func receive(_ response: JSON) async {
    answers.yield(NetworkPayload(response))
    _ = await events.next()
  }

  /// Delivers the last response, and waits until the operation has ended.
  /// - Returns: whether it failed.
  mutating func finish(_ response: JSON) async -> Bool {
    answers.yield(NetworkPayload(response))
    return await finish(throwing: nil)
  }

  /// Ends the network's stream, and waits until the operation has ended.
  /// - Returns: whether it failed.
  mutating func finish(throwing error: (any Error)?) async -> Bool {
    answers.finish(throwing: error)
    while let event = await events.next() {
      if case .end(let failed) = event { return failed }
    }
    return true
  }

  /// Ends operations that nothing waits for any more.
  func cancel() {
    task.cancel()
    answers.finish()
  }
}
