import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("Text under construction")
struct TextBufferTests {
  @Test("A buffer has everything that was appended, however often it had to grow", .cases)
  func buffer() {
    eachCase(of: [0, 1, 16, 17, 4096]) { buffer($0) }
  }

  func buffer(_ capacity: Int) {
    var buffer = ByteBuffer(capacity: capacity)
    var expected: [UInt8] = []
    for number in 0..<120 {
      let part = [UInt8](repeating: UInt8(number), count: number % 37)
      buffer.append(contentsOf: part)
      buffer.append(UInt8(ascii: "x"))
      buffer.append(repeating: UInt8(ascii: " "), count: number % 5)
      buffer.append("é\(number)")
      expected += part + [UInt8(ascii: "x")] + [UInt8](repeating: UInt8(ascii: " "), count: number % 5) + Array("é\(number)".utf8)
    }
    let bytes = buffer.array
    #expect(bytes == expected)
  }

  @Test("A byte is found at every position, and no other byte is taken for it", .cases)
  func byte() {
    eachCase(of: [0x00, 0x22, 0x24, 0xA2, 0xA3, 0xFF] as [UInt8]) { byte($0) }
  }

  func byte(_ other: UInt8) {
    for count in 0..<26 {
      var text = [UInt8](repeating: other, count: count)
      #expect(!has(0x23, text))
      for position in 0..<count {
        text[position] = 0x23
        #expect(has(0x23, text))
        text[position] = other
      }
    }
  }

  private func has(_ byte: UInt8, _ text: [UInt8]) -> Bool { text.withBytes { $0.hasByte(byte) } }

  @Test("A line may be longer than what is stored in place", .cases)
  func line() {
    eachCase(of: [0, 1, 187, 188, 189, 190, 191, 192, 193, 1000]) { line($0) }
  }

  func line(_ length: Int) {
    let text = String(repeating: "n", count: length)
    var writer = SwiftWriter()
    writer.line("a\(text)b\(12)\(Name("c"))\("d" as SwiftText)")
    writer.line("\(text)")
    writer.block("if \(text)") { $0.line("e") }
    let bytes = writer.bytes
    #expect(String(decoding: bytes, as: UTF8.self) == "a\(text)b12cd\n\(text)\nif \(text) {\n  e\n}\n")
  }

  @Test("Keys keep their positions when there are too many for a linear search")
  func positions() {
    var table = PositionTable<SwiftText>()
    for number in 0..<40 {
      let isNew = table.insert("key\(number)")
      let isNewAgain = table.insert("key\(number / 2)")
      #expect(isNew && !isNewAgain)
    }
    #expect((0..<40).allSatisfy { table["key\($0)"] == $0 })
    // The same text as a name and as a literal.
    #expect(table[SwiftText(Name("key7"))] == 7 && table["key39"] == 39 && table["key40"] == nil)
  }
}
