public import Foundation

/// Opens WebSocket connections for a ``WebSocketNetwork``.
///
/// The library's own uses `URLSession` on Apple's platforms. On Linux, where `URLSession` can do WebSockets only with a libcurl that was
/// built for them, it uses sockets, and for `wss:` the OpenSSL of the system with the certificates that it trusts (`SSL_CERT_FILE` names
/// others). An application that has another WebSocket implementation can put it here.
public protocol WebSocketTransport: Sendable {
  /// Opens a connection.
  /// - Parameters:
  ///   - url: a `ws:` or `wss:` URL.
  ///   - subprotocol: the one subprotocol to offer; the connection fails if the server does not take it.
  ///   - headers: header fields of the opening handshake, none of which belongs to the handshake itself.
  ///   - maximumMessageSize: the longest message to accept, in bytes. The connection ends with
  ///     ``RelayError/responseTooLarge(limit:)`` when a longer one arrives, best before all of it has.
  func connect(to url: URL, subprotocol: String, headers: HTTPHeaders, maximumMessageSize: Int) async throws -> any WebSocketConnection
}

/// The transport for this platform.
public struct PlatformWebSocketTransport: WebSocketTransport {
  private let configuration: TransportConfiguration
  #if canImport(Darwin)
    private let sessions: URLSessionWebSocketTransport
  #endif

  /// Creates the transport.
  /// - Parameter configuration: whom to trust and the like, and who is told what happens.
  public init(configuration: TransportConfiguration = TransportConfiguration()) {
    self.configuration = configuration
    #if canImport(Darwin)
      self.sessions = URLSessionWebSocketTransport(configuration)
    #endif
  }

  /// Opens a connection.
  /// - Throws: ``RelayError/webSocket(code:reason:)`` where it cannot be opened, with code 1015 for a certificate that is not accepted;
  ///   ``RelayError/http(status:body:)`` for a server that refuses the handshake; ``RelayError/unsupportedOperation(_:)`` for header fields and a
  ///   configuration that it cannot have; `CancellationError`.
  public func connect(
    to url: URL, subprotocol: String, headers: HTTPHeaders, maximumMessageSize: Int
  ) async throws -> any WebSocketConnection {
    guard let onEvent = configuration.onEvent else {
      return try await self.open(url, subprotocol, headers, maximumMessageSize)
    }
    let (id, start) = (ExchangeObserver.nextID(), ContinuousClock.now)
    onEvent(.webSocketOpening(id: id, url: url, headers: headers))
    do {
      let connection = try await self.open(url, subprotocol, headers, maximumMessageSize)
      onEvent(.webSocketOpened(id: id, headers: connection.handshakeHeaders, duration: start.duration(to: .now)))
      return ObservedWebSocketConnection(connection, id: id, onEvent)
    } catch {
      onEvent(.webSocketClosed(id: id, error: error))
      throw error
    }
  }

  private func open(
    _ url: URL, _ subprotocol: String, _ headers: HTTPHeaders, _ maximumMessageSize: Int
  ) async throws -> any WebSocketConnection {
    #if canImport(Darwin)
      return try await self.sessions.connect(
        to: url, subprotocol: subprotocol, headers: headers, maximumMessageSize: maximumMessageSize)
    #else
      guard configuration.session == nil else {
        throw RelayError.unsupportedOperation("TransportConfiguration.session: on Linux WebSockets have no URLSession")
      }
      return try await SocketWebSocketConnection.open(
        url: url, subprotocol: subprotocol, headers: headers, maximumMessageSize: maximumMessageSize, tls: configuration.tls)
    #endif
  }
}
