import Foundation
import PhotoDigest

#if canImport(Glibc)
  import Glibc
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  import Darwin
  private let streamSocket = SOCK_STREAM
#endif

/// As little of an HTTP server as an example needs: a request for each connection, without a body. Use a web framework instead.
struct Listener {
  struct Failure: Error {
    let call: String
    let code = errno
  }

  private let descriptor: Int32
  let port: UInt16

  /// - Parameter port: 0 takes a free one.
  init(port: UInt16) throws {
    descriptor = socket(AF_INET, streamSocket, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket") }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 128) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(call: "bind") }
    self.port = UInt16(bigEndian: address.sin_port)
  }

  /// Accepts connections for ever. Reading blocks a thread of the queue, and not one of Swift's tasks.
  func run(_ respond: @escaping @Sendable (ServiceRequest) async -> ServiceResponse) -> Never {
    signal(SIGPIPE, SIG_IGN)
    let queue = DispatchQueue(label: "connections", attributes: .concurrent)
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { continue }
      queue.async {
        guard let request = Self.read(connection) else {
          close(connection)
          return
        }
        Task {
          let response = await respond(request)
          Self.write(response, to: connection)
        }
      }
    }
  }

  /// Reads a request's head, of at most 16 kB within five seconds.
  private static func read(_ connection: Int32) -> ServiceRequest? {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var head = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while head.range(of: Data("\r\n\r\n".utf8)) == nil {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0, head.count + count <= 16 << 10 else { return nil }
      head.append(contentsOf: buffer[..<count])
    }
    var lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines.removeFirst().split(separator: " ")
    guard words.count == 3 else { return nil }
    let fields = lines.compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    return ServiceRequest(method: String(words[0]), path: String(words[1]), headers: Dictionary(fields) { first, _ in first })
  }

  private static func write(_ response: ServiceResponse, to connection: Int32) {
    var bytes = Data(
      "HTTP/1.1 \(response.status) \nContent-Type: application/json\nContent-Length: \(response.body.count)\nConnection: close\n\n"
        .replacing("\n", with: "\r\n").utf8)
    bytes.append(response.body)
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { break }
      bytes.removeFirst(count)
    }
    close(connection)
  }
}
