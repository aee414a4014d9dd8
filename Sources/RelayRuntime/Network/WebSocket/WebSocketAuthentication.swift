extension WebSocketNetwork {
  /// The credential that a network's connections carry, and its renewal.
  ///
  /// A server that refuses a connection (close codes 4401 and 4403, a `connection_error` message, HTTP status 401 in answer to the
  /// handshake) has the credential renewed, once for all networks and requests that share it, and is connected to again, with the new one
  /// in `connection_init` or the handshake. Subscriptions and queries go on there; a mutation that was under way fails, because the server
  /// may have executed it. A connection that is refused with a credential that was just renewed is refused for good. A renewal that throws
  /// ends the operations with its error; a `URLError` counts as a connection that could not be opened.
  public struct Authentication: Sendable {
    /// A connection's share of a credential.
    struct Grant: Sendable {
      var payload: JSON?
      var headers: HTTPHeaders = [:]
      /// Renews a value that was refused.
      var renew: @Sendable () async throws -> Void = {}
      /// Whether no newer value is there already.
      var isNewest: @Sendable () -> Bool = { true }
      /// Whether there is a credential, without which there is nothing to renew.
      var isSigned = false
    }

    /// There is no credential to connect with, because its renewal failed.
    struct Failure: Error {
      let error: any Error
    }

    let grant: @Sendable () async throws -> Grant

    /// Creates an authentication.
    /// - Parameters:
    ///   - credential: what connections carry.
    ///   - headers: the header fields of the opening handshake that a value is sent in.
    ///   - payload: the payload of `connection_init` that a value is sent in; nil leaves it to ``Configuration/connectionPayload``.
    public init<Value>(
      _ credential: RenewableCredential<Value>, headers: @escaping @Sendable (Value) -> HTTPHeaders = { _ in [:] },
      payload: @escaping @Sendable (Value) -> JSON? = { _ in nil }
    ) {
      grant = {
        let version = try await credential.current()
        guard let value = version.value else { return Grant() }
        return Grant(
          payload: payload(value), headers: headers(value), renew: { _ = try await credential.renewed(after: version) },
          isNewest: { credential.isNewest(version) }, isSigned: true)
      }
    }

    /// Whether `error` says that the server does not take a connection's credential.
    static func isRefusal(_ error: any Error) -> Bool {
      switch error {
      case RelayError.webSocket(4401, _), RelayError.webSocket(4403, _), RelayError.http(401, _): true
      default: false
      }
    }
  }
}
