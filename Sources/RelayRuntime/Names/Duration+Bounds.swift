extension Duration {
  /// A hundred years. Clocks cannot wait for a time that is much longer.
  package static let longestWait = Duration.seconds(100 * 365 * 86_400)

  /// The duration, limited to the range for which clocks can wait: from zero to ``longestWait``.
  ///
  /// Callers may pass any duration, and adding a huge one to an instant would overflow.
  package var bounded: Duration { min(max(self, .zero), .longestWait) }

  /// The bounded duration in seconds, for interfaces that take a number.
  var seconds: Double { bounded / .seconds(1) }
}
