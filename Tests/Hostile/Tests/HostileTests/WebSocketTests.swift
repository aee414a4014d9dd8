import Testing

extension Hostile {
  @Suite("WebSockets", .serialized)
  struct WebSockets {
    private static func url(_ server: Server, _ path: String) -> String { server.url(path, scheme: "ws") }

    // MARK: - Memory

    @Test("a flood of messages that are never released ends at the limit", arguments: [1_000_000, 40 << 20, 60 << 20, 63 << 20])
    func flood(size: Int) async throws {
      let server = try Server("websocket_server")
      let client = try await Client.run("ws-hold", Self.url(server, "flood/\(size)"))
      // The envelope of a message adds 60 bytes to `size`. Many small messages need half as much again.
      let count = size + 60 <= limit / 64 ? (size + 60) * 3 / 2 : size + 60
      #expect(client.outcome == "too large after \(limit / count); closed")
      #expect(client.growth < bound, "\(client.growth >> 20) MB")
      // A message for which there is no room need not arrive completely.
      #expect(server.line() == (size > 1 << 20 ? "1009" : "complete"))
    }

    @Test("short messages count with their memory use")
    func shortMessages() async throws {
      let server = try Server("websocket_server")
      let client = try await Client.run("ws-hold", Self.url(server, "flood/0"), "\(4 << 20)")
      #expect(client.outcome == "too large after 1024; closed")
      #expect(client.growth < 2 * (4 << 20) + (8 << 20), "\(client.growth >> 20) MB")
      #expect(server.line() == "complete")
    }

    @Test("a consumer that reads nothing fails alone, and does not block another one on its connection")
    func neighbour() async throws {
      let server = try Server("websocket_server")
      let client = try await Client.run("ws-neighbour", Self.url(server, "neighbour"))
      #expect(client.outcome == "1 payloads; too large after 63")
      #expect(client.growth < bound, "\(client.growth >> 20) MB")
    }

    @Test("an endless message, and one with too large a length, close the connection")
    func longMessages() async throws {
      let server = try Server("websocket_server")
      for path in ["fragments", "declared/\((64 << 20) + 1)", "declared/\(Int.max)"] {
        let client = try await Client.run("ws-subscribe", Self.url(server, path))
        #expect(client.outcome == "too large; closed", "\(path)")
        #expect(client.growth < (path == "fragments" ? bound : 16 << 20), "\(path): \(client.growth >> 20) MB")
        #expect(server.line() == "1009", "\(path)")
      }
    }

    @Test("only the newest ping is answered if the server reads nothing")
    func pings() async throws {
      for (path, answer) in [("pings", "answered True True"), ("messages_pings", "answered True")] {
        let server = try Server("websocket_server")
        let client = try await Client.run("ws-subscribe", Self.url(server, path))
        #expect(client.outcome == "0 payloads; closed", "\(path): \(client.error)")
        #expect(client.growth < 24 << 20, "\(path): \(client.growth >> 20) MB")
        #expect(server.line() == answer)
      }
    }

    // MARK: - Peers that do not cooperate

    @Test("a peer that reads nothing: unanswered pings, cancelling and closing still end the connection")
    func deaf() async throws {
      let server = try Server("websocket_server")
      for (attack, path, outcome) in [
        ("ws-pings", "deaf", "1006; closed"), ("ws-cancel", "deaf", "closed"), ("ws-close", "reluctant", "1 payloads; closed"),
      ] {
        let client = try await Client.run(attack, Self.url(server, path))
        #expect(client.outcome == outcome, "\(attack): \(client.error)")
        #expect(client.work < 5, "\(attack)")
      }
    }

    @Test("a peer that does not finish opening the connection is abandoned after the timeout or when the connection is no longer needed")
    func opening() async throws {
      let server = try Server("websocket_server")
      for path in ["silent", "unacknowledged", "dribble"] {
        for (attack, outcome) in [("ws-open", "4408; closed"), ("ws-cancel", "closed")] {
          let client = try await Client.run(attack, Self.url(server, path))
          #expect(client.outcome == outcome, "\(attack) \(path): \(client.error)")
          #expect(client.work < 5, "\(attack) \(path)")
        }
      }
      let client = try await Client.run("ws-open", Self.url(server, "endless_header"))
      #expect(client.outcome == "1002; closed")
      #expect(client.growth < 16 << 20)
    }

    @Test("the client gives up on a server that acknowledges and drops each connection")
    func drops() async throws {
      let server = try Server("websocket_server")
      let client = try await Client.run("ws-retry", Self.url(server, "drops"))
      #expect(client.outcome == "1006")
      // There are at least 100, 200 and 400 ms between the attempts.
      #expect(client.seconds > 0.7)
      #expect((1...4).map { _ in server.line() } == ["1", "2", "3", "4"])
    }

    // MARK: - Protocol violations

    @Test("invalid answers to the handshake are rejected")
    func handshakes() async throws {
      let server = try Server("websocket_server")
      let client = try await Client.run("ws-variants", Self.url(server, "handshake"))
      let wrongProtocol = [3, 13, 14]
      #expect(client.outcome.split(separator: ",").map(String.init) == (0..<22).map { wrongProtocol.contains($0) ? "4406" : "1002" })
    }

    @Test("forbidden frames and close codes end the connection")
    func frames() async throws {
      let server = try Server("websocket_server")
      let client = try await Client.run("ws-variants", Self.url(server, "frames"))
      let notText = [11, 20, 21]
      #expect(client.outcome.split(separator: ",").map(String.init) == (0..<24).map { notText.contains($0) ? "1007" : "1002" })
    }

    @Test(
      "messages that nobody expects are left alone or end the subscription",
      arguments: [
        ("unknown ids", "1 payloads"), ("next after complete", "1 payloads"), ("two acknowledgements", "1 payloads"),
        ("a huge id", "1 payloads"), ("a flood of completes", "1 payloads"), ("no id", "1 payloads"), ("a number for an id", "1 payloads"),
        ("errors that are no list", "1 errors"), ("errors that are nothing", "0 errors"), ("errors of wrong types", "4 errors"),
        ("errors without an end", "too large"), ("no JSON", "no JSON"), ("half of JSON", "4004"), ("a list", "4004"), ("no type", "4004"),
        ("an unknown type", "4004"), ("deep nesting", "no JSON"),
      ])
    func messages(variant: String, outcome: String) async throws {
      let server = try Server("websocket_server")
      let client = try await Client.run("ws-subscribe", Self.url(server, "messages/\(variant.replacing(" ", with: "-"))"))
      #expect(client.outcome == "\(outcome); closed", "\(client.error)")
      #expect(client.growth < 48 << 20, "\(client.growth >> 20) MB")
    }
  }
}
