/// An enum some of whose values are deprecated.
///
/// Its conversions must name the deprecated cases; generated code deprecates these conversions too, and they are called only from
/// here, so that neither the generated file nor an app that does not name the cases sees a warning.
public protocol GraphQLEnumWithDeprecations: GraphQLEnum {
  /// The case of a value's name.
  init(__value: String)
  /// The value's name in the schema.
  var __value: String { get }
}

extension GraphQLEnumWithDeprecations {
  /// The case of a value's name; every name has one.
  public init(rawValue: String) { self.init(__value: rawValue) }

  /// The value's name in the schema.
  public var rawValue: String { __value }
}
