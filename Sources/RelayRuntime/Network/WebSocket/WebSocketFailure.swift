/// What an error of a connection means for its operations.
enum WebSocketFailure {
  /// Whether a new connection would fail as well: the server has rejected the client, or one side does not speak the protocol.
  static func isFinal(_ error: any Error) -> Bool {
    switch error {
    case RelayError.webSocket(let code, _): CloseStatus.final.contains(code)
    case RelayError.http(let status, _): (400..<500).contains(status) && ![408, 425, 429].contains(status)
    case is CancellationError: true
    case RelayError.unsupportedOperation, RelayError.responseTooLarge: true
    default: false
    }
  }
}
