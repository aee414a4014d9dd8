/// How a feature of Relay is treated: a key of `relay.config.json`, a feature flag or a directive.
enum FeatureOutcome: Sendable, Hashable {
  /// It works as in Relay.
  case works
  /// It has a different effect than in Relay, described by `how`.
  case worksDifferently(how: String)
  /// An error, because ignoring it would give the app wrong results. `instead` says what to write.
  case refused(instead: String)
  /// A warning, because it has no effect. `because` gives the reason.
  case withoutMeaning(because: String)
  /// Ignored silently: it only affects the JavaScript that Relay generates, or occurs in every configuration that is shared with a web
  /// app.
  case silent

  /// The first words of its entry in the documentation.
  var verdict: String {
    switch self {
    case .works: "works"
    case .worksDifferently: "works differently"
    case .refused: "refused"
    case .withoutMeaning: "no meaning for Swift, with a warning"
    case .silent: "no meaning for Swift"
    }
  }
}
