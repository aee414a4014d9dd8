import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("Strings in JSON files")
struct JSONStringTests {
  private func parse(_ content: [UInt8]) throws(JSONSyntaxError) -> String? {
    let bytes = [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]
    return try JSONSyntax.parse(SourceFile(path: "schema.json", bytes: bytes), file: FileID(rawValue: 0)).string
  }

  @Test("text in any script is unchanged", .cases)
  func text() {
    eachCase(of: ["", "plain", "größer", "日本語", "👩‍👩‍👧", "\u{FFFD}", "e\u{301}"]) { try text($0) }
  }

  func text(_ text: String) throws {
    #expect(try parse(Array(text.utf8)).map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("bytes that are not UTF-8 are an error", .cases)
  func encoding() {
    eachCase(
      of: [
        [0xFF], [0x61, 0xC3], [0xC3, 0x28], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
      ] as [[UInt8]]
    ) { encoding($0) }
  }

  func encoding(_ bytes: [UInt8]) {
    let error = #expect(throws: JSONSyntaxError.self) { try parse(bytes) }
    #expect(error?.diagnostic.message == "The string is not valid UTF-8")
  }
}
