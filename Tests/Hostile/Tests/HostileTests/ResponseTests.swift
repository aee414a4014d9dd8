import Foundation
import Testing

extension Hostile {
  /// What a response can make the client use by what it contains: memory and processor time in proportion to its bytes.
  @Suite("Responses")
  struct Responses {
    /// Runs an attack and checks what it has cost. The client is a debug build.
    private func client(_ name: String, _ path: String) async throws -> Client {
      let server = try Server("http_server")
      let client = try await Client.run(name, server.url(path))
      let size = try #require(Int(server.line()))
      #expect(client.growth < (16 << 20) + 60 * size, "\(client), for \(size) bytes")
      #expect(client.work < 0.5 + 0.01 * Double(size) / 1024, "\(client), for \(size) bytes")
      return client
    }

    @Test("a list of one object, n times, in four levels: n⁴ places", arguments: [10, 100, 1000])
    func friends(count: Int) async throws {
      let client = try await client("friends", "circle/\(count)")
      #expect(client.outcome == "\(count)", "\(client)")
    }

    @Test("its JSON has a limit of its own")
    func json() async throws {
      let server = try Server("http_server")
      let client = try await Client.run("friends", server.url("circle/1000"), "json")
      #expect(Int(client.outcome.dropLast(3)).map { $0 < 64 } == true, "\(client)")
      #expect(client.growth < 512 << 20, "\(client)")
      #expect(client.work < 20, "\(client)")
    }

    @Test("a parsed response takes at most five times the size of its text")
    func text() async throws {
      let server = try Server("http_server")
      let client = try await Client.run("value", server.url("unselected/10000000"))
      let size = try #require(Int(server.line()))
      #expect(client.outcome == "a value", "\(client)")
      #expect(client.growth < 5 * size + (8 << 20), "\(client), for \(size) bytes")
    }

    @Test("names of many combining marks", arguments: ["envelope", "extensions", "scalar", "error"])
    func names(place: String) async throws {
      let refused = try await client("value", "names/\(place)/500000/1")
      #expect(refused.outcome == "error", "\(refused)")
      let read = try await client("value", "names/\(place)/30/10000")
      #expect(read.outcome == "a value", "\(read)")
    }

    @Test("8,000 items, one by one, in any order and form", arguments: ["items", "lists", "pending", "backwards"])
    func items(form: String) async throws {
      let count = form == "backwards" ? 1000 : 8000
      let client = try await client("streamed", "delivered/\(form)/\(count)")
      #expect(client.outcome == "\(count)", "\(client)")
    }

    @Test("items far ahead of their list", arguments: [1, 1000])
    func gaps(count: Int) async throws {
      let client = try await client("streamed", "delivered/far/\(count)")
      #expect(client.outcome == "error", "\(client)")
    }

    @Test("8,000 deferred parts, in any order and form", arguments: ["details", "ids", "early"])
    func parts(form: String) async throws {
      let client = try await client("deferred", "delivered/\(form)/8000")
      #expect(client.outcome == "8000", "\(client)")
    }

    @Test("a path of 400,000 steps")
    func longPath() async throws {
      let client = try await client("deferred", "delivered/longPath/4")
      #expect(client.outcome == "0", "\(client)")
    }
  }
}
