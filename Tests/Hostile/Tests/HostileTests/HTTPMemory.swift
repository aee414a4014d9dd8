import Foundation
import Testing

extension Hostile {
  /// The memory that a server can make a client use, with a limit of 64 MB.
  @Suite("HTTP memory")
  struct HTTPMemory {
    private static let tooLarge = "responseTooLarge(limit: \(limit))"

    @Test(
      "a query's answer without end, or one that unpacks to 4 GB",
      arguments: ["bomb", "endless/200", "endless/500", "part", "partHeader", "preamble"])
    func query(path: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("query", server.url(path), "\(limit)")
      #expect(client.error == Self.tooLarge, "\(client)")
      #expect(client.growth < bound, "\(client)")
      #expect(client.work < 30)
    }

    @Test("endless events", arguments: ["eventLine", "eventData", "eventType", "preamble", "part"])
    func event(path: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("subscribe", server.url(path), "\(limit)")
      #expect(client.error == Self.tooLarge, "\(client)")
      #expect(client.growth < bound, "\(client)")
    }

    /// Many small pieces need more memory than their bytes.
    @Test(
      "many events and a loop that does not take them", arguments: ["events/10", "events/1000", "events/100000", "parts/10", "parts/1000"])
    func slowLoop(path: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("subscribe", server.url(path), "\(limit)", "wait")
      #expect(client.error == Self.tooLarge, "\(client)")
      #expect(client.growth < 2 * limit, "\(client)")
    }

    @Test("parts of a query without a place")
    func unknownParts() async throws {
      let server = try Server("http_server")
      let client = try await Client.run("query", server.url("unknownParts"), "\(limit)")
      #expect(client.error == Self.tooLarge, "\(client)")
      #expect(client.growth < bound, "\(client)")
    }

    @Test("a gigabyte of comments uses no memory")
    func comments() async throws {
      let server = try Server("http_server")
      let client = try await Client.run("subscribe", server.url("comments"), "\(limit)")
      #expect(client.outcome == "after", "\(client)")
      #expect(client.growth < 16 << 20, "\(client)")
    }

    @Test("an answer just below the limit is accepted", arguments: ["accepted", "bigPart", "bigEvent"])
    func accepted(path: String) async throws {
      let server = try Server("http_server")
      let size = 60 << 20
      let client = try await Client.run("payload", server.url("\(path)/\(size)"), "\(limit)")
      #expect(Int(client.outcome).map { $0 >= size } == true, "\(client)")
      #expect(client.growth < bound, "\(client)")
    }

    @Test("an endless header", arguments: ["endlessHeaderLine", "endlessHeader", "endlessInterim"])
    func header(path: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("query", server.url(path), "\(limit)")
      #expect(client.outcome == "error", "\(client)")
      #expect(client.growth < 16 << 20, "\(client)")
      #expect(client.work < 20)
    }

    @Test("an endless chunk extension")
    func chunkExtension() async throws {
      let server = try Server("http_server")
      let client = try await Client.run("query", server.url("chunkExtension"), "\(limit)", "2000")
      #expect(client.outcome == "error", "\(client)")
      #expect(client.growth < 16 << 20, "\(client)")
      #expect(client.work < 20)
    }
  }
}
