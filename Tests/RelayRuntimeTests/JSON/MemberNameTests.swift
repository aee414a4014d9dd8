import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("JSON texts: names of members", .serialized)
struct MemberNameTests {
  /// Marks that Swift has to sort, because their order is not the canonical one.
  private static func marks(_ count: Int) -> String {
    String(String.UnicodeScalarView((0..<count).map { Unicode.Scalar($0 % 2 == 0 ? 0x301 : 0x323) ?? "x" }))
  }
  private static func escaped(_ text: String) -> String {
    text.utf16.map { "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16) }.joined()
  }

  @Test("30 combining marks in a row are read, more are an error, escaped or not", arguments: [false, true])
  func runs(isEscaped: Bool) throws {
    func text(_ name: String) -> String { #"{"ok":1,"\#(isEscaped ? Self.escaped(name) : name)":{"x":2}}"# }
    for name in ["a" + Self.marks(30), Self.marks(30), String(repeating: "a" + Self.marks(30), count: 40)] {
      #expect(try JSON(parsing: text(name)) == ["ok": 1, name: ["x": 2]])
    }
    for name in ["a" + Self.marks(31), Self.marks(31), Self.marks(10_000), String(repeating: "b", count: 500) + Self.marks(31) + "c"] {
      let error = #expect(throws: JSONParseError.self) { try JSON(parsing: text(name)) }
      #expect(error?.reason == .tooManyCombiningMarks)
      #expect(error?.offset == 9)
    }
  }

  @Test(
    "long names in any script are read",
    arguments: ["長い文章を名前とするもの", "ภาษาไทยมีวรรณยุกต์และสระ", "Việt Nam, đất nước tôi", "शब्दों और वाक्यों", "עִבְרִית מְנֻקֶּדֶת", "👩‍👩‍👧‍👦🇺🇳", "plain"])
  func scripts(_ text: String) throws {
    let name = String(repeating: text, count: 200)
    #expect(try JSON(parsing: #"{"\#(name)":1}"#) == [name: 1])
  }

  @Test("such a name is a malformed response, wherever it is: envelope, errors, extensions, custom scalars, data that is not selected")
  func responses() throws {
    let name = Self.marks(60_000)
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    let operation = OperationDescriptor(Plans.operation("AnyQuery", normalization: [.scalar("any", "J")]))
    for text in [
      #"{"data":{"any":null},"\#(name)":1}"#, #"{"data":{"any":null},"extensions":{"\#(name)":1}}"#, #"{"data":{"any":{"\#(name)":1}}}"#,
      #"{"data":{"any":null},"errors":[{"message":"m","extensions":{"\#(name)":1}}]}"#, #"{"data":{"any":null,"\#(name)":1}}"#,
    ] {
      var response = IncrementalResponse(operation, in: environment, updater: nil)
      let error = #expect(throws: RelayError.self) { try response.take(NetworkPayload(json: text)) { nil } }
      #expect(error?.code == "MALFORMED_RESPONSE")
    }
  }

  @Test("an id is a name in archives, and not bounded there; names in values are")
  func archives() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    let test = TestStore()
    let id = "id" + Self.marks(100)
    let operation = OperationDescriptor(
      Plans.operation("UserQuery", normalization: [.linked("user", of: "User", [.scalar("id", "D"), .scalar("any", "J")])]))
    try test.publish(operation, JSON.object(["data": ["user": ["id": .string(id), "any": ["plain": 1]]]]).description)
    try test.store.save(to: file)
    let fresh = TestStore()
    try fresh.store.restore(from: file)
    #expect(fresh.store.json[id]?["any"] == ["plain": 1])

    let archive = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    let body = try #require(archive.split(separator: "\n", maxSplits: 1).last).replacing("plain", with: "p" + Self.marks(40))
    let header = "\(StoreArchive.header) \(body.utf8.count) \(StoreArchive.checksum(Data(body.utf8)))\n"
    try Data((header + body).utf8).write(to: file)
    #expect(throws: StoreArchiveError.self) { try TestStore().store.restore(from: file) }
  }

  /// A text with an object that grows.
  struct Names: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: @Sendable (_ size: Int) -> String

    init(_ description: String, _ text: @escaping @Sendable (_ size: Int) -> String) {
      testDescription = description
      self.text = text
    }
  }

  private static func list(_ count: Int, _ piece: (Int) -> String) -> String { (0..<count).map(piece).joined(separator: ",") }

  static let names: [Names] = [
    Names("a name of combining marks") { #"{"\#(marks($0))":1}"# },
    Names("a name of bounded runs") { #"{"\#(String(repeating: "a" + marks(30), count: $0))":1}"# },
    Names("repeated names in small objects") { "[\(list($0) { _ in #"{"a":1,"a":2}"# })]" },
    Names("repeated names in nested objects") { size in
      "[" + list(size / 100) { _ in String(repeating: #"{"a":1,"a":"#, count: 100) + "0" + String(repeating: "}", count: 100) } + "]"
    },
    Names("repeated names in a large object") { "{\(list($0) { #""m\#($0 % 100)":1"# })}" },
    Names("one name again and again") { "{\(list($0) { _ in #""a":1"# })}" },
    Names("different names") { "{\(list($0) { #""m\#($0)":1"# })}" },
    Names("escaped names") { "{\(list($0) { #""\u006d\#($0)":1"# })}" },
  ]

  @Test("twice as many names take twice as long", .comparesTimes, arguments: names)
  func growth(_ names: Names) throws {
    let problem = try GrowthOfTime().problem(from: 500) { size in
      let text = Data(names.text(size).utf8)
      return { _ = try? JSON(parsing: text) }
    }
    #expect(problem == nil)
  }

  /// The processor time for a text with nested lists, and a long list after them that another member replaces.
  private static func replacingTime(depth: Int) -> Double {
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let text = Data(#"{"a":\#(nested),"b":[\#(list(200_000) { _ in "0" })],"b":1}"#.utf8)
    return ProcessorTime.seconds { _ = try? JSONDocument(text) }
  }

  @Test("to replace a member takes as long after deeply nested lists as after one", .comparesTimes)
  func replacedAfterNesting() {
    let ratios = (0..<5).map { _ in Self.replacingTime(depth: JSONTape.maximumDepth - 1) / Self.replacingTime(depth: 1) }
    #expect(ratios.min() ?? 0 < 3, "\(ratios)")
  }

  @Test("a message of a WebSocket reads each name once, escaped or not", .comparesTimes)
  func webSocketMessage() throws {
    let message = Data(#"{"ty\u0070e":"next","\u0069\u0064":"7","typ\u0065s":1,"p\u0061yload":{"data":{}}}"#.utf8)
    var parsed = try GraphQLTransportWSMessage(message)
    #expect(parsed.type == "next" && parsed.id == "7")
    #expect(parsed.takePayload() == Data(#"{"data":{}}"#.utf8))
    for name in [#"ty\u00+70e"#, #"typ\u0165"#, #"\type"#, #"typ"#, #"typ\u006"#] {
      #expect(throws: RelayError.self) { try GraphQLTransportWSMessage(Data(#"{"\#(name)":"next"}"#.utf8)) }
    }
    let problem = try GrowthOfTime().problem(from: 500) { size in
      let message = Data(#"{\#(Self.list(size) { _ in #""\u0074ypo":1"# }),"type":"next","id":"1","payload":{}}"#.utf8)
      return { _ = try GraphQLTransportWSMessage(message) }
    }
    #expect(problem == nil)
  }

  @Test("of members with one name the last one is kept, as in a table by bytes")
  func repetitions() throws {
    for seed in 0..<2000 as Range<UInt64> {
      var random = SplitMix(seed: seed)
      var model: [(name: String, value: Int)] = []
      var pieces: [String] = []
      for value in 0..<Int.random(in: 0..<(seed % 20 == 0 ? 200 : 12), using: &random) {
        let longer = "longer name \(Int.random(in: 0..<9, using: &random))"
        let name = ["a", "b", "e\u{301}", "\u{E9}", longer].randomElement(using: &random) ?? ""
        model.removeAll { $0.name.hasSameBytes(as: name) }
        model.append((name, value))
        pieces.append(#""\#(Bool.random(using: &random) ? Self.escaped(name) : name)":\#(value)"#)
      }
      let document = try JSONDocument(Data("{\(pieces.joined(separator: ","))}".utf8))
      var found: [(name: String, value: Int)] = []
      document.withCursor { cursor in
        cursor.forEachMember(of: 0) { name, value in found.append((name, cursor.value(value).intValue ?? -1)) }
      }
      try #require(found.count == model.count, "seed \(seed)")
      for (found, model) in zip(found, model) {
        try #require(found.name.hasSameBytes(as: model.name) && found.value == model.value, "seed \(seed)")
      }
      let wanted: [StaticString] = ["a", "b", "c"]
      let positions = document.find(wanted, in: 0).map { $0 < 0 ? nil : document.value(at: $0).intValue }
      #expect(positions == ["a", "b", "c"].map { name in model.first { $0.name == name }?.value })
    }
  }
}
