public import Foundation

/// A Swift type for a custom scalar, named in the configuration's `customScalarTypes`.
public protocol CustomScalar: RowValue, InputValue, Hashable {
  /// Makes the value from what the server sent.
  ///
  /// - Throws: any error, when `json` is not a value of this type. The field then counts as null.
  init(json: JSON) throws
  /// The value as it is sent in variables.
  var json: JSON { get }
  /// What stands in for a value that a field must have and has not.
  static var placeholder: Self { get }
}

/// A value that is not one of the custom scalar's.
public struct CustomScalarError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The Swift type that was expected.
  public let type: String
  /// What was found.
  public let json: JSON

  /// - Parameters:
  ///   - type: the Swift type that was expected.
  ///   - json: what was found.
  public init(_ type: Any.Type, _ json: JSON) {
    self.type = "\(type)"
    self.json = json
  }

  public var description: String { "\(json) is no \(type)" }
}

extension CustomScalar {
  public static func __read(_ slot: Slot) -> Self {
    switch slot.value {
    case .missing, .null, .errors: return placeholder
    case .scalar(let box):
      if let box = box as? ScalarBox<Self> { return box.value }
      return (try? Self(json: box.json)) ?? placeholder
    default: return (try? Self(json: slot.value.json)) ?? placeholder
    }
  }

  public static func __input(_ json: JSON?) -> Self {
    guard let json else { return placeholder }
    return (try? Self(json: json)) ?? placeholder
  }

  public var __json: JSON? { json }

  /// Makes a box that holds the value, for a type known only at run time.
  static func box(_ json: JSON) throws -> AnyScalarBox { ScalarBox(try Self(json: json), json) }
}

/// A custom scalar that was converted when its row was read.
class AnyScalarBox: @unchecked Sendable {
  // Sendable by construction: every stored property of this class and of its one subclass is an immutable Sendable value.
  let json: JSON
  init(json: JSON) { self.json = json }
  func isEqual(_ other: AnyScalarBox) -> Bool { json == other.json }
}

final class ScalarBox<Value: CustomScalar>: AnyScalarBox, @unchecked Sendable {
  let value: Value
  init(_ value: Value, _ json: JSON) {
    self.value = value
    super.init(json: json)
  }
}

extension SlotValue {
  /// A custom scalar, or where the field is a list any nesting of them, in its Swift type; `nil` where a value is not of that type.
  init?(_ json: JSON, as type: any CustomScalar.Type, isList: Bool) {
    if json.isNull {
      self = .null
    } else if isList, case .array(let items) = json {
      var converted: [SlotValue] = []
      for item in items {
        guard let item = SlotValue(item, as: type, isList: true) else { return nil }
        converted.append(item)
      }
      self = .list(converted)
    } else {
      guard let box = try? type.box(json) else { return nil }
      self = .scalar(box)
    }
  }
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
  public init(json: JSON) throws {
    guard let value = json.intValue else { throw CustomScalarError(Int.self, json) }
    self = value
  }
  public var json: JSON { .int(self) }
  public static var placeholder: Int { 0 }
}

extension Double: CustomScalar {
  public init(json: JSON) throws {
    guard let value = json.doubleValue else { throw CustomScalarError(Double.self, json) }
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
  public init(json: JSON) throws {
    guard let text = json.stringValue, let url = URL(string: text) else { throw CustomScalarError(URL.self, json) }
    self = url
  }
  public var json: JSON { .string(absoluteString) }
  public static var placeholder: URL { URL(fileURLWithPath: "/") }
}

extension UUID: CustomScalar {
  public init(json: JSON) throws {
    guard let text = json.stringValue, let value = UUID(uuidString: text) else { throw CustomScalarError(UUID.self, json) }
    self = value
  }
  public var json: JSON { .string(uuidString) }
  public static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension Decimal: CustomScalar {
  public init(json: JSON) throws {
    switch json {
    case .int(let value): self = Decimal(value)
    case .double(let value):
      guard value.isFinite, let decimal = Decimal(string: JSON.double(value).description) else {
        throw CustomScalarError(Decimal.self, json)
      }
      self = decimal
    case .string(let text):
      guard let value = Decimal(string: text) else { throw CustomScalarError(Decimal.self, json) }
      self = value
    default: throw CustomScalarError(Decimal.self, json)
    }
  }
  /// A string, because a JSON number would lose digits on the way.
  public var json: JSON { .string(description) }
  public static var placeholder: Decimal { 0 }
}

extension Date: CustomScalar {
  /// Reads RFC 3339 (`2021-11-07T12:34:56.789Z`, with `Z` or an offset), a calendar date (`2021-11-07`, midnight UTC), or a number of
  /// seconds since 1970.
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
  /// RFC 3339 in UTC, with milliseconds when there are any.
  public var json: JSON { .string(DateText.write(timeIntervalSince1970)) }
  public static var placeholder: Date { Date(timeIntervalSince1970: 0) }
}
