import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("JSON texts")
struct JSONParsingTests {
  // MARK: Numbers

  @Test("integers that do not fit an Int are doubles, never a different integer")
  func integers() throws {
    for text in ["9223372036854775807", "-9223372036854775808", "0", "-0", "123456789012345678", "-999999999999999999"] {
      #expect(try JSON(parsing: text) == .int(try #require(Int(text))))
    }
    for text in [
      "9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551617",
      "123456789012345678901234567890",
    ] {
      let value = try JSON(parsing: text)
      #expect(value == .double(try #require(Double(text))))
      #expect(value.intValue == nil, "\(text)")
      #expect(value.doubleValue == Double(text))
    }
    #expect(try JSON(parsing: "1e999") == .double(.infinity))
    #expect(JSON.double(9_007_199_254_740_991).intValue == 9_007_199_254_740_991)
    // Values beyond may have been another number before rounding.
    #expect(try JSON(parsing: "9007199254740993.0").intValue == nil)
    #expect(JSON.double(-0x1p63).intValue == nil)
  }

  static let numbers = Plans.operation(
    "NumbersQuery",
    normalization: [
      .scalar("int", "I"), .scalar("ints", "[I]"), .scalar("float", "F"), .scalar("id", "D"), .scalar("any", "J"),
    ],
    reader: [
      .scalar("int", "I"), .scalar("ints", "[I]"), .scalar("float", "F"), .scalar("id", "S"), .scalar("any", "J"),
    ])

  @Test("a number that the field's type cannot represent is a field error", .cases)
  func numbersInFields() {
    eachCase(of: ["9223372036854775808", "-9223372036854775809", "-9223372036854775808.0", "1e19", "1e999", "-1e999"]) {
      try numbersInFields($0)
    }
  }

  func numbersInFields(_ number: String) throws {
    let test = TestStore()
    let operation = OperationDescriptor(Self.numbers, variables: [:])
    let text = #"{"data":{"int":\#(number),"ints":[1,\#(number)],"float":\#(number),"id":null,"any":\#(number)}}"#
    let payload = try test.normalize(operation, text, options: .init(isResponse: true))
    test.queue.commitPayload(operation, payload)
    test.queue.run(source: operation)
    let data = try #require(test.store.lookup(operation).row)
    let double = try #require(Double(number))
    #expect(data.optionalInt(0) == nil)
    #expect(data.int(0) == 0)
    #expect(data.slot(1).json == [1, nil])
    #expect(data.optionalDouble(2) == (double.isFinite ? double : nil))
    #expect(data.slot(4).json == .double(double))
    let paths = payload.errors.map { $0.path?.pathText }
    #expect(paths == (double.isFinite ? ["int", "ints.1"] : ["int", "ints.1", "float"]))
    #expect(payload.errors.allSatisfy { $0.extensions["code"] == .string(NormalizationError.code) })
  }

  @Test("numbers in custom scalars")
  func numbersInCustomScalars() throws {
    let (large, infinite) = (try JSON(parsing: "-9223372036854775809"), try JSON(parsing: "1e999"))
    #expect(throws: CustomScalarError.self) { try Int(json: large) }
    #expect(throws: CustomScalarError.self) { try Int64(json: large) }
    #expect(try Double(json: large) == -0x1p63)
    #expect(throws: CustomScalarError.self) { try Double(json: infinite) }
    #expect(throws: CustomScalarError.self) { try Decimal(json: infinite) }
    #expect(throws: CustomScalarError.self) { try Date(json: infinite) }
  }

  // MARK: Strings

  static let invalid: [[UInt8]] = [
    // Bytes that never occur, a continuation byte without a lead byte, and a lead byte without its continuation.
    [0xFF], [0xFE], [0x80], [0xBF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3, 0x28], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x28, 0x80],
    // Overlong encodings.
    [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF],
    // Surrogates, and values beyond U+10FFFF.
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xF8, 0x88, 0x80, 0x80, 0x80],
  ]

  @Test("invalid UTF-8 is an error in any string, reported at its position")
  func invalidUTF8() throws {
    for bytes in Self.invalid {
      for before in ["", "a", "é", "0123456", "0123456789abcdef", #"\n"#, #"\u00e9"#] {
        for after in ["", "z", "€uro", "0123456789abcdef", #"\""#] {
          let string = Array(before.utf8) + bytes + Array(after.utf8)
          for (start, end) in [("\"", "\""), (#"{""#, #"":1}"#), (#"{"a":[1,""#, #""]}"#)] {
            let text = Data(Array(start.utf8) + string + Array(end.utf8))
            let place = start.utf8.count + before.utf8.count
            #expect {
              try JSON(parsing: text)
            } throws: { error in
              guard let error = error as? JSONParseError else { return false }
              return error.reason == .invalidUTF8 && (place..<place + bytes.count).contains(error.offset)
            }
          }
        }
      }
    }
    for text in ["\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "\u{FEFF}"] {
      for text in [text, "0123456" + text, text + "0123456789", String(repeating: text, count: 9)] {
        #expect(try JSON(parsing: "\"\(text)\"").stringValue?.hasSameBytes(as: text) == true)
      }
    }
  }

  @Test("UTF-8 is validated like in the standard library")
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func utf8AsInStandardLibrary() throws {
    var random = SplitMix(seed: 17)
    let pool: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF3, 0xF4, 0xF5]
    var accepted = 0
    for _ in 0..<50_000 {
      let bytes = (0..<Int.random(in: 1...6, using: &random)).map { _ in pool[Int.random(in: 0..<pool.count, using: &random)] }
      let value = try? JSON(parsing: Data([0x22] + bytes + [0x22]))
      #expect(value?.stringValue == String(validating: bytes, as: UTF8.self), "\(bytes), seed \(random.seed)")
      if value != nil { accepted += 1 }
    }
    #expect(accepted > 500)
  }

  @Test("an escaped lone surrogate becomes U+FFFD")
  func loneSurrogates() throws {
    for (text, expected) in [
      (#"\ud83d"#, "\u{FFFD}"), (#"\ude00"#, "\u{FFFD}"), (#"a\ud83dz"#, "a\u{FFFD}z"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"),
      (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\ud83d\n"#, "\u{FFFD}\n"), (#"\ud83d\ude00"#, "😀"), (#"\uDE00\uD83D"#, "\u{FFFD}\u{FFFD}"),
    ] {
      #expect(try JSON(parsing: "\"\(text)\"") == .string(expected))
      #expect(try JSON(parsing: "{\"\(text)\":1}") == .object([expected: 1]))
    }
  }

  // MARK: Duplicate members

  @Test("the last of several members with one name counts, however the name is written")
  func repeatedNames() throws {
    for (text, expected) in [
      (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":1,"b":3,"a":2}"#, #"{"a":2,"b":3}"#), (#"{"a":{"x":1},"a":{}}"#, #"{"a":{}}"#),
      (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#),
      (#"{"\u0061":1,"a":2,"b":[{"c":1,"c":[2,{"d":3,"d":4}]}]}"#, #"{"a":2,"b":[{"c":[2,{"d":4}]}]}"#),
      (#"[{"a":[{"a":1,"a":2}],"a":[{"a":3,"a":4}]},5]"#, #"[{"a":[{"a":4}]},5]"#), (#"{"":1,"":2}"#, #"{"":2}"#),
      (#"{"a":[[{}]],"b":[0,[0]],"b":1}"#, #"{"a":[[{}]],"b":1}"#), (#"{"\ud800":1,"\udfff":2}"#, "{\"\u{FFFD}\":2}"),
      (#"{"a":{"b":1,"a":{"a":1}},"a":{"a":{"a":0,"a":{}}}}"#, #"{"a":{"a":{"a":{}}}}"#),
    ] {
      // At the end of a text, names are compared in a different way.
      #expect(try JSON(parsing: text + "            ").description == expected)
      let document = try JSONDocument(Data(text.utf8))
      #expect(document.value.description == expected)
      document.withCursor { cursor in
        #expect(cursor.next(0) == cursor.tokens.count)
        let first = cursor.find("a", in: 0)
        if first >= 0 { #expect(cursor.value(first) == document.value["a"]) }
      }
    }
    // Names that are equal as Swift strings but differ in their bytes: a dictionary has one entry for them, which the last pair sets.
    for (names, kept) in [(["\u{E9}", "e\u{301}"], "e\u{301}"), (["e\u{301}", "\u{E9}"], "\u{E9}")] {
      let value = try JSON(parsing: "{\"\(names[0])\":1,\"\(names[1])\":2}")
      #expect(value == .object([kept: 2]))
    }
  }

  private static let names = ["a", "b", "id", "name", "description", "descriptiom", "viewerCanUpdate", "viewerCanDelete", "é", "x\ny"]

  /// A text in which names repeat, and the expected value.
  private static func make(_ random: inout SplitMix, depth: Int) -> (text: String, value: JSON) {
    switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &random) {
    case 0:
      let number = Int.random(in: 0..<1000, using: &random)
      return ("\(number)", .int(number))
    case 1:
      let items = (0..<Int.random(in: 0..<4, using: &random)).map { _ in make(&random, depth: depth - 1) }
      return ("[\(items.map(\.text).joined(separator: ", "))]", .array(items.map(\.value)))
    default: return makeObject(&random, depth: depth)
    }
  }

  private static func makeObject(_ random: inout SplitMix, depth: Int) -> (text: String, value: JSON) {
    var (texts, members): ([String], [String: JSON]) = ([], [:])
    let isLarge = Int.random(in: 0..<40, using: &random) == 0
    for _ in 0..<Int.random(in: 0..<(isLarge ? 300 : 10), using: &random) {
      let name =
        isLarge ? "key\(Int.random(in: 0..<400, using: &random))" : names[Int.random(in: 0..<names.count, using: &random)]
      let member = make(&random, depth: isLarge ? 0 : depth - 1)
      var written = JSON.string(name).description
      if Int.random(in: 0..<8, using: &random) == 0 {
        written = "\"" + name.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined() + "\""
      }
      texts.append("\(written):\(member.text)")
      members[name] = member.value
    }
    return ("{\(texts.joined(separator: ","))}", .object(members))
  }

  @Test("random texts in which names repeat: JSON and the store read the same values, in any order of reading")
  func repeatedNamesInStoreAndJSON() throws {
    var random = SplitMix(seed: 4)
    for number in 0..<300 {
      let (text, expected) = Self.makeObject(&random, depth: 5)
      let comment: Comment = "text \(number), seed \(random.seed)"
      #expect(try JSON(parsing: text) == expected, comment)
      // As fields of a query and as those of an object in it, each in its own order.
      let (outer, inner) = (Self.names.shuffled(using: &random), Self.names.shuffled(using: &random))
      let definition = Plans.operation(
        "NamesQuery",
        normalization: outer.map { .scalar($0, "J") } + [.linked("object", of: "Thing", inner.map { .scalar($0, "J") })],
        reader: outer.map { .scalar($0, "J") } + [.linked("object", of: "Thing", inner.map { .scalar($0, "J") })])
      let operation = OperationDescriptor(definition, variables: [:])
      let test = TestStore()
      let members = text.dropFirst().dropLast()
      let separator = members.isEmpty ? "" : ","
      try test.publish(
        operation,
        #"{"data":{\#(members)\#(separator)"object":{"a":0,"name":1},"object":\#(text)},"data":{\#(members)\#(separator)"object":\#(text)}}"#
      )
      let row = try #require(test.store.lookup(operation).row)
      let object = try #require(row.row(outer.count))
      for (slot, name) in outer.enumerated() { #expect(row.slot(slot).json == expected[name] ?? .null, comment) }
      for (slot, name) in inner.enumerated() { #expect(object.slot(slot).json == expected[name] ?? .null, comment) }
    }
  }

  @Test("members that repeat a name: many of them, and nested ones")
  func manyRepeatedNames() throws {
    // Nested objects, each with a member that is replaced and contains all the rest.
    let depth = 200
    let filling = "[" + Array(repeating: "0", count: 20_000).joined(separator: ",") + "]"
    let text = String(repeating: #"{"a":0,"a":"#, count: depth) + filling + String(repeating: #","a":1}"#, count: depth)
    #expect(try JSON(parsing: text) == ["a": 1])
    let many = "{" + (0..<100_000).map { #""k\#($0 % 50_000)":\#($0)"# }.joined(separator: ",") + "}"
    let value = try JSON(parsing: many)
    #expect(value.objectValue?.count == 50_000)
    #expect(value["k49999"] == 99_999)
    #expect(value["k0"] == 50_000)
  }
}
