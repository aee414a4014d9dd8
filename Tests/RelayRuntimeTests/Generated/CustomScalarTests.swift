import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// What the types of Swift and Foundation accept as custom scalars. The tables of the guide "Custom scalars and enums" say the same.
@Suite("Custom scalars of the standard types")
struct CustomScalarTests {
  private static func read<Value: CustomScalar>(_ json: JSON, as type: Value.Type = Value.self) -> Value? { try? Value(json: json) }

  @Test("Decimal: the whole text is a number", .cases)
  func decimals() {
    eachCase(
      of: [
        ("0", "0"), ("-0", "0"), ("1234.56", "1234.56"), ("1234.50", "1234.5"), ("-12", "-12"), ("1e3", "1000"), ("1.5E-3", "0.0015"),
        ("2e+2", "200"), ("0.000", "0"), ("0e999999999999", "0"), ("100", "100"),
        ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
        ("1000000000000000000000000000000000000000000", "1000000000000000000000000000000000000000000"),
        ("1.0000000000000000000000000000000000000000000000000000", "1"),
      ] as [(String, String)]
    ) { text, value in
      let decimal = try Decimal(json: .string(text))
      #expect(decimal.description == value)
      #expect(decimal.json == .string(value))
      #expect(Self.read(decimal.json) == decimal)
    }
  }

  @Test("Decimal: anything else is an error", .cases)
  func noDecimals() {
    eachCase(
      of: [
        "1,234.56", "1 000.00", "1,50", "12abc", "19.90 EUR", "--1", "1_000", "0x10", "", "-", "+1", ".5", "5.", "1e", "1e+", "1e1.5", " 1",
        "1 ",
        "01", "-01", "NaN", "nan", "inf", "Infinity", "1.2.3", "١٢", "1\u{301}", "1\0", "1e128", "1e-128", "1e999999999999999999999",
        "123456789012345678901234567890123456789", "0.123456789012345678901234567890123456789",
      ] as [String]
    ) { text in
      #expect(Self.read(.string(text), as: Decimal.self) == nil)
    }
  }

  @Test("Decimal: the smallest and the greatest numbers", .cases)
  func extremeDecimals() {
    eachCase(of: ["1e127", "1e-127", "-1e127", "99999999999999999999999999999999999999e89"] as [String]) { text in
      let decimal = try Decimal(json: .string(text))
      #expect(!decimal.isNaN && decimal != 0)
      #expect(Self.read(decimal.json) == decimal)
    }
  }

  @Test("Decimal: numbers")
  func decimalsOfNumbers() {
    #expect(Self.read(.int(-3)) == Decimal(-3))
    #expect(Self.read(.double(19.99)) == Decimal(string: "19.99"))
    #expect(Self.read(.double(1e21)) == Decimal(string: "1000000000000000000000"))
    #expect(Self.read(.double(1e300), as: Decimal.self) == nil)
    #expect(Self.read(.double(.infinity), as: Decimal.self) == nil)
    for json: JSON in [.null, .bool(true), [], [:]] { #expect(Self.read(json, as: Decimal.self) == nil) }
  }

  @Test("Int64", .cases)
  func integers() {
    eachCase(of: [("0", 0), ("-12", -12), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min)] as [(String, Int64)]) {
      text, value in
      #expect(Self.read(.string(text)) == value)
    }
  }

  @Test("Int64: anything else is an error", .cases)
  func noIntegers() {
    eachCase(of: ["", "-", "+1", "01", "1.0", "1e3", "1,000", "12abc", " 1", "9223372036854775808", "١"] as [String]) { text in
      #expect(Self.read(.string(text), as: Int64.self) == nil)
    }
  }

  @Test("Date", .cases)
  func dates() {
    eachCase(
      of: [
        ("1970-01-02", 86400), ("2000-02-29", 951_782_400), ("2024-12-31", 1_735_603_200), ("1970-01-01T00:00:01Z", 1),
        ("1970-01-01t00:00:01z", 1), ("1970-01-01 00:00:01Z", 1), ("1970-01-01T01:00:01+01:00", 1), ("1969-12-31T23:30:01-0030", 1),
        ("1970-01-01T00:01Z", 60), ("1970-01-01T00:00:01.5Z", 1.5), ("1969-12-31T23:59:60Z", 0),
        // Without an offset: UTC.
        ("1970-01-01T00:00:01", 1), ("1970-01-01T00:00:01.25", 1.25),
      ] as [(String, Double)]
    ) { text, seconds in
      #expect(Self.read(.string(text)) == Date(timeIntervalSince1970: seconds))
    }
  }

  @Test("Date: days, times and texts that do not exist are errors", .cases)
  func noDates() {
    eachCase(
      of: [
        "2026-02-30", "2026-02-29", "1900-02-29", "2026-04-31", "2026-06-31", "2026-09-31", "2026-11-31", "2026-01-32", "2026-01-00",
        "2026-13-01",
        "2026-00-01", "2026-02-30T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
        "2026-01-01T00:00:00+24:00",
        "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00.Z", "2026-01-01T", "2026-01-01Z", "2026-1-1",
        "26-01-01",
        "2026-01-01T00:00:00Zx", " 2026-01-01", "2026-01-01 ", "1767225600", "", "tomorrow",
        "2026-01-01T00:00:00." + String(repeating: "0", count: 44) + "x",
      ] as [String]
    ) { text in
      #expect(Self.read(.string(text), as: Date.self) == nil)
    }
  }

  @Test("Date: seconds since 1970")
  func datesOfNumbers() {
    #expect(Self.read(.int(1)) == Date(timeIntervalSince1970: 1))
    #expect(Self.read(.double(-1.5)) == Date(timeIntervalSince1970: -1.5))
    #expect(Self.read(.double(.nan), as: Date.self) == nil)
  }

  @Test("Data", .cases)
  func bytes() {
    eachCase(
      of: [("", []), ("QQ==", [0x41]), ("QUI=", [0x41, 0x42]), ("+/+/", [0xFB, 0xFF, 0xBF])] as [(String, [UInt8])] as [(String, [UInt8])]
    ) { text, bytes in
      #expect(Self.read(.string(text)) == Data(bytes))
    }
  }

  @Test("Data: anything else is an error", .cases)
  func noBytes() {
    eachCase(of: ["Q", "QQ", "QUI", "QQ=", "====", "QQ==QQ==", "QQ==\n", "QQ=\n", "-_-_", "QQ== ", "QQ==xxxx", "é="] as [String]) { text in
      #expect(Self.read(.string(text), as: Data.self) == nil)
    }
  }

  @Test("UUID", .cases)
  func identifiers() {
    eachCase(of: ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"] as [String]) { text in
      let read = try UUID(json: .string(text))
      #expect(read.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    }
  }

  @Test("UUID: anything else is an error", .cases)
  func noIdentifiers() {
    eachCase(
      of: [
        "", "E621E1F8C36C495A93FC0C247A3E6E5F", "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}", "E621E1F8-C36C-495A-93FC-0C247A3E6E5Fx",
        " E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5G", "E621E1F-8C36C-495A-93FC-0C247A3E6E5F",
      ] as [String]
    ) { text in
      #expect(Self.read(.string(text), as: UUID.self) == nil)
    }
  }

  @Test("URL", .cases)
  func locations() {
    eachCase(
      of: [
        ("https://example.com/a?b=c#d", "https://example.com/a?b=c#d"), ("/images/1.png", "/images/1.png"),
        ("https://example.com/a b", "https://example.com/a%20b"), ("https://example.com/ü", "https://example.com/%C3%BC"),
      ] as [(String, String)]
    ) { text, url in
      let read = try URL(json: .string(text))
      #expect(read.absoluteString == url)
    }
  }

  @Test("URL: anything else is an error", .cases)
  func noLocations() {
    eachCase(of: ["", "http://[x"] as [String]) { text in
      #expect(Self.read(.string(text), as: URL.self) == nil)
    }
  }

  @Test("Values of another kind are errors")
  func otherKinds() {
    for json: JSON in [.null, .bool(true), .int(1), [], [:]] {
      #expect(Self.read(json, as: URL.self) == nil && Self.read(json, as: UUID.self) == nil && Self.read(json, as: Data.self) == nil)
    }
    for json: JSON in [.null, .bool(true), .string("1"), .double(1.5), [], [:]] { #expect(Self.read(json, as: Int.self) == nil) }
    for json: JSON in [.null, .bool(true), .string("1"), .double(.infinity), [], [:]] { #expect(Self.read(json, as: Double.self) == nil) }
    for json: JSON in [.null, .string("true"), .int(1), [], [:]] { #expect(Self.read(json, as: Bool.self) == nil) }
    for json: JSON in [.null, .bool(true), .double(1.5), [], [:]] { #expect(Self.read(json, as: String.self) == nil) }
  }
}
