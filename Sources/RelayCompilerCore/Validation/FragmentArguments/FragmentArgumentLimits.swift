/// How far the arguments of fragments may grow.
///
/// `...Inner @arguments(x: {a: $x, b: $x})` doubles a value, and two spreads of one fragment with different arguments double the copies
/// of what it spreads. A few dozen levels of either make a document of two kilobytes larger than any memory. People stay far below.
enum FragmentArgumentLimits {
  /// Values in one argument, those inside its lists and objects included.
  static let values = 10_000
  /// How deep the lists and objects in one argument nest. A literal does not come near, and fragments that wrap it do not nest deeper.
  static let depth = 400
  /// Different sets of arguments for one fragment.
  static let copies = 4096
}
