/// A value without variables (specification, section 2.9, "Const").
package indirect enum ConstantValue: Hashable, Sendable {
  case int(Int64)
  /// The number without its notation.
  case float(Double)
  /// The text between double quotes, with its escapes; see `StringSyntax.literal`.
  case string(String)
  case boolean(Bool)
  case null
  case `enum`(Name)
  case list([ConstantValue])
  case object([ConstantArgument])
}

/// A named constant: an argument of a directive in the schema, or a field of an object value.
package struct ConstantArgument: Hashable, Sendable {
  package var name: Name
  package var value: ConstantValue
}
