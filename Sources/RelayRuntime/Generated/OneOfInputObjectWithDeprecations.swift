extension Generated {
  /// An input object of which exactly one field is set, with deprecated fields.
  ///
  /// Its conversions have to name the deprecated cases. In generated code they are deprecated as well, and only called from here. So
  /// neither the generated file nor an app that avoids the deprecated cases gets a warning.
  public protocol OneOfInputObjectWithDeprecations: Generated.OneOfInputObject {
    /// Makes the case for the field that is set.
    init(__value: Generated.InputFields)
    /// The field that is set.
    var __value: Generated.InputFields { get }
  }
}

extension Generated.OneOfInputObjectWithDeprecations {
  /// Makes the case for the field that is set.
  public init(__fields: Generated.InputFields) { self.init(__value: __fields) }

  /// The field that is set.
  public var __fields: Generated.InputFields { __value }
}
