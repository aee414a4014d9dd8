/// An input object of which exactly one field is set, with deprecated fields.
///
/// Its conversions have to name the deprecated cases. In generated code they are deprecated as well, and only called from here. So
/// neither the generated file nor an app that avoids the deprecated cases gets a warning.
public protocol OneOfInputObjectWithDeprecations: OneOfInputObject {
  /// Makes the case for the field that is set.
  init(__value: InputFields)
  /// The field that is set.
  var __value: InputFields { get }
}

extension OneOfInputObjectWithDeprecations {
  /// Makes the case for the field that is set.
  public init(__fields: InputFields) { self.init(__value: __fields) }

  /// The field that is set.
  public var __fields: InputFields { __value }
}
