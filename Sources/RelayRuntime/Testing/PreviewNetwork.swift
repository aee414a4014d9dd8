/// Answers operations with the given payloads.
final class PreviewNetwork: RelayNetwork {
  private struct State {
    var payloads: [(name: String, variables: JSON, data: Result<JSON, any Error>)] = []
    /// Retains the data of the queries in the store.
    var retained: [RelayDisposable] = []
  }

  private let state = Lock(State())

  /// Adds a payload; that of a query is also written to the store, so that a view created in the same moment finds it there.
  func add(_ payload: PreviewPayload, to environment: RelayEnvironment) {
    let operation = environment.descriptor(payload.definition, variables: payload.variables)
    state.withLock { $0.payloads.append((payload.definition.name, .object(operation.variables), payload.data)) }
    guard payload.definition.kind == .query, case .success(let data) = payload.data else { return }
    let retention = environment.retain(operation)
    state.withLock { $0.retained.append(retention) }
    // An error in the payload is reported when the network answers with it.
    try? environment.commitPayload(operation, data)
  }

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let (stream, continuation) = AsyncThrowingStream<NetworkPayload, any Error>.makeStream()
    let payload = state.withLock { state in
      state.payloads.last { $0.name == request.operationName && $0.variables == request.variables }?.data
    }
    switch payload {
    case .success(let data)?:
      var payload = NetworkPayload(.object(["data": data]))
      payload.isPartial = true
      continuation.yield(payload)
    case .failure(let error)?: continuation.finish(throwing: error)
    case nil where request.operationKind != .subscription:
      continuation.finish(
        throwing: RelayError.unsupportedOperation("\(request.operationName): the preview has no payload for it with these variables"))
    case nil: break
    }
    // A subscription stays open.
    if request.operationKind != .subscription { continuation.finish() }
    return stream
  }
}
