import Foundation
import Testing

extension Hostile {
  @Suite("HTTP redirects")
  struct HTTPRedirections {
    private static let secrets = ["authorization", "cookie", "x-api-key", "proxy-authorization", "x-tenant", "host-token", "x-interceptor"]

    private struct Seen: Decodable {
      let method: String
      let headers: [String: String]
      let body: String
    }

    private static func seen(_ server: Server) throws -> Seen {
      try JSONDecoder().decode(Seen.self, from: Data(server.line().utf8))
    }

    @Test("no configured header field is sent to another origin", arguments: [301, 302, 303, 307, 308], ["get", "post"])
    func otherOrigin(status: Int, attack: String) async throws {
      let (server, other) = (try Server("http_server"), try Server("http_server"))
      let client = try await Client.run(attack, server.url("redirect/\(status)/\(other.url("seen").inPath)"))
      if attack == "post", status < 307 {
        #expect(client.error.hasPrefix("http(status: \(status)"), "\(client)")
        return
      }
      let seen = try Self.seen(other)
      #expect(!seen.headers.values.contains { $0.contains("secret") }, "\(seen.headers)")
      #expect(seen.headers["accept"]?.contains("application/json") == true)
      #expect(seen.headers["content-type"] == "application/json")
      #expect(seen.method == attack.uppercased())
      #expect(seen.body.isEmpty == (attack == "get"))
      if attack == "get" { #expect(client.outcome == "world", "\(client)") }
    }

    @Test("everything is sent to the same origin", arguments: [301, 302, 303, 307, 308], ["get", "post"])
    func sameOrigin(status: Int, attack: String) async throws {
      let server = try Server("http_server")
      // The same origin in a different spelling.
      let client = try await Client.run(attack, server.url("redirect/\(status)/\("HTTP://127.0.0.1:\(server.port)/./x/../seen".inPath)"))
      if attack == "post", status < 307 {
        #expect(client.error.hasPrefix("http(status: \(status)"), "\(client)")
        return
      }
      let seen = try Self.seen(server)
      #expect(Self.secrets.allSatisfy { seen.headers[$0]?.contains("secret") == true }, "\(seen.headers)")
      #expect(seen.body.contains("SendMutation") == (attack == "post"))
    }

    @Test("dropped header fields are not restored", arguments: ["get", "post"])
    func backAgain(attack: String) async throws {
      let (server, other) = (try Server("http_server"), try Server("http_server"))
      let back = other.url("redirect/307/\(server.url("seen").inPath)")
      _ = try await Client.run(attack, server.url("redirect/307/\(back.inPath)"))
      let seen = try Self.seen(server)
      #expect(!seen.headers.values.contains { $0.contains("secret") }, "\(seen.headers)")
    }

    @Test("another name of the host is another origin")
    func otherName() async throws {
      let server = try Server("http_server")
      _ = try await Client.run("get", server.url("redirect/302/\(server.url("seen", host: "localhost").inPath)"))
      let seen = try Self.seen(server)
      #expect(!seen.headers.values.contains { $0.contains("secret") }, "\(seen.headers)")
    }

    @Test(
      "a target that must not be followed is an error, and never a crash",
      arguments: [
        "//[::1%25x]:99999/", "file:///etc/passwd", "ftp://127.0.0.1/", "data:application/json,{}", "http://", "http:///x",
        "http://user:secret@127.0.0.1/",
        "http://127.0.0.1:99999/", "http://[::1", "//", "http://a b/", "http://127.0.0.1\\@evil/", "http://ex%61mple/", "javascript:1",
        "%zz",
        "http://\u{E9}/", "", "http://127.0.0.1:80:80/",
      ])
    func refused(location: String) async throws {
      let server = try Server("http_server")
      for (attack, status) in [("get", 302), ("post", 307)] {
        let client = try await Client.run(attack, server.url("redirect/\(status)/\(location.inPath)"))
        #expect(client.outcome == "error")
        #expect(client.error.hasPrefix("malformedResponse(\"it redirects to"), "\(client)")
        #expect(client.work < 5)
      }
    }

    @Test(
      "relative targets are resolved against where the request went",
      arguments: ["/hello", "../../hello", "./../../hello#f", "//HOST/hello", "?x"])
    func relative(location: String) async throws {
      let server = try Server("http_server")
      let location = location.replacing("HOST", with: "127.0.0.1:\(server.port)")
      let client = try await Client.run("get", server.url("redirect/302/\(location.inPath)"))
      // `?x` is the page itself, which redirects again.
      if location == "?x" {
        #expect(client.error.contains("more than 5 times"), "\(client)")
      } else {
        #expect(client.outcome == "world", "\(client)")
      }
    }

    @Test("five are followed, a sixth is an error")
    func count() async throws {
      let server = try Server("http_server")
      #expect(try await Client.run("query", server.url("count/5")).outcome == "world")
      #expect(try await Client.run("query", server.url("count/6")).error.contains("more than 5 times"))
      #expect(try await Client.run("get", server.url("loop")).error.contains("more than 5 times"))
    }

    @Test("the body of a redirect is not read", arguments: ["redirectEndless", "redirectBomb"])
    func body(path: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("get", server.url(path), "\(limit)")
      #expect(client.outcome == "world", "\(client)")
      #expect(client.growth < bound)
    }
  }
}
