package import Testing

extension Trait where Self == TimeLimitTrait {
  /// For tests that wait for another task, thread or process, which might never do what they wait for.
  package static var hangGuard: Self { .timeLimit(.minutes(HangGuard.minutes)) }

  /// For tests that also work for as long as the environment tells them to.
  /// - Parameter seconds: how long that is.
  package static func hangGuard(after seconds: Double) -> Self {
    .timeLimit(.minutes(HangGuard.minutes + Int(seconds / 60)))
  }
}
