/// The complete answer to an operation.
struct OperationAnswer: Sendable {
  /// The data, including the fragments spread into it.
  let snapshot: Snapshot
  /// The errors that came with the data, in all payloads.
  let errors: [GraphQLError]
  /// The `extensions` of all payloads. If two have the same name, the later one wins.
  var extensions = [String: JSON]()
  /// Where the last payload comes from.
  var source = OperationSource.network
  /// The head of the last payload's HTTP response.
  var response: HTTPNetwork.ResponseHead?

  /// The single answer in `answers`.
  /// - Throws: the operation's error; ``RelayError`` if it ended without a payload.
  static func only(of answers: AsyncThrowingStream<OperationAnswer, any Error>, _ name: String) async throws -> OperationAnswer {
    var last: OperationAnswer?
    for try await answer in answers { last = answer }
    try Task.checkCancellation()
    guard let last else { throw RelayError.noData(operation: name, errors: []) }
    return last
  }
}

extension ExecutedPayload {
  /// The data of the payload's operation, including the fragments spread into it. Call this where the payload was written, before it is
  /// released, so that none of it is garbage collected.
  func captured(in store: RelayStore) -> Snapshot { withExtendedLifetime(self) { store.capture(store.selector(operation)) } }
}

extension RelayEnvironment {
  typealias OnPayload = @Sendable (ExecutedPayload) -> Void
  typealias OnEnd = @Sendable ((any Error)?) -> Void

  /// The part of an answer received so far.
  private struct Received {
    var errors: [GraphQLError] = []
    var extensions = [String: JSON]()
    var receipts: [ReceivedBytes.Receipt] = []
    var last: ExecutedPayload?
  }

  /// Runs `operation` to its end.
  /// - Parameter start: starts or joins the operation; returns a function that leaves it.
  func answer(_ operation: OperationDescriptor, start: (@escaping OnPayload, @escaping OnEnd) -> @Sendable () -> Void) async throws
    -> OperationAnswer
  {
    try await OperationAnswer.only(of: answers(start: start), operation.definition.name)
  }

  /// As `answer`, but starts the operation before the caller waits. The data is read on the thread that wrote the last payload.
  ///
  /// - Parameter reaction: begins before the answer and before the end.
  func answers(
    reaction: Reaction? = nil, start: (@escaping OnPayload, @escaping OnEnd) -> @Sendable () -> Void
  ) -> AsyncThrowingStream<OperationAnswer, any Error> {
    .following(reaction) { yield, end in
      let received = Lock<Received>(Received())
      return start { payload in
        received.withLock { received in
          if !payload.errors.isEmpty {
            received.errors += payload.errors
            received.receipts += payload.receipts
          }
          received.extensions.merge(payload.extensions) { $1 }
          received.last = payload
        }
      } _: { error in
        let all = received.withLock { received in
          defer {
            received.receipts = []
            received.last = nil
          }
          return received
        }
        if let last = all.last, error == nil {
          yield(
            OperationAnswer(
              snapshot: last.captured(in: self.store), errors: all.errors, extensions: all.extensions, source: last.source,
              response: last.response))
        }
        end(error)
      }
    }
  }
}
