import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// How a client notices that the other end of a WebSocket is gone.
@Suite("Silent WebSockets", .hangGuard)
struct WebSocketSilenceTests {
  /// A peer that acknowledges the connection, sends one event, and is silent from then on.
  private final class Connection: WebSocketConnection {
    private struct State {
      var received = 0
      var pings = 0
      var waiting: CheckedContinuation<Data, any Error>?
      var end: RelayError?
    }

    private let state = Lock(State())
    let closings = Recorder<Int>()

    /// The pings since the event has been handled.
    var pings: Int { state.withLock { $0.pings } }

    func send(_ text: String) async throws {
      self.state.withLock { state in
        if state.received > 2, text.contains(#""ping""#) { state.pings += 1 }
      }
    }

    func receive() async throws -> Data {
      let number = self.state.withLock { state in
        state.received += 1
        return state.received
      }
      switch number {
      case 1: return Data(#"{"type":"connection_ack"}"#.utf8)
      case 2: return Data(#"{"id":"1","type":"next","payload":{"data":{}}}"#.utf8)
      default:
        return try await withCheckedThrowingContinuation { continuation in
          let end = self.state.withLock { state in
            if state.end == nil { state.waiting = continuation }
            return state.end
          }
          if let end { continuation.resume(throwing: end) }
        }
      }
    }

    func close(code: Int, reason: String) {
      closings.append(code)
      let error = RelayError.webSocket(code: code, reason: reason)
      let waiting = self.state.withLock { state in
        if state.end == nil { state.end = error }
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume(throwing: error)
    }
  }

  private struct Transport: WebSocketTransport {
    let connection: Connection

    func connect(
      to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int
    ) async throws -> any WebSocketConnection { connection }
  }

  @Test("after at most two pings without an answer, the connection counts as lost")
  func pings() async throws {
    let connection = Connection()
    let network = WebSocketNetwork(
      url: try #require(URL(string: "ws://server.example/")),
      configuration: .init(maximumRetries: 0, pingInterval: .milliseconds(200)), transport: Transport(connection: connection))
    let error = await #expect(throws: RelayError.self) { try await network.execute(WebSocketNetworkTests.subscription()).texts() }
    guard case .webSocket(4408, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(connection.pings <= GraphQLTransportWSClient.silentIntervals)
    #expect(connection.closings.values.first == 4408)
  }
}
