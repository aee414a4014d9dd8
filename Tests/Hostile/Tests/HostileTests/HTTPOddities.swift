import Foundation
import Testing

extension Hostile {
  @Suite("HTTP oddities")
  struct HTTPOddities {
    @Test(
      "an answer that is none is an error",
      arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"data\": {\"hello\": \"world\"}}",
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"data\": {\"hello\": \"world\"}}",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{\"data\": {\"hello\": \"wor",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n{",
        "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 6\r\n\r\n<html>",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip, gzip, gzip, gzip, gzip, gzip, gzip, gzip\r\nContent-Length: 1\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n{",
        "HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 0 X\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 -200 X\r\n\r\n",
        "HTTP/9.9 200 OK\r\n\r\n",
        "HTTP/1.1\r\n\r\n", "hello", "\r\n\r\n", "",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-16\r\nContent-Length: 4\r\n\r\n{\u{0}}\u{0}",
        "HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n{\"data\": {\"hello\": \"world\"}}\r\n--b",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      ])
    func malformed(answer: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("query", server.url("raw/\(answer.inPath)"), "\(limit)", "3000")
      #expect(client.outcome == "error", "\(client)")
      #expect(client.work < 5)
    }

    @Test(
      "a server that falls silent is given up", arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"])
    func silence(beginning: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("query", server.url("silence/\(beginning.inPath)"), "\(limit)", "1000")
      #expect(client.error.contains("timed out") || client.error.contains("nothing came") || client.error.contains("-1001"), "\(client)")
      #expect(client.work < 5)
    }

    #if os(Linux)
      @Test("a search for a host that never ends keeps nobody longer than the timeout, or than until the request is cancelled")
      func hangingSearch() async throws {
        let late = try await Client.run("search", "http://server.hanging/graphql", "\(limit)", "1000", preloading: "HangingHosts")
        #expect(late.error.contains("timed out") || late.error.contains("nothing came") || late.error.contains("-1001"), "\(late)")
        let cancelled = try await Client.run("cancelledSearch", "http://server.hanging/graphql", "300", preloading: "HangingHosts")
        #expect(cancelled.error == "CancellationError()", "\(cancelled)")
        // Other searches work meanwhile.
        let server = try Server("http_server")
        let client = try await Client.run("hello", server.url("hello"), preloading: "HangingHosts")
        #expect(client.outcome == "world", "\(client)")
      }
    #endif

    @Test("a request that is cancelled leaves nothing behind", arguments: ["silence/", "endless/200", "eventLine", "chunkExtension"])
    func cancellation(path: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("cancel", server.url(path), "300")
      #expect(client.error == "CancellationError()", "\(client)")
      #expect(client.work < 5)
      #expect(client.descriptors <= 8, "\(client)")
      #expect(client.threads <= 4, "\(client)")
    }

    @Test(
      "a server sets no wait that is longer than the policy's",
      arguments: ["1e18", "inf", "nan", "-5", "x", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func retry(value: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("retry", server.url("busy/\(value.inPath)"))
      #expect(client.outcome == "world", "\(client)")
      #expect(client.work < 5)
    }

    @Test(
      "a server cannot make a subscription reconnect in quick succession",
      arguments: ["0", "-1", "0x0", "1e-9", "nan", "Thu, 01 Jan 1970 00:00:00 GMT"])
    func reconnects(value: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("reconnects", server.url("alwaysBusy/\(value.inPath)"), "3000")
      // At 0, 0.5 and 1.5 s, or later.
      #expect(Int(client.outcome).map { (1...3).contains($0) } == true, "\(client)")
    }

    @Test(
      "no mutation of a batch is executed twice",
      arguments: [
        (200, #"{"data":{"send":"done"}}"#), (200, #"[{"data":{"send":"done"}},{"data":"#), (200, "<html>"), (200, ""), (302, ""),
        (400, #"[{"data":{"send":"done"}}"#), (400, #"{"data":{"send":"done"},"errors":[{"message":"x"}]}"#), (500, ""), (503, ""),
      ])
    func batches(status: Int, body: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("batch", server.url("oddBatch/\(status)/\(body.inPath)"))
      #expect(client.outcome == "2", "\(client)")
    }

    @Test("however many requests there are, each ends, with few threads and descriptors")
    func many() async throws {
      let server = try Server("http_server")
      let client = try await Client.run("many", server.url("oddBatch/200/"), "2000")
      #expect(client.outcome == "2000 of 2000", "\(client)")
      #expect(client.threads <= 8, "\(client)")
      #expect(client.descriptors <= 200, "\(client)")
    }

    @Test(
      "header fields that end their line are refused",
      arguments: [("X", "a\r\nY: b"), ("X", "a\nY: b"), ("X\r\nY: b", "c"), ("X Y", "c"), ("", "c"), ("X:", "c")])
    func injection(name: String, value: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("header", server.url("hello"), name, value)
      #expect(client.error.hasPrefix("unsupportedOperation"), "\(client)")
    }

    @Test("white space after a delimiter takes linear time")
    func padding() async throws {
      let server = try Server("http_server")
      let client = try await Client.run("query", server.url("padding"), "\(limit)")
      #expect(client.outcome == "world", "\(client)")
      #expect(client.work < 6, "\(client)")
    }

    @Test(
      "the form of an upload is the user's alone, and goes with the request",
      arguments: [("late", "answered"), ("endless/500", "answered"), ("silence/", "cancelled")])
    func upload(path: String, outcome: String) async throws {
      let server = try Server("http_server")
      let client = try await Client.run("upload", server.url(path), outcome)
      #expect(client.outcome == "600, 0 left", "\(client)")
    }
  }
}
