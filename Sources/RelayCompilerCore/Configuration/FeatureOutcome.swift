/// What becomes of a feature of Relay: a key of `relay.config.json`, a feature flag, a directive.
package enum FeatureOutcome: Sendable, Hashable {
  /// As in Relay.
  case works
  /// It has an effect, and it is another one than in Relay: how.
  case worksDifferently(how: String)
  /// An error: without it an app would get something wrong. What to write instead.
  case refused(instead: String)
  /// A warning: the app gets nothing of it. Why.
  case withoutMeaning(because: String)
  /// Nothing is said: it only shapes what Relay generates for JavaScript, or stands in every configuration that is shared with it.
  case silent

  /// The first words of the page that documents every key.
  package var verdict: String {
    switch self {
    case .works: "works"
    case .worksDifferently: "works differently"
    case .refused: "refused"
    case .withoutMeaning: "no meaning for Swift, with a warning"
    case .silent: "no meaning for Swift"
    }
  }
}
