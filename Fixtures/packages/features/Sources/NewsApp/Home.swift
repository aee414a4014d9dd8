import CommentsFeature
import FrontPageFeature
import NewsSchema
import RelayRuntime

/// The composition root, the only place that knows all features. Its query spreads their fragments, so the screen needs a single request;
/// it sees none of their fields.
@MainActor struct Home {
  @Query<HomeQuery> private var query
  private let late: [any Card]

  /// - Parameter late: the features that were discovered at run time.
  init(in environment: RelayEnvironment, late: [any LateSlot] = []) {
    self.late = late.map { $0.card(in: environment) }
  }

  var page: FrontPage? {
    guard let viewer = query.get().data?.viewer else { return nil }
    return FrontPage(
      viewer: viewer.asFragment(), cards: [LatestComments(viewer: viewer.asFragment())] + late, accessory: CommentCounts())
  }
}
