import Foundation

/// The opening handshake of a WebSocket client (RFC 6455, section 4.1).
struct WebSocketHandshake {
  let url: URL
  let subprotocol: String
  let headers: HTTPHeaders
  let key: String

  init(url: URL, subprotocol: String, headers: HTTPHeaders) {
    self.url = url
    self.subprotocol = subprotocol
    self.headers = headers
    self.key = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
  }

  /// The request's bytes. Line breaks in header fields are dropped, so that no value can add a field.
  func request() -> [UInt8] {
    let components = URLComponents(url: self.url, resolvingAgainstBaseURL: true)
    var target = components?.percentEncodedPath ?? "/"
    if target.isEmpty { target = "/" }
    if let query = components?.percentEncodedQuery { target += "?\(query)" }
    var host = self.url.host ?? ""
    if host.contains(":") { host = "[\(host)]" }
    if let port = self.url.port { host += ":\(port)" }
    var lines = [
      "GET \(target) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: \(self.key)",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: \(self.subprotocol)",
    ]
    for (name, value) in self.headers {
      lines.append("\(name): \(value)".filter { !$0.isNewline })
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Checks the server's answer, the bytes before the blank line.
  func verify(_ head: [UInt8]) throws {
    var lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
    let status = lines.isEmpty ? "" : String(lines.removeFirst())
    let words = status.split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/"), let code = Int(words[1]) else {
      throw RelayError.webSocket(code: 1002, reason: "the server does not speak HTTP")
    }
    guard code == 101 else { throw RelayError.http(status: code, body: "") }
    var headers = HTTPHeaders()
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...]
      headers[String(line[..<colon])] = value.trimmingCharacters(in: .whitespaces)
    }
    guard headers["Sec-WebSocket-Accept"] == Self.accept(forKey: self.key) else {
      throw RelayError.webSocket(code: 1002, reason: "the server did not answer the WebSocket handshake")
    }
    guard headers["Sec-WebSocket-Protocol"] == self.subprotocol else {
      throw RelayError.webSocket(code: 4406, reason: "the server does not speak \(self.subprotocol)")
    }
  }

  /// What a server answers to `key`.
  static func accept(forKey key: String) -> String {
    Data(SHA1.digest(of: Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))).base64EncodedString()
  }
}

/// SHA-1 (FIPS 180-4): what the WebSocket handshake proves itself with, no matter of security.
enum SHA1 {
  static func digest(of message: [UInt8]) -> [UInt8] {
    var padded = message
    padded.append(0x80)
    padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
    let bitCount = UInt64(message.count) &* 8
    for shift in stride(from: 56, through: 0, by: -8) { padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift))) }

    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    for block in stride(from: 0, to: padded.count, by: 64) {
      var words = (0..<16).map { index in
        padded[(block + index * 4)..<(block + index * 4 + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<80 {
        words.append(Self.rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for index in 0..<80 {
        let (mix, constant): (UInt32, UInt32) =
          switch index {
          case ..<20: ((b & c) | (~b & d), 0x5a82_7999)
          case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
          case ..<60: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        (a, b, c, d, e) = (Self.rotate(a, 5) &+ mix &+ e &+ constant &+ words[index], a, Self.rotate(b, 30), c, d)
      }
      for (index, value) in [a, b, c, d, e].enumerated() { state[index] = state[index] &+ value }
    }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 {
    value << count | value >> (32 - count)
  }
}
