/// Waits until the continuation that `start` gets is resumed, and calls `onCancel` if the task is cancelled in the meantime.
///
/// - Parameters:
///   - start: begins what resumes the continuation, once.
///   - onCancel: ends it. The continuation must be resumed then, too.
/// - Throws: the error with which the continuation is resumed; `CancellationError` also if it was resumed with a value just before
///   `onCancel`, which has ended what the value stands for.
func withCancellableContinuation<Value: Sendable>(
  _ start: (CheckedContinuation<Value, any Error>) -> Void, onCancel: @Sendable () -> Void
) async throws -> Value {
  let value = try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { start($0) }
  } onCancel: {
    onCancel()
  }
  try Task.checkCancellation()
  return value
}
