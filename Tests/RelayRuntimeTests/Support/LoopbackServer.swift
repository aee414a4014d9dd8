import Foundation

@testable import RelayRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server on a free port of the loopback interface. Each connection runs the handler on a separate thread and is closed afterwards.
final class LoopbackServer: Sendable {
  let port: Int
  private let listener: Listener

  /// Connections accepted so far.
  var connectionCount: Int { listener.count.withLock { $0 } }

  /// The ports of all servers so far. A client of an earlier test may still try to reach its server.
  private static let ports = Lock<Set<Int>>([])

  init(port requested: Int = 0, _ handler: @escaping @Sendable (Peer) throws -> Void) throws {
    // Kept until there is another, so that the system does not choose their ports again.
    var known: [CInt] = []
    defer { for descriptor in known { close(descriptor) } }
    var (listener, port) = try Self.openListener(requested)
    while requested == 0, !Self.ports.withLock({ $0.insert(port).inserted }) {
      known.append(listener)
      (listener, port) = try Self.openListener(0)
    }
    self.port = port
    self.listener = Listener(listener)
    Thread.detachNewThread { [listener = self.listener] in
      while let descriptor = listener.accept() {
        Thread.detachNewThread {
          let peer = Peer(descriptor: descriptor)
          try? handler(peer)
          close(descriptor)
        }
      }
      listener.close()
    }
  }

  /// - Returns: the descriptor of a socket that listens, and its port.
  private static func openListener(_ requested: Int) throws -> (CInt, Int) {
    #if canImport(Glibc)
      let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var reuse: CInt = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<CInt>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(requested).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, address, &length) == 0
      }
    }
    guard bound else { throw RelayError.unsupportedOperation("listening on the loopback interface: \(String(cString: strerror(errno)))") }
    return (listener, Int(in_port_t(bigEndian: address.sin_port)))
  }

  func stop() { listener.stop() }

  deinit { stop() }

  func url(_ scheme: String = "http") -> URL {
    URL(string: "\(scheme)://127.0.0.1:\(port)/graphql")!
  }

  /// The listening socket. After it has been closed, its number may be that of another socket, so it is closed once and not used afterwards.
  private final class Listener: Sendable {
    let count = Lock(0)
    private let descriptor: CInt
    private let isOpen = Lock(true)

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Waits for the next connection; nil when the server has been stopped.
    func accept() -> CInt? {
      #if canImport(Glibc)
        let connection = Glibc.accept(descriptor, nil, nil)
      #elseif canImport(Musl)
        let connection = Musl.accept(descriptor, nil, nil)
      #else
        let connection = Darwin.accept(descriptor, nil, nil)
      #endif
      guard connection >= 0 else { return nil }
      count.withLock { $0 += 1 }
      return connection
    }

    /// Ends `accept`.
    func stop() {
      #if canImport(Darwin)
        close()
      #else
        // The accepting thread closes it, which may still be using it.
        isOpen.withLock { if $0 { shutdown(descriptor, 2) } }
      #endif
    }

    func close() {
      self.isOpen.withLock { isOpen in
        guard isOpen else { return }
        isOpen = false
        #if canImport(Glibc)
          Glibc.close(descriptor)
        #elseif canImport(Musl)
          Musl.close(descriptor)
        #else
          Darwin.close(descriptor)
        #endif
      }
    }
  }
}

/// The server's end of a connection.
struct Peer {
  struct Closed: Error {}

  struct Request {
    var method: String
    var target: String
    var headers: HTTPNetwork.Headers
    var body: Data

    var json: JSON { (try? JSON(parsing: body)) ?? .null }
  }

  let descriptor: CInt

  func read() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { throw Closed() }
    return Array(buffer[..<count])
  }

  func write(_ bytes: some Collection<UInt8>) throws {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      #if canImport(Darwin)
        let flags: CInt = 0
      #else
        let flags = CInt(MSG_NOSIGNAL)
      #endif
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress! + written, bytes.count - written, flags) }
      guard count > 0 else { throw Closed() }
      written += count
    }
  }

  func write(_ text: String) throws { try self.write(text.utf8) }

  /// Reads one HTTP request.
  func request() throws -> Request {
    var bytes: [UInt8] = []
    let separator = Array("\r\n\r\n".utf8)
    var end: Int?
    while end == nil {
      bytes += try read()
      end = bytes.indices.dropLast(3).first { bytes[$0..<($0 + 4)].elementsEqual(separator) }
    }
    var lines = String(decoding: bytes[..<end!], as: UTF8.self).split(whereSeparator: \.isNewline)
    let words = lines.removeFirst().split(separator: " ")
    var headers = HTTPNetwork.Headers()
    for line in lines {
      let pair = line.split(separator: ":", maxSplits: 1)
      if pair.count == 2 { headers[String(pair[0])] = pair[1].trimmingCharacters(in: .whitespaces) }
    }
    var body = Array(bytes[(end! + 4)...])
    if headers["Expect"] != nil { try write("HTTP/1.1 100 Continue\r\n\r\n") }
    while body.count < Int(headers["Content-Length"] ?? "0")! { body += try read() }
    return Request(method: String(words[0]), target: String(words[1]), headers: headers, body: Data(body))
  }

  func respond(_ body: String, status: Int = 200, type: String = "application/json", headers: String = "") throws {
    try write(
      "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(headers)\r\n\(body)")
  }

  /// Starts a response whose body is sent with `chunk(_:)` and ended with `end()`.
  func startChunks(type: String) throws {
    try write("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
  }

  func chunk(_ text: String) throws {
    try write("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
  }

  func end() throws { try write("0\r\n\r\n") }
}
