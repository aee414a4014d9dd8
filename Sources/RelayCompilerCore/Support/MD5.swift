/// MD5 (RFC 1321).
struct MD5: MessageDigest {
  static var lengthIsBigEndian: Bool { false }
  private var a: UInt32 = 0x6745_2301
  private var b: UInt32 = 0xefcd_ab89
  private var c: UInt32 = 0x98ba_dcfe
  private var d: UInt32 = 0x1032_5476

  init() {}

  mutating func absorb(_ block: ArraySlice<UInt8>) {
    var (a, b, c, d) = (self.a, self.b, self.c, self.d)
    let constants = Self.constants
    unsafe block.withUnsafeBytes { bytes in
      // Sound: a block has 64 bytes, and every four of them are a number.
      func word(_ index: Int) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: (index & 15) * 4, as: UInt32.self))
      }
      // Four steps at a time, with the shifts of each round as constants.
      for index in stride(from: 0, to: 16, by: 4) {
        Self.step(&a, b, d ^ b & (c ^ d), word(index) &+ constants[index], 7)
        Self.step(&d, a, c ^ a & (b ^ c), word(index + 1) &+ constants[index + 1], 12)
        Self.step(&c, d, b ^ d & (a ^ b), word(index + 2) &+ constants[index + 2], 17)
        Self.step(&b, c, a ^ c & (d ^ a), word(index + 3) &+ constants[index + 3], 22)
      }
      for index in stride(from: 16, to: 32, by: 4) {
        Self.step(&a, b, c ^ d & (b ^ c), word(5 * index + 1) &+ constants[index], 5)
        Self.step(&d, a, b ^ c & (a ^ b), word(5 * index + 6) &+ constants[index + 1], 9)
        Self.step(&c, d, a ^ b & (d ^ a), word(5 * index + 11) &+ constants[index + 2], 14)
        Self.step(&b, c, d ^ a & (c ^ d), word(5 * index + 16) &+ constants[index + 3], 20)
      }
      for index in stride(from: 32, to: 48, by: 4) {
        Self.step(&a, b, b ^ c ^ d, word(3 * index + 5) &+ constants[index], 4)
        Self.step(&d, a, a ^ b ^ c, word(3 * index + 8) &+ constants[index + 1], 11)
        Self.step(&c, d, d ^ a ^ b, word(3 * index + 11) &+ constants[index + 2], 16)
        Self.step(&b, c, c ^ d ^ a, word(3 * index + 14) &+ constants[index + 3], 23)
      }
      for index in stride(from: 48, to: 64, by: 4) {
        Self.step(&a, b, c ^ (b | ~d), word(7 * index) &+ constants[index], 6)
        Self.step(&d, a, b ^ (a | ~c), word(7 * index + 7) &+ constants[index + 1], 10)
        Self.step(&c, d, a ^ (d | ~b), word(7 * index + 14) &+ constants[index + 2], 15)
        Self.step(&b, c, d ^ (c | ~a), word(7 * index + 21) &+ constants[index + 3], 21)
      }
    }
    self.a &+= a
    self.b &+= b
    self.c &+= c
    self.d &+= d
  }

  @inline(__always)
  private static func step(_ a: inout UInt32, _ b: UInt32, _ mix: UInt32, _ addend: UInt32, _ shift: UInt32) {
    a = b &+ rotatedLeft(a &+ mix &+ addend, by: shift)
  }

  var digest: [UInt8] { bigEndianBytes([a.byteSwapped, b.byteSwapped, c.byteSwapped, d.byteSwapped]) }

  /// floor(2^32 × |sin(i + 1)|)
  private static let constants: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]
}
