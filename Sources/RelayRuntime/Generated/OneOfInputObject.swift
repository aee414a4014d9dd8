extension Generated {
  /// An input object of which exactly one field is set (`@oneOf`; GraphQL specification, section 3.10.1). In Swift it is an enum.
  public protocol OneOfInputObject: Generated.InputValue, Hashable, CustomStringConvertible {
    /// The field that is set.
    var __fields: Generated.InputFields { get }
    /// Makes the case for the field that is set.
    init(__fields: Generated.InputFields)
  }
}

extension Generated.OneOfInputObject {
  public static func __input(_ json: JSON?) -> Self { Self(__fields: Generated.InputFields(json?.objectValue ?? [:])) }

  public static func __input(_ json: JSON?, _ files: Generated.InputFiles) -> Self {
    Self(__fields: Generated.InputFields(json?.objectValue ?? [:], files))
  }

  public var __json: JSON? { .object(__fields.values) }

  public var __files: Generated.InputFiles { __fields.files }

  /// The field as JSON text.
  public var description: String { JSON.object(__fields.values).description }

  public static func == (left: Self, right: Self) -> Bool { left.__fields == right.__fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(__fields) }
}
