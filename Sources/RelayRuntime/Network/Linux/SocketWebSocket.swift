#if !canImport(Darwin)
  import Foundation

  /// Opens WebSockets on TCP sockets.
  struct SocketWebSocketTransport: WebSocketTransport {
    let configuration: TransportConfiguration

    func connect(
      to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int
    ) async throws -> any WebSocketConnection {
      guard configuration.session == nil else {
        throw RelayError.unsupportedOperation("TransportConfiguration.session: on Linux, WebSockets do not use URLSession")
      }
      return try await SocketWebSocketConnection.open(
        url: url, subprotocol: subprotocol, headers: headers, maximumMessageSize: maximumMessageSize, tls: configuration.tls)
    }
  }

  /// A WebSocket client on a TCP socket, with TLS for `wss:` URLs, because FoundationNetworking supports WebSockets only with a special
  /// build of libcurl.
  ///
  /// One thread handles the socket (``SocketWebSocketThread``), and never depends on the peer alone: closing or dropping the connection
  /// ends the thread within ``WebSocketExchange/closingTime``, whatever the peer does.
  final class SocketWebSocketConnection: BoundedWebSocketConnection {
    /// The threads of all connections of this process, including those that are being opened or closed.
    static let threads = ThreadBudget(limit: 500)

    private let exchange: WebSocketExchange

    private init(_ exchange: WebSocketExchange) {
      self.exchange = exchange
    }

    deinit {
      exchange.abandon()
    }

    /// Opens a connection.
    /// - Parameters:
    ///   - maximumMessageSize: the longest accepted message, in bytes.
    ///   - tls: the trusted authorities and the client's certificate.
    ///   - threads: where the connection's thread is counted.
    ///   - lookup: finds the host's addresses.
    /// - Throws: `URLError` with the code `resourceUnavailable` if there is no thread for the connection.
    static func open(
      url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int, tls: TransportConfiguration.TLS? = nil,
      threads: ThreadBudget = SocketWebSocketConnection.threads, lookup: AddressLookup = AddressLookup()
    ) async throws -> SocketWebSocketConnection {
      guard let host = url.host, !host.isEmpty else { throw RelayError.webSocket(code: CloseStatus.abnormal, reason: "\(url) has no host") }
      let isSecure = ["wss", "https"].contains(url.scheme?.lowercased())
      let session = isSecure ? try Self.session(host: host, tls: tls) : nil
      let handshake = WebSocketHandshake(url: url, subprotocol: subprotocol, headers: headers)
      let exchange = WebSocketExchange(waker: try Waker())
      let port = url.port ?? (isSecure ? 443 : 80)
      try await withCancellableContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        guard exchange.begin(continuation) else { return }
        let hasThread = threads.start("relay.websocket") {
          let thread = SocketWebSocketThread(
            host: host, port: port, session: session, handshake: handshake, maximumMessage: maximumMessageSize, exchange: exchange,
            lookup: lookup)
          thread.run()
        }
        if !hasThread { exchange.end(SystemThread.unavailable("there is no thread for a WebSocket")) }
      } onCancel: {
        exchange.abandon()
      }
      return SocketWebSocketConnection(exchange)
    }

    private static func session(host: String, tls: TransportConfiguration.TLS?) throws -> TLSSession {
      guard let openSSL = unsafe OpenSSL.system else {
        throw RelayError.unsupportedOperation(
          "wss: needs OpenSSL, which this system lacks (libssl.so.3). Install it, use server-sent events over https: instead, "
            + "or give WebSocketNetwork a transport of your own")
      }
      // The library stays loaded, and the session is the new object's alone.
      return unsafe try TLSSession(client: openSSL, host: host, tls: tls)
    }

    func send(_ text: String) async throws {
      let frame = WebSocketFrame(opcode: .text, payload: Array(text.utf8))
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        exchange.send(frame, continuation)
      }
    }

    func receive() async throws -> Data {
      guard let message = try await exchange.next() else { throw RelayError.webSocket(code: CloseStatus.abnormal, reason: "") }
      return message
    }

    func close(code: Int, reason: String) {
      exchange.close(code: code, reason: reason)
    }

    var handshakeHeaders: HTTPNetwork.Headers { exchange.handshakeHeaders }

    func limitMessages(by room: @escaping @Sendable () -> Int) {
      exchange.limitMessages(by: room)
    }
  }
#endif
