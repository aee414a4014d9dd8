public import RelayRuntime

/// The contents of a slot. In a SwiftUI app it is a `View`.
@MainActor public protocol Card {
  var lines: [String] { get }
}

/// A feature that shows something next to an article. The fragment in this protocol is the contract between both sides: lists spread it,
/// features read it, and neither knows the other.
@MainActor public protocol ArticleAccessory {
  func card(for article: Fragment<ArticleAccessory_article>) -> any Card
}

/// A feature that is discovered at run time, such as an experiment. The app's queries cannot spread its fragment, so it has a separate
/// query.
public protocol LateSlot: Sendable {
  /// Starts the query. It is called together with the screen's own query, so that a batching network sends both in one
  /// request.
  @MainActor func card(in environment: RelayEnvironment) -> any Card
}
