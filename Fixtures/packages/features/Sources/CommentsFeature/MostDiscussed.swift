public import NewsSchema
public import RelayRuntime

/// An experiment: the app learns at run time whether to show it.
public struct MostDiscussedSlot: LateSlot {
  public init() {}

  public func card(in environment: RelayEnvironment) -> any Card { MostDiscussed(environment.preload(MostDiscussedQuery())) }
}

private struct MostDiscussed: Card {
  private let preloaded: PreloadedQuery<MostDiscussedQuery>
  @Query<MostDiscussedQuery> private var query

  init(_ preloaded: PreloadedQuery<MostDiscussedQuery>) { self.preloaded = preloaded }

  var lines: [String] {
    guard let article = query.get(preloaded).data?.mostDiscussed else { return [] }
    return ["Everyone talks about: \(article.title)"]
  }
}
