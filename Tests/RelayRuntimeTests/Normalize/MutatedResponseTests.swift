import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Malformed responses")
struct MutatedResponseTests {
  private static let base = Array(
    Friends.page([("c1", "1"), nil, ("c2", "2"), ("é \"quoted\"", "3")], hasNext: true).utf8)

  private static let inserts: [[UInt8]] =
    [
      "null", "true", "{}", "[]", "[[]]", "-1", "1e999", "123456789012345678901234567890", "-0.0", "\"\"", "\"\\ud800\"", "\"\\u0000\"",
      "{\"id\":5}", "\"__typename\":7,", "\"id\":{},", ",", ":", "}", "]", "\u{feff}", "\"id\":\"1\",", "\"edges\":{},",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x00], [0xF8, 0x88, 0x80, 0x80, 0x80]]

  private static func mutate(_ random: inout SplitMix) -> [UInt8] {
    var bytes = base
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { return bytes }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes.removeLast(bytes.count - place)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(contentsOf: inserts[Int.random(in: 0..<inserts.count, using: &random)], at: place)
      case 4:
        // A value becomes a different one.
        if let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")),
          let end = bytes[colon...].firstIndex(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") })
        {
          bytes.replaceSubrange(colon + 1..<end, with: inserts[Int.random(in: 0..<inserts.count, using: &random)])
        }
      case 5:
        // A piece is duplicated.
        let end = min(bytes.count, place + Int.random(in: 1..<60, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 6:
        // Two pieces are swapped.
        let other = Int.random(in: 0..<bytes.count, using: &random)
        bytes.swapAt(place, other)
      default:
        bytes.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "["), count: Int.random(in: 1..<700, using: &random)), at: place)
      }
    }
    return bytes
  }

  @Test("mutated responses: an error or a correct reading, and the store keeps working")
  func mutated() async throws {
    var random = SplitMix(seed: 20_261_121)
    var accepted = 0
    var refused = 0
    var test = TestStore()
    let rounds = TestEffort.repetitions(5_000)
    for round in 0..<rounds {
      // Tests that wait for something share a small thread pool with this one.
      if round % 50 == 0 { await Task.yield() }
      if round % 500 == 0 {
        test = TestStore()
        try test.publish(Friends.operation(["first": 3]), String(decoding: Self.base, as: UTF8.self))
      }
      let revision = test.store.state.withLock { $0.records.revision }
      let operation = Friends.operation(round % 3 == 0 ? ["first": 3] : ["first": 2, "after": "c2"])
      do {
        let document = try JSONDocument(Data(Self.mutate(&random)))
        let data = document.withCursor { $0.find("data", in: 0) }
        guard data >= 0 else {
          refused += 1
          continue
        }
        let payload = try Normalizer.normalize(ResponsePart(document, at: data, of: operation), keys: test.store.keys)
        test.queue.commitPayload(operation, payload)
        test.queue.run(source: operation)
        accepted += 1
      } catch {
        #expect(error is JSONParseError || error is NormalizationError, "round \(round), seed \(random.seed)")
        // A word of the response.
        #expect(!"\(error) \(error.localizedDescription)".contains("Mark"), "round \(round), seed \(random.seed)")
        #expect(test.store.state.withLock { $0.records.revision } == revision, "round \(round), seed \(random.seed)")
        refused += 1
      }
      let snapshot = test.store.lookup(operation)
      _ = snapshot.row?.json
      if round % 100 == 0 { test.store.collectGarbage() }
    }
    #expect(accepted > rounds / 20)
    #expect(refused > rounds / 20)
    try test.publish(Friends.operation(["first": 3]), String(decoding: Self.base, as: UTF8.self))
    #expect(Friends.shown(test).ids == ["1", "2", "3"])
  }

  @Test("a hundred megabytes are read, or rejected if they are not a response")
  func oneHundredMegabytes() throws {
    let long = String(repeating: "x", count: 100_000_000)
    let text = Friends.page([("c1", "1")]).replacingOccurrences(of: "Mark", with: long)
    let test = TestStore()
    try test.publish(Friends.operation(["first": 1]), text)
    #expect(Friends.shown(test).ids == ["1"])
    #expect(test.store.lookup(Friends.operation()).row?.json["node"]?["name"]?.stringValue?.utf8.count == long.utf8.count)
    #expect(throws: JSONParseError.self) { try JSONDocument(Data(text.utf8.dropLast(4))) }
    #expect(throws: JSONParseError.self) { try JSONDocument(Data(long.utf8)) }
  }

  @Test("a server that invents type names is stopped, and known names are kept")
  func madeUpTypeNames() throws {
    let known = Keys.intern("User")
    let keys = KeyTable(room: 2)
    let types = ["User", "MadeUpA", "MadeUpB", "MadeUpA", "User"].map { keys.typeName($0) }
    #expect(types[0]?.key == known)
    #expect(types[4]?.key == known)
    #expect(types[0]?.lease == nil)
    #expect(types[1] != nil)
    #expect(types[1]?.key == types[3]?.key)
    #expect(types[2] != nil)
    #expect(types[1]?.lease != nil)
    #expect(keys.typeName("MadeUpC") == nil)
    // Names from plans do not count.
    let planned = Keys.intern("MadeUpC")
    #expect(keys.typeName("MadeUpC")?.key == planned)

    let test = TestStore()
    let response = Friends.page([("c1", "1")])
    let long = response.replacingOccurrences(of: #""__typename":"User""#, with: #""__typename":"\#(String(repeating: "U", count: 300))""#)
    try #require(long != response)
    #expect(throws: NormalizationError.self) { try test.publish(Friends.operation(["first": 1]), long) }
    try test.publish(Friends.operation(["first": 1]), response)
    #expect(Friends.shown(test).ids == ["1"])
  }

  @Test("the limit of a type's name is exact, in bytes")
  func longTypeNames() {
    let keys = KeyTable()
    for text in [String(repeating: "T", count: 256), String(repeating: "é", count: 128)] {
      #expect(keys.typeName(text) != nil)
      #expect(keys.typeName(text + "T") == nil)
    }
  }

  @Test("a text of 256 MB is refused before it is read")
  func tooLarge() throws {
    let error = #expect(throws: JSONParseError.self) { try JSONDocument(Data(count: JSONTape.maximumLength + 1)) }
    #expect(error?.reason == .tooLarge && error?.offset == 0)
  }

  @Test("deep nesting is rejected without recursion")
  func deepNestingIsRefusedNotFollowed() throws {
    for text in [String(repeating: "[", count: 1_000_000), String(repeating: #"{"a":"#, count: 1_000_000)] {
      #expect(throws: JSONParseError.self) { try JSONDocument(Data(text.utf8)) }
    }
    let nested = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(throws: Never.self) { try JSONDocument(Data(nested.utf8)).value }
  }

  @Test("a text that is truncated anywhere is an error")
  func truncatedAnywhereIsAnError() {
    for count in 0..<Self.base.count {
      #expect(throws: JSONParseError.self) { try JSONDocument(Data(Self.base.prefix(count))) }
    }
  }
}
