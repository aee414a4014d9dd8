public import NewsSchema
public import RelayRuntime

/// A greeting, the cards that the app has put here, and the articles. It does not know any other feature.
@MainActor public struct FrontPage {
  @PaginationFragment<FrontPage_viewer> private var viewer
  private let cards: [any Card]
  private let accessory: any ArticleAccessory

  public init(viewer: PaginationFragment<FrontPage_viewer>, cards: [any Card], accessory: any ArticleAccessory) {
    _viewer = viewer
    self.cards = cards
    self.accessory = accessory
  }

  public var lines: [String] {
    guard let viewer else { return [] }
    let articles = viewer.articles.map { article in
      ([article.title] + accessory.card(for: article.asFragment()).lines).joined(separator: " ")
    }
    return ["Good morning, \(viewer.name)"] + cards.flatMap(\.lines) + articles
  }

  /// Loads the next articles, including the data for their accessories.
  public func loadMore() async throws { try await viewer?.loadNext(2).value }
}
