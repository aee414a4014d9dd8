public import RelayRuntime

/// An amount in cents: `"12.50"`.
public struct Money: CustomScalar, Hashable {
  public var cents: Int

  public init(cents: Int) { self.cents = cents }

  public init(json: JSON) throws {
    let parts = (json.stringValue ?? "").split(separator: ".")
    guard parts.count == 2, let whole = Int(parts[0]), let rest = Int(parts[1]) else { throw CustomScalarError(Money.self, json) }
    self.init(cents: whole * 100 + rest)
  }

  public var json: JSON { .string("\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)") }

  public static var placeholder: Money { Money(cents: 0) }
}
