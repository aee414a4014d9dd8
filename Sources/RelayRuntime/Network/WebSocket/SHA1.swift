/// SHA-1 (RFC 6234): for ids of persisted queries, and because the WebSocket handshake requires it, though not for security.
struct SHA1: MessageDigest {
  static var lengthIsBigEndian: Bool { true }
  private var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]

  init() {}

  mutating func absorb(_ block: ArraySlice<UInt8>) {
    var schedule = bigEndianWords(block)
    schedule.reserveCapacity(80)
    for index in 16..<80 {
      schedule.append(
        rotatedLeft(schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16], by: 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for round in 0..<80 {
      let mix: UInt32
      let constant: UInt32
      switch round / 20 {
      case 0: (mix, constant) = (b & c | ~b & d, 0x5a82_7999)
      case 1: (mix, constant) = (b ^ c ^ d, 0x6ed9_eba1)
      case 2: (mix, constant) = (b & c | b & d | c & d, 0x8f1b_bcdc)
      default: (mix, constant) = (b ^ c ^ d, 0xca62_c1d6)
      }
      let sum = rotatedLeft(a, by: 5) &+ mix &+ e &+ constant &+ schedule[round]
      (e, d, c, b, a) = (d, c, rotatedLeft(b, by: 30), a, sum)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  var digest: [UInt8] { bigEndianBytes(state) }
}
