/// A mutation whose request is in flight.
struct RunningMutation<Operation: GraphQLMutation>: Sendable {
  private let environment: RelayEnvironment
  private let answer: AsyncThrowingStream<OperationAnswer, any Error>

  init(_ operation: OperationDescriptor, _ options: ExecutionOptions, in environment: RelayEnvironment) {
    self.environment = environment
    answer = environment.answers(reaction: options.reaction) { onPayload, onEnd in
      let task = environment.start(operation, options: options, onPayload: onPayload, onEnd: onEnd)
      return { task.cancel() }
    }
  }

  /// Waits for the mutation to end. Cancelling the calling task ends the request.
  func response() async throws -> OperationResponse<Operation.Data> {
    let answer = try await OperationAnswer.only(of: self.answer, Operation.definition.name)
    let now = DataAge(fetchedAt: Moment(environment.store.configuration.now()))
    return OperationResponse(
      data: try RelayEnvironment.data(of: Operation.self, in: answer.snapshot), of: answer, environment.store.dated(now))
  }
}
