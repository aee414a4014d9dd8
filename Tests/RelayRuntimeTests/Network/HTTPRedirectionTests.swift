import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("HTTP redirections")
struct HTTPRedirectionTests {
  private static func request(_ url: String, method: String = "GET") throws -> HTTPNetwork.Request {
    let operation = NetworkRequest(operationName: "Q", operationKind: .query, text: "query Q { n }")
    return HTTPNetwork.Request(
      url: try #require(URL(string: url)), method: method, headers: ["X-Key": "secret", "Accept": "mine", "Content-Type": "mine"],
      body: .none,
      timeout: nil, operation: operation)
  }

  private static func next(_ location: String, from url: String, status: Int = 307, method: String = "GET") throws -> HTTPNetwork.Request? {
    let response = HTTPNetwork.Response(status: status, headers: ["Location": location], body: Data())
    return try HTTPRedirection.request(after: response, to: try request(url, method: method))
  }

  @Test("targets are resolved as in RFC 3986, section 5.4", .cases)
  func resolution() {
    eachCase(of: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
      ("../g", "http://a/b/g"), ("../../../g", "http://a/g"), ("g;x=1/../y", "http://a/b/c/y"), ("http://a/g?x=%20", "http://a/g?x=%20"),
    ]) { try resolution(location: $0.0, target: $0.1) }
  }

  func resolution(location: String, target: String) throws {
    #expect(try Self.next(location, from: "http://a/b/c/d;p?q")?.url.absoluteString == target)
  }

  @Test("an origin is a scheme, a host in any case, and a port", .cases)
  func origins() {
    eachCase(of: [
      ("http://a/", "http://A:80/x", true), ("https://a/", "https://a:443/x", true), ("https://a:8443/", "/x", true),
      ("http://a/", "https://a/", false),
      ("http://a/", "http://a:81/", false), ("http://a/", "http://b.a/", false), ("http://[::1]/", "http://[::1]:80/", true),
    ]) { try origins(source: $0.0, location: $0.1, isSame: $0.2) }
  }

  func origins(source: String, location: String, isSame: Bool) throws {
    let next = try #require(try Self.next(location, from: source))
    #expect(next.headers["X-Key"] == (isSame ? "secret" : nil))
    #expect((next.headers["Accept"] == "mine") == isSame)
    #expect((next.headers["Content-Type"] == "mine") == isSame)
    #expect(next.headers["Accept"]?.isEmpty == false && next.headers["Content-Type"]?.isEmpty == false)
  }

  @Test("whether a redirection is followed depends on the method", .cases)
  func statuses() {
    eachCase(of: 300...310) { try statuses(status: $0) }
  }

  func statuses(status: Int) throws {
    #expect((try Self.next("/x", from: "http://a/", status: status) != nil) == [301, 302, 303, 307, 308].contains(status))
    #expect((try Self.next("/x", from: "http://a/", status: status, method: "POST") != nil) == [307, 308].contains(status))
  }

  @Test("a target that must not be followed is an error", .cases)
  func refusal() {
    eachCase(of: ["http://a/", "ftp://a/", "https://u:p@a/", "https://u@b/", "https:///x", "//a:0/"]) { refusal(location: $0) }
  }

  func refusal(location: String) {
    #expect(throws: RelayError.self) { try Self.next(location, from: "https://a/") }
  }

  @Test("a body follows a redirection to another origin, unless the configuration forbids it", arguments: [307, 308])
  func bodies(status: Int) async throws {
    let bodies = Recorder<String>()
    let other = try LoopbackServer { peer in
      bodies.append(String(decoding: try peer.request().body, as: UTF8.self))
      try peer.respond(#"{"data":{}}"#)
    }
    let server = try LoopbackServer { peer in
      let target = try peer.request().target
      let location = target == "/here" ? "/graphql" : "http://127.0.0.1:\(other.port)/graphql"
      try peer.respond("", status: status, headers: "Location: \(location)\r\n")
    }
    defer { [server, other].forEach { $0.stop() } }
    for isAllowed in [true, false] {
      let transport = PlatformHTTPTransport(configuration: TransportConfiguration(sendsBodiesToOtherOrigins: isAllowed))
      for method in ["POST", "GET"] {
        var request = try Self.request(server.url().absoluteString, method: method)
        if method == "POST" { request.body = .bytes(Data("secret".utf8)) }
        if isAllowed || method == "GET" {
          #expect(try await transport.send(request).status == 200)
        } else {
          let error = await #expect(throws: RelayError.self) { _ = try await transport.send(request) }
          guard case .malformedResponse = error else {
            Issue.record("\(String(describing: error))")
            return
          }
        }
      }
      // The same origin gets the body in any case; it sends it on to the other one.
      var request = try Self.request("http://127.0.0.1:\(server.port)/here", method: "POST")
      request.body = .bytes(Data("moved".utf8))
      _ = try? await transport.send(request)
    }
    #expect(bodies.values == ["secret", "", "moved", ""])
  }

  @Test("credentials in the application's URL stay with their origin")
  func userInformation() throws {
    #expect(try Self.next("/x", from: "https://u:p@a/")?.url.absoluteString == "https://u:p@a/x")
    #expect(try Self.next("https://a/x", from: "https://u:p@a/")?.url.absoluteString == "https://a/x")
    #expect(throws: RelayError.self) { try Self.next("https://u:p@b/x", from: "https://u:p@a/") }
  }

  @Test("any target text results in a request or an error, never in a trap")
  func arbitraryTargets() {
    var generator = SplitMix(seed: SplitMix.seedOfThisRun)
    let alphabet = Array("ah:/?#[]@!$%&'()*+,;=\\ \u{0}\u{E9}<>{}|^`.0123~\"x")
    for _ in 0..<20_000 {
      let location = String((0..<Int.random(in: 0...16, using: &generator)).compactMap { _ in alphabet.randomElement(using: &generator) })
      for prefix in ["", "http://", "//"] {
        guard let next = try? Self.next(prefix + location, from: "https://a/") else { continue }
        #expect(next.url.scheme == "https", "\(prefix + location), seed \(generator.seed)")
      }
    }
  }

  @Test("a response head has a limit, whatever it consists of", .cases)
  func head() {
    eachCase(of: ["X: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n", "HTTP/1.1 103 Early Hints\r\n", "\r\n", " x\r\n"]) { head(line: $0) }
  }

  func head(line: String) {
    var parser = HTTPHeadParser()
    #expect(throws: RelayError.self) {
      _ = try parser.append(Data("HTTP/1.1 103 X\r\n".utf8))
      for _ in 0..<1_000_000 { _ = try parser.append(Data(line.utf8)) }
    }
  }

  @Test("the limit of a response's heads is exact, and counts those of interim responses")
  func headBoundary() throws {
    for excess in [0, 1] {
      var parser = HTTPHeadParser()
      var left = HTTPHeadParser.maximumSize + excess
      func line(_ text: String) throws {
        left -= text.utf8.count
        _ = try parser.append(Data(text.utf8))
      }
      try line("HTTP/1.1 103 Early Hints\r\n")
      try line("\r\n")
      try line("HTTP/1.1 200 OK\r\n")
      try line("A: \(String(repeating: "x", count: left - 7))\r\n")
      #expect(left == 2)
      if excess == 0 {
        #expect(try parser.append(Data("\r\n".utf8))?.status == 200)
      } else {
        #expect(throws: RelayError.self) { _ = try parser.append(Data("\r\n".utf8)) }
      }
    }
  }

  @Test("an upload follows a redirection to another origin like any body", arguments: [true, false])
  func uploads(isAllowed: Bool) async throws {
    let seen = Recorder<String>()
    let other = try LoopbackServer { peer in
      let request = try peer.request()
      seen.append("\(request.headers["Content-Type"] ?? "none"): \(String(decoding: request.body, as: UTF8.self))")
      try peer.respond(#"{"data":{}}"#)
    }
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.respond("", status: 307, headers: "Location: http://127.0.0.1:\(other.port)/graphql\r\n")
    }
    defer { [server, other].forEach { $0.stop() } }
    let folder = try TemporaryFolder("relay-form")
    let form = folder.url.appending(path: "form")
    try Data("--b--".utf8).write(to: form)
    var request = try Self.request(server.url().absoluteString, method: "POST")
    request.body = .file(form)
    request.headers["Content-Type"] = "multipart/form-data; boundary=b"
    let transport = PlatformHTTPTransport(configuration: TransportConfiguration(sendsBodiesToOtherOrigins: isAllowed))
    if isAllowed {
      #expect(try await transport.send(request).status == 200)
    } else {
      await #expect(throws: RelayError.self) { _ = try await transport.send(request) }
    }
    #expect(seen.values == (isAllowed ? ["multipart/form-data; boundary=b: --b--"] : []))
  }

  @Test("fields with the same name are combined, and a folded line continues the previous one")
  func fields() throws {
    var parser = HTTPHeadParser()
    var head: (status: Int, headers: HTTPNetwork.Headers)?
    for line in ["HTTP/1.1 100 Continue", "", "HTTP/2 200 ", "A: 1", "a:2", "B:", " x ", "no field", ""] {
      head = try parser.append(Data("\(line)\r\n".utf8)) ?? head
    }
    #expect(head?.status == 200)
    #expect(head?.headers == ["A": "1, 2", "B": " x"])
  }
}
