extension Task {
  /// Waits for the task. Cancelling the calling task cancels it, too.
  func joined(isolation: isolated (any Actor)? = #isolation) async -> Swift.Result<Success, Failure> {
    await withTaskCancellationHandler(operation: { await result }, onCancel: { cancel() }, isolation: isolation)
  }
}
