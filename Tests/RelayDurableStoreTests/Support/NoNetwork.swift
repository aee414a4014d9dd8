import RelayRuntime

/// A network without a server.
final class NoNetwork: RelayNetwork {
  let requests = Recorder<String>()

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    requests.append(request.operationName)
    return AsyncThrowingStream { $0.finish(throwing: CancellationError()) }
  }
}
