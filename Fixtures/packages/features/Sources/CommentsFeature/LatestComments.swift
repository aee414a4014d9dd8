public import NewsSchema
public import RelayRuntime

/// A card with the latest comments, for any screen that shows a viewer.
@MainActor public struct LatestComments: Card {
  @Fragment<LatestComments_viewer> private var viewer

  public init(viewer: Fragment<LatestComments_viewer>) { _viewer = viewer }

  public var lines: [String] { (viewer?.latestComments ?? []).map { "\($0.author): \($0.text)" } }
}
