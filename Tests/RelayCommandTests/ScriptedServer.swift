import Foundation

@testable import relay

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server on a free port of the loopback interface that answers each request with the bytes that a test gives it.
final class ScriptedServer: Sendable {
  struct Request: Sendable {
    var head: String
    var body: String

    /// The member `query` of the body.
    var query: String {
      let json = (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]
      return json?["query"] as? String ?? ""
    }
  }

  struct Unavailable: Error {}

  let port: Int
  private let descriptor: CInt
  private let received = Lock<[Request]>([])
  /// Connections that are held open without an answer.
  private let held = Lock<[CInt]>([])

  var requests: [Request] { received.withLock { $0 } }
  var url: String { "http://127.0.0.1:\(port)/graphql" }

  /// - Parameter respond: the whole response, as sent; nil to hold the connection open without one.
  init(_ respond: @escaping @Sendable (Request) -> String?) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listening = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listening, address, length) == 0 && listen(listening, 16) == 0 && getsockname(listening, address, &length) == 0
      }
    }
    guard isBound else { throw Unavailable() }
    port = Int(in_port_t(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listening, nil, nil)
        guard connection >= 0 else { return }
        self?.serve(connection, respond)
      }
    }
  }

  deinit {
    shutdown(descriptor, CInt(2))
    close(descriptor)
    for connection in held.withLock({ $0 }) { close(connection) }
  }

  private func serve(_ connection: CInt, _ respond: (Request) -> String?) {
    guard let request = Self.request(from: connection) else {
      close(connection)
      return
    }
    received.withLock { $0.append(request) }
    guard let response = respond(request) else {
      held.withLock { $0.append(connection) }
      return
    }
    var bytes = Array(response.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { break }
      bytes = bytes.dropFirst(count)
    }
    close(connection)
  }

  /// Reads up to the end of the body, whose length the head says.
  private static func request(from connection: CInt) -> Request? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let head = String(text[..<end.lowerBound])
        let length = head.firstMatch(of: /(?i)content-length: *([0-9]+)/).flatMap { Int($0.1) } ?? 0
        let body = String(text[end.upperBound...])
        if body.utf8.count >= length { return Request(head: head, body: body) }
      }
      let count = recv(connection, &part, part.count, 0)
      guard count > 0 else { return nil }
      bytes += part[..<count]
    }
  }

  static func response(status: String = "200 OK", type: String = "application/json", headers: String = "", _ body: String) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(headers)\r\n\(body)"
  }
}
