import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Multipart and event stream parsers")
struct StreamParserTests {
  @Test("parts do not depend on how the body is split", .cases)
  func cuts() {
    eachCase(of: [1, 2, 3, 7, 1_000]) { cuts(size: $0) }
  }

  func cuts(size: Int) {
    let body =
      "preamble --b not here\r\n--b\r\nA: x\r\n\r\none\r\n--bc is no delimiter\r\n--b  \r\n\r\n\r\n--b\n\ntwo\n--b--\r\nepilogue --b\r\n"
    var parser = MultipartMixedParser(boundary: "b")
    var parts: [String] = []
    let bytes = Array(body.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      parts += parser.append(bytes[start..<min(start + size, bytes.count)]).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(parts == ["one\r\n--bc is no delimiter", "", "two"])
    #expect(parser.isFinished)
  }

  @Test("a part with a known length does not wait for its delimiter")
  func contentLength() {
    var parser = MultipartMixedParser(boundary: "-")
    func append(_ text: String) -> [String] { parser.append(text.utf8).map { String(decoding: $0, as: UTF8.self) } }
    #expect(append("\r\n---\r\nContent-Type: a/b\r\ncontent-length: 5\r\n\r\nfir") == [])
    #expect(append("st") == ["first"])
    #expect(append("\r\n---\r\nContent-Length:6\n\nsecond\r\n---\r\nContent-Length: 5") == ["second"])
    #expect(append("\r\n\r\nthird\r\n-----\r\n") == ["third"])
    #expect(parser.isFinished)
  }

  @Test("a part that is a complete JSON object does not wait for its delimiter, however it is split", .cases)
  func wholeObject() {
    eachCase(of: [1, 2, 7, 1_000]) { wholeObject(size: $0) }
  }

  func wholeObject(size: Int) {
    let objects = [
      #"{"data":{"a":"}\"{","b":[{},{"c":"\\"}]}}"#, "{\r\n  \"data\": {\r\n  }\r\n}", "{}", "{\n}\n", #"{"a":"\r\n--b\r\n"}"#,
    ]
    var parser = MultipartMixedParser(boundary: "b")
    for object in objects {
      var parts: [Data] = []
      let text = Array("--b\r\nContent-Type: application/json\r\n\r\n\(object)\r\n".utf8)
      for start in stride(from: 0, to: text.count, by: size) { parts += parser.append(text[start..<min(start + size, text.count)]) }
      #expect(
        parts.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) } == [object.trimmingCharacters(in: .newlines)])
    }
    #expect(parser.append(Array("--b--".utf8)).isEmpty)
    #expect(parser.isFinished)
  }

  @Test("an incomplete JSON object waits for its delimiter", .cases)
  func noObject() {
    eachCase(of: ["{}{}", "{} x}", "[{}", "}", "x {}", "{\"a\":{}", "{\"}"]) { noObject($0) }
  }

  func noObject(_ text: String) {
    var parser = MultipartMixedParser(boundary: "b")
    #expect(parser.append(Array("--b\r\n\r\n\(text)".utf8)).isEmpty)
    #expect(parser.append(Array("\r\n".utf8)).isEmpty)
    #expect(parser.append(Array("--b--".utf8)) == [Data(text.utf8)])
  }

  @Test("a wrong length does not truncate a part", .cases)
  func wrongContentLength() {
    eachCase(of: ["2", "100", "-1", "9223372036854775807", "x", ""]) { wrongContentLength(length: $0) }
  }

  func wrongContentLength(length: String) {
    var parser = MultipartMixedParser(boundary: "-")
    var parts = parser.append("---\r\nContent-Length: \(length)\r\n\r\nfirst".utf8)
    parts += parser.append("\r\n---\r\n\r\nsecond\r\n-----".utf8)
    #expect(parts == [Data("first".utf8), Data("second".utf8)])
  }

  @Test("boundaries in content types")
  func boundaries() {
    #expect(MultipartMixedParser.boundary(ofContentType: "multipart/mixed") == "-")
    #expect(MultipartMixedParser.boundary(ofContentType: #"Multipart/Mixed; deferSpec=20220824; boundary="a b""#) == "a b")
    #expect(MultipartMixedParser.boundary(ofContentType: "multipart/mixed;boundary=---") == "---")
    #expect(MultipartMixedParser.boundary(ofContentType: "application/json; boundary=x") == nil)
  }

  @Test("events do not depend on how the stream is split", .cases)
  func events() {
    eachCase(of: [1, 2, 5, 1_000]) { events(size: $0) }
  }

  func events(size: Int) {
    let stream =
      "\u{FEFF}data: one\r\n\r\n: comment\rdata: a\rdata\rdata: b\r\revent: next\nid: 1\ndata:  x\n\nevent: complete\n\ndata: lost"
    var parser = EventStreamParser()
    var events: [EventStreamParser.Event] = []
    let bytes = Array(stream.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += parser.append(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(
      events == [
        .init(type: "message", data: Data("one".utf8)), .init(type: "message", data: Data("a\n\nb".utf8)),
        .init(type: "next", data: Data(" x".utf8)), .init(type: "complete", data: Data()),
      ])
  }

  /// Repeated texts, for which a parser that reads bytes more than once would take long.
  private struct Repetition {
    var start = ""
    var unit: String
    var count: Int

    /// A shorter or longer body of the same kind.
    func body(_ count: Int) -> [UInt8] { Array((start + String(repeating: unit, count: count)).utf8) }
    var name: String { (start + unit).debugDescription }
  }

  private static let repetitive = [
    Repetition(start: "--b", unit: " ", count: 400_000), Repetition(unit: "--b ", count: 100_000),
    Repetition(unit: "\n--b x", count: 60_000),
    Repetition(unit: "\r\n", count: 200_000), Repetition(start: "--b\n", unit: "A: b\n", count: 80_000),
    Repetition(start: "--b\n\n", unit: "\n--", count: 130_000),
    Repetition(start: "--b\nContent-Length: 399990\n\n", unit: "\n", count: 400_000), Repetition(unit: "--b\n\n", count: 60_000),
    Repetition(unit: "data\n", count: 80_000), Repetition(unit: "data:x\r", count: 60_000),
    Repetition(start: ":", unit: "x", count: 400_000), Repetition(unit: "event: x\n", count: 40_000), Repetition(unit: "x", count: 400_000),
  ]

  @Test("parsers read each byte once, however the body is split", .comparesTimes)
  func linear() async {
    for repetition in Self.repetitive {
      for size in [1, 16_384] {
        await Task.yield()
        let growth = ProcessorTime.growth(from: repetition.count / 2) { count in
          let bytes = repetition.body(count)
          var parts = MultipartMixedParser(boundary: "b")
          var events = EventStreamParser()
          for start in stride(from: 0, to: bytes.count, by: size) {
            let chunk = bytes[start..<min(start + size, bytes.count)]
            _ = parts.append(chunk)
            _ = events.append(chunk)
          }
        }
        #expect(growth < 3, "\(repetition.name) in pieces of \(size)")
      }
    }
  }

  @Test("the text of a member is extracted from its object", .cases)
  func members() {
    eachCase(
      of: pairs(
        [#"{"p":V}"#, #" { "p" : V } "#, #"{"a":{"b":[1,"}"]},"p":V,"c":","}"#, #"{"p":V,"c":{}}"#, #"{"a\"":1, "p" :V , "x":2}"#],
        ["1", "null", #""a,}:\"""#, "[]", "{}", #"{"p":[1,{"x":"}"}],"c":","}"#])
    ) { try members(object: $0.0, value: $0.1) }
  }

  func members(object: String, value: String) throws {
    let document = try JSONDocument(Data(object.replacing("V", with: value).utf8))
    let position = document.withCursor { $0.find("p", in: 0) }
    #expect(try JSON(parsing: document.text(ofMember: position)) == JSON(parsing: value))
  }

  @Test("ignored bytes are not kept, but count if they belong to a part")
  func skipped() {
    var parts = MultipartMixedParser(boundary: "b")
    #expect(parts.append(Data(repeating: 0x78, count: 1_000)).isEmpty)
    #expect(parts.pendingCount == 1_000)
    #expect(parts.append("\n--b\nX: \(String(repeating: "y", count: 2_000))".utf8).isEmpty)
    #expect(parts.pendingCount == 2_003)
    #expect(parts.append("\n\nz\n--b--".utf8) == [Data("z".utf8)])

    var events = EventStreamParser()
    #expect(events.append(": comment\nid: 1\nunknown: field\nwithout a colon".utf8).isEmpty)
    #expect(events.pendingCount == 0)
    #expect(events.append("\nevent: \(String(repeating: "y", count: 2_000))".utf8).isEmpty)
    #expect(events.pendingCount == 2_000)
  }
}
