public import NewsSchema
public import RelayRuntime

/// Shows the number of comments next to each article.
public struct CommentCounts: ArticleAccessory {
  public init() {}

  public func card(for article: Fragment<ArticleAccessory_article>) -> any Card { CommentCount(article: article) }
}

private struct CommentCount: Card {
  @Fragment<ArticleAccessory_article> private var article

  init(article: Fragment<ArticleAccessory_article>) { _article = article }

  var lines: [String] { article.map { ["(\($0.commentCount))"] } ?? [] }
}
