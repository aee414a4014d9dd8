public import RelayRuntime

/// What stands in a slot. In an app with SwiftUI it is a `View`.
@MainActor public protocol Card {
  var lines: [String] { get }
}

/// A feature that has something to show beside an article. The fragment in this protocol is the contract of both sides: lists spread it,
/// features read it, and neither knows the other.
@MainActor public protocol ArticleAccessory {
  func card(for article: Fragment<ArticleAccessory_article>) -> any Card
}

/// A feature that is found at run time, such as an experiment. No query of the app can spread its fragment, so it has a query of its own.
public protocol LateSlot: Sendable {
  /// Starts the query. Called together with the screen's own, so that a network that batches sends both in one request.
  @MainActor func card(in environment: RelayEnvironment) -> any Card
}
