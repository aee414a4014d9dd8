public import Foundation

/// Opens WebSocket connections for a ``WebSocketNetwork``.
///
/// The library's own transport uses `URLSession` on Apple's platforms. On Linux, where `URLSession` supports WebSockets only with a
/// special build of libcurl, it uses sockets, and for `wss:` the system's OpenSSL with its trusted certificates (`SSL_CERT_FILE`
/// overrides them). An application can use another WebSocket implementation instead.
///
/// ```swift
/// /// Connects through a local proxy while debugging.
/// struct ProxyTransport: WebSocketTransport {
///   let proxy: URL
///
///   func connect(
///     to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int
///   ) async throws -> any WebSocketConnection {
///     var headers = headers
///     headers["X-Target"] = url.absoluteString
///     return try await PlatformWebSocketTransport().connect(
///       to: proxy, subprotocol: subprotocol, headers: headers, maximumMessageSize: maximumMessageSize)
///   }
/// }
/// ```
///
/// See <doc:Transports>.
public protocol WebSocketTransport: Sendable {
  /// Opens a connection.
  /// - Parameters:
  ///   - url: a `ws:` or `wss:` URL.
  ///   - subprotocol: the only subprotocol to offer. The connection fails if the server does not accept it.
  ///   - headers: header fields of the opening handshake, without those that belong to the handshake itself.
  ///   - maximumMessageSize: the longest message to accept, in bytes. When a longer one arrives, the connection ends
  ///     with ``RelayError/responseTooLarge(limit:)``, preferably before the whole message has been received.
  func connect(to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int) async throws
    -> any WebSocketConnection
}

/// The transport for this platform.
///
/// ```swift
/// let configuration = TransportConfiguration(tls: TransportConfiguration.TLS(pinnedPublicKeys: [key]))
/// let sockets = WebSocketNetwork(url: url, transport: PlatformWebSocketTransport(configuration: configuration))
/// let network = HTTPNetwork(
///   url: url, subscriptions: sockets, transport: PlatformHTTPTransport(configuration: configuration))
/// ```
///
/// See <doc:Transports>.
public struct PlatformWebSocketTransport: WebSocketTransport {
  private let transport: any WebSocketTransport
  private let onEvent: (@Sendable (TransportEvent) -> Void)?

  /// Creates the transport.
  /// - Parameter configuration: trust and observation.
  public init(configuration: TransportConfiguration = TransportConfiguration()) {
    transport = SystemNetworking.webSocketTransport(configuration)
    onEvent = configuration.onEvent
  }

  /// Opens a connection.
  /// - Throws: ``RelayError/webSocket(code:reason:)`` if it cannot be opened, with code 1015 for a rejected certificate; `URLError` with the
  ///   code `resourceUnavailable` on Linux if the system has no thread for it, or this process has 500 of them;
  ///   ``RelayError/http(status:body:)`` if the server rejects the handshake; ``RelayError/unsupportedOperation(_:)`` for invalid header
  ///   fields and for an unsupported configuration; `CancellationError`.
  public func connect(
    to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int
  ) async throws -> any WebSocketConnection {
    func open() async throws -> any WebSocketConnection {
      try await transport.connect(to: url, subprotocol: subprotocol, headers: headers, maximumMessageSize: maximumMessageSize)
    }
    guard let onEvent else { return try await open() }
    let (id, start) = (ExchangeObserver.nextID(), ContinuousClock.now)
    onEvent(.webSocketOpening(id: id, url: url, headers: headers))
    do {
      let connection = try await open()
      onEvent(.webSocketOpened(id: id, headers: connection.handshakeHeaders, duration: start.duration(to: .now)))
      return ObservedWebSocketConnection(connection, id: id, onEvent)
    } catch {
      onEvent(.webSocketClosed(id: id, error: error))
      throw error
    }
  }
}
