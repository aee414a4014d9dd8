import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("The onError of requests", .hangGuard)
struct OnErrorTests {
  @Test("HTTP sends it in the body and in the URL, and only if it is set", .cases)
  func http() async {
    await eachCase(of: [nil, .null, .propagate, .halt] as [ErrorBehavior?]) { behavior in
      for usesGET in [false, true] {
        let sent = Recorder<String?>()
        let server = FakeServer { request in
          switch request.body {
          case .bytes(let body): sent.append(try JSON(parsing: body)["onError"]?.stringValue)
          default:
            let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            sent.append(items.first { $0.name == "onError" }?.value)
          }
          return (200, [:], #"{"data":null}"#)
        }
        let network = HTTPNetwork(
          url: try #require(URL(string: "http://server.example/")), configuration: .init(usesGETForQueries: usesGET, onError: behavior),
          transport: server)
        _ = try await network.execute(HTTPNetworkTests.query()).texts()
        #expect(sent.values == [behavior?.rawValue])
      }
    }
  }

  @Test("a WebSocket sends it in the payload, and only if it is set", .cases)
  func webSocket() async {
    await eachCase(of: [nil, .null] as [ErrorBehavior?]) { behavior in
      let sent = Recorder<JSON?>()
      let server = try LoopbackServer { peer in
        let socket = try WebSocketPeer(peer)
        try socket.forEachSubscription { id, message in
          sent.append(message["payload"]?["onError"])
          try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
        }
      }
      defer { server.stop() }
      let network = WebSocketNetwork(url: server.url("ws"), configuration: .init(onError: behavior))
      #expect(try await network.execute(HTTPNetworkTests.query("Changes", kind: .subscription)).texts().isEmpty)
      #expect(sent.values == [behavior.map { .string($0.rawValue) }])
    }
  }
}
