extension RelayEnvironment {
  /// What happens first while a request is waited for.
  private enum Outcome: Sendable {
    case answer(OperationAnswer)
    case failure(any Error)
    case deadline
  }

  /// The answer to a query; nil if the server cannot be reached or has not answered in time, and the store has all of the query's data,
  /// which is to be used instead. The request goes on after a deadline.
  ///
  /// - Parameters:
  ///   - answers: the request.
  ///   - deadline: how long to wait.
  /// - Throws: the request's error; `CancellationError`, after which the request is cancelled.
  func firstAnswer(
    _ answers: AsyncThrowingStream<OperationAnswer, any Error>, _ operation: OperationDescriptor, deadline: Duration?
  ) async throws -> OperationAnswer? {
    let (outcomes, outcome) = AsyncStream<Outcome>.makeStream()
    let request = Task {
      do {
        outcome.yield(.answer(try await OperationAnswer.only(of: answers, operation.definition.name)))
      } catch {
        outcome.yield(.failure(error))
      }
      outcome.finish()
    }
    let configuration = store.configuration
    let alarm = deadline.map { deadline in
      configuration.wake(configuration.now().advanced(by: deadline.bounded)) { outcome.yield(.deadline) }
    }
    defer { alarm?.dispose() }
    for await outcome in outcomes {
      switch outcome {
      case .answer(let answer): return answer
      case .failure(let error):
        guard UnreachableServer.isCause(of: error), !examine(operation).isMissing else { throw error }
        return nil
      case .deadline: if !examine(operation).isMissing { return nil }
      }
    }
    // The stream ends early only if the calling task is cancelled.
    request.cancel()
    throw CancellationError()
  }
}
