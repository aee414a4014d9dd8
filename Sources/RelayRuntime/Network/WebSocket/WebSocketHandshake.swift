import Foundation

/// The opening handshake of a WebSocket client (RFC 6455, section 4.1).
struct WebSocketHandshake {
  let url: URL
  let subprotocol: String
  let headers: HTTPNetwork.Headers
  let key: String

  init(url: URL, subprotocol: String, headers: HTTPNetwork.Headers) {
    self.url = url
    self.subprotocol = subprotocol
    self.headers = headers
    key = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
  }

  /// The request's bytes.
  /// - Throws: ``RelayError/unsupportedOperation(_:)`` for invalid header fields or an invalid host.
  func request() throws -> [UInt8] {
    try Self.validate(headers)
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    var target = components?.percentEncodedPath ?? "/"
    if target.isEmpty { target = "/" }
    if let query = components?.percentEncodedQuery { target += "?\(query)" }
    var host = url.host ?? ""
    guard host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw RelayError.unsupportedOperation("the URL's host is not valid") }
    if host.contains(":") { host = "[\(host)]" }
    if let port = url.port { host += ":\(port)" }
    var lines = [
      "GET \(target) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: \(key)",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: \(subprotocol)",
    ]
    for (name, value) in headers { lines.append("\(name): \(value)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Checks header fields for a handshake.
  /// - Throws: ``RelayError/unsupportedOperation(_:)`` for a field that belongs to the handshake itself, and for one that would not be a
  ///   single field (RFC 9110, sections 5.5 and 5.6.2).
  static func validate(_ headers: HTTPNetwork.Headers) throws {
    for (name, value) in headers {
      guard name.utf8.isHTTPToken else {
        throw RelayError.unsupportedOperation("'\(name)' cannot be the name of a header field of a WebSocket")
      }
      let lowercased = name.lowercased()
      guard !Self.ownFields.contains(lowercased), !lowercased.hasPrefix("sec-websocket-") else {
        throw RelayError.unsupportedOperation("the header field \(name) belongs to the WebSocket handshake and cannot be set")
      }
      // The error omits the value, which may be a secret.
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw RelayError.unsupportedOperation("the value of the header field \(name) has a line break or another control character")
      }
    }
  }

  /// The fields that determine where a message goes and where it ends.
  private static let ownFields: Set<String> = [
    "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// Checks the server's answer (RFC 6455, section 4.1).
  /// - Parameter head: the bytes up to and including the blank line.
  /// - Throws: ``RelayError/http(status:body:)`` if the server refuses, ``RelayError/webSocket(code:reason:)`` if its answer is not
  ///   valid.
  /// - Returns: the answer's header fields. Values with the same name are joined by commas (RFC 9110, section 5.3).
  @discardableResult
  func verify(_ head: [UInt8]) throws -> HTTPNetwork.Headers {
    var lines = try Self.lines(of: head)[...]
    guard let status = lines.popFirst(), status.starts(with: "HTTP/1.".utf8), let code = Self.status(status.dropFirst(9)) else {
      throw Self.failure("the server does not speak HTTP/1.1")
    }
    guard code == 101 else { throw RelayError.http(status: code, body: "") }
    guard status.starts(with: "HTTP/1.1 ".utf8) else { throw Self.failure("the server does not speak HTTP/1.1") }
    let fields = try lines.map(Self.field)
    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
    func only(_ name: String) throws -> String? {
      let values = values(name)
      guard values.count <= 1 else { throw Self.failure("the server's answer has the header field \(name) more than once") }
      return values.first
    }
    guard try only("upgrade")?.asciiLowercased.hasSameBytes(as: "websocket") == true else {
      throw Self.failure("the server does not upgrade to a WebSocket")
    }
    let options = values("connection").flatMap { $0.pieces(at: UInt8(ascii: ",")) }.map(\.asciiTrimmed.asciiLowercased)
    guard options.contains(where: { $0.hasSameBytes(as: "upgrade") }) else {
      throw Self.failure("the server does not upgrade the connection")
    }
    guard try only("sec-websocket-accept")?.hasSameBytes(as: Self.accept(forKey: key)) == true else {
      throw Self.failure("the server did not answer the WebSocket handshake")
    }
    guard values("sec-websocket-extensions").isEmpty else {
      throw Self.failure("the server uses an extension that it was not asked for")
    }
    let chosen = try only("sec-websocket-protocol")
    guard chosen?.hasSameBytes(as: subprotocol) == true else { throw Self.refusal(of: subprotocol, chosen: chosen) }
    var headers = HTTPNetwork.Headers.Builder()
    for (name, value) in fields { headers.add(name, value) }
    return headers.headers
  }

  /// The error for a server that accepted no subprotocol, or a different one.
  static func refusal(of subprotocol: String, chosen: String?) -> RelayError {
    if subprotocol == GraphQLTransportWSClient.subprotocol {
      if chosen?.hasSameBytes(as: OlderProtocol.subprotocol) == true { return OlderProtocol.error }
      if chosen == nil { return OlderProtocol.possibleError }
    }
    return .webSocket(code: CloseStatus.subprotocolNotAcceptable, reason: "the server does not speak \(subprotocol)")
  }

  private static func failure(_ reason: String) -> RelayError { .webSocket(code: CloseStatus.protocolError, reason: reason) }

  /// The lines before the blank one, each of which ends with CR and LF. They contain no other control characters (RFC 9112, section 2.2).
  private static func lines(of head: [UInt8]) throws -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = head[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      guard line.last == UInt8(ascii: "\r"), line.dropLast().allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw Self.failure("the server's answer has a malformed line")
      }
      if line.count == 1 { return lines }
      lines.append(line.dropLast())
    }
    throw Self.failure("the server's answer has no end")
  }

  /// The three digits after the version in a status line (RFC 9112, section 4).
  private static func status(_ text: ArraySlice<UInt8>) -> Int? {
    let digits = text.prefix(3)
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }), [nil, 0x20].contains(text.dropFirst(3).first) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// A header field, with its name in lower case (RFC 9112, section 5: no space before the colon, no folded lines).
  private static func field(_ line: ArraySlice<UInt8>) throws -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].isHTTPToken else {
      throw Self.failure("the server's answer has a malformed header field")
    }
    let value = String(decoding: line[(colon + 1)...], as: UTF8.self).asciiTrimmed
    return (String(decoding: line[..<colon], as: UTF8.self).asciiLowercased, value)
  }

  /// The server's answer to `key`.
  static func accept(forKey key: String) -> String {
    Data(SHA1.digest(of: Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))).base64EncodedString()
  }
}
