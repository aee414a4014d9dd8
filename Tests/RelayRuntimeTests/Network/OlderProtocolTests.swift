import TestSupport
import Testing

@testable import RelayRuntime

/// Servers of the protocol before `graphql-transport-ws` are recognized, and the error says what to use instead.
@Suite("The older WebSocket protocol", .hangGuard)
struct OlderProtocolTests {
  @Test("a server that supports only the older protocol is an immediate error that names both protocols, and what to use instead")
  func olderProtocol() async throws {
    let server = try LoopbackServer { peer in
      _ = try WebSocketPeer(peer, subprotocol: "graphql-ws")
      _ = try peer.read()
    }
    let error = await #expect(throws: RelayError.self) {
      try await WebSocketNetwork(url: server.url("ws"), configuration: .patient()).execute(WebSocketNetworkTests.subscription()).texts()
    }
    try Self.expectOlderProtocol(error, server)
  }

  /// AWS AppSync accepts the connection without choosing a subprotocol.
  @Test("a server that chooses no subprotocol is an immediate error that says the same")
  func noSubprotocol() async throws {
    let server = try LoopbackServer { peer in
      let key = try peer.request().headers["Sec-WebSocket-Key"] ?? ""
      try peer.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(forKey: key))\r\n\r\n")
      _ = try peer.read()
    }
    let error = await #expect(throws: RelayError.self) {
      try await WebSocketNetwork(url: server.url("ws"), configuration: .patient()).execute(WebSocketNetworkTests.subscription()).texts()
    }
    try Self.expectOlderProtocol(error, server)
  }

  private static func expectOlderProtocol(_ error: RelayError?, _ server: LoopbackServer) throws {
    guard case .webSocket(4406, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    for name in ["graphql-transport-ws", "subscriptions-transport-ws", "graphql-ws", "HTTPNetwork"] { #expect(reason.contains(name)) }
    #expect(server.connectionCount == 1)
  }

  /// Of these, AWS AppSync sends `ka` and `start_ack`, and every server of the older protocol `data`.
  @Test("a server that answers in the older protocol is the same error", arguments: ["ka", "start_ack", "data"])
  func olderMessages(type: String) async throws {
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { received, _ in
        if received == "connection_init" {
          if type != "ka" { try socket.send(#"{"type":"connection_ack","payload":{"connectionTimeoutMs":300000}}"#) }
          try socket.send(#"{"type":"\#(type)","id":"1"}"#)
        }
      }
    }
    let error = await #expect(throws: RelayError.self) {
      try await WebSocketNetwork(url: server.url("ws"), configuration: .patient()).execute(WebSocketNetworkTests.subscription()).texts()
    }
    try Self.expectOlderProtocol(error, server)
  }

  /// As the library subscriptions-transport-ws does, whose handshake accepts any subprotocol.
  @Test("a server that closes the connection as the older protocol's library does is the same error")
  func olderLibrary() async throws {
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try peer.write(WebSocketFrame.close(code: 1002, reason: "").encoded(mask: nil))
      try socket.forEachMessage { _, _ in }
    }
    let error = await #expect(throws: RelayError.self) {
      try await WebSocketNetwork(url: server.url("ws"), configuration: .patient()).execute(WebSocketNetworkTests.subscription()).texts()
    }
    try Self.expectOlderProtocol(error, server)
  }
}
