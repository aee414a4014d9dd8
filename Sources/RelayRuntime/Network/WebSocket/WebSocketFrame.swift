/// A WebSocket frame (RFC 6455, section 5.2).
struct WebSocketFrame: Equatable {
  enum Opcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA
  }

  var isFinal = true
  var opcode: Opcode
  var payload: [UInt8]

  /// A close frame with a status code and a reason.
  static func close(code: Int, reason: String) -> WebSocketFrame {
    let code = UInt16(clamping: code)
    let text = reason.utf8.prefix(123)
    return WebSocketFrame(opcode: .close, payload: [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)] + Array(text))
  }

  /// The code and reason of a close frame; 1005 stands for a frame without a code (section 7.1.5).
  var closure: (code: Int, reason: String) {
    guard self.payload.count >= 2 else { return (1005, "") }
    return (Int(self.payload[0]) << 8 | Int(self.payload[1]), String(decoding: self.payload[2...], as: UTF8.self))
  }

  /// The frame's bytes; a client masks its frames, a server does not (section 5.3).
  func encoded(mask: [UInt8]?) -> [UInt8] {
    var bytes: [UInt8] = [(self.isFinal ? 0x80 : 0) | self.opcode.rawValue]
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    switch self.payload.count {
    case ..<126: bytes.append(maskBit | UInt8(self.payload.count))
    case ..<65_536: bytes += [maskBit | 126, UInt8(self.payload.count >> 8), UInt8(truncatingIfNeeded: self.payload.count)]
    default:
      bytes.append(maskBit | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: UInt64(self.payload.count) >> UInt64(shift)))
      }
    }
    guard let mask, mask.count == 4 else { return bytes + self.payload }
    bytes += mask
    for (index, byte) in self.payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
    return bytes
  }
}

/// Cuts received bytes into frames.
struct WebSocketFrameParser {
  private var buffer: [UInt8] = []
  private let maximumPayload: Int

  private let acceptsMasked: Bool

  /// - Parameters:
  ///   - maximumPayload: the longest payload that is accepted, in bytes.
  ///   - acceptsMasked: whether frames may be masked; those of a server must not be (RFC 6455, section 5.1).
  init(maximumPayload: Int, acceptsMasked: Bool = false) {
    self.maximumPayload = maximumPayload
    self.acceptsMasked = acceptsMasked
  }

  /// Takes the next bytes and returns the frames that they complete.
  /// - Throws: ``RelayError/webSocket(code:reason:)`` with the code to close the connection with, for what the protocol forbids.
  mutating func append(_ bytes: some Sequence<UInt8>) throws -> [WebSocketFrame] {
    self.buffer += bytes
    var frames: [WebSocketFrame] = []
    var consumed = 0
    while let (frame, length) = try self.frame(at: consumed) {
      frames.append(frame)
      consumed += length
    }
    if consumed > 0 { self.buffer.removeSubrange(..<consumed) }
    return frames
  }

  private func frame(at start: Int) throws -> (WebSocketFrame, Int)? {
    let available = self.buffer.count - start
    guard available >= 2 else { return nil }
    let (first, second) = (self.buffer[start], self.buffer[start + 1])
    guard first & 0x70 == 0, let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else {
      throw RelayError.webSocket(code: 1002, reason: "unknown frame")
    }
    let isControl = opcode.rawValue >= 8
    var (header, length) = (2, UInt64(second & 0x7F))
    if isControl, length > 125 || first & 0x80 == 0 { throw RelayError.webSocket(code: 1002, reason: "malformed control frame") }
    if length >= 126 {
      let extra = length == 126 ? 2 : 8
      guard available >= header + extra else { return nil }
      length = self.buffer[(start + header)..<(start + header + extra)].reduce(0) { $0 << 8 | UInt64($1) }
      header += extra
    }
    guard length <= UInt64(clamping: self.maximumPayload) else { throw RelayError.webSocket(code: 1009, reason: "message too long") }
    let isMasked = second & 0x80 != 0
    if isMasked, !self.acceptsMasked { throw RelayError.webSocket(code: 1002, reason: "a masked frame") }
    if isMasked { header += 4 }
    let count = Int(length)
    guard available >= header + count else { return nil }
    var payload = Array(self.buffer[(start + header)..<(start + header + count)])
    if isMasked {
      let mask = Array(self.buffer[(start + header - 4)..<(start + header)])
      for index in payload.indices { payload[index] ^= mask[index & 3] }
    }
    return (WebSocketFrame(isFinal: first & 0x80 != 0, opcode: opcode, payload: payload), header + count)
  }
}

/// Joins fragmented messages (RFC 6455, section 5.4).
struct WebSocketMessageAssembler {
  private var fragments: [UInt8]?
  private let maximumPayload: Int

  init(maximumPayload: Int) {
    self.maximumPayload = maximumPayload
  }

  /// Takes a data frame and returns the message that it completes.
  mutating func append(_ frame: WebSocketFrame) throws -> [UInt8]? {
    let isContinuation = frame.opcode == .continuation
    guard isContinuation == (self.fragments != nil) else {
      throw RelayError.webSocket(code: 1002, reason: "fragments out of order")
    }
    if !isContinuation && frame.isFinal { return frame.payload }
    var message = self.fragments ?? []
    self.fragments = nil
    guard frame.payload.count <= self.maximumPayload - message.count else {
      throw RelayError.webSocket(code: 1009, reason: "message too long")
    }
    message += frame.payload
    if frame.isFinal { return message }
    self.fragments = message
    return nil
  }
}
