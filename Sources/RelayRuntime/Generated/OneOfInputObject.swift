/// An input object of which exactly one field is given (`@oneOf`; GraphQL specification, section 3.10.1): an enum in Swift.
public protocol OneOfInputObject: InputValue, Hashable, CustomStringConvertible {
  /// The one field.
  var __fields: InputFields { get }
  /// Makes the case of the field that is given.
  init(__fields: InputFields)
}

extension OneOfInputObject {
  public static func __input(_ json: JSON?) -> Self { Self(__fields: InputFields(json?.objectValue ?? [:])) }

  public var __json: JSON? { .object(__fields.values) }

  /// The field as JSON text.
  public var description: String { JSON.object(__fields.values).description }

  public static func == (left: Self, right: Self) -> Bool { left.__fields == right.__fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(__fields) }
}
