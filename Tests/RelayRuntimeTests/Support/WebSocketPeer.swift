import Foundation

@testable import RelayRuntime

/// The server's side of a WebSocket connection.
struct WebSocketPeer {
  let peer: Peer
  private(set) var headers = HTTPNetwork.Headers()

  init(_ peer: Peer, subprotocol: String = "graphql-transport-ws") throws {
    self.peer = peer
    let request = try peer.request()
    headers = request.headers
    let accept = WebSocketHandshake.accept(forKey: request.headers["Sec-WebSocket-Key"] ?? "")
    try peer.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accept)\r\n"
        + "Sec-WebSocket-Protocol: \(subprotocol)\r\n\r\n")
  }

  func send(_ text: String) throws {
    try peer.write(WebSocketFrame(opcode: .text, payload: Array(text.utf8)).encoded(mask: nil))
  }

  /// Passes every message to `body` until the connection ends.
  func forEachMessage(_ body: (_ type: String, _ message: JSON) throws -> Void) throws {
    var reader = WebSocketReader(maximumMessage: 1 << 20, acceptsMasked: true)
    while true {
      try reader.append(try peer.read()) { event in
        switch event {
        case .close(let code, _):
          try body("closed", .int(code))
          throw Peer.Closed()
        case .message(let text):
          let message = try JSON(parsing: text)
          try body(message["type"]?.stringValue ?? "", message)
        case .ping, .pong: break
        }
      }
    }
  }

  /// Acknowledges the connection, answers pings, and passes every operation that is started to `body`.
  func forEachSubscription(_ body: (_ id: String, _ message: JSON) throws -> Void) throws {
    try forEachMessage { type, message in
      switch type {
      case "connection_init": try send(#"{"type":"connection_ack"}"#)
      case "ping": try send(#"{"type":"pong"}"#)
      case "subscribe": try body(message["id"]?.stringValue ?? "", message)
      default: break
      }
    }
  }
}
