public import Foundation

/// A Swift type for a custom scalar, named in the configuration's `customScalarTypes`.
///
/// ```swift
/// struct Milliseconds: CustomScalar {
///   let count: Int
///
///   init(json: JSON) throws { count = try Int(json: json) }
///   init(count: Int) { self.count = count }
///
///   var json: JSON { .int(count) }
///   static var placeholder: Milliseconds { Milliseconds(count: 0) }
/// }
/// ```
///
/// See <doc:Scalars>.
public protocol CustomScalar: Generated.RowValue, Generated.InputValue, Hashable {
  /// Makes the value from JSON that the server sent.
  ///
  /// Called once for each value of a response, on the thread that normalizes the response and outside of all locks. It is also called on
  /// each read of a value that an updater or an archive has written to the store.
  ///
  /// - Throws: any error if `json` is not a value of this type. A response with such a value violates the schema: the nearest nullable
  ///   field becomes null and has an error.
  init(json: JSON) throws
  /// The value as it is sent in variables.
  var json: JSON { get }
  /// Replaces a missing value of a non-null field. Responses never lead to it. It appears only where the app itself left a value out,
  /// such as in an edge that it created, a local edit, or an input object without one of its fields.
  static var placeholder: Self { get }
}

extension CustomScalar {
  public static func __read(_ slot: Generated.Slot) -> Self {
    switch slot.value {
    case .missing, .null, .errors: return placeholder
    default: return __readIfPresent(slot) ?? placeholder
    }
  }

  public static func __readIfPresent(_ slot: Generated.Slot) -> Self? {
    if case .scalar(let box) = slot.value, let box = box as? TypedScalarBox<Self> { return box.value }
    return try? Self(json: slot.value.json)
  }

  public static func __input(_ json: JSON?) -> Self {
    guard let json else { return placeholder }
    return (try? Self(json: json)) ?? placeholder
  }

  public var __json: JSON? { json }

  /// The type as plans refer to it.
  fileprivate static var scalarType: ScalarType {
    ScalarType(name: "\(Self.self)", box: { TypedScalarBox(try Self(json: $0), $0) }, placeholder: { placeholder.json })
  }
}

/// A custom scalar as its Swift type.
///
/// `@unchecked Sendable`: see ``ScalarBox``.
final class TypedScalarBox<Value: CustomScalar>: ScalarBox, @unchecked Sendable {
  let value: Value

  init(_ value: Value, _ json: JSON) {
    self.value = value
    super.init(json: json)
  }
}

extension ScalarType {
  init(_ type: any CustomScalar.Type) { self = type.scalarType }
}

extension String: CustomScalar {
  public init(json: JSON) throws {
    switch json {
    case .string(let value): self = value
    case .int(let value): self = String(value)
    default: throw CustomScalarError(String.self, json)
    }
  }
  public var json: JSON { .string(self) }
  public static var placeholder: String { "" }
}

extension Int: CustomScalar {
  /// Reads an integer; see ``JSON/intValue``.
  public init(json: JSON) throws {
    guard let value = json.intValue else { throw CustomScalarError(Int.self, json) }
    self = value
  }
  public var json: JSON { .int(self) }
  public static var placeholder: Int { 0 }
}

extension Int64: CustomScalar {
  /// Reads an integer, or a string with nothing but one as JSON writes it: servers send numbers that JavaScript cannot hold as strings.
  public init(json: JSON) throws {
    if let value = json.intValue {
      self = Int64(value)
    } else if let value = json.stringValue.flatMap(NumberText.integer) {
      self = value
    } else {
      throw CustomScalarError(Int64.self, json)
    }
  }
  /// A number, or a string where the platform's `Int` is smaller.
  public var json: JSON { Int(exactly: self).map { .int($0) } ?? .string(String(self)) }
  public static var placeholder: Int64 { 0 }
}

extension Double: CustomScalar {
  /// Reads a number that fits a double; `1e999` does not.
  public init(json: JSON) throws {
    guard let value = json.doubleValue, value.isFinite else { throw CustomScalarError(Double.self, json) }
    self = value
  }
  public var json: JSON { .double(self) }
  public static var placeholder: Double { 0 }
}

extension Bool: CustomScalar {
  public init(json: JSON) throws {
    guard let value = json.boolValue else { throw CustomScalarError(Bool.self, json) }
    self = value
  }
  public var json: JSON { .bool(self) }
  public static var placeholder: Bool { false }
}

extension JSON: CustomScalar {
  public init(json: JSON) { self = json }
  public var json: JSON { self }
  public static var placeholder: JSON { .null }
}

extension URL: CustomScalar {
  /// Reads an absolute or relative URL. Characters that a URL cannot contain, such as spaces and letters beyond ASCII, are percent-encoded.
  public init(json: JSON) throws {
    guard let text = json.stringValue, let url = URL(string: text) else { throw CustomScalarError(URL.self, json) }
    self = url
  }
  public var json: JSON { .string(absoluteString) }
  public static var placeholder: URL { URL(fileURLWithPath: "/") }
}

extension Data: CustomScalar {
  /// Reads base64 (RFC 4648, section 4) with its padding, and without line breaks.
  public init(json: JSON) throws {
    guard let text = json.stringValue, Base64Text.isValid(text), let data = Data(base64Encoded: text) else {
      throw CustomScalarError(Data.self, json)
    }
    self = data
  }
  /// The bytes in base64.
  public var json: JSON { .string(base64EncodedString()) }
  public static var placeholder: Data { Data() }
}

extension UUID: CustomScalar {
  /// Reads 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, in either case, with hyphens between the groups.
  public init(json: JSON) throws {
    guard let text = json.stringValue, text.utf8.count == 36, let value = UUID(uuidString: text) else {
      throw CustomScalarError(UUID.self, json)
    }
    self = value
  }
  public var json: JSON { .string(uuidString) }
  public static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension Decimal: CustomScalar {
  /// Reads a number, or a string with nothing but a number as JSON writes it: `1234.50`, and neither `1,234.50` nor `12 EUR`. A number that
  /// a `Decimal` cannot represent exactly is an error: one with more than 38 significant digits or an exponent beyond ±127.
  public init(json: JSON) throws {
    let decimal: Decimal? =
      switch json {
      case .int(let value): Decimal(value)
      case .double(let value) where value.isFinite: NumberText.decimal(json.description)
      case .string(let text): NumberText.decimal(text)
      default: nil
      }
    guard let decimal else { throw CustomScalarError(Decimal.self, json) }
    self = decimal
  }
  /// A string, because a JSON number would lose digits in transit.
  public var json: JSON { .string(description) }
  public static var placeholder: Decimal { 0 }
}

extension Date: CustomScalar {
  /// Reads RFC 3339 (`2021-11-07T12:34:56.789Z`, with `Z` or an offset; without one the time is in UTC), a calendar date (`2021-11-07`,
  /// midnight UTC), or a number of seconds since 1970. A day that does not exist, such as 30 February, is an error.
  public init(json: JSON) throws {
    switch json {
    case .int(let value): self = Date(timeIntervalSince1970: Double(value))
    case .double(let value):
      guard value.isFinite else { throw CustomScalarError(Date.self, json) }
      self = Date(timeIntervalSince1970: value)
    case .string(let text):
      guard let seconds = DateText.parse(text) else { throw CustomScalarError(Date.self, json) }
      self = Date(timeIntervalSince1970: seconds)
    default: throw CustomScalarError(Date.self, json)
    }
  }
  /// RFC 3339 in UTC, with milliseconds unless they are zero.
  public var json: JSON { .string(DateText.write(timeIntervalSince1970)) }
  public static var placeholder: Date { Date(timeIntervalSince1970: 0) }
}
