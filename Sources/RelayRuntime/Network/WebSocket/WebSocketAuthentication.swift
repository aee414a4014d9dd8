extension WebSocketNetwork {
  /// The credential for a network's connections, and its renewal.
  ///
  /// When a server rejects a connection (close codes 4401 and 4403, a `connection_error` message, or HTTP status 401 in answer to the
  /// handshake), the credential is renewed once for all networks and requests that share it. The network then reconnects with the new
  /// credential in `connection_init` or the handshake. Subscriptions and queries continue there; a mutation in flight fails, because the
  /// server may have executed it. If a connection is rejected with a credential that was just renewed, that is final. If a renewal
  /// throws, the operations fail with its error, except that a `URLError` counts as a connection that could not be opened.
  public struct Authentication: Sendable {
    /// The part of a credential that a connection uses.
    struct Grant: Sendable {
      var payload: JSON?
      var headers: HTTPNetwork.Headers = [:]
      /// Renews a rejected value.
      var renew: @Sendable () async throws -> Void = {}
      /// Whether there is no newer value yet.
      var isNewest: @Sendable () -> Bool = { true }
      /// Whether there is a credential. Without one, there is nothing to renew.
      var isSigned = false
    }

    /// There is no credential for connecting, because its renewal failed.
    struct Failure: Error {
      let error: any Error
    }

    let grant: @Sendable () async throws -> Grant

    /// Creates an authentication by header fields of the opening handshake.
    /// - Parameters:
    ///   - credential: the credential for connections.
    ///   - headers: the header fields for a value.
    // An initializer for each of the two functions, so that a trailing closure means the same in every language mode.
    public init<Value>(_ credential: RenewableCredential<Value>, headers: @escaping @Sendable (Value) -> HTTPNetwork.Headers) {
      self.init(credential, headers: headers, payload: { _ in nil })
    }

    /// Creates an authentication by the payload of `connection_init`.
    /// - Parameters:
    ///   - credential: the credential for connections.
    ///   - payload: the payload for a value; nil means ``Configuration/connectionPayload``.
    public init<Value>(_ credential: RenewableCredential<Value>, payload: @escaping @Sendable (Value) -> JSON?) {
      self.init(credential, headers: { _ in [:] }, payload: payload)
    }

    /// Creates an authentication by both.
    public init<Value>(
      _ credential: RenewableCredential<Value>, headers: @escaping @Sendable (Value) -> HTTPNetwork.Headers,
      payload: @escaping @Sendable (Value) -> JSON?
    ) {
      grant = {
        let version = try await credential.current()
        guard let value = version.value else { return Grant() }
        return Grant(
          payload: payload(value), headers: headers(value), renew: { _ = try await credential.renewed(after: version) },
          isNewest: { credential.isNewest(version) }, isSigned: true)
      }
    }

    /// Whether `error` says that the server rejected a connection's credential.
    static func isRefusal(_ error: any Error) -> Bool {
      switch error {
      case RelayError.webSocket(CloseStatus.unauthorized, _), RelayError.webSocket(CloseStatus.forbidden, _), RelayError.http(401, _): true
      default: false
      }
    }
  }
}
