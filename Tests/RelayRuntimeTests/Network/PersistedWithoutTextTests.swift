import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Operations whose texts are only in the file of persisted documents.
@Suite("Operations without text")
struct PersistedWithoutTextTests {
  private static let id = SHA256.hexadecimalDigest(of: "query HeroQuery { hero }".utf8)

  /// The JSON bodies of what is sent for the operation, with these answers.
  private func sent(_ queries: PersistedQueries, answer: String = #"{"data":null}"#, times: Int = 1) async throws -> [JSON] {
    let bodies = Recorder<JSON>()
    let server = FakeServer { request in
      if case .bytes(let body) = request.body { bodies.append(try JSON(parsing: body)) }
      return (200, [:], answer)
    }
    let network = HTTPNetwork(
      url: try #require(URL(string: "http://server.example/")), configuration: .init(retryPolicy: .never, persistedQueries: queries),
      transport: server)
    for _ in 0..<times {
      #expect(try await network.execute(HTTPNetworkTests.query(id: Self.id, text: nil)).texts() == [answer])
    }
    return bodies.values
  }

  @Test("automatic: the id is where Apollo Server and GraphOS look for it")
  func automatic() async throws {
    let body: JSON = [
      "operationName": "HeroQuery", "variables": ["episode": "JEDI"],
      "extensions": ["persistedQuery": ["version": 1, "sha256Hash": .string(Self.id)]],
    ]
    #expect(try await sent(.automatic) == [body])
    // There is no text to send instead.
    for message in ["PersistedQueryNotFound", "PersistedQueryNotSupported"] {
      let answer = #"{"errors":[{"message":"\#(message)"}]}"#
      #expect(try await sent(.automatic, answer: answer, times: 2) == [body, body])
    }
  }

  @Test("a server that once did not support hashes still gets the id of an operation without text")
  func afterARefusal() async throws {
    let bodies = Recorder<JSON>()
    let server = FakeServer { request in
      guard case .bytes(let body) = request.body else { return nil }
      bodies.append(try JSON(parsing: body))
      return (200, [:], #"{"errors":[{"message":"PersistedQueryNotSupported"}]}"#)
    }
    let network = HTTPNetwork(
      url: try #require(URL(string: "http://server.example/")), configuration: .init(retryPolicy: .never, persistedQueries: .automatic),
      transport: server)
    _ = try await network.execute(HTTPNetworkTests.query()).texts()
    _ = try await network.execute(HTTPNetworkTests.query(id: Self.id, text: nil)).texts()
    #expect(bodies.values.last?["extensions"]?["persistedQuery"]?["sha256Hash"] == .string(Self.id))
  }

  @Test("identifiers: the id is the body's member with the given name; off: it is 'id'")
  func identifiers() async throws {
    #expect(try await sent(.identifiers(parameter: "documentId")).map { $0["documentId"] } == [.string(Self.id)])
    #expect(try await sent(.identifiers()).map { $0["id"] } == [.string(Self.id)])
    #expect(try await sent(.off).map { $0["id"] } == [.string(Self.id)])
    #expect(try await sent(.identifiers()).map { $0["extensions"] } == [nil])
  }

  /// The payload with which a WebSocket starts an operation.
  private func subscribed(_ request: NetworkRequest) async throws -> JSON {
    let payloads = Recorder<JSON>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { id, message in
        payloads.append(message["payload"] ?? .null)
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    #expect(try await WebSocketNetwork(url: server.url("ws")).execute(request).texts().isEmpty)
    return try #require(payloads.values.first)
  }

  @Test("a WebSocket sends the id everywhere that servers look for it, and an empty text, without which they reject the message")
  func webSocket() async throws {
    let payload = try await subscribed(HTTPNetworkTests.query("Changes", kind: .subscription, id: Self.id, text: nil))
    let id = JSON.string(Self.id)
    #expect(payload["query"] == "")
    #expect(payload["id"] == id)
    #expect(payload["extensions"] == ["persistedQuery": ["id": id, "version": 1, "sha256Hash": id]])
  }

  @Test("a WebSocket sends a text without the id, which would be the hash of an automatic persisted query to some servers")
  func webSocketWithText() async throws {
    let payload = try await subscribed(HTTPNetworkTests.query("Changes", kind: .subscription, id: Self.id, text: "subscription { n }"))
    #expect(payload == ["operationName": "Changes", "query": "subscription { n }", "variables": ["episode": "JEDI"]])
  }

  @Test("an operation with neither text nor id is an error")
  func neither() async throws {
    let network = HTTPNetwork(
      url: try #require(URL(string: "http://server.example/")), configuration: .init(persistedQueries: .automatic), transport: FakeServer())
    await #expect(throws: RelayError.unsupportedOperation("HeroQuery has neither text nor a persisted id")) {
      try await network.execute(HTTPNetworkTests.query(text: nil)).texts()
    }
  }
}
