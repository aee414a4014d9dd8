/// Limits on the growth of fragment arguments.
///
/// `...Inner @arguments(x: {a: $x, b: $x})` doubles a value, and two spreads of a fragment with different arguments double the copies of
/// the fragments that it spreads. After a few dozen levels, a document of two kilobytes would exceed any memory. Real documents stay far
/// below these limits.
enum FragmentArgumentLimits {
  /// The number of values in one argument, including those in its lists and objects.
  static let values = 10_000
  /// The nesting of lists and objects in one argument. Literals, and fragments that wrap values, stay far below it.
  static let depth = 400
  /// The number of different sets of arguments for one fragment.
  static let copies = 4096
}
