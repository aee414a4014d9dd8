import TestSupport
import Testing
@testable import RelayCompilerCore

@Suite("Lexer")
struct LexerTests {
  private func kinds(_ text: String) -> (kinds: [Token.Kind], errors: [String]) {
    var lexer = Lexer(SourceFile(path: "t", text: text), file: FileID(rawValue: 0))
    var kinds: [Token.Kind] = []
    while true {
      let token = lexer.next()
      if token.kind == .endOfFile { return (kinds, lexer.diagnostics.map { "\($0.id)" }) }
      kinds.append(token.kind)
    }
  }

  @Test("Integers, as in the specification", .cases)
  func integers() {
    eachCase(of: ["0", "-0", "7", "-4", "9223372036854775808"]) { integers($0) }
  }

  func integers(_ text: String) {
    let (kinds, errors) = kinds(text)
    #expect(kinds == [.int] && errors == [])
  }

  @Test("Floats", .cases)
  func floats() {
    eachCase(of: ["4.123", "0.5", "-0.5", "123e4", "123E-4", "1.5e+3"]) { floats($0) }
  }

  func floats(_ text: String) {
    let (kinds, errors) = kinds(text)
    #expect(kinds == [.float] && errors == [])
  }

  @Test("Malformed numbers are one token and one error", .cases)
  func malformedNumbers() {
    eachCase(of: ["00", "01", "-01", "1.", "1.e1", ".5", "1.A", "-", "-A", "1e", "1e+", "1x", "0xF", "1.2.3", "1_000"]) {
      malformedNumbers($0)
    }
  }

  func malformedNumbers(_ text: String) {
    let (kinds, errors) = kinds(text)
    #expect(kinds.count == 1 && errors == ["invalid-number"])
  }

  @Test("Ignored: white space, commas, comments, byte order marks")
  func ignored() {
    let (kinds, errors) = kinds("\u{FEFF},, a\t# comment \u{1F600}\r\nb\u{FEFF}#end")
    #expect(kinds == [.name, .name] && errors == [])
  }

  @Test("A run of invalid characters is one error", .cases)
  func foreign() {
    eachCase(of: ["a %%% b", "a é b", "a \u{0} b", "a \u{00A0} b", "a “x b"]) { foreign($0) }
  }

  func foreign(_ text: String) {
    #expect(kinds(text).errors == ["unsupported-character"])
  }

  @Test("A file may end anywhere, also inside a character")
  func ends() {
    let text =
      "\u{FEFF}{ a ? \u{FEFF} é%\u{1F600} # é \u{FEFF}\n \"é\\u{1F600}\u{FEFF}\" \"\"\"\n é \u{FEFF}\"\"\" ... -1.5e3 /* é */ ?\u{FEFF}"
    let bytes = Array(text.utf8)
    for count in 0...bytes.count {
      var lexer = Lexer(SourceFile(path: "t", bytes: Array(bytes[..<count])), file: FileID(rawValue: 0))
      while lexer.next().kind != .endOfFile {}
      // A character, a string, an escape, a spread or a number may be cut off.
      let others = Set(lexer.diagnostics.map(\.id)).subtracting([
        "unsupported-character", "invalid-encoding", "unterminated-string", "invalid-escape", "incomplete-spread", "invalid-number",
      ])
      #expect(others.isEmpty, "\(count) bytes")
    }
  }

  @Test("Malformed UTF-8 is reported once, wherever it occurs")
  func encoding() {
    for text in [[0x23, 0xFF, 0x0A, 0x61], [0x22, 0xC3, 0x28, 0x22], [0xED, 0xA0, 0x80], [0x61, 0xF5, 0xFE, 0xFF]] as [[UInt8]] {
      var lexer = Lexer(SourceFile(path: "t", bytes: text), file: FileID(rawValue: 0))
      while lexer.next().kind != .endOfFile {}
      #expect(lexer.diagnostics.filter { $0.id == "invalid-encoding" }.count == 1)
    }
  }

  @Test(
    "Strings",
    arguments: [
      (#""a\"b\\c\/d\b\f\n\r\té""#, "a\"b\\c/d\u{8}\u{C}\n\r\té"), (#""\u{1F600}\uD83D\uDE00""#, "😀😀"), (#""""#, ""),
      (#""\u{000000000041}""#, "A"),
    ])
  func strings(_ text: String, _ value: String) {
    var lexer = Lexer(SourceFile(path: "t", text: text), file: FileID(rawValue: 0))
    let string = StringSyntax(lexer.next(), of: lexer)
    #expect(string.value == value && lexer.diagnostics.isEmpty)
  }

  @Test("Invalid escapes", .cases)
  func escapes() {
    eachCase(of: [#""\x""#, #""\u12""#, #""\ud83d""#, #""\ude00""#, #""\u{110000}""#, #""\u{}""#, #""\u{41""#, #""\ud83d\u0041""#]) {
      escapes($0)
    }
  }

  func escapes(_ text: String) {
    #expect(kinds(text).errors.first == "invalid-escape")
  }

  @Test("Block strings", .cases)
  func blockStrings() {
    eachCase(of: [
      ("\n    Hello,\n      World!\n\n    Yours,\n      GraphQL.\n  ", "Hello,\n  World!\n\nYours,\n  GraphQL."),
      ("  one line", "  one line"),
      ("\r\n a\r\n  b\r c", "a\n b\nc"), (" \n\t\n", ""), ("a \\\"\"\" b \\n", "a \"\"\" b \\n"),
      ("first\n    second\n      third", "first\nsecond\n  third"),
    ]) { blockStrings($0.0, $0.1) }
  }

  func blockStrings(_ raw: String, _ value: String) {
    let text = "\"\"\"\(raw)\"\"\""
    var lexer = Lexer(SourceFile(path: "t", text: text), file: FileID(rawValue: 0))
    let string = StringSyntax(lexer.next(), of: lexer)
    #expect(string.value == value)
    #expect(string.isBlock)
    #expect(lexer.diagnostics.isEmpty)
  }

  @Test("Unterminated strings are reported at their beginning")
  func unterminated() {
    #expect(kinds("\"a\nb").errors == ["unterminated-string"])
    #expect(kinds("\"\"\"a\nb\"\"").errors == ["unterminated-string"])
    #expect(kinds("'a'").errors == ["single-quoted-string"])
  }
}
