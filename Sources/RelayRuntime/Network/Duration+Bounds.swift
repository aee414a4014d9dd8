extension Duration {
  /// The same where clocks can wait for it: nothing for a negative time, a hundred years for what is longer.
  ///
  /// Any time can come from a caller, and adding a huge one to an instant would overflow.
  var bounded: Duration { min(max(self, .zero), .seconds(100 * 365 * 86_400)) }

  /// The bounded time as a number, for interfaces that count so.
  var seconds: Double { bounded / .seconds(1) }
}
