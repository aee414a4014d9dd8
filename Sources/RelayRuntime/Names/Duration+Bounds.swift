extension Duration {
  /// The duration, limited to the range for which clocks can wait: from zero to a hundred years.
  ///
  /// Callers may pass any duration, and adding a huge one to an instant would overflow.
  var bounded: Duration { min(max(self, .zero), .seconds(100 * 365 * 86_400)) }

  /// The bounded duration in seconds, for interfaces that take a number.
  var seconds: Double { bounded / .seconds(1) }
}
