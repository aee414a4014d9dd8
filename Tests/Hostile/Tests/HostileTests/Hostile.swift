import Testing

/// The attacks, one at a time, because each measures its client.
@Suite("Hostile", .serialized, .hangGuard)
enum Hostile {
  /// The limit of responses in the attacks on memory, in bytes, and the allowed growth of a client with it.
  static let limit = 64 << 20
  static let bound = limit + limit / 2 + (4 << 20)
}

extension Hostile {
  @Suite("An ordinary server")
  struct Ordinary {
    @Test("is answered")
    func hello() async throws {
      let server = try Server("http_server")
      let client = try await Client.run("hello", server.url("hello"))
      #expect(client.outcome == "world")
      #expect(client.growth < 64 << 20)
    }
  }
}
