/// A type that a variable or a field of an input object can have.
public protocol InputValue: Sendable {
  /// The value of a field, or the type's fallback if the field is absent.
  static func __input(_ json: JSON?) -> Self
  /// The value as it is sent; `nil` if nothing is sent.
  var __json: JSON? { get }
}

extension Optional: InputValue where Wrapped: InputValue {
  public static func __input(_ json: JSON?) -> Wrapped? {
    guard let json, !json.isNull else { return nil }
    return Wrapped.__input(json)
  }
  public var __json: JSON? { self?.__json }
}

extension Array: InputValue where Element: InputValue {
  public static func __input(_ json: JSON?) -> [Element] {
    switch json {
    case .array(let items): return items.map { Element.__input($0) }
    case nil, .null: return []
    case .some(let item): return [Element.__input(item)]
    }
  }
  public var __json: JSON? { .array(map { $0.__json ?? .null }) }
}
