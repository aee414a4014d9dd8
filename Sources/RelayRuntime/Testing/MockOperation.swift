/// An operation that is waiting for the test to answer it.
///
/// ```swift
/// let operation = try await mock.nextOperation(RenameTodoMutation.self)
/// print(operation.request.variables["text"] == "Tea")
/// try await mock.resolve(operation, data: ["renameTodo": ["todo": ["id": "1", "text": "Tea"]]])
/// ```
///
/// See <doc:Testing>.
public final class MockOperation: Sendable {
  private struct State {
    var sent = 0
    var isOver = false
  }

  /// The request that the environment sent: name, kind, variables.
  public let request: NetworkRequest
  private let continuation: AsyncThrowingStream<NetworkPayload, any Error>.Continuation
  private let state = Lock(State())

  init(_ request: NetworkRequest, _ continuation: AsyncThrowingStream<NetworkPayload, any Error>.Continuation) {
    self.request = request
    self.continuation = continuation
  }

  /// Whether the operation has been answered, has failed or was cancelled.
  public var isOver: Bool { state.withLock { $0.isOver } }

  func send(_ payload: NetworkPayload) async throws {
    let count = try state.withLock { state in
      guard !state.isOver else { throw MockError.operationIsOver(request.operationName) }
      state.sent += 1
      return state.sent
    }
    continuation.yield(payload)
    await request.progress.wait(forPayloads: count)
  }

  func finish(throwing error: (any Error)?) async throws {
    // If the answer was an error, the operation has already ended.
    continuation.finish(throwing: error)
    await request.progress.waitUntilOver()
  }

  func end() {
    state.withLock { $0.isOver = true }
  }
}
