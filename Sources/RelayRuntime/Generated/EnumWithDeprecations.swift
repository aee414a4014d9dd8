extension Generated {
  /// An enum with deprecated values.
  ///
  /// Its conversions have to name the deprecated cases. In generated code they are deprecated as well, and only called from here. So
  /// neither the generated file nor an app that avoids the deprecated cases gets a warning.
  public protocol EnumWithDeprecations: GraphQLEnum {
    /// The case for a value's name.
    init(__value: String)
    /// The value's name in the schema.
    var __value: String { get }
  }
}

extension Generated.EnumWithDeprecations {
  /// The case for a value's name; unknown names have a case too.
  public init(rawValue: String) { self.init(__value: rawValue) }

  /// The value's name in the schema.
  public var rawValue: String { __value }
}
