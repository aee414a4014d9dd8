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
    var text = reason.prefix(123)
    // Cut between characters: the reason is UTF-8 (section 5.5.1).
    while text.utf8.count > 123 { text.removeLast() }
    return WebSocketFrame(opcode: .close, payload: [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)] + Array(text.utf8))
  }

  /// The frame's bytes; a client masks its frames, a server does not (section 5.3).
  func encoded(mask: [UInt8]?) -> [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode.rawValue]
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ..<126: bytes.append(maskBit | UInt8(payload.count))
    case ..<65_536: bytes += [maskBit | 126, UInt8(payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
    default:
      bytes.append(maskBit | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: UInt64(payload.count) >> UInt64(shift)))
      }
    }
    guard let mask, mask.count == 4 else { return bytes + payload }
    bytes.reserveCapacity(bytes.count + 4 + payload.count)
    bytes += mask
    let start = bytes.count
    bytes += payload
    // Each word is eight bytes before the end, and the mask twice is a word.
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var index = start
      let word = unsafe (mask + mask).withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt64.self) }
      while index + 8 <= bytes.count {
        let masked = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ word
        unsafe bytes.storeBytes(of: masked, toByteOffset: index, as: UInt64.self)
        index += 8
      }
      for index in index..<bytes.count { unsafe bytes[index] ^= mask[(index - start) & 3] }
    }
    return bytes
  }
}
