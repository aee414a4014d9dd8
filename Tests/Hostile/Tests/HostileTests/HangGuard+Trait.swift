import Testing

extension Trait where Self == TimeLimitTrait {
  /// For tests that wait for another task, thread or process, which might never do what they wait for.
  static var hangGuard: Self { .timeLimit(.minutes(HangGuard.minutes)) }
}
