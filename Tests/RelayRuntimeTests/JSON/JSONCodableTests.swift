import Foundation
import RelayRuntime
import TestSupport
import Testing

/// JSON values in other people's encoders and decoders.
@Suite("JSON with Codable", .hangGuard)
struct JSONCodableTests {
  private static let values: [JSON] = [
    .null, true, false, 0, 1, -1, .int(.max), .int(.min), 0.5, -1.25e300, "", "1", "true", "null", "👩‍👩‍👧", "\u{0}\"\\\n", [], [[]],
    [.null, 1, "a"],
    [:], ["": .null], ["a": ["b": [1, 2.5, ["c": "d"]], "é": false]],
  ]

  /// A value of an app in which JSON is a part.
  private struct Record: Codable, Equatable {
    var value: JSON
    var values: [String: JSON]
  }

  @Test("a value is the same after JSONEncoder and JSONDecoder, alone and in a value of an app", .cases)
  func roundTrip() {
    eachCase(of: Self.values) { value in
      let alone = try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value))
      #expect(alone == value)
      let record = Record(value: value, values: ["a": value])
      let part = try JSONDecoder().decode(Record.self, from: JSONEncoder().encode(record))
      #expect(part == record)
    }
  }

  @Test("the encoder's text is that of the value", .cases)
  func text() {
    eachCase(of: Self.values) { value in
      let encoded = try JSON(parsing: JSONEncoder().encode(value))
      #expect(encoded == value)
      let decoded = try JSONDecoder().decode(JSON.self, from: Data(value.description.utf8))
      #expect(decoded == value)
    }
  }

  @Test("numbers, true and false are not confused in property lists, either", .cases)
  func propertyList() {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let values: [JSON] = [["a": true, "b": 1, "c": 0.5, "d": "1"], [false, 0, 1, true]]
    eachCase(of: values) { value in
      let decoded = try PropertyListDecoder().decode(JSON.self, from: encoder.encode(value))
      #expect(decoded == value)
    }
  }

  @Test("a number too large for an Int becomes a Double; one that JSON cannot represent is an error")
  func largeNumbers() throws {
    #expect(try JSONDecoder().decode(JSON.self, from: Data("[18446744073709551616]".utf8)) == [.double(18_446_744_073_709_551_616)])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(JSON.double(.infinity)) }
  }
}
