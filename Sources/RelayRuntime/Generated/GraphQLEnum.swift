/// A GraphQL enum: one case for each value in the schema, and `unknown` for values that a newer server may send.
///
/// ```swift
/// struct PriorityMark: View {
///   let priority: Priority
///
///   var body: some View {
///     switch priority {
///     case .high: Text("!")
///     case .normal, .unknown: EmptyView()
///     }
///   }
/// }
/// ```
///
/// See <doc:Scalars>.
public protocol GraphQLEnum: Generated.RowValue, Generated.InputValue, RawRepresentable, Hashable, Codable, CustomStringConvertible
where RawValue == String {
  /// The case for a value's name; unknown names have a case too.
  init(rawValue: String)
}

extension GraphQLEnum {
  public static func __read(_ slot: Generated.Slot) -> Self { Self(rawValue: slot.value.optionalText ?? "") }

  public static func __input(_ json: JSON?) -> Self { Self(rawValue: json?.stringValue ?? "") }

  public var __json: JSON? { .string(rawValue) }

  /// The value's name in the schema.
  public var description: String { rawValue }

  public static func == (left: Self, right: Self) -> Bool { left.rawValue.hasSameBytes(as: right.rawValue) }

  public func hash(into hasher: inout Hasher) { hasher.combine(ByteKey(rawValue)) }

  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
