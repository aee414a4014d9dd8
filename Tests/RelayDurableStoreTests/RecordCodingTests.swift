import RelayRuntime
import TestSupport
import Testing

@testable import RelayDurableStore

@Suite("The binary form of records")
struct RecordCodingTests {
  private static func body() -> RecordBody {
    var record = MirroredRecord(dataID: "u1")
    record.typeName = "User"
    let received = MirroredReception(time: 1_000.5, expiresAt: 2_000, isPrivate: true, exactTime: .seconds(7))
    record.fields = [
      .init(key: "name", value: .json(.string("Ägnes 🙂")), reception: received),
      .init(key: "age", value: .json(.int(-42)), reception: received),
      .init(key: "score", value: .json(.double(1.25))),
      .init(key: "tags", value: .json(.array([.string("a"), .null, .bool(true)]))),
      .init(key: "settings", value: .json(.object(["b": .int(.max), "a": .array([.object([:])])]))),
      .init(key: "friend", value: .link(.record("u2"))),
      .init(key: "friends(first:2)", value: .links([.record("u3"), .null, .unknown])),
      .init(key: "grid", value: .lists([.links([.record("u4")]), .json(.null), .lists([.links([])])])),
      .init(key: "broken", value: .json(.null), errors: [.object(["message": .string("no")])]),
    ]
    record.withheld = ["secret"]
    return RecordBody(record) { $0 == .seconds(7) ? 12 : nil }
  }

  @Test("what is written is read again")
  func roundTrip() throws {
    let body = RecordCodingTests.body()
    #expect(try RecordCoding.decode(RecordCoding.encode(body)) == body)
    #expect(body.groups.map(\.operation) == [12, 0])
    #expect(body.withheld == ["secret"])
    var deleted = RecordBody()
    deleted.isDeleted = true
    #expect(try RecordCoding.decode(RecordCoding.encode(deleted)) == deleted)
  }

  @Test("bytes that are cut off, changed or made up are read or refused")
  func hostileBytes() {
    let bytes = RecordCoding.encode(RecordCodingTests.body())
    for end in bytes.indices { #expect(throws: (any Error).self) { try RecordCoding.decode(Array(bytes[..<end])) } }
    var random = SplitMix(seed: 7)
    var refused = 0
    for _ in 0..<TestEffort.repetitions(4_000) {
      var changed = bytes
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      if let body = try? RecordCoding.decode(changed) { _ = RecordCoding.encode(body) } else { refused += 1 }
    }
    #expect(refused > 0)
    for count in 0..<200 {
      let made = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      _ = try? RecordCoding.decode(made)
    }
  }

  @Test("nesting has a limit, also for what is read")
  func nesting() throws {
    for (depth, isKept) in [(ValueCoding.maximumDepth - 1, true), (ValueCoding.maximumDepth, false)] {
      var record = MirroredRecord(dataID: "u1")
      record.fields = [.init(key: "value", value: .json((0..<depth).reduce(.null) { value, _ in .array([value]) }))]
      let body = RecordBody(record) { _ in nil }
      #expect(body.withheld == (isKept ? [] : ["value"]))
      #expect(try RecordCoding.decode(RecordCoding.encode(body)) == body)
    }
    // A list in a list in a list, then objects, then lists of links.
    for level: [UInt8] in [[6, 1], [7, 1, 1, 97], [12, 1]] {
      for (depth, isRead) in [(10, true), (100_000, false)] {
        var value = ByteWriter()
        for _ in 0..<depth { value.write(level) }
        var record = ByteWriter()
        record.write([1, 0, 1, 0, 0, 1, 1, 97])
        record.write(count: value.bytes.count + 2)
        record.write([0] + value.bytes + [0, 0])
        #expect(((try? RecordCoding.decode(record.bytes)) != nil) == isRead)
      }
    }
  }

  @Test("newer fields take the place of older ones, and withheld ones are removed")
  func merging() throws {
    var newer = MirroredRecord(dataID: "u1")
    newer.fields = [.init(key: "name", value: .json(.string("B"))), .init(key: "new", value: .json(.int(1)))]
    newer.withheld = ["age"]
    let merged = try RecordCoding.decode(
      RecordCoding.merge(RecordCoding.encode(RecordCodingTests.body()), RecordCoding.encode(RecordBody(newer) { _ in nil })))
    let fields = Dictionary(uniqueKeysWithValues: merged.groups.flatMap(\.fields).map { ($0.key, $0.value) })
    #expect(fields["name"] == .json(.string("B")))
    #expect(fields["new"] == .json(.int(1)))
    #expect(fields["age"] == nil)
    #expect(fields["score"] == .json(.double(1.25)))
    #expect(merged.typeName == "User")
    // What cannot be read is replaced.
    let replaced = try RecordCoding.merge([9, 9], RecordCoding.encode(RecordBody(newer) { _ in nil }))
    #expect(try RecordCoding.decode(replaced).groups.flatMap(\.fields).count == 2)
  }

  @Test("a group is as new as the last answer with its record, and an expiry moves along")
  func ages() {
    let body = RecordCodingTests.body()
    let same = body.record("u1") { _ in nil }
    #expect(same.fields[0].reception?.time == 1_000.5)
    let renewed = body.record("u1") { $0 == 12 ? 1_500.5 : nil }
    #expect(renewed.fields[0].reception?.time == 1_500.5)
    #expect(renewed.fields[0].reception?.expiresAt == 2_500)
    #expect(renewed.fields[2].reception == nil)
    let older = body.record("u1") { _ in 5 }
    #expect(older.fields[0].reception?.time == 1_000.5)
  }
}
