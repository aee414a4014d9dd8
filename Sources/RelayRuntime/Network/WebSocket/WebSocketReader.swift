import Foundation

/// Reads the frames of one side of a connection, however they are split into pieces, and joins fragments (RFC 6455, sections 5.2 to 5.5).
///
/// It keeps the message being received, and of a frame only its header.
struct WebSocketReader {
  private struct Frame {
    var opcode: WebSocketFrame.Opcode
    var isFinal: Bool
    var count: Int
    var mask: [UInt8]?
    var received = 0
  }

  private let maximumMessage: Int
  private let acceptsMasked: Bool
  private var header: [UInt8] = []
  private var frame: Frame?
  private var control: [UInt8] = []
  private var message: Data?
  private var text: UTF8Check?

  /// - Parameters:
  ///   - maximumMessage: the longest accepted message, in bytes.
  ///   - acceptsMasked: whether frames may be masked. A server's frames must not be (section 5.1).
  init(maximumMessage: Int, acceptsMasked: Bool = false) {
    self.maximumMessage = maximumMessage
    self.acceptsMasked = acceptsMasked
  }

  /// Reads the next bytes.
  /// - Parameters:
  ///   - room: the longest message that there is currently room for, if that is less than the longest one accepted.
  ///   - batch: the total size of messages after which to stop.
  ///   - handle: called with each complete event, including those before an error.
  /// - Returns: the remaining bytes.
  /// - Throws: ``RelayError/webSocket(code:reason:)``, with the code for closing the connection, if the protocol is violated;
  ///   ``RelayError/responseTooLarge(limit:)`` for a message that is too long, as soon as a frame header shows it.
  @discardableResult
  mutating func append(
    _ bytes: [UInt8], room: Int = .max, batch: Int = .max, _ handle: (WebSocketEvent) throws -> Void
  ) throws -> ArraySlice<UInt8> {
    var handled = 0
    var rest = bytes[...]
    while true {
      if frame == nil {
        guard try readHeader(&rest, room: room) else { return rest }
      }
      guard var frame = self.frame else { return rest }
      let piece = rest.prefix(frame.count - frame.received)
      rest = rest.dropFirst(piece.count)
      try take(piece, of: frame)
      frame.received += piece.count
      guard frame.received == frame.count else {
        self.frame = frame
        return rest
      }
      self.frame = nil
      guard let event = try complete(frame) else { continue }
      if case .message(let message) = event { handled += message.count }
      try handle(event)
      if handled >= batch { return rest }
    }
  }

  /// - Returns: whether a header is complete.
  private mutating func readHeader(_ rest: inout ArraySlice<UInt8>, room: Int) throws -> Bool {
    while let byte = rest.popFirst() {
      header.append(byte)
      guard let frame = try parseHeader() else { continue }
      if frame.opcode.rawValue < 8 { try begin(frame, room: room) }
      header.removeAll(keepingCapacity: true)
      self.frame = frame
      return true
    }
    return false
  }

  /// The frame that the header announces; nil if the header is not complete.
  private func parseHeader() throws -> Frame? {
    let first = header[0]
    guard first & 0x70 == 0, let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else {
      throw RelayError.webSocket(code: CloseStatus.protocolError, reason: "unknown frame")
    }
    guard header.count >= 2 else { return nil }
    let second = header[1]
    let isFinal = first & 0x80 != 0
    let isMasked = second & 0x80 != 0
    if isMasked, !acceptsMasked { throw RelayError.webSocket(code: CloseStatus.protocolError, reason: "a masked frame") }
    var length = UInt64(second & 0x7F)
    if opcode.rawValue >= 8, length > 125 || !isFinal {
      throw RelayError.webSocket(code: CloseStatus.protocolError, reason: "malformed control frame")
    }
    let extra = length < 126 ? 0 : length == 126 ? 2 : 8
    guard header.count == 2 + extra + (isMasked ? 4 : 0) else { return nil }
    if extra > 0 {
      length = header[2..<(2 + extra)].reduce(0) { $0 << 8 | UInt64($1) }
      // Only the shortest form is valid, and the highest bit is 0 (section 5.2).
      guard length >= (extra == 2 ? 126 : 65_536), length >> 63 == 0 else {
        throw RelayError.webSocket(code: CloseStatus.protocolError, reason: "malformed length")
      }
    }
    let mask = isMasked ? Array(header.suffix(4)) : nil
    return Frame(opcode: opcode, isFinal: isFinal, count: Int(clamping: length), mask: mask)
  }

  /// Checks that a data frame is allowed now, and that its message is not too long.
  private mutating func begin(_ frame: Frame, room: Int) throws {
    guard (frame.opcode == .continuation) == (message != nil) else {
      throw RelayError.webSocket(code: CloseStatus.protocolError, reason: "fragments out of order")
    }
    let received = message?.count ?? 0
    guard frame.count <= min(maximumMessage, room) - received else {
      throw RelayError.responseTooLarge(limit: maximumMessage)
    }
    if frame.opcode == .continuation { return }
    message = Data()
    text = frame.opcode == .text ? UTF8Check() : nil
  }

  private mutating func take(_ piece: ArraySlice<UInt8>, of frame: Frame) throws {
    guard !piece.isEmpty else { return }
    var piece = piece
    if let mask = frame.mask {
      for (offset, index) in piece.indices.enumerated() { piece[index] ^= mask[(frame.received + offset) & 3] }
    }
    if frame.opcode.rawValue >= 8 {
      control += piece
      return
    }
    // The bytes are copied.
    unsafe piece.withUnsafeBytes { unsafe message?.append(contentsOf: $0) }
    if text?.append(piece) == false { throw Self.notText }
  }

  private mutating func complete(_ frame: Frame) throws -> WebSocketEvent? {
    switch frame.opcode {
    case .text, .binary, .continuation:
      guard frame.isFinal, let message = self.message else { return nil }
      if text?.isComplete == false { throw Self.notText }
      (self.message, text) = (nil, nil)
      return .message(message)
    case .ping, .pong, .close:
      let payload = control
      control = []
      return switch frame.opcode {
      case .ping: .ping(payload)
      case .pong: .pong(payload)
      default: try Self.closure(payload)
      }
    }
  }

  /// The contents of a close frame (sections 5.5.1 and 7.4).
  private static func closure(_ payload: [UInt8]) throws -> WebSocketEvent {
    if payload.isEmpty { return .close(code: CloseStatus.noCode, reason: "") }
    guard payload.count >= 2 else { throw RelayError.webSocket(code: CloseStatus.protocolError, reason: "half a close code") }
    let code = Int(payload[0]) << 8 | Int(payload[1])
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: throw RelayError.webSocket(code: CloseStatus.protocolError, reason: "close code \(code)")
    }
    guard let reason = String(exactly: payload[2...]) else { throw Self.notText }
    return .close(code: code, reason: reason)
  }

  private static var notText: RelayError { .webSocket(code: CloseStatus.invalidText, reason: "text that is not UTF-8") }
}

extension String {
  /// The text of UTF-8 bytes, or `nil` if they are not UTF-8. The standard library's own initializer requires macOS 15 or iOS 18.
  fileprivate init?(exactly bytes: ArraySlice<UInt8>) {
    // Invalid bytes are decoded as U+FFFD, whose bytes differ from them.
    var text = String(decoding: bytes, as: UTF8.self)
    // They are only compared, and there are as many of both.
    let isSame = unsafe bytes.withUnsafeBytes { received in
      text.withUTF8 { decoded in
        guard decoded.count == received.count else { return false }
        guard let left = decoded.baseAddress, let right = received.baseAddress else { return true }
        return unsafe memcmp(left, right, received.count) == 0
      }
    }
    guard isSame else { return nil }
    self = text
  }
}

/// Checks text that arrives in pieces, which may split a character.
private struct UTF8Check {
  /// The beginning of an incomplete character.
  private var beginning: [UInt8] = []

  var isComplete: Bool { beginning.isEmpty }

  /// - Returns: whether the text is UTF-8 so far.
  mutating func append(_ piece: ArraySlice<UInt8>) -> Bool {
    var piece = piece
    // The rest of a character that began in the previous piece.
    while !beginning.isEmpty, let byte = piece.popFirst() {
      beginning.append(byte)
      guard Self.mayBegin(beginning) else { return false }
      if beginning.count < Self.length(beginning[0]) { continue }
      guard String(exactly: beginning[...]) != nil else { return false }
      beginning = []
    }
    guard beginning.isEmpty else { return true }
    // An incomplete last character is left for the next piece.
    var end = piece.endIndex
    for index in piece.indices.suffix(3).reversed() where piece[index] & 0xC0 != 0x80 {
      if piece.endIndex - index < Self.length(piece[index]) { end = index }
      break
    }
    guard String(exactly: piece[..<end]) != nil else { return false }
    beginning = Array(piece[end...])
    return Self.mayBegin(beginning)
  }

  /// Whether a character can start with these bytes. An error is found at the same byte, however the text is split (Unicode, table 3-7).
  private static func mayBegin(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 1 else { return true }
    let second: ClosedRange<UInt8> =
      switch bytes[0] {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    return second.contains(bytes[1]) && bytes.dropFirst(2).allSatisfy { (0x80...0xBF).contains($0) }
  }

  /// The number of bytes of a character that starts with `byte`; 1 if no character does.
  private static func length(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
