import RelaySQLite
import Testing

@Suite struct CRC32CTests {
  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32C()
    checksum.add(bytes)
    return checksum.value
  }

  /// The values of RFC 3720, appendix B.4.
  @Test func knownValues() {
    #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(checksum([UInt8](0..<32)) == 0x46DD_794E)
    #expect(checksum([UInt8]("123456789".utf8)) == 0xE306_9283)
    var text = CRC32C()
    text.add("123456789")
    #expect(text.value == 0xE306_9283)
    #expect(checksum([]) == 0)
  }

  @Test func partsGiveTheSameAsTheWhole() {
    let bytes = [UInt8](0..<100)
    for count in 0...100 {
      var checksum = CRC32C()
      checksum.add(bytes[..<count])
      checksum.add([UInt8](bytes[count...]))
      #expect(checksum.value == self.checksum(bytes))
    }
    var (number, same) = (CRC32C(), CRC32C())
    number.add(0x0102_0304_0506_0708 as Int64)
    same.add([8, 7, 6, 5, 4, 3, 2, 1] as [UInt8])
    #expect(number.value == same.value)
  }

  @Test func everyFlippedBitIsFound() {
    var bytes = [UInt8](0..<64)
    let expected = checksum(bytes)
    for bit in 0..<bytes.count * 8 {
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(checksum(bytes) != expected)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }
}
