#if !canImport(Darwin)
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayRuntime

  /// The limits of the library's own WebSocket client.
  @Suite("Limits of WebSockets", .hangGuard)
  struct WebSocketLimitTests {
    /// Accepts a connection with an answer of about this size, in one piece.
    private static func server(head size: Int) throws -> LoopbackServer {
      try LoopbackServer { peer in
        let key = try peer.request().headers["Sec-WebSocket-Key"] ?? ""
        try peer.write(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
            + "\(WebSocketHandshake.accept(forKey: key))\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n"
            + "X: \(String(repeating: "x", count: size))\r\n\r\n")
        while true { _ = try peer.read() }
      }
    }

    private static func open(_ server: LoopbackServer) async throws -> SocketWebSocketConnection {
      try await SocketWebSocketConnection.open(
        url: server.url("ws"), subprotocol: "graphql-transport-ws", headers: [:], maximumMessageSize: 1 << 20)
    }

    @Test("the head of a handshake is limited also if it arrives in one piece", .cases)
    func head() async {
      await eachCase(of: [SocketWebSocketThread.maximumHead + 1, 66_000, 100_000, 1_000_000]) { size in
        let server = try Self.server(head: size)
        defer { server.stop() }
        let error = await #expect(throws: RelayError.self) { _ = try await Self.open(server) }
        guard case .webSocket(1002, let reason)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(reason.contains("\(SocketWebSocketThread.maximumHead)"))
      }
    }

    @Test("a head just below the limit is accepted")
    func acceptedHead() async throws {
      let server = try Self.server(head: SocketWebSocketThread.maximumHead - 300)
      defer { server.stop() }
      let connection = try await Self.open(server)
      #expect(connection.handshakeHeaders["X"]?.utf8.count == SocketWebSocketThread.maximumHead - 300)
      connection.close(code: 1000, reason: "")
    }

    @Test("messages that have been handled no longer count, however many there were")
    func handled() async throws {
      let exchange = WebSocketExchange(waker: try Waker())
      for _ in 0..<20_000 {
        var messages = [Data()]
        exchange.put(&messages)
        _ = try await exchange.next()
      }
      #expect(!exchange.pauses())
      var messages = [Data(count: WebSocketExchange.capacity), Data()]
      exchange.put(&messages)
      #expect(exchange.pauses())
      // The first one counts until the second is taken.
      _ = try await exchange.next()
      #expect(exchange.pauses())
      _ = try await exchange.next()
      #expect(!exchange.pauses())
    }

    @Test("only the newest of several pings is answered")
    func pongs() throws {
      let exchange = WebSocketExchange(waker: try Waker())
      for number in 1...3 { exchange.answer(ping: [UInt8(number)]) }
      guard case .send(let frame, nil) = exchange.nextStep() else {
        Issue.record("there is no pong")
        return
      }
      #expect(frame.opcode == .pong && frame.payload == [3])
      guard case .nothing = exchange.nextStep() else {
        Issue.record("there is a second pong")
        return
      }
    }
  }
#endif
