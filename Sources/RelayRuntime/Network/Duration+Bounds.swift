extension Duration {
  /// The duration in the range that clocks can wait for: zero for negative durations, a hundred years for longer ones.
  ///
  /// Any time can come from a caller, and adding a huge one to an instant would overflow.
  var bounded: Duration { min(max(self, .zero), .seconds(100 * 365 * 86_400)) }

  /// The bounded duration in seconds, for interfaces that take a number.
  var seconds: Double { bounded / .seconds(1) }
}
